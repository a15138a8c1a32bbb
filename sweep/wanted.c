// wanted.c - see wanted.h.
#include "sweep/wanted.h"

#include "base/text.h"
#include "measure/probe.h"
#include "measure/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef bool take_item(const char *item, void *to, int at);

// How items of a list are read.
typedef struct item_kind {
    take_item *take;
    const char *hint;
} item_kind;

static scree_status read_items(const char *option, const char *text, const item_kind *kind,
                               void *to, int *count, scree_error *error)
{
    *count = 0;
    for (const char *at = text; at;) {
        const size_t length = strcspn(at, ",");
        char *item = text_slice(at, length);
        if (!item)
            return fail_memory(error, option);
        const bool room = *count < WANTED_MOST;
        const bool ok = room && kind->take(item, to, *count);
        if (!ok)
            fail(error, SCREE_BAD_INPUT, option, kind->hint,
                 room ? "`%.80s` is no such name" : "`%.80s` is one too many", item);
        free(item);
        if (!ok)
            return error->status;
        ++*count;
        at = at[length] ? at + length + 1 : NULL;
    }
    return SCREE_OK;
}

static bool take_name(const char *item, void *to, int at)
{
    return probed_name_read(item, (probed_name *)to + at);
}

static bool take_pair(const char *item, void *to, int at)
{
    return curves_pair_read(item, (curves_pair *)to + at);
}

scree_status wanted_read(const char *option, const char *text, wanted *out, scree_error *error)
{
    static const item_kind kind = {
        take_name,
        "give PROBE.COLUMN:last, :mean, :error, :peak, :at or :sum, such as lid.force_z:mean"};
    return read_items(option, text, &kind, out->name, &out->count, error);
}

scree_status wanted_pairs_read(const char *option, const char *text, wanted_pairs *out,
                               scree_error *error)
{
    static const item_kind kind = {
        take_pair,
        "give PROBE.COLUMN/PROBE.COLUMN, such as stress.q/strain.yy, or stress.q/stress.time"};
    return read_items(option, text, &kind, out->pair, &out->count, error);
}

// The case, and as it is in each of its stages.
static const model *case_of(const model *root, int k)
{
    return k == 0 ? root : root->stage[k - 1].model;
}

static const model_probe *find_in(const model *model, const char *name)
{
    for (int i = 0; i < model->probes; i++) {
        if (!strcmp(model->probe[i].name, name))
            return &model->probe[i];
    }
    return NULL;
}

// The first case that has it; a probe may be one of a stage alone.
static const model_probe *find_probe(const model *root, const char *name, const model **in)
{
    const model_probe *found = NULL;
    for (int k = 0; k <= root->stages && !found; k++) {
        *in = case_of(root, k);
        found = find_in(*in, name);
    }
    return found;
}

enum { NAMES_LENGTH = 250 };

// Whole names, as many as there is room for in a hint.
static void put_names(text_buffer *hint, const model *root)
{
    int named = 0;
    for (int k = 0; k <= root->stages; k++) {
        const model *here = case_of(root, k);
        for (int i = 0; i < here->probes; i++) {
            const char *name = here->probe[i].name;
            const model *first;
            find_probe(root, name, &first);
            if (first != here)
                continue;
            const bool fits = hint->length + (int64_t)strlen(name) < NAMES_LENGTH;
            if (fits)
                text_append_format(hint, "%s %s", named++ ? "," : "there are", name);
            else if (named > 0) {
                text_append(hint, ", and more");
                return;
            }
        }
    }
    if (named == 0)
        text_append(hint, "the case has none: give it some");
}

static scree_status refuse_probe(const model *model, const char *option, const char *probe,
                                 scree_error *error)
{
    text_buffer hint = {0};
    put_names(&hint, model);
    const scree_status status = fail(error, SCREE_BAD_INPUT, option, hint.failed ? "" : hint.data,
                                     "there is no probe %.60s", probe);
    text_buffer_clear(&hint);
    return status;
}

static scree_status check_column(const probe_table *table, const char *option,
                                 const probed_name *name, scree_error *error)
{
    text_buffer hint = {0};
    bool found = false;
    text_append(&hint, "there are");
    int told = 0;
    for (int k = 0; k < table->columns; k++) {
        const char *is = table->column[k].name;
        found = found || !strcmp(is, name->column);
        if (told == k && (int64_t)(hint.length + strlen(is)) < NAMES_LENGTH)
            text_append_format(&hint, "%s %s", told++ ? "," : "", is);
    }
    if (told < table->columns)
        text_append(&hint, ", and more");
    scree_status status = SCREE_OK;
    if (!found)
        status = fail(error, SCREE_BAD_INPUT, option, hint.failed ? "" : hint.data,
                      "the probe %.60s has no column %.60s", name->probe, name->column);
    text_buffer_clear(&hint);
    return status;
}

scree_status wanted_columns(const model *model, const char *option, const char *probe,
                            probe_table *table, scree_error *error)
{
    const struct model *in;
    const model_probe *asked = find_probe(model, probe, &in);
    memset(table, 0, sizeof *table);
    if (!asked)
        return refuse_probe(model, option, probe, error);
    const struct probe *is = probe_find(asked->measure.what);
    probe_state *state = NULL;
    const scree_status status = probe_begin(is, &asked->measure, in, &state, table, error);
    if (!status)
        probe_end(is, state);
    return status;
}

static scree_status check_number(const probe_table *table, const char *option,
                                 const probed_name *name, scree_error *error)
{
    const char *first = table->column[0].name;
    if (!strcmp(first, name->column))
        return fail(error, SCREE_BAD_INPUT, option, "take another column",
                    "the others of the probe %.60s stand over the column %.60s", name->probe,
                    first);
    if (name->take == PROBED_SUM && !strcmp(first, "time"))
        return fail(error, SCREE_BAD_INPUT, option, "take :mean, :last or :peak",
                    "%.60s.%.60s:sum: rows in time are no parts of a whole", name->probe,
                    name->column);
    return SCREE_OK;
}

scree_status wanted_check(const model *model, const char *option, const probed_name *name,
                          scree_error *error)
{
    probe_table table;
    scree_status status = wanted_columns(model, option, name->probe, &table, error);
    if (!status)
        status = check_column(&table, option, name, error);
    table_clear(&table);
    return status;
}

scree_status wanted_check_number(const model *model, const char *option, const probed_name *name,
                                 scree_error *error)
{
    probe_table table;
    scree_status status = wanted_columns(model, option, name->probe, &table, error);
    if (!status)
        status = check_column(&table, option, name, error);
    if (!status)
        status = check_number(&table, option, name, error);
    table_clear(&table);
    return status;
}

void wanted_spell(const probed_name *name, char out[200])
{
    snprintf(out, 200, "%s.%s:%s", name->probe, name->column, probed_take_names[name->take]);
}
