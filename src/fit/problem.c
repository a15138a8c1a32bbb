// problem.c - see problem.h.
#include "fit/problem.h"

#include "fit/noise.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fit_problem_clear(fit_problem *problem)
{
    for (int i = 0; i < problem->sets; i++) {
        choice_clear(&problem->set[i].constants);
        free(problem->set[i].file);
        free(problem->set[i].input);
        free(problem->set[i].value);
        free(problem->set[i].error);
    }
    free(problem->set);
    free(problem->part);
    free(problem->title);
    memset(problem, 0, sizeof *problem);
}

const char **fit_problem_files(const fit_problem *problem)
{
    const char **files = calloc((size_t)problem->sets + 1, sizeof *files);
    int count = 0;
    for (int i = 0; files && i < problem->sets; i++)
        if (problem->set[i].file)
            files[count++] = problem->set[i].file;
    return files;
}

// --- parameters -----------------------------------------------------------------------------------------------------

static int find_parameter(const fit_problem *problem, const char *name)
{
    for (int i = 0; i < problem->parameters; i++) {
        if (!strcmp(problem->parameter[i].name, name))
            return i;
    }
    return -1;
}

static scree_status tie(fit_problem *problem, fit_set *set, scree_error *error)
{
    scree_status status = set->is->parameters(&set->constants, set->want, &set->wanted, error);
    for (int i = 0; i < set->wanted && !status; i++) {
        const fit_wanted *wanted = &set->want[i];
        set->from[i] = find_parameter(problem, wanted->name);
        if (set->from[i] < 0) {
            if (isnan(wanted->is.fallback)) {
                status = fail(error, SCREE_BAD_INPUT, "parameters", wanted->is.doc,
                              "data.%s needs the parameter '%s'", set->name, wanted->name);
            }
            continue;
        }
        fit_parameter *parameter = &problem->parameter[set->from[i]];
        if (!parameter->unit) {
            parameter->unit = wanted->is.unit;
            parameter->doc = wanted->is.doc;
        }
        double low = parameter->fixed ? parameter->start : parameter->low;
        double high = parameter->fixed ? parameter->start : parameter->high;
        if (low < wanted->is.low || high > wanted->is.high) {
            status = fail(error, SCREE_BAD_INPUT, "parameters", wanted->is.doc,
                          "%s may be from %g to %g, but the law takes %g to %g", parameter->name,
                          low, high, wanted->is.low, wanted->is.high);
        }
    }
    return status;
}

static scree_status check_parameter(const fit_parameter *parameter, scree_error *error)
{
    if (!parameter->unit) {
        return fail(error, SCREE_BAD_INPUT, "parameters",
                    "leave it out, or add data that depend on it",
                    "no model of the data takes the parameter '%s'", parameter->name);
    }
    if (parameter->fixed)
        return SCREE_OK;
    if (!(parameter->low < parameter->high && parameter->start >= parameter->low &&
          parameter->start <= parameter->high)) {
        return fail(error, SCREE_BAD_INPUT, "parameters", "low <= start <= high, and low < high",
                    "%s: start %g is not between low %g and high %g", parameter->name,
                    parameter->start, parameter->low, parameter->high);
    }
    if (parameter->log && !(parameter->low > 0)) {
        return fail(error, SCREE_BAD_INPUT, "parameters", "give a low above 0, or scale: linear",
                    "%s is searched on a logarithmic scale, but its low is %g", parameter->name,
                    parameter->low);
    }
    return SCREE_OK;
}

// --- parts ----------------------------------------------------------------------------------------------------------

static bool measured(const fit_set *set, int output)
{
    return set->count && !isnan(set->value[output]);
}

static scree_status make_parts(fit_problem *problem, scree_error *error)
{
    int most = 0;
    for (int i = 0; i < problem->sets; i++)
        most += problem->set[i].is->outputs;
    free(problem->part);
    problem->parts = 0;
    problem->residuals = 0;
    problem->part = calloc((size_t)most + 1, sizeof *problem->part);
    if (!problem->part)
        return fail_memory(error, "fit");
    for (int i = 0; i < problem->sets; i++) {
        for (int k = 0; k < problem->set[i].is->outputs; k++) {
            if (!measured(&problem->set[i], k))
                continue;
            problem->part[problem->parts++] = (fit_part){
                .set = i,
                .output = k,
                .weight = problem->set[i].weight,
                .scale = 1,
                .first = problem->residuals,
                .sigma = 1,
            };
            problem->residuals += problem->set[i].count;
        }
    }
    return SCREE_OK;
}

// F_s at the start, with which all is scaled from then on.
static scree_status scale_parts(fit_problem *problem, scree_error *error)
{
    double start[FIT_PARAMETERS_MOST];
    double *residual = calloc((size_t)problem->residuals + 1, sizeof *residual);
    for (int i = 0; i < problem->parameters; i++)
        start[i] = problem->parameter[i].start;
    scree_status status = residual ? SCREE_OK : fail_memory(error, "fit");
    for (int i = 0; i < problem->parts; i++)
        problem->part[i].weight = 1;
    if (!status)
        status = fit_residuals(problem, start, residual, error);
    for (int i = 0; i < problem->parts && !status; i++) {
        fit_part *part = &problem->part[i];
        const fit_set *set = &problem->set[part->set];
        double sum = 0;
        for (int k = 0; k < set->count; k++)
            sum += residual[part->first + k] * residual[part->first + k];
        part->scale = sum;
        part->weight = set->weight;
        if (isfinite(sum) && sum > 0)
            continue;
        status =
            fail(error, SCREE_BAD_INPUT, set->name, "choose another start",
                 sum == 0 ? "the start predicts %s exactly, so there is no scale to compare with"
                          : "with the start values the model cannot predict %s",
                 set->is->output[part->output].name);
    }
    free(residual);
    return status;
}

