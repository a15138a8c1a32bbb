// fit_runs.c - see fit_runs.h.
//
// The search leaves trials; a surrogate through all of them then stands for the runs while the minimum, intervals and the
// verdict are found as of any fit. How far the surrogate may be out at the minimum is added to the errors of the data.
#include "cli/fit_runs.h"
#include "cli/fit_results.h"
#include "console/called.h"
#include "console/exit.h"
#include "console/session.h"
#include "sweep/emulator.h"
#include "sweep/fit_runs_file.h"
#include "sweep/proposals.h"
#include "sweep/surrogate_search.h"

#include "base/text.h"

#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct fitting {
    experiments all;
    const fit_runs_options *with;
    run_folder in;
    trials trials;
    emulator emulator;
    fit_outcome outcome;
    fit_inference inference;
    fit_analysis analysis;
    // At the minimum, in standard errors of the data: how far the surrogate may be out, how far runs scatter.
    double doubt, scatter;
    int last; // the trial at the minimum
} fitting;

// ---- the surrogate in the place of the runs

// What the processes take for noise, a standard deviation; the largest of all numbers.
static void find_scatter(fitting *fit)
{
    for (int i = 0; i < fit->all.count; i++) {
        const fit_set *set = &fit->all.job.problem.set[i];
        const gaussian_process *process = &fit->emulator.process[i];
        for (int knot = 0; knot < process->outputs; knot++) {
            const double noise = sqrt(process->noise * process->variance[knot]);
            fit->scatter = fmax(fit->scatter, noise / set->error[0]);
        }
    }
}

static void add_doubt(fitting *fit, const double *deviation)
{
    for (int i = 0; i < fit->all.count; i++) {
        fit_set *set = &fit->all.job.problem.set[i];
        const experiment *is = fit->all.experiment[i];
        for (int line = 0; line < set->count; line++) {
            const int at = experiments_number(is, set, line);
            const double own = deviation[at];
            fit->doubt = fmax(fit->doubt, own / set->error[line]);
            const double given = set->error[line];
            set->error[line] = sqrt(given * given + own * own);
        }
    }
}

static scree_status use_surrogate(fitting *fit, scree_error *error)
{
    double place[FIT_PARAMETERS_MOST];
    double least;
    const size_t numbers = (size_t)fit->all.numbers + 1;
    double *mean = malloc(2 * numbers * sizeof *mean);
    scree_status status =
        mean ? emulator_learn(&fit->emulator, &fit->trials, error) : fail_memory(error, "fit");
    if (!status)
        status = proposals_least(&fit->emulator, 0, place, &least, error);
    if (!status) {
        emulator_look(&fit->emulator, place, mean, mean + numbers);
        find_scatter(fit);
        add_doubt(fit, mean + numbers);
        emulator_value(&fit->emulator, place, fit->outcome.value);
        predictor_use(&fit->all, &fit->emulator.predictor);
        status = fit_prepare(&fit->all.job.problem, error);
    }
    free(mean);
    return status;
}

// One run more, at the minimum itself.
static scree_status run_minimum(fitting *fit, scree_error *error)
{
    double value[1][FIT_PARAMETERS_MOST];
    memcpy(value[0], fit->outcome.value, sizeof value[0]);
    return trials_add(&fit->trials, (const double(*)[FIT_PARAMETERS_MOST])value, 1, &fit->last,
                      error);
}

// ---- results

static scree_status leave(fitting *fit, const fit_result *result, scree_error *error)
{
    char *path = NULL;
    scree_status status = fit_results_write(result, &fit->in.files, error);
    if (!status)
        status = owned_path(&fit->in.files, "trials.csv", &path, error);
    if (!status)
        status = trials_write(&fit->trials, path, error);
    free(path);
    return status;
}

static void tell_runs(const fitting *fit)
{
    const trial *last = &fit->trials.trial[fit->last];
    printf("%d points were run, %lld runs in all; between them a surrogate guesses.\n",
           fit->trials.count, (long long)fit->trials.runs);
    printf("At the best point it may be out by %.2g of a standard error of the data, which the "
           "intervals allow for.\n",
           fit->doubt);
    if (fit->scatter > 0.2)
        printf("Runs with almost the same parameters scatter by some %.2g of it.\n", fit->scatter);
    if (last->answered)
        printf("A run there has chi squared %.4g, with the errors of the data alone.\n",
               last->square);
    else
        printf("The run there has no answer: look into runs/messages.\n");
    if (fit->doubt > 1)
        printf("That is much: give more evaluations, or seeds: N where runs scatter by chance.\n");
}

static scree_status conclude(fitting *fit, scree_error *error)
{
    fit_job *job = &fit->all.job;
    fit_result result = {job, &fit->outcome, &fit->analysis, &fit->inference};
    scree_status status = use_surrogate(fit, error);
    if (!status)
        status = fit_results_infer(job, &fit->outcome, &fit->inference, error);
    if (!status)
        status = fit_analyse(&job->problem, fit->outcome.value, &fit->analysis, error);
    if (!status)
        fit_infer_into(&fit->inference, &fit->analysis);
    if (!status)
        status = run_minimum(fit, error);
    if (!status)
        status = leave(fit, &result, error);
    if (!status)
        status = fit_results_show(&result, fit->with->json, fit->in.path, error);
    if (!status && !fit->with->json)
        tell_runs(fit);
    return status;
}

// ---- the whole

static int stopped(const fitting *fit)
{
    char folder[SHELL_ROOM];
    const int signal = fit->trials.signal;
    print_called_format(stderr, "stopped and saved; the same command goes on, with --out %s\n",
                        shell_word(folder, fit->in.path));
    return signal == SIGTERM ? EXIT_TERMINATE : signal == SIGHUP ? EXIT_HANGUP : EXIT_INTERRUPT;
}

static int go(fitting *fit)
{
    scree_error error;
    fit->trials = (trials){.all = &fit->all,
                           .in = &fit->in,
                           .jobs = fit->with->jobs,
                           .threads = fit->with->threads,
                           .quiet = fit->with->quiet};
    scree_status status = trials_search(&fit->trials, &fit->outcome, &error);
    if (!status)
        status = conclude(fit, &error);
    if (!status)
        status = owned_settle(&fit->in.files, &error);
    int code = EXIT_DONE;
    if (status && fit->trials.signal)
        code = stopped(fit);
    else if (status)
        code = give_up(&error);
    return code;
}

int fit_runs(const char *path, const fit_runs_options *with)
{
    fitting *fit = calloc(1, sizeof *fit);
    scree_error error;
    if (!fit)
        return EXIT_MEMORY;
    fit->with = with;
    fit->in.lock.file = fit->in.files.file = -1;
    int code = experiments_open(&fit->all, path, with->set);
    if (code == ARGS_GO_ON) {
        scree_status status =
            fit_runs_claim(&fit->all, path, with->out, with->force, &fit->in, &error);
        code = status ? give_up(&error) : go(fit);
        folder_leave(&fit->in);
    }
    fit_outcome_clear(&fit->outcome);
    emulator_clear(&fit->emulator);
    trials_clear(&fit->trials);
    experiments_clear(&fit->all);
    free(fit);
    return code;
}
