// report.c - see report.h.
#include "fit/report.h"

#include "base/mathlib.h"
#include "fit/report_inference.h"

#include <inttypes.h>
#include <string.h>

static const char *unit_of(const char *unit)
{
    return !unit || !strcmp(unit, "1") ? "" : unit;
}

static void put_value(text_buffer *b, double value, const char *unit)
{
    text_append_format(b, "%.4g%s%s", value, *unit_of(unit) ? " " : "", unit_of(unit));
}

// --- searches -------------------------------------------------------------------------------------------------------

static void put_target(const fit_result *r, const fit_run *run, text_buffer *b)
{
    const fit_problem *p = &r->job->problem;
    const fit_search *s = &r->job->search[run->search];
    double value[FIT_PARAMETERS_MOST];
    fit_follows derived[FIT_DERIVED_MOST];
    if (isnan(s->target))
        return;
    if (run->at_target < 0) {
        text_append_format(b, "      did not reach %.6g\n", s->target);
        return;
    }
    const fit_point *at = &run->trace.point[run->at_target];
    text_append_format(b, "      first at or below %.6g: iterate %" PRId64 ", objective %.6g\n",
                       s->target, at->iteration, at->value);
    fit_point_values(p, at, value);
    text_append(b, "      there");
    for (int i = 0; i < p->parameters; i++) {
        text_append_format(b, "%s %s ", i ? "," : "", p->parameter[i].name);
        put_value(b, value[i], p->parameter[i].unit);
    }
    int count = fit_derived_of(p, derived, FIT_DERIVED_MOST);
    for (int i = 0; i < count; i++) {
        text_append_format(b, ",%s %s ", i ? "" : "\n      hence", derived[i].is->name);
        put_value(b, fit_derived_value(derived[i], value), derived[i].is->unit);
    }
    text_append(b, "\n");
}

static void put_searches(const fit_result *r, text_buffer *b)
{
    const fit_outcome *o = r->outcome;
    text_append(
        b,
        r->inference
            ? "Searches (chi squared; where no errors are given, with the scatter of the measured "
              "values instead)\n"
            : "Searches (objective 1 is that of the start, where the weights add up to 1)\n");
    for (int i = 0; i < o->runs; i++) {
        const fit_run *run = &o->run[i];
        const fit_search *s = &r->job->search[run->search];
        const fit_point *end = &run->trace.point[run->trace.count - 1];
        text_append_format(b, "  %s (%s), start %d%s: %.6g after %" PRId64 " evaluations; %s%s\n",
                           s->name, s->is->what.name, run->start + 1, run->start ? ", drawn" : "",
                           end->value, run->trace.evaluations, run->trace.why,
                           i == o->best ? "   <- the best" : "");
        if (run->trace.unanswered)
            text_append_format(b, "      at %" PRId64 " of them the models had no answer\n",
                               run->trace.unanswered);
        put_target(r, run, b);
    }
}

// --- the numbers ----------------------------------------------------------------------------------------------------

static void put_interval(const fit_interval *is, const char *unit, text_buffer *b)
{
    put_value(b, is->low, "1");
    text_append(b, " to ");
    put_value(b, is->high, unit);
}

static void put_parameters(const fit_result *r, text_buffer *b)
{
    const fit_analysis *a = r->analysis;
    text_append_format(b, "\nParameters at the best point, with %g %% intervals\n", 100 * a->level);
    for (int k = 0; k < a->free; k++) {
        const fit_estimate *e = &a->estimate[k];
        const fit_parameter *q = fit_report_parameter(r, k);
        text_append_format(b, "  %-22s ", q->name);
        put_value(b, e->is.value, q->unit);
        if (r->inference)
            inference_put_interval(r->inference, &r->inference->profiles.parameter[k], q->unit, b);
        else if (e->is.identified) {
            text_append(b, "   ");
            put_interval(&e->is, q->unit, b);
        } else if (e->at_low || e->at_high)
            text_append_format(b, "   at its %s bound, no interval", e->at_low ? "lower" : "upper");
        else
            text_append(b, "   not identified by these data");
        text_append(b, "\n");
    }
    for (int i = 0; i < r->job->problem.parameters; i++) {
        const fit_parameter *q = &r->job->problem.parameter[i];
        if (!q->fixed)
            continue;
        text_append_format(b, "  %-22s ", q->name);
        put_value(b, q->start, q->unit);
        text_append(b, "   given\n");
    }
    for (int i = 0; i < a->deriveds; i++) {
        const fit_known *d = &a->derived[i];
        text_append_format(b, "  %-22s ", d->what.is->name);
        put_value(b, d->is.value, d->what.is->unit);
        if (r->inference)
            inference_put_interval(r->inference, &r->inference->profiles.derived[i],
                                   d->what.is->unit, b);
        else {
            text_append(b, d->is.identified ? "   " : "   not identified by these data");
            if (d->is.identified)
                put_interval(&d->is, d->what.is->unit, b);
        }
        text_append(b, "\n");
    }
}

