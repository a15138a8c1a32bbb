// fit.c - scree fit: finds parameters from experiments, on single grains or (fit_runs.h) any case, and says what the data do
// not tell.
#include "cli/commands.h"
#include "cli/fit_results.h"
#include "cli/fit_runs.h"
#include "console/exit.h"
#include "console/session.h"
#include "run/folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct fit_options {
    settings set;
    int64_t threads;
    const char *out;
    bool force, json;
    fit_runs_options runs; // the same, of experiments that are runs
} fit_options;

// The file, or fit.yaml in the folder that was given. Owned.
static char *fit_path(const char *given)
{
    size_t length = strlen(given);
    if (!folder_exists(given))
        return text_copy(given);
    return text_format("%s%sfit.yaml", given, length && given[length - 1] == '/' ? "" : "/");
}

static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return text_copy(".");
    return slash == path ? text_copy("/") : text_slice(path, (size_t)(slash - path));
}

static int open_job(const char *path, const settings *set, fit_job *job)
{
    fault_list faults = {0};
    char *folder = folder_of(path);
    scree_error error;
    if (!folder)
        return give_up((fail_memory(&error, path), &error));
    if (set->confine && session_confine(folder, path, &error)) {
        free(folder);
        return give_up(&error);
    }
    scree_status status =
        fit_read_within(set->confine ? folder : NULL, path, set->item, set->count, job, &faults);
    free(folder);
    for (int i = 0; i < faults.count; i++)
        print_error(&faults.item[i]);
    if (faults.out_of_memory)
        fprintf(stderr, "out of memory: not all faults are shown\n");
    if (faults.count > 1)
        fprintf(stderr, "%d faults\n", faults.count);
    fault_list_clear(&faults);
    return status ? exit_code(status) : ARGS_GO_ON;
}

// --- the fit --------------------------------------------------------------------------------------------------------

static scree_status fit(fit_job *job, const fit_options *with, run_folder *in, scree_error *error)
{
    fit_outcome outcome;
    fit_analysis analysis;
    fit_inference inference;
    const bool tested = job->problem.objective == OBJECTIVE_ERRORS;
    int threads = with->threads > 4096 ? 4096 : (int)with->threads;
    scree_status status =
        fit_search_all(&job->problem, job->search, job->searches, threads, &outcome, error);
    if (status)
        return status;
    fit_result result = {job, &outcome, &analysis, tested ? &inference : NULL};
    if (tested)
        status = fit_results_infer(job, &outcome, &inference, error);
    if (!status)
        status = fit_analyse(&job->problem, outcome.value, &analysis, error);
    if (!status && tested)
        fit_infer_into(&inference, &analysis);
    if (!status)
        status = fit_results_write(&result, &in->files, error);
    if (!status)
        status = fit_results_show(&result, with->json, in->path, error);
    fit_outcome_clear(&outcome);
    return status;
}

static int fit_file(const char *path, const fit_options *with)
{
    fit_job job;
    scree_error error;
    int code = open_job(path, &with->set, &job);
    if (code != ARGS_GO_ON)
        return code;
    static const char *const results[] = {"result.json", "fit.csv", "history.csv", "fit.png", NULL};
    char *beside = folder_of(path);
    const char **files = fit_problem_files(&job.problem);
    run_folder in = {0};
    const folder_wish wish = {.out = with->out,
                              .beside = beside,
                              .case_path = path,
                              .input = (char **)files,
                              .force = with->force,
                              .name = results};
    scree_status status =
        beside && files ? folder_claim(&in, &wish, &error) : fail_memory(&error, path);
    if (!status)
        status = fit(&job, with, &in, &error);
    if (status)
        folder_withdraw(&in);
    else
        folder_leave(&in);
    free(beside);
    free(files);
    fit_job_clear(&job);
    return status ? give_up(&error) : EXIT_DONE;
}

int fit_main(int argc, char **argv)
{
    fit_options with = {0};
    const char *operand[OPERANDS_MOST];
    int operands;
    const option options[] = {
        {"out", OPTION_TEXT, &with.out, 0, "FOLDER",
         "where results go; default: `results` beside the file, or the next free number"},
        OPTION_SET(with.set),
        OPTION_CONFINE(with.set),
        {"threads", OPTION_INTEGER, &with.threads, 1, "N",
         "threads; default: all cores. The results do not depend on it"},
        {"force", OPTION_FLAG, &with.force, 0, NULL, "write into a folder that is not empty"},
        {"jobs", OPTION_INTEGER, &with.runs.jobs, 1, "N",
         "of experiments that are runs: how many at a time; default: one per core"},
        {"quiet", OPTION_FLAG, &with.runs.quiet, 0, NULL, "do not tell each run"},
        {"json", OPTION_FLAG, &with.json, 0, NULL,
         "print the result as JSON on one line instead of in words"},
    };
    const syntax syntax = {
        "fit",
        "FILE",
        "Finds parameters, within bounds, from experiments: on single grains, or any case with a "
        "probe. A YAML\nfile with parameters, data or experiments, and searches, or a folder with "
        "a fit.yaml. `scree list fit`\nshows models of single grains and how can be searched; "
        "docs/fit.md tells more.",
        options,
        sizeof options / sizeof *options,
        1,
        1};
    int code = args_read(&syntax, argc, argv, operand, &operands);
    if (code == ARGS_GO_ON) {
        char *path = fit_path(operand[0]);
        with.runs.set = &with.set;
        with.runs.threads = with.threads;
        with.runs.out = with.out;
        with.runs.json = with.json;
        with.runs.force = with.force;
        if (!path)
            code = EXIT_MEMORY;
        else if (experiments_are_in(path, &with.set))
            code = fit_runs(path, &with.runs);
        else
            code = fit_file(path, &with);
        free(path);
    }
    settings_clear(&with.set);
    return code;
}
