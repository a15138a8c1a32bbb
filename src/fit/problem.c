// problem.c - see problem.h.
#include "fit/problem.h"

#include "fit/noise.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fit_problem_clear(fit_problem *p)
{
    for (int i = 0; i < p->sets; i++) {
        choice_clear(&p->set[i].constants);
        free(p->set[i].input);
        free(p->set[i].value);
        free(p->set[i].error);
    }
    free(p->set);
    free(p->part);
    free(p->title);
    memset(p, 0, sizeof *p);
}

// --- parameters -----------------------------------------------------------------------------------------------------

static int find_parameter(const fit_problem *p, const char *name)
{
    for (int i = 0; i < p->parameters; i++)
        if (!strcmp(p->parameter[i].name, name))
            return i;
    return -1;
}

static scree_status tie(fit_problem *p, fit_set *s, scree_error *error)
{
    scree_status status = s->is->parameters(&s->constants, s->want, &s->wanted, error);
    for (int i = 0; i < s->wanted && !status; i++) {
        const fit_wanted *w = &s->want[i];
        s->from[i] = find_parameter(p, w->name);
        if (s->from[i] < 0) {
            if (isnan(w->is.fallback))
                status = fail(error, SCREE_BAD_INPUT, "parameters", w->is.doc,
                              "data.%s needs the parameter '%s'", s->name, w->name);
            continue;
        }
        fit_parameter *q = &p->parameter[s->from[i]];
        if (!q->unit) {
            q->unit = w->is.unit;
            q->doc = w->is.doc;
        }
        double low = q->fixed ? q->start : q->low;
        double high = q->fixed ? q->start : q->high;
        if (low < w->is.low || high > w->is.high)
            status = fail(error, SCREE_BAD_INPUT, "parameters", w->is.doc,
                          "%s may be from %g to %g, but the law takes %g to %g", q->name, low, high,
                          w->is.low, w->is.high);
    }
    return status;
}

static scree_status check_parameter(const fit_parameter *q, scree_error *error)
{
    if (!q->unit)
        return fail(error, SCREE_BAD_INPUT, "parameters",
                    "leave it out, or add data that depend on it",
                    "no model of the data takes the parameter '%s'", q->name);
    if (q->fixed)
        return SCREE_OK;
    if (!(q->low < q->high && q->start >= q->low && q->start <= q->high))
        return fail(error, SCREE_BAD_INPUT, "parameters", "low <= start <= high, and low < high",
                    "%s: start %g is not between low %g and high %g", q->name, q->start, q->low,
                    q->high);
    if (q->log && !(q->low > 0))
        return fail(error, SCREE_BAD_INPUT, "parameters", "give a low above 0, or scale: linear",
                    "%s is searched on a logarithmic scale, but its low is %g", q->name, q->low);
    return SCREE_OK;
}

// --- parts ----------------------------------------------------------------------------------------------------------

static bool measured(const fit_set *s, int output)
{
    return s->count && !isnan(s->value[output]);
}

static scree_status make_parts(fit_problem *p, scree_error *error)
{
    int most = 0;
    for (int i = 0; i < p->sets; i++)
        most += p->set[i].is->outputs;
    free(p->part);
    p->parts = p->residuals = 0;
    p->part = calloc((size_t)most + 1, sizeof *p->part);
    if (!p->part)
        return fail_memory(error, "fit");
    for (int i = 0; i < p->sets; i++)
        for (int k = 0; k < p->set[i].is->outputs; k++) {
            if (!measured(&p->set[i], k))
                continue;
            p->part[p->parts++] = (fit_part){.set = i,
                                             .output = k,
                                             .weight = p->set[i].weight,
                                             .scale = 1,
                                             .first = p->residuals,
                                             .sigma = 1};
            p->residuals += p->set[i].count;
        }
    return SCREE_OK;
}

// F_s at the start, with which all is scaled from then on.
static scree_status scale_parts(fit_problem *p, scree_error *error)
{
    double start[FIT_PARAMETERS_MOST];
    double *r = calloc((size_t)p->residuals + 1, sizeof *r);
    for (int i = 0; i < p->parameters; i++)
        start[i] = p->parameter[i].start;
    scree_status status = r ? SCREE_OK : fail_memory(error, "fit");
    for (int i = 0; i < p->parts; i++)
        p->part[i].weight = 1;
    if (!status)
        status = fit_residuals(p, start, r, error);
    for (int i = 0; i < p->parts && !status; i++) {
        fit_part *part = &p->part[i];
        const fit_set *s = &p->set[part->set];
        double sum = 0;
        for (int k = 0; k < s->count; k++)
            sum += r[part->first + k] * r[part->first + k];
        part->scale = sum;
        part->weight = s->weight;
        if (isfinite(sum) && sum > 0)
            continue;
        status =
            fail(error, SCREE_BAD_INPUT, s->name, "choose another start",
                 sum == 0 ? "the start predicts %s exactly, so there is no scale to compare with"
                          : "with the start values the model cannot predict %s",
                 s->is->output[part->output].name);
    }
    free(r);
    return status;
}