scree_status fit_prepare(fit_problem *problem, scree_error *error)
{
    scree_status status = SCREE_OK;
    if (!problem->sets) {
        return fail(error, SCREE_BAD_INPUT, "data", "give data: {NAME: {...}}",
                    "there are no data to fit");
    }
    if (problem->sets > FIT_SETS_MOST) {
        return fail(error, SCREE_BAD_INPUT, "data", "fit them in groups",
                    "more than %d sets of data", FIT_SETS_MOST);
    }
    for (int i = 0; i < problem->parameters; i++)
        problem->parameter[i].unit = NULL;
    for (int i = 0; i < problem->sets && !status; i++)
        status = tie(problem, &problem->set[i], error);
    for (int i = 0; i < problem->parameters && !status; i++)
        status = check_parameter(&problem->parameter[i], error);
    if (!status)
        status = make_parts(problem, error);
    if (!status && problem->objective == OBJECTIVE_START)
        status = scale_parts(problem, error);
    if (!status && problem->objective == OBJECTIVE_ERRORS)
        fit_noise_begin(problem);
    return status;
}

// --- evaluation -----------------------------------------------------------------------------------------------------

static void own_values(const fit_set *set, const double *value, double *out)
{
    for (int i = 0; i < set->wanted; i++) {
        const int from = set->from[i];
        const double fallback = set->want[i].is.fallback;
        out[i] = isfinite(fallback) ? fallback : NAN;
        if (from >= 0)
            out[i] = value[from];
    }
}

scree_status fit_predict(const fit_set *set, const double *value, const double *input,
                         double *output, scree_error *error)
{
    double own[FIT_PARAMETERS_MOST];
    own_values(set, value, own);
    return set->is->predict(&set->constants, own, input, output, error);
}

double fit_residual_scale(const fit_problem *problem, const fit_part *part, int line)
{
    const fit_set *set = &problem->set[part->set];
    if (problem->objective == OBJECTIVE_START)
        return sqrt(part->weight / part->scale);
    if (part->known)
        return 1 / set->error[line * set->is->outputs + part->output];
    return 1 / part->sigma;
}

scree_status fit_residuals(const fit_problem *problem, const double *value, double *residual,
                           scree_error *error)
{
    double out[FIT_COLUMNS_MOST];
    scree_status status = SCREE_OK;
    for (int i = 0; i < problem->sets; i++) {
        const fit_set *set = &problem->set[i];
        for (int k = 0; k < set->count && !status; k++) {
            const double *input = &set->input[k * set->is->inputs];
            const size_t size = (size_t)set->is->inputs * sizeof *input;
            // a measurement repeated
            const bool again = k > 0 && !memcmp(input, input - set->is->inputs, size);
            if (!again)
                status = fit_predict(set, value, input, out, error);
            for (int j = 0; j < problem->parts && !status; j++) {
                const fit_part *part = &problem->part[j];
                if (part->set != i)
                    continue;
                const double *measured = set->value + k * set->is->outputs;
                const double off = out[part->output] - measured[part->output];
                residual[part->first + k] = fit_residual_scale(problem, part, k) * off;
            }
        }
    }
    return status;
}

scree_status fit_objective(const fit_problem *problem, const double *value, double *part,
                           double *out, scree_error *error)
{
    double *residual = calloc((size_t)problem->residuals + 1, sizeof *residual);
    double total = 0;
    if (!residual)
        return fail_memory(error, "fit");
    scree_status status = fit_residuals(problem, value, residual, error);
    for (int i = 0; i < problem->parts && !status; i++) {
        const double *of_part = residual + problem->part[i].first;
        const int count = problem->set[problem->part[i].set].count;
        double sum = 0;
        for (int k = 0; k < count; k++)
            sum += of_part[k] * of_part[k];
        bool weighs = problem->objective == OBJECTIVE_START;
        if (part) {
            part[i] = !weighs                       ? sum
                      : problem->part[i].weight > 0 ? sum / problem->part[i].weight
                                                    : 0;
        }
        total += sum;
    }
    free(residual);
    *out = isfinite(total) ? total : INFINITY;
    return status;
}

// --- derived quantities ---------------------------------------------------------------------------------------------

int fit_derived_of(const fit_problem *problem, fit_follows *list, int most)
{
    int count = 0;
    for (int i = 0; i < problem->sets; i++) {
        for (int k = 0; k < problem->set[i].is->deriveds && count < most; k++) {
            const fit_derived *is = &problem->set[i].is->derived[k];
            bool taken = false;
            for (int j = 0; j < count; j++)
                taken = taken || !strcmp(list[j].is->name, is->name);
            if (!taken)
                list[count++] = (fit_follows){is, &problem->set[i]};
        }
    }
    return count;
}

double fit_derived_value(fit_follows follows, const double *value)
{
    double own[FIT_PARAMETERS_MOST];
    own_values(follows.of, value, own);
    return follows.is->value(&follows.of->constants, own);
}
