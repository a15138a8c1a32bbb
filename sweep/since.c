// since.c - see since.h.
#include "sweep/since.h"

#include "base/text.h"
#include "case/quantity.h"
#include "case/tree.h"
#include "store/file_in.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *since_stage(const char *text)
{
    static const char before[] = "stage:";
    const size_t length = sizeof before - 1;
    return text && !strncmp(text, before, length) ? text + length : NULL;
}

scree_status since_read(const char *option, const char *text, since *out, scree_error *error)
{
    quantity_fault fault = {0};
    const char *stage = since_stage(text);
    *out = (since){.time = -INFINITY};
    if (stage) {
        snprintf(out->stage, sizeof out->stage, "%s", stage);
        return SCREE_OK;
    }
    if (!text || quantity_read(text, "s", &out->time, &fault))
        return SCREE_OK;
    const char *hint = "write a time with its unit, such as '1.2 s', or stage:NAME";
    return fail(error, SCREE_BAD_INPUT, option, fault.hint[0] ? fault.hint : hint, "%s",
                fault.what);
}

scree_status since_check(const model *model, const char *option, const since *since,
                         scree_error *error)
{
    text_buffer hint = {0};
    bool found = !*since->stage;
    text_append(&hint, model->stages ? "there are" : "the case has no stages: give a time");
    for (int i = 0; i < model->stages; i++) {
        found = found || !strcmp(model->stage[i].name, since->stage);
        if (i < 12)
            text_append_format(&hint, "%s %.20s", i ? "," : "", model->stage[i].name);
    }
    scree_status status = SCREE_OK;
    if (!found)
        status = fail(error, SCREE_BAD_INPUT, option, hint.failed ? "" : hint.data,
                      "there is no stage %.60s", since->stage);
    text_buffer_clear(&hint);
    return status;
}

static double begin_in(const node *root, const char *stage)
{
    const node *list = root ? node_find(root, "stages") : NULL;
    const int count = list && list->kind == NODE_LIST ? list->count : 0;
    for (int i = 0; i < count; i++) {
        double time = INFINITY;
        const node *name = node_find(list->entry[i].value, "name");
        const node *at = node_find(list->entry[i].value, "begins_at");
        const bool is_it = name && name->text && !strcmp(name->text, stage);
        if (is_it && at && at->text && text_number(at->text, &time, NULL))
            return time;
    }
    return INFINITY;
}

double since_in_run(const since *since, const char *folder)
{
    char *text = NULL;
    size_t size = 0;
    double time = INFINITY;
    fault_book book = {0};
    fault_list faults = {0};
    if (!*since->stage)
        return since->time;
    char *path = text_format("%s/summary.json", folder);
    if (path && !file_in_load(path, &text, &size, NULL)) {
        node *root = tree_read(text, size, path, &book);
        time = begin_in(root, since->stage);
        tree_free(root);
        book_close(&book, &faults);
        fault_list_clear(&faults);
    }
    free(text);
    free(path);
    return time;
}
