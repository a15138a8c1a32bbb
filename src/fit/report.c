// report.c - see report.h.
#include "fit/report.h"

#include "base/mathlib.h"
#include "fit/report_change.h"
#include "fit/report_inference.h"

#include <inttypes.h>
#include <string.h>

static const char *unit_of(const char *unit)
{
    return !unit || !strcmp(unit, "1") ? "" : unit;
}

static void put_value(text_buffer *text, double value, const char *unit)
{
    text_append_format(text, "%.4g%s%s", value, *unit_of(unit) ? " " : "", unit_of(unit));
}

// --- searches -------------------------------------------------------------------------------------------------------

static void put_target(const fit_result *result, const fit_run *run, text_buffer *text)
{
    const fit_problem *problem = &result->job->problem;
    const fit_search *search = &result->job->search[run->search];
    double value[FIT_PARAMETERS_MOST];
    fit_follows derived[FIT_DERIVED_MOST];
    if (isnan(search->target))
        return;
    if (run->at_target < 0) {
        text_append_format(text, "      did not reach %.6g\n", search->target);
        return;
    }
    const fit_point *at = &run->trace.point[run->at_target];
    text_append_format(text, "      first at or below %.6g: iterate %" PRId64 ", objective %.6g\n",
                       search->target, at->iteration, at->value);
    fit_point_values(problem, at, value);
    text_append(text, "      there");
    for (int i = 0; i < problem->parameters; i++) {
        text_append_format(text, "%s %s ", i ? "," : "", problem->parameter[i].name);
        put_value(text, value[i], problem->parameter[i].unit);
    }
    int count = fit_derived_of(problem, derived, FIT_DERIVED_MOST);
    for (int i = 0; i < count; i++) {
        text_append_format(text, ",%s %s ", i ? "" : "\n      hence", derived[i].is->name);
        put_value(text, fit_derived_value(derived[i], value), derived[i].is->unit);
    }
    text_append(text, "\n");
}

static void put_searches(const fit_result *result, text_buffer *text)
{
    const fit_outcome *outcome = result->outcome;
    text_append(
        text,
        result->inference
            ? "Searches (chi squared; where no errors are given, with the scatter of the measured "
              "values instead)\n"
            : "Searches (objective 1 is that of the start, where the weights add up to 1)\n");
    for (int i = 0; i < outcome->runs; i++) {
        const fit_run *run = &outcome->run[i];
        const fit_search *search = &result->job->search[run->search];
        const fit_point *end = &run->trace.point[run->trace.count - 1];
        text_append_format(
            text, "  %s (%s), start %d%s: %.6g after %" PRId64 " evaluations; %s%s\n", search->name,
            search->is->what.name, run->start + 1, run->start ? ", drawn" : "", end->value,
            run->trace.evaluations, run->trace.why, i == outcome->best ? "   <- the best" : "");
        if (run->trace.unanswered) {
            text_append_format(text, "      at %" PRId64 " of them the models had no answer\n",
                               run->trace.unanswered);
        }
        put_target(result, run, text);
    }
}

// --- the numbers ----------------------------------------------------------------------------------------------------

static void put_interval(const fit_interval *is, const char *unit, text_buffer *text)
{
    put_value(text, is->low, "1");
    text_append(text, " to ");
    put_value(text, is->high, unit);
}

static void put_parameters(const fit_result *result, text_buffer *text)
{
    const fit_analysis *first = result->analysis;
    text_append_format(text, "\nParameters at the best point, with %g %% intervals\n",
                       100 * first->level);
    for (int k = 0; k < first->free; k++) {
        const fit_estimate *estimate = &first->estimate[k];
        const fit_parameter *parameter = fit_report_parameter(result, k);
        text_append_format(text, "  %-22s ", parameter->name);
        put_value(text, estimate->is.value, parameter->unit);
        if (result->inference) {
            inference_put_interval(result->inference, &result->inference->profiles.parameter[k],
                                   parameter->unit, text);
        } else if (estimate->is.identified) {
            text_append(text, "   ");
            put_interval(&estimate->is, parameter->unit, text);
        } else if (estimate->at_low || estimate->at_high) {
            text_append_format(text, "   at its %s bound, no interval",
                               estimate->at_low ? "lower" : "upper");
        } else {
            text_append(text, "   not identified by these data");
        }
        text_append(text, "\n");
    }
    for (int i = 0; i < result->job->problem.parameters; i++) {
        const fit_parameter *parameter = &result->job->problem.parameter[i];
        if (!parameter->fixed)
            continue;
        text_append_format(text, "  %-22s ", parameter->name);
        put_value(text, parameter->start, parameter->unit);
        text_append(text, "   given\n");
    }
    for (int i = 0; i < first->deriveds; i++) {
        const fit_known *known = &first->derived[i];
        text_append_format(text, "  %-22s ", known->what.is->name);
        put_value(text, known->is.value, known->what.is->unit);
        if (result->inference) {
            inference_put_interval(result->inference, &result->inference->profiles.derived[i],
                                   known->what.is->unit, text);
        } else {
            text_append(text, known->is.identified ? "   " : "   not identified by these data");
            if (known->is.identified)
                put_interval(&known->is, known->what.is->unit, text);
        }
        text_append(text, "\n");
    }
}

