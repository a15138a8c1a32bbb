// report_summary.c - see report_summary.h. JSON is read as the YAML that it is.
#include "cli/report_summary.h"

#include "base/text.h"
#include "run/folder.h"
#include "store/file_in.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct json_kind {
    const char *file, *what, *hint;
} json_kind;

static scree_status parse(report_summary *summary, const char *path, const json_kind *kind,
                          size_t size, scree_error *error)
{
    fault_book book = {0};
    fault_list faults = {0};
    summary->root = tree_read(summary->text, size, kind->file, &book);
    const bool map = summary->root && summary->root->kind == NODE_MAP && book.count == 0;
    book_close(&book, &faults);
    fault_list_clear(&faults);
    if (map)
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, path, kind->hint, "this is no %s", kind->what);
}

static scree_status read_kind(report_summary *summary, const char *folder, const json_kind *kind,
                              scree_error *error)
{
    size_t size;
    *summary = (report_summary){0};
    char *path = folder_path(folder, kind->file);
    if (!path)
        return fail_memory(error, folder);
    scree_status status = SCREE_OK;
    if (!access(path, F_OK))
        status = file_in_load(path, &summary->text, &size, error);
    if (!status && summary->text)
        status = parse(summary, path, kind, size, error);
    free(path);
    if (status)
        report_summary_clear(summary);
    return status;
}

scree_status report_summary_read(report_summary *summary, const char *folder, scree_error *error)
{
    static const json_kind kind = {
        "summary.json", "summary of a run",
        "move it away: a report is made without it, as of a run that has not ended"};
    return read_kind(summary, folder, &kind, error);
}

scree_status report_result_read(report_summary *result, const char *folder, scree_error *error)
{
    static const json_kind kind = {"result.json", "result of a fit", "fit anew"};
    return read_kind(result, folder, &kind, error);
}

scree_status report_fit_file_read(report_summary *file, const char *folder, scree_error *error)
{
    static const json_kind kind = {"fit.json", "file of a fit", "fit anew"};
    return read_kind(file, folder, &kind, error);
}

void report_summary_clear(report_summary *summary)
{
    tree_free(summary->root);
    free(summary->text);
    *summary = (report_summary){0};
}

const node *report_summary_at(const report_summary *summary, const char *way)
{
    node *at = summary->root;
    while (at && *way) {
        const size_t length = strcspn(way, ".");
        char *key = at->kind == NODE_MAP ? text_slice(way, length) : NULL;
        at = key ? node_find(at, key) : NULL;
        free(key);
        way += length + (way[length] == '.');
    }
    return at;
}

const char *report_summary_text(const report_summary *summary, const char *way)
{
    const node *at = report_summary_at(summary, way);
    const bool scalar = at && at->kind == NODE_SCALAR && at->text;
    return scalar && (at->quoted || strcmp(at->text, "null") != 0) ? at->text : NULL;
}

double report_summary_real(const report_summary *summary, const char *way)
{
    double value = NAN;
    const char *text = report_summary_text(summary, way);
    if (!text || !text_number(text, &value, NULL))
        return NAN;
    return value;
}

bool report_summary_says(const report_summary *summary, const char *way, const char *word)
{
    const char *text = report_summary_text(summary, way);
    return text && !strcmp(text, word);
}
