// search.c - see search.h.
#include "fit/search.h"

#include "base/random.h"

#include <assert.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

static_assert((int)FIT_FREE_MOST >= (int)FIT_PARAMETERS_MOST, "a place for every parameter");

typedef struct free_ones {
    const fit_problem *problem;
    int count, at[FIT_PARAMETERS_MOST];
    double low[FIT_PARAMETERS_MOST], high[FIT_PARAMETERS_MOST], start[FIT_PARAMETERS_MOST];
    bool log[FIT_PARAMETERS_MOST];
} free_ones;

static free_ones find_free(const fit_problem *problem)
{
    free_ones free_ones = {.problem = problem};
    for (int i = 0; i < problem->parameters; i++) {
        const fit_parameter *parameter = &problem->parameter[i];
        if (parameter->fixed)
            continue;
        free_ones.at[free_ones.count] = i;
        free_ones.low[free_ones.count] = parameter->low;
        free_ones.high[free_ones.count] = parameter->high;
        free_ones.start[free_ones.count] = parameter->start;
        free_ones.log[free_ones.count++] = parameter->log;
    }
    return free_ones;
}

void fit_point_values(const fit_problem *problem, const fit_point *at, double *value)
{
    int k = 0;
    for (int i = 0; i < problem->parameters; i++)
        value[i] = problem->parameter[i].fixed ? problem->parameter[i].start : at->x[k++];
}

static scree_status objective(const void *context, const double *x, double *out, scree_error *error)
{
    const free_ones *free_ones = context;
    double value[FIT_PARAMETERS_MOST];
    for (int i = 0; i < free_ones->problem->parameters; i++)
        value[i] = free_ones->problem->parameter[i].start;
    for (int i = 0; i < free_ones->count; i++)
        value[free_ones->at[i]] = x[i];
    return fit_objective(free_ones->problem, value, NULL, out, error);
}

static scree_status run_one(const free_ones *free_ones, const fit_search *search, fit_run *run,
                            scree_error *error)
{
    fit_goal goal = {
        .count = free_ones->count,
        .low = free_ones->low,
        .high = free_ones->high,
        .log = free_ones->log,
        .value = objective,
        .context = free_ones,
    };
    double start[FIT_PARAMETERS_MOST];
    rng random = rng_make(search->seed, (uint64_t)run->start);
    for (int i = 0; i < free_ones->count; i++) {
        start[i] =
            run->start ? fit_goal_number(&goal, i, rng_uniform(&random)) : free_ones->start[i];
    }
    scree_status status = search->is->run(&goal, &search->options, start, &run->trace, error);
    if (!status && (run->trace.out_of_memory || !run->trace.count))
        status = fail_memory(error, search->name);
    run->at_target = -1;
    for (int64_t i = 0; i < run->trace.count && run->at_target < 0; i++) {
        if (run->trace.point[i].value <= search->target)
            run->at_target = i;
    }
    return status;
}

static scree_status list_runs(const fit_search *search, int searches, fit_outcome *out,
                              scree_error *error)
{
    int count = 0;
    for (int i = 0; i < searches; i++)
        count += search[i].is->ignores_start ? 1 : search[i].starts;
    out->run = calloc((size_t)count + 1, sizeof *out->run);
    if (!out->run)
        return fail_memory(error, "fit");
    for (int i = 0; i < searches; i++) {
        for (int k = 0; k < (search[i].is->ignores_start ? 1 : search[i].starts); k++)
            out->run[out->runs++] = (fit_run){.search = i, .start = k};
    }
    return SCREE_OK;
}

static void choose_best(const fit_problem *problem, fit_outcome *out)
{
    out->objective = INFINITY;
    for (int i = 0; i < out->runs; i++) {
        const fit_trace *trace = &out->run[i].trace;
        const fit_point *end = &trace->point[trace->count - 1];
        if (i && !(end->value < out->objective))
            continue;
        out->best = i;
        out->objective = end->value;
        fit_point_values(problem, end, out->value);
    }
}

scree_status fit_search_all(const fit_problem *problem, const fit_search *search, int searches,
                            int threads, fit_outcome *out, scree_error *error)
{
    free_ones free_ones = find_free(problem);
    memset(out, 0, sizeof *out);
    if (!free_ones.count) {
        return fail(error, SCREE_BAD_INPUT, "parameters", "give low and high instead of `fixed`",
                    "nothing is free");
    }
    if (!searches) {
        return fail(error, SCREE_BAD_INPUT, "searches", "such as best: {law: subplex}",
                    "there is no search");
    }
    scree_status status = list_runs(search, searches, out, error);
    if (status)
        return status;
    int failed = out->runs; // the first run that failed, whichever thread found it
    scree_error first;
    memset(&first, 0, sizeof first);
#pragma omp parallel for schedule(dynamic, 1)                                                      \
    num_threads(threads > 0 ? threads : omp_get_max_threads())
    for (int i = 0; i < out->runs; i++) {
        scree_error own;
        if (!run_one(&free_ones, &search[out->run[i].search], &out->run[i], &own))
            continue;
#pragma omp critical(fit_search_failed)
        if (i < failed) {
            failed = i;
            first = own;
        }
    }
    if (failed < out->runs) {
        fit_outcome_clear(out);
        if (error)
            *error = first;
        return first.status;
    }
    choose_best(problem, out);
    if (isfinite(out->objective))
        return SCREE_OK;
    fit_outcome_clear(out);
    return fail(error, SCREE_BAD_INPUT, "parameters", "choose another start or other bounds",
                "no search found parameters for which the models have an answer");
}

void fit_outcome_clear(fit_outcome *outcome)
{
    for (int i = 0; i < outcome->runs; i++)
        fit_trace_clear(&outcome->run[i].trace);
    free(outcome->run);
    memset(outcome, 0, sizeof *outcome);
}
