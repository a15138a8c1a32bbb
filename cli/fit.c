// fit.c - scree fit: finds the parameters of contact laws from experiments on single grains, and says what the data do
// not tell.
#include "cli/commands.h"
#include "cli/plot.h"
#include "console/exit.h"
#include "console/session.h"
#include "run/folder.h"

#include "fit/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct fit_options {
    settings set;
    int64_t threads;
    const char *out;
    bool force, json;
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

// --- results --------------------------------------------------------------------------------------------------------

static scree_status write_table(const fit_result *result, owned *files, const char *name,
                                scree_status (*write)(const fit_result *, const char *,
                                                      scree_error *),
                                scree_error *error)
{
    char *path;
    scree_status status = owned_path(files, name, &path, error);
    if (!status)
        status = write(result, path, error);
    free(path);
    return status;
}

static scree_status make_json(const fit_result *result, bool lines, json *json, scree_error *error)
{
    memset(json, 0, sizeof *json);
    json->lines = lines;
    json_begin(json);
    scree_status status = fit_report_json(result, json, error);
    json_close(json);
    return status ? status : json->failed ? fail_memory(error, "result.json") : SCREE_OK;
}

static scree_status write_json(const fit_result *result, const char *path, scree_error *error)
{
    json json;
    scree_status status = make_json(result, true, &json, error);
    if (!status)
        status = json_store(&json, path, error);
    json_clear(&json);
    return status;
}

// A picture is a convenience: where it cannot be made the fit is none the worse, and a note says why.
static scree_status write_plot(const fit_result *result, const char *path, scree_error *error)
{
    text_buffer script = {0};
    char why[160];
    char *part = text_format("%s.part", path);
    scree_status status =
        part ? fit_plot_script(result, part, &script, error) : fail_memory(error, path);
    if (!status && !plot_draw(script.data, part, path, why, sizeof why))
        fprintf(stderr, "note: no fit.png: %s; fit.csv holds what it would show\n", why);
    text_buffer_clear(&script);
    free(part);
    return status;
}

static scree_status write_all(const fit_result *result, owned *files, scree_error *error)
{
    scree_status status = write_table(result, files, "result.json", write_json, error);
    if (!status)
        status = write_table(result, files, "fit.csv", fit_write_data, error);
    if (!status)
        status = write_table(result, files, "history.csv", fit_write_history, error);
    if (!status && result->job->problem.plot)
        status = write_table(result, files, "fit.png", write_plot, error);
    return status;
}

static scree_status show(const fit_result *result, bool as_json, const char *folder,
                         scree_error *error)
{
    text_buffer text = {0};
    json json = {0};
    scree_status status = SCREE_OK;
    if (as_json) {
        status = make_json(result, false, &json, error);
        if (!status)
            printf("%s\n", json.text);
    } else {
        fit_report(result, &text);
        if (text.failed)
            status = fail_memory(error, folder);
        else
            printf("%s\nresults in %s\n", text.data, folder);
    }
    json_clear(&json);
    text_buffer_clear(&text);
    return status;
}

// --- the fit --------------------------------------------------------------------------------------------------------

// From the ends of the searches, the best first, to the minimum of chi squared, its intervals and the verdict.
static scree_status infer(fit_job *job, fit_outcome *outcome, fit_inference *out,
                          scree_error *error)
{
    enum { STARTS_MOST = 8 };
    double start[STARTS_MOST][FIT_PARAMETERS_MOST];
    int starts = 1;
    memcpy(start[0], outcome->value, sizeof start[0]);
    for (int i = 0; i < outcome->runs && starts < STARTS_MOST; i++) {
        const fit_trace *trace = &outcome->run[i].trace;
        if (i != outcome->best)
            fit_point_values(&job->problem, &trace->point[trace->count - 1], start[starts++]);
    }
    scree_status status =
        fit_infer(&job->problem, (const double(*)[FIT_PARAMETERS_MOST])start, starts, out, error);
    memcpy(outcome->value, out->best.value, sizeof outcome->value);
    outcome->objective = out->best.square;
    return status;
}

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
        status = infer(job, &outcome, &inference, error);
    if (!status)
        status = fit_analyse(&job->problem, outcome.value, &analysis, error);
    if (!status && tested)
        fit_infer_into(&inference, &analysis);
    if (!status)
        status = write_all(&result, &in->files, error);
    if (!status)
        status = show(&result, with->json, in->path, error);
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
    run_folder in = {0};
    const folder_wish wish = {.out = with->out,
                              .beside = beside,
                              .case_path = path,
                              .force = with->force,
                              .name = results};
    scree_status status = beside ? folder_claim(&in, &wish, &error) : fail_memory(&error, path);
    if (!status)
        status = fit(&job, with, &in, &error);
    if (status)
        folder_withdraw(&in);
    else
        folder_leave(&in);
    free(beside);
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
        {"json", OPTION_FLAG, &with.json, 0, NULL,
         "print the result as JSON on one line instead of in words"},
    };
    const syntax syntax = {
        "fit",
        "FILE",
        "Finds parameters of contact laws, within bounds, from experiments on single "
        "grains: a YAML file\n"
        "with parameters, data and searches, or a folder with a fit.yaml. `scree "
        "list fit` shows what\n"
        "can be measured and how it can be searched.",
        options,
        sizeof options / sizeof *options,
        1,
        1};
    int code = args_read(&syntax, argc, argv, operand, &operands);
    if (code == ARGS_GO_ON) {
        char *path = fit_path(operand[0]);
        code = path ? fit_file(path, &with) : EXIT_MEMORY;
        free(path);
    }
    settings_clear(&with.set);
    return code;
}
