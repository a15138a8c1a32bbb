// report_summary.c - see report_summary.h. JSON is read as the YAML that it is.
#include "cli/report_summary.h"

#include "base/text.h"
#include "run/folder.h"
#include "store/file_in.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static scree_status parse(report_summary *summary, const char *path, size_t size,
                          scree_error *error)
{
    fault_book book = {0};
    fault_list faults = {0};
    summary->root = tree_read(summary->text, size, "summary.json", &book);
    const bool map = summary->root && summary->root->kind == NODE_MAP && book.count == 0;
    book_close(&book, &faults);
    fault_list_clear(&faults);
    if (map)
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, path,
                "move it away: a report is made without it, as of a run that has not ended",
                "this is no summary of a run");
}

scree_status report_summary_read(report_summary *summary, const char *folder, scree_error *error)
{
    size_t size;
    *summary = (report_summary){0};
    char *path = folder_path(folder, "summary.json");
    if (!path)
        return fail_memory(error, folder);
    scree_status status = SCREE_OK;
    if (!access(path, F_OK))
        status = file_in_load(path, &summary->text, &size, error);
    if (!status && summary->text)
        status = parse(summary, path, size, error);
    free(path);
    if (status)
        report_summary_clear(summary);
    return status;
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