scree_status fit_prepare(fit_problem *p, scree_error *error)
{
    scree_status status = SCREE_OK;
    if (!p->sets)
        return fail(error, SCREE_BAD_INPUT, "data", "give data: {NAME: {...}}",
                    "there are no data to fit");
    if (p->sets > FIT_SETS_MOST)
        return fail(error, SCREE_BAD_INPUT, "data", "fit them in groups",
                    "more than %d sets of data", FIT_SETS_MOST);
    for (int i = 0; i < p->parameters; i++)
        p->parameter[i].unit = NULL;
    for (int i = 0; i < p->sets && !status; i++)
        status = tie(p, &p->set[i], error);
    for (int i = 0; i < p->parameters && !status; i++)
        status = check_parameter(&p->parameter[i], error);
    if (!status)
        status = make_parts(p, error);
    if (!status && p->objective == OBJECTIVE_START)
        status = scale_parts(p, error);
    if (!status && p->objective == OBJECTIVE_ERRORS)
        fit_noise_begin(p);
    return status;
}

// --- evaluation -----------------------------------------------------------------------------------------------------

static void own_values(const fit_set *s, const double *value, double *out)
{
    for (int i = 0; i < s->wanted; i++) {
        double fallback = s->want[i].is.fallback;
        out[i] = s->from[i] >= 0 ? value[s->from[i]] : isfinite(fallback) ? fallback : NAN;
    }
}

scree_status fit_predict(const fit_set *set, const double *value, const double *input,
                         double *output, scree_error *error)
{
    double own[FIT_PARAMETERS_MOST];
    own_values(set, value, own);
    return set->is->predict(&set->constants, own, input, output, error);
}

double fit_residual_scale(const fit_problem *p, const fit_part *part, int line)
{
    const fit_set *s = &p->set[part->set];
    if (p->objective == OBJECTIVE_START)
        return sqrt(part->weight / part->scale);
    return 1 / (part->known ? s->error[line * s->is->outputs + part->output] : part->sigma);
}

scree_status fit_residuals(const fit_problem *p, const double *value, double *residual,
                           scree_error *error)
{
    double out[FIT_COLUMNS_MOST];
    scree_status status = SCREE_OK;
    for (int i = 0; i < p->sets; i++) {
        const fit_set *s = &p->set[i];
        for (int k = 0; k < s->count && !status; k++) {
            const double *input = &s->input[k * s->is->inputs];
            const size_t size = (size_t)s->is->inputs * sizeof *input;
            bool again =
                k > 0 && !memcmp(input, input - s->is->inputs, size); // a measurement repeated
            if (!again)
                status = fit_predict(s, value, input, out, error);
            for (int j = 0; j < p->parts && !status; j++) {
                const fit_part *part = &p->part[j];
                if (part->set != i)
                    continue;
                double off = out[part->output] - s->value[k * s->is->outputs + part->output];
                residual[part->first + k] = fit_residual_scale(p, part, k) * off;
            }
        }
    }
    return status;
}

scree_status fit_objective(const fit_problem *p, const double *value, double *part, double *out,
                           scree_error *error)
{
    double *r = calloc((size_t)p->residuals + 1, sizeof *r);
    double total = 0;
    if (!r)
        return fail_memory(error, "fit");
    scree_status status = fit_residuals(p, value, r, error);
    for (int i = 0; i < p->parts && !status; i++) {
        double sum = 0;
        for (int k = 0; k < p->set[p->part[i].set].count; k++)
            sum += r[p->part[i].first + k] * r[p->part[i].first + k];
        bool weighs = p->objective == OBJECTIVE_START;
        if (part)
            part[i] = !weighs ? sum : p->part[i].weight > 0 ? sum / p->part[i].weight : 0;
        total += sum;
    }
    free(r);
    *out = isfinite(total) ? total : INFINITY;
    return status;
}

// --- derived quantities ---------------------------------------------------------------------------------------------

int fit_derived_of(const fit_problem *p, fit_follows *list, int most)
{
    int count = 0;
    for (int i = 0; i < p->sets; i++)
        for (int k = 0; k < p->set[i].is->deriveds && count < most; k++) {
            const fit_derived *is = &p->set[i].is->derived[k];
            bool taken = false;
            for (int j = 0; j < count; j++)
                taken = taken || !strcmp(list[j].is->name, is->name);
            if (!taken)
                list[count++] = (fit_follows){is, &p->set[i]};
        }
    return count;
}

double fit_derived_value(fit_follows d, const double *value)
{
    double own[FIT_PARAMETERS_MOST];
    own_values(d.of, value, own);
    return d.is->value(&d.of->constants, own);
}