// --- what is not known ----------------------------------------------------------------------------------------------

// The change of an objective as a person would say it.
static void put_change(double relative, text_buffer *b)
{
    if (relative < 1e-8)
        text_append(b, "by nothing that could be measured");
    else if (relative < 2)
        text_append_format(b, "by at most %.2g %%", 100 * relative);
    else
        text_append_format(b, "up to %.3g times", 1 + relative);
}

// How much the objective feels each parameter alone.
static void put_sensitivities(const fit_result *r, text_buffer *b)
{
    const fit_analysis *a = r->analysis;
    text_append(b, "\nSensitivities at the best point: by how much the objective changes with one "
                   "parameter alone\n");
    for (int k = 0; k < a->free; k++) {
        const fit_parameter *q = fit_report_parameter(r, k);
        text_append_format(b, "  %-22s ", q->name);
        put_change(a->estimate[k].alone, b);
        text_append(b,
                    q->log ? ", twice or half its value\n" : ", a tenth of its range either way\n");
    }
}

static void put_step(const fit_parameter *q, double dz, text_buffer *b)
{
    double by = q->log ? 100 * (real_exp(dz) - 1) : dz * (q->high - q->low);
    text_append_format(b, "%s %s by ", by > 0 ? "raising" : "lowering", q->name);
    if (q->log)
        text_append_format(b, "%.2g %%", fabs(by));
    else
        put_value(b, fabs(by), q->unit);
}

// One parameter alone that the data do not hold.
static void put_inert(const fit_result *r, int k, bool none, text_buffer *b)
{
    const fit_parameter *q = fit_report_parameter(r, k);
    text_append_format(b, "%s (%s) is not identifiable: the data %s. ", q->name, q->doc,
                       none ? "do not depend on it here" : "hardly depend on it");
    text_append_format(b, "%s changes the objective ",
                       q->log ? "Twice or half its value (within its bounds)"
                              : "A tenth of its range either way");
    put_change(r->analysis->estimate[k].alone, b);
    text_append(b, ".\n");
}

// Several that only matter together.
static void put_shared(const fit_result *r, const fit_direction *d, text_buffer *b)
{
    const fit_analysis *a = r->analysis;
    int most = 0;
    int of[FIT_PARAMETERS_MOST];
    int count = 0;
    for (int k = 0; k < a->free; k++) {
        if (fabs(d->part[k]) > fabs(d->part[most]))
            most = k;
        if (fabs(d->part[k]) > 0.05)
            of[count++] = k;
    }
    for (int i = 0; i < count; i++)
        text_append_format(b, "%s%s", i ? i + 1 == count ? " and " : ", " : "",
                           fit_report_parameter(r, of[i])->name);
    text_append(b, " are not separately identifiable: ");
    double scale = fit_report_parameter(r, most)->log ? 0.095310179804324866 : 0.1; // ln 1.1
    put_step(fit_report_parameter(r, most), scale, b);
    for (int i = 0; i < count; i++) {
        if (of[i] == most)
            continue;
        text_append(b, " and ");
        put_step(fit_report_parameter(r, of[i]), scale * d->part[of[i]] / d->part[most], b);
    }
    text_append(b, d->none ? " together leaves every prediction as it is"
                           : " together changes the predictions by less than their scatter");
    text_append(b, ". Their values above are one choice of many.\n");
}

// Whether a derived quantity depends on a parameter at all; found by moving it.
static bool depends(const fit_result *r, const fit_known *d, int parameter)
{
    double value[FIT_PARAMETERS_MOST];
    memcpy(value, r->outcome->value, sizeof value);
    value[parameter] *= 1 + 1e-6;
    return fabs(fit_derived_value(d->what, value) / d->is.value - 1) > 1e-12;
}

static void put_held_together(const fit_result *r, const fit_direction *d, text_buffer *b)
{
    const fit_analysis *a = r->analysis;
    for (int i = 0; i < a->deriveds; i++) {
        bool all = a->derived[i].is.identified;
        for (int k = 0; k < a->free && all; k++)
            if (fabs(d->part[k]) > 0.05)
                all = depends(r, &a->derived[i], a->estimate[k].parameter);
        if (!all)
            continue;
        text_append_format(
            b, "What the data do determine of them is %s = ", a->derived[i].what.is->name);
        put_value(b, a->derived[i].is.value, a->derived[i].what.is->unit);
        text_append_format(b, " (%g %%: ", 100 * a->level);
        put_interval(&a->derived[i].is, a->derived[i].what.is->unit, b);
        text_append_format(b, "), the %s.\n", a->derived[i].what.is->doc);
    }
}

