// report_fit.c - the page of a fit as a whole; see report_fit.h.
#include "cli/report_fit.h"

#include "cli/report_assets.h"
#include "cli/report_frame.h"
#include "console/exit.h"
#include "console/session.h"
#include "run/folder.h"
#include "store/file_in.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool report_fit_is(const char *folder)
{
    char *path = folder_path(folder, "result.json");
    const bool there = path && !access(path, F_OK) && !folder_holds_run(folder);
    free(path);
    return there;
}

static scree_status make_page(text_buffer *page, const report_summary *result, const char *folder,
                              bool plain, scree_error *error)
{
    static const report_part part[] = {{"parameters", "Parameters"},
                                       {"data", "Data and model"},
                                       {"fits", "Does the model fit?"},
                                       {"correlations", "Correlations"},
                                       {"searches", "Searches"},
                                       {"again", "How to reproduce"},
                                       {NULL, NULL}};
    const char *title = report_summary_text(result, "title");
    report_assets assets = {0};
    report_charts charts;
    if (!plain)
        report_assets_find(&assets);
    report_frame_begin(page, title && *title ? title : folder, assets.style);
    report_fit_head(page, result, folder);
    report_frame_parts(page, part);
    report_charts_explain(page, assets.script);
    report_charts_begin(&charts, page);
    report_fit_parameters(page, result);
    const scree_status status = report_fit_data(&charts, result, folder, error);
    report_fit_verdict(page, result);
    report_fit_correlations(page, result);
    report_fit_searches(page, result);
    report_fit_again(page, folder);
    report_charts_end(&charts, assets.script);
    report_assets_clear(&assets);
    return status;
}

static scree_status write_page(const char *folder, const char *path, bool plain, scree_error *error)
{
    report_summary result;
    text_buffer page = {0};
    scree_status status = report_frame_check(path, error);
    if (status)
        return status;
    status = report_result_read(&result, folder, error);
    if (!status)
        status = make_page(&page, &result, folder, plain, error);
    if (!status)
        status = report_frame_write(&page, path, error);
    if (!status)
        printf("%s\n", path);
    text_buffer_clear(&page);
    report_summary_clear(&result);
    return status;
}

int report_fit_folder(const char *folder, const char *out, bool plain)
{
    scree_error error;
    char *path = out ? text_copy(out) : folder_path(folder, "report.html");
    const scree_status status =
        path ? write_page(folder, path, plain, &error) : fail_memory(&error, folder);
    free(path);
    return status ? give_up(&error) : EXIT_DONE;
}

// result.json on one line: no text in it has a line break of its own.
int report_fit_json(const char *folder)
{
    scree_error error;
    char *text = NULL;
    size_t size = 0;
    char *path = folder_path(folder, "result.json");
    const scree_status status =
        path ? file_in_load(path, &text, &size, &error) : fail_memory(&error, folder);
    for (const char *at = text; !status && *at; at++) {
        if (*at == '\n')
            at += strspn(at, "\n ") - 1;
        else
            putchar(*at);
    }
    if (!status)
        putchar('\n');
    free(text);
    free(path);
    return status ? give_up(&error) : EXIT_DONE;
}
