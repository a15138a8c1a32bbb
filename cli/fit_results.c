// fit_results.c - see fit_results.h.
#include "cli/fit_results.h"

#include "base/text.h"
#include "fit/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

scree_status fit_results_write(const fit_result *result, owned *files, scree_error *error)
{
    scree_status status = write_table(result, files, "result.json", write_json, error);
    if (!status)
        status = write_table(result, files, "fit.csv", fit_write_data, error);
    if (!status)
        status = write_table(result, files, "history.csv", fit_write_history, error);
    if (!status && result->job->problem.plot)
        status = write_table(result, files, "fit.png", fit_write_picture, error);
    return status;
}

scree_status fit_results_show(const fit_result *result, bool as_json, const char *folder,
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

// From the ends of the searches, the best first, to the minimum of chi squared, its intervals and the verdict.
scree_status fit_results_infer(fit_job *job, fit_outcome *outcome, fit_inference *out,
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