static void put_bounds(const fit_result *r, text_buffer *b)
{
    for (int k = 0; k < r->analysis->free; k++) {
        const fit_estimate *e = &r->analysis->estimate[k];
        const fit_parameter *q = fit_report_parameter(r, k);
        if (!e->at_low && !e->at_high)
            continue;
        text_append_format(b, "%s ended at its %s bound, ", q->name, e->at_low ? "lower" : "upper");
        put_value(b, e->at_low ? q->low : q->high, q->unit);
        if (e->shared)
            text_append(
                b, "; where it stands is a matter of chance, since it can be traded for others.\n");
        else {
            text_append(b, ": the best value may lie beyond it. Twice or half of it, within the "
                           "bounds, changes the "
                           "objective ");
            put_change(e->alone, b);
            text_append(b,
                        r->inference ? ".\n" : "; the intervals of the others take it as known.\n");
        }
    }
}

static void put_correlations(const fit_result *r, text_buffer *b)
{
    const fit_analysis *a = r->analysis;
    for (int i = 0; i < a->free; i++)
        for (int k = i + 1; k < a->free; k++) {
            double c = a->correlation[i][k];
            if (!(fabs(c) > 0.9))
                continue;
            text_append_format(
                b,
                "%s and %s are correlated by %.4f: an error of one is made up for by the other.\n",
                fit_report_parameter(r, i)->name, fit_report_parameter(r, k)->name, c);
        }
}

void fit_report_unknown(const fit_result *result, text_buffer *b)
{
    const fit_analysis *a = result->analysis;
    for (int i = 0; i < a->free; i++) {
        const fit_direction *d = &a->direction[i];
        if (d->held)
            continue;
        int most = 0;
        for (int k = 0; k < a->free; k++)
            if (fabs(d->part[k]) > fabs(d->part[most]))
                most = k;
        if (d->part[most] * d->part[most] > 0.99)
            put_inert(result, most, d->none, b);
        else {
            put_shared(result, d, b);
            put_held_together(result, d, b);
        }
    }
    put_bounds(result, b);
    put_correlations(result, b);
    if (!a->freedom && !result->inference)
        text_append(b, "There are no more data than directions that they determine, so nothing "
                       "tells their scatter and "
                       "there are no intervals.\n");
}

void fit_report(const fit_result *r, text_buffer *b)
{
    const fit_problem *p = &r->job->problem;
    const fit_analysis *a = r->analysis;
    double part[FIT_PARTS_MOST];
    double total;
    scree_error error;
    if (p->title && *p->title)
        text_append_format(b, "%s\n", p->title);
    text_append_format(b, "%d measurements, %d free parameters\n\n", a->residuals, a->free);
    put_searches(r, b);
    text_append_format(b, "\n%s at the best point: %.6g",
                       r->inference ? "Chi squared" : "Objective", r->outcome->objective);
    if (!fit_objective(p, r->outcome->value, part, &total, &error))
        for (int i = 0; i < p->parts; i++) {
            if (r->inference) {
                text_append_format(b, "%s %s.%s %.4g of %d values", i ? ";" : ":",
                                   p->set[p->part[i].set].name, fit_report_part(p, &p->part[i]),
                                   part[i], p->set[p->part[i].set].count);
                continue;
            }
            text_append_format(b, "%s %s.%s %.4g of its start, weight %g", i ? ";" : ":",
                               p->set[p->part[i].set].name, fit_report_part(p, &p->part[i]),
                               part[i], p->part[i].weight);
        }
    text_append(b, "\n");
    put_parameters(r, b);
    if (r->inference)
        inference_put(p, r->inference, a->free, b);
    if (a->freedom && !r->inference)
        text_append_format(b,
                           "Intervals by linear theory: residual variance %.4g with %d degrees of "
                           "freedom (%d data, %d "
                           "directions held), Student's t %.4g.\n",
                           a->variance, a->freedom, a->residuals, a->held, a->quantile);
    if (!r->inference)
        text_append(b, "The weights of seed 004 are no standard errors, so these intervals need "
                       "not hold the truth as often "
                       "as they say, and nothing tells whether the model fits.\n");
    if (isfinite(a->condition))
        text_append_format(b, "Condition number of the sensitivities: %.2g.\n", a->condition);
    else
        text_append(b, "Condition number of the sensitivities: infinite.\n");
    put_sensitivities(r, b);
    text_append(b, "\nWhat these data do not tell\n");
    size_t before = b->length;
    fit_report_unknown(r, b);
    if (b->length == before)
        text_append(b, "All free parameters are identified.\n");
}
