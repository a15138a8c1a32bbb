// surrogate_search.c - see surrogate_search.h.
#include "sweep/surrogate_search.h"

#include "fit/design.h"
#include "sweep/proposals.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUIET_ROUNDS = 2, BATCH_MOST = 64 };
// A surrogate that guesses all allowed places to this share of an error is good enough for intervals.
static const double certain = 0.25;

// ---- any other method: the models run the cases

static scree_status run_numbers(const predictor *predictor, const predictor_question *asked,
                                double *out, scree_error *error)
{
    trials *trials = predictor->context;
    const int parameters = trials->all->job.problem.parameters;
    double value[1][FIT_PARAMETERS_MOST];
    int which = 0;
    memcpy(value[0], asked->parameter, sizeof(double) * (size_t)parameters);
    const scree_status status =
        trials_add(trials, (const double(*)[FIT_PARAMETERS_MOST])value, 1, &which, error);
    for (int i = 0; i < asked->count && !status; i++) {
        const trial *trial = &trials->trial[which];
        const int at = asked->of->first + asked->first + i;
        out[i] = trial->answered ? trial->number[at] : NAN;
    }
    return status;
}

static scree_status search_by_runs(trials *trials, fit_outcome *out, scree_error *error)
{
    const fit_job *job = &trials->all->job;
    const predictor runs = {.numbers = run_numbers, .context = trials};
    predictor_use(trials->all, &runs);
    // One after the other: each evaluation has its own runs side by side.
    return fit_search_all(&job->problem, job->search, job->searches, 1, out, error);
}

// ---- the surrogate

typedef struct searching {
    trials *trials;
    emulator emulator;
    const fit_search *search;
    int64_t most;
    int batch, axes;
    double (*value)[FIT_PARAMETERS_MOST]; // of a batch
    fit_trace *trace;
    char why[160];
} searching;

static void trace_trials(searching *of, int from)
{
    const trials *trials = of->trials;
    const fit_goal goal = {.count = of->axes};
    fit_trace *trace = of->trace;
    for (int i = from; i < trials->count; i++) {
        const trial *trial = &trials->trial[i];
        double x[FIT_PARAMETERS_MOST];
        trace->evaluations++;
        trace->unanswered += !trial->answered;
        const fit_point *last = &trace->point[trace->count - 1];
        if (trace->count && !(trial->square < last->value))
            continue;
        int free = 0;
        for (int k = 0; k < trials->all->job.problem.parameters; k++) {
            if (!trials->all->job.problem.parameter[k].fixed)
                x[free++] = trial->value[k];
        }
        fit_trace_add(trace, &goal, trace->evaluations, trial->square, x);
    }
}

static scree_status add(searching *of, int count, scree_error *error)
{
    const int before = of->trials->count;
    const scree_status status =
        trials_add(of->trials, (const double(*)[FIT_PARAMETERS_MOST])of->value, count, NULL, error);
    if (!status)
        trace_trials(of, before);
    return status;
}

static scree_status begin(searching *of, int64_t design, scree_error *error)
{
    scree_status status = SCREE_OK;
    double *place = malloc((size_t)(design * of->axes) * sizeof *place);
    if (!place || !design_latin(place, design, of->axes, of->search->seed))
        status = fail_memory(error, "fit");
    for (int64_t at = 0; at < design && !status;) {
        int count = 0;
        for (; count < of->batch && at < design; at++)
            emulator_value(&of->emulator, place + at * of->axes, of->value[count++]);
        status = add(of, count, error);
    }
    free(place);
    return status;
}

static int answered(const trials *trials)
{
    int count = 0;
    for (int i = 0; i < trials->count; i++)
        count += trials->trial[i].answered;
    return count;
}

static scree_status go_on(searching *of, double tolerance, scree_error *error)
{
    double place[BATCH_MOST][FIT_PARAMETERS_MOST] = {{0}};
    proposals next = {.place = place};
    scree_status status = SCREE_OK;
    int quiet = 0;
    snprintf(of->why, sizeof of->why, "the number of evaluations was used up");
    for (uint64_t round = 1; !status; round++) {
        const int64_t left = of->most - of->trials->count;
        const int wanted = left < of->batch ? (int)left : of->batch;
        if (left <= 0)
            break;
        status = emulator_learn(&of->emulator, of->trials, error);
        if (!status)
            status = proposals_make(&of->emulator, wanted, round, tolerance, &next, error);
        if (status)
            break;
        const bool done = next.expected < tolerance && next.uncertain < certain;
        quiet = done ? quiet + 1 : 0;
        if (quiet == QUIET_ROUNDS || !next.count) {
            snprintf(of->why, sizeof of->why, "no more improvement is expected");
            break;
        }
        for (int i = 0; i < next.count; i++)
            emulator_value(&of->emulator, place[i], of->value[i]);
        status = add(of, next.count, error);
    }
    return status;
}

static scree_status make_outcome(searching *of, fit_outcome *out, scree_error *error)
{
    const trials *trials = of->trials;
    const int best = trials_best(trials);
    if (best < 0)
        return fail(error, SCREE_BAD_INPUT, "parameters",
                    "look into runs/messages, and choose other bounds",
                    "no run came to its end with numbers of all experiments");
    out->objective = trials->trial[best].square;
    memcpy(out->value, trials->trial[best].value, sizeof out->value);
    snprintf(of->trace->why, sizeof of->trace->why, "%s", of->why);
    return SCREE_OK;
}

static scree_status search_by_surrogate(trials *trials, fit_outcome *out, scree_error *error)
{
    const fit_search *search = &trials->all->job.search[0];
    searching of = {.trials = trials, .search = search};
    of.most = (int64_t)choice_real(&search->options, "evaluations");
    of.batch = (int)choice_real(&search->options, "batch");
    int64_t design = (int64_t)choice_real(&search->options, "design");
    emulator_begin(&of.emulator, trials->all);
    of.axes = of.emulator.axes;
    design = design ? design : 4 * (int64_t)of.axes + 2;
    design = design > of.most ? of.most : design;
    of.value = calloc((size_t)of.batch, sizeof *of.value);
    out->run = calloc(1, sizeof *out->run);
    if (!of.value || !out->run) {
        free(of.value);
        return fail_memory(error, "fit");
    }
    out->runs = 1;
    out->run[0].at_target = -1;
    of.trace = &out->run[0].trace;
    scree_status status = begin(&of, design, error);
    if (!status && answered(trials) >= of.axes + 2)
        status = go_on(&of, choice_real(&search->options, "tolerance"), error);
    else if (!status)
        snprintf(of.why, sizeof of.why, "too few points had an answer");
    if (!status)
        status = make_outcome(&of, out, error);
    emulator_clear(&of.emulator);
    free(of.value);
    return status;
}

scree_status trials_search(trials *trials, fit_outcome *out, scree_error *error)
{
    const fit_search *search = &trials->all->job.search[0];
    memset(out, 0, sizeof *out);
    const scree_status status = strcmp(search->is->what.name, "surrogate")
                                    ? search_by_runs(trials, out, error)
                                    : search_by_surrogate(trials, out, error);
    if (status)
        fit_outcome_clear(out);
    return status;
}
