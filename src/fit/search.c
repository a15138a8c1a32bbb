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

static free_ones find_free(const fit_problem *p)
{
    free_ones f = {.problem = p};
    for (int i = 0; i < p->parameters; i++) {
        const fit_parameter *q = &p->parameter[i];
        if (q->fixed)
            continue;
        f.at[f.count] = i;
        f.low[f.count] = q->low;
        f.high[f.count] = q->high;
        f.start[f.count] = q->start;
        f.log[f.count++] = q->log;
    }
    return f;
}

void fit_point_values(const fit_problem *p, const fit_point *at, double *value)
{
    int k = 0;
    for (int i = 0; i < p->parameters; i++)
        value[i] = p->parameter[i].fixed ? p->parameter[i].start : at->x[k++];
}

static scree_status objective(const void *context, const double *x, double *out, scree_error *error)
{
    const free_ones *f = context;
    double value[FIT_PARAMETERS_MOST];
    for (int i = 0; i < f->problem->parameters; i++)
        value[i] = f->problem->parameter[i].start;
    for (int i = 0; i < f->count; i++)
        value[f->at[i]] = x[i];
    return fit_objective(f->problem, value, NULL, out, error);
}

static scree_status run_one(const free_ones *f, const fit_search *s, fit_run *run,
                            scree_error *error)
{
    fit_goal goal = {f->count, f->low, f->high, f->log, objective, f};
    double start[FIT_PARAMETERS_MOST];
    rng random = rng_make(s->seed, (uint64_t)run->start);
    for (int i = 0; i < f->count; i++)
        start[i] = run->start ? fit_goal_number(&goal, i, rng_uniform(&random)) : f->start[i];
    scree_status status = s->is->run(&goal, &s->options, start, &run->trace, error);
    if (!status && (run->trace.out_of_memory || !run->trace.count))
        status = fail_memory(error, s->name);
    run->at_target = -1;
    for (int64_t i = 0; i < run->trace.count && run->at_target < 0; i++)
        if (run->trace.point[i].value <= s->target)
            run->at_target = i;
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
    for (int i = 0; i < searches; i++)
        for (int k = 0; k < (search[i].is->ignores_start ? 1 : search[i].starts); k++)
            out->run[out->runs++] = (fit_run){.search = i, .start = k};
    return SCREE_OK;
}

static void choose_best(const fit_problem *p, fit_outcome *out)
{
    out->objective = INFINITY;
    for (int i = 0; i < out->runs; i++) {
        const fit_trace *t = &out->run[i].trace;
        const fit_point *end = &t->point[t->count - 1];
        if (i && !(end->value < out->objective))
            continue;
        out->best = i;
        out->objective = end->value;
        fit_point_values(p, end, out->value);
    }
}

scree_status fit_search_all(const fit_problem *p, const fit_search *search, int searches,
                            int threads, fit_outcome *out, scree_error *error)
{
    free_ones f = find_free(p);
    memset(out, 0, sizeof *out);
    if (!f.count)
        return fail(error, SCREE_BAD_INPUT, "parameters", "give low and high instead of `fixed`",
                    "nothing is free");
    if (!searches)
        return fail(error, SCREE_BAD_INPUT, "searches", "such as best: {law: subplex}",
                    "there is no search");
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
        if (!run_one(&f, &search[out->run[i].search], &out->run[i], &own))
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
    choose_best(p, out);
    if (isfinite(out->objective))
        return SCREE_OK;
    fit_outcome_clear(out);
    return fail(error, SCREE_BAD_INPUT, "parameters", "choose another start or other bounds",
                "no search found parameters for which the models have an answer");
}

void fit_outcome_clear(fit_outcome *o)
{
    for (int i = 0; i < o->runs; i++)
        fit_trace_clear(&o->run[i].trace);
    free(o->run);
    memset(o, 0, sizeof *o);
}