// --- what is not known ----------------------------------------------------------------------------------------------

// How much the objective feels each parameter alone.
static void put_sensitivities(const fit_result *result, text_buffer *text)
{
    const fit_analysis *first = result->analysis;
    text_append(text,
                "\nSensitivities at the best point: by how much the objective changes with one "
                "parameter alone\n");
    for (int k = 0; k < first->free; k++) {
        const fit_parameter *parameter = fit_report_parameter(result, k);
        text_append_format(text, "  %-22s ", parameter->name);
        fit_report_change(result, &first->estimate[k], text);
        text_append(text, parameter->log ? ", twice or half its value\n"
                                         : ", a tenth of its range either way\n");
    }
}

static void put_step(const fit_parameter *parameter, double dz, text_buffer *text)
{
    double by = parameter->log ? 100 * (real_exp(dz) - 1) : dz * (parameter->high - parameter->low);
    text_append_format(text, "%s %s by ", by > 0 ? "raising" : "lowering", parameter->name);
    if (parameter->log)
        text_append_format(text, "%.2g %%", fabs(by));
    else
        put_value(text, fabs(by), parameter->unit);
}

// A profile follows chi squared to where it rises, also where it is flat at the best point itself.
static bool has_interval(const fit_result *result, int k)
{
    return result->inference && result->analysis->estimate[k].is.identified;
}

// One parameter alone that the data do not hold.
static void put_inert(const fit_result *result, int k, bool none, text_buffer *text)
{
    const fit_parameter *parameter = fit_report_parameter(result, k);
    if (has_interval(result, k)) {
        text_append_format(text,
                           "%s (%s): at the best point itself the data %s. Its interval comes from "
                           "values further away, where chi squared rises.\n",
                           parameter->name, parameter->doc,
                           none ? "do not depend on it" : "hardly depend on it");
        return;
    }
    text_append_format(text, "%s (%s) is not identifiable: the data %s. ", parameter->name,
                       parameter->doc, none ? "do not depend on it here" : "hardly depend on it");
    text_append_format(text, "%s changes the objective ",
                       parameter->log ? "Twice or half its value (within its bounds)"
                                      : "A tenth of its range either way");
    fit_report_change(result, &result->analysis->estimate[k], text);
    text_append(text, ".\n");
}

// Several that only matter together.
static void put_shared(const fit_result *result, const fit_direction *direction, text_buffer *text)
{
    const fit_analysis *first = result->analysis;
    int most = 0;
    int of[FIT_PARAMETERS_MOST];
    int count = 0;
    for (int k = 0; k < first->free; k++) {
        if (fabs(direction->part[k]) > fabs(direction->part[most]))
            most = k;
        if (fabs(direction->part[k]) > 0.05)
            of[count++] = k;
    }
    for (int i = 0; i < count; i++) {
        text_append_format(text, "%s%s", i ? i + 1 == count ? " and " : ", " : "",
                           fit_report_parameter(result, of[i])->name);
    }
    bool told_apart = true;
    for (int i = 0; i < count; i++)
        told_apart = told_apart && has_interval(result, of[i]);
    text_append(text, told_apart ? " are told apart only by values further away from the best "
                                   "point, where their intervals come from: near it, "
                                 : " are not separately identifiable: ");
    double scale = fit_report_parameter(result, most)->log ? 0.095310179804324866 : 0.1; // ln 1.1
    put_step(fit_report_parameter(result, most), scale, text);
    for (int i = 0; i < count; i++) {
        if (of[i] == most)
            continue;
        text_append(text, " and ");
        put_step(fit_report_parameter(result, of[i]),
                 scale * direction->part[of[i]] / direction->part[most], text);
    }
    text_append(text, direction->none
                          ? " together leaves every prediction as it is"
                          : " together changes the predictions by less than their scatter");
    text_append(text, told_apart ? ".\n" : ". Their values above are one choice of many.\n");
}

// Whether a derived quantity depends on a parameter at all; found by moving it.
static bool depends(const fit_result *result, const fit_known *known, int parameter)
{
    double value[FIT_PARAMETERS_MOST];
    memcpy(value, result->outcome->value, sizeof value);
    value[parameter] *= 1 + 1e-6;
    return fabs(fit_derived_value(known->what, value) / known->is.value - 1) > 1e-12;
}

static void put_held_together(const fit_result *result, const fit_direction *direction,
                              text_buffer *text)
{
    const fit_analysis *first = result->analysis;
    for (int i = 0; i < first->deriveds; i++) {
        bool all = first->derived[i].is.identified;
        for (int k = 0; k < first->free && all; k++) {
            if (fabs(direction->part[k]) > 0.05)
                all = depends(result, &first->derived[i], first->estimate[k].parameter);
        }
        if (!all)
            continue;
        const fit_interval *interval = &first->derived[i].is;
        const fit_derived *what = first->derived[i].what.is;
        text_append_format(text, "What the data do determine of them is %s = ", what->name);
        put_value(text, interval->value, what->unit);
        text_append_format(text, " (%g %%: ", 100 * first->level);
        put_interval(interval, what->unit, text);
        text_append_format(text, "), the %s.\n", what->doc);
    }
}

static void put_bounds(const fit_result *result, text_buffer *text)
{
    for (int k = 0; k < result->analysis->free; k++) {
        const fit_estimate *estimate = &result->analysis->estimate[k];
        const fit_parameter *parameter = fit_report_parameter(result, k);
        if (!estimate->at_low && !estimate->at_high)
            continue;
        text_append_format(text, "%s ended at its %s bound, ", parameter->name,
                           estimate->at_low ? "lower" : "upper");
        put_value(text, estimate->at_low ? parameter->low : parameter->high, parameter->unit);
        if (estimate->shared) {
            text_append(
                text,
                "; where it stands is a matter of chance, since it can be traded for others.\n");
        } else {
            text_append(text, ": the best value may lie beyond it. Twice or half of it, within the "
                              "bounds, changes the "
                              "objective ");
            fit_report_change(result, estimate, text);
            text_append(text, result->inference
                                  ? ".\n"
                                  : "; the intervals of the others take it as known.\n");
        }
    }
}

static void put_correlations(const fit_result *result, text_buffer *text)
{
    const fit_analysis *first = result->analysis;
    for (int i = 0; i < first->free; i++) {
        for (int k = i + 1; k < first->free; k++) {
            double c = first->correlation[i][k];
            if (!(fabs(c) > 0.9))
                continue;
            text_append_format(
                text,
                "%s and %s are correlated by %.4f: an error of one is made up for by the other.\n",
                fit_report_parameter(result, i)->name, fit_report_parameter(result, k)->name, c);
        }
    }
}

void fit_report_unknown(const fit_result *result, text_buffer *text)
{
    const fit_analysis *first = result->analysis;
    for (int i = 0; i < first->free; i++) {
        const fit_direction *direction = &first->direction[i];
        if (direction->held)
            continue;
        int most = 0;
        for (int k = 0; k < first->free; k++) {
            if (fabs(direction->part[k]) > fabs(direction->part[most]))
                most = k;
        }
        if (direction->part[most] * direction->part[most] > 0.99)
            put_inert(result, most, direction->none, text);
        else {
            put_shared(result, direction, text);
            put_held_together(result, direction, text);
        }
    }
    put_bounds(result, text);
    put_correlations(result, text);
    if (!first->freedom && !result->inference) {
        text_append(text, "There are no more data than directions that they determine, so nothing "
                          "tells their scatter and "
                          "there are no intervals.\n");
    }
}

void fit_report(const fit_result *result, text_buffer *text)
{
    const fit_problem *problem = &result->job->problem;
    const fit_analysis *first = result->analysis;
    double part[FIT_PARTS_MOST];
    double total;
    scree_error error;
    if (problem->title && *problem->title)
        text_append_format(text, "%s\n", problem->title);
    text_append_format(text, "%d measurements, %d free parameters\n\n", first->residuals,
                       first->free);
    put_searches(result, text);
    text_append_format(text, "\n%s at the best point: %.6g",
                       result->inference ? "Chi squared" : "Objective", result->outcome->objective);
    if (!fit_objective(problem, result->outcome->value, part, &total, &error)) {
        for (int i = 0; i < problem->parts; i++) {
            if (result->inference) {
                text_append_format(text, "%s %s.%s %.4g of %d values", i ? ";" : ":",
                                   problem->set[problem->part[i].set].name,
                                   fit_report_part(problem, &problem->part[i]), part[i],
                                   problem->set[problem->part[i].set].count);
                continue;
            }
            text_append_format(text, "%s %s.%s %.4g of its start, weight %g", i ? ";" : ":",
                               problem->set[problem->part[i].set].name,
                               fit_report_part(problem, &problem->part[i]), part[i],
                               problem->part[i].weight);
        }
    }
    text_append(text, "\n");
    put_parameters(result, text);
    if (result->inference)
        inference_put(problem, result->inference, first->free, text);
    if (first->freedom && !result->inference) {
        text_append_format(text,
                           "Intervals by linear theory: residual variance %.4g with %d degrees of "
                           "freedom (%d data, %d "
                           "directions held), Student's t %.4g.\n",
                           first->variance, first->freedom, first->residuals, first->held,
                           first->quantile);
    }
    if (!result->inference) {
        text_append(text,
                    "The weights of Zhang 1998 are no standard errors, so these intervals need "
                    "not hold the truth as often "
                    "as they say, and nothing tells whether the model fits.\n");
    }
    if (isfinite(first->condition)) {
        text_append_format(text, "Condition number of the sensitivities: %.2g.\n",
                           first->condition);
    } else {
        text_append(text, "Condition number of the sensitivities: infinite.\n");
    }
    put_sensitivities(result, text);
    text_append(text, "\nWhat these data do not tell\n");
    size_t before = text->length;
    fit_report_unknown(result, text);
    if (text->length == before)
        text_append(text, "All free parameters are identified.\n");
}
