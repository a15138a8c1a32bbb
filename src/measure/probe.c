// probe.c - the table of probes; see probe.h. The list comes from the names of the files.
#include "measure/probe.h"

#include "measure/table.h"
#include "probe_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DECLARE(name) extern const probe probe_##name;
#define PROBE(name) &probe_##name,
#define WHAT(name) &probe_##name.what,
PROBE_LIST(DECLARE)

static const probe *const probes[] = {PROBE_LIST(PROBE)};
static const plugin *const plugins[] = {PROBE_LIST(WHAT)};
enum { COUNT = sizeof probes / sizeof *probes };

const probe *probe_find(const plugin *what)
{
    for (int i = 0; i < COUNT; i++) {
        if (plugins[i] == what)
            return probes[i];
    }
    return NULL;
}

const plugin *const *probe_plugins(int *count)
{
    *count = COUNT;
    return plugins;
}

void probe_end(const probe *probe, probe_state *state)
{
    if (state && probe->end)
        probe->end(state);
    free(state);
}

static bool has_row(const probe *probe, const char *name)
{
    for (int i = 0; i < probe->what.count; i++) {
        if (!strcmp(probe->what.rows[i].name, name))
            return true;
    }
    return false;
}

// An interval that ends before it begins has no sample (interval.h).
static scree_status check_interval(const probe *probe, const choice *choice, scree_error *error)
{
    if (!has_row(probe, "from") || !has_row(probe, "to") || !choice_given(choice, "to"))
        return SCREE_OK;
    const double from = choice_real(choice, "from");
    const double to = choice_real(choice, "to");
    if (from <= to)
        return SCREE_OK;
    return probe_fail(error, probe->what.name, "`from` must not be after `to`",
                      "no time is from %g s to %g s", from, to);
}

scree_status probe_begin(const probe *probe, const choice *choice, const model *model,
                         probe_state **state, probe_table *table, scree_error *error)
{
    *state = NULL;
    if (probe->state && !(*state = calloc(1, probe->state)))
        return fail_memory(error, probe->what.name);
    scree_status status = check_interval(probe, choice, error);
    if (!status && probe->begin)
        status = probe->begin(choice, model, *state, error);
    if (!status)
        status = table_columns(table, probe->head, probe->columns, error);
    if (!status && probe->unit_of_last) {
        probe_column *last = &table->column[table->columns - 1];
        snprintf(last->unit, sizeof last->unit, "%s", probe->unit_of_last(choice));
    }
    if (!status)
        return SCREE_OK;
    probe_end(probe, *state);
    *state = NULL;
    return status;
}

probe_kind probe_kind_of(const probe *probe, const char *column)
{
    for (const probe_role *role = probe->roles; role && role->column; role++) {
        if (!strcmp(role->column, column))
            return role->kind;
    }
    return PROBE_VALUE;
}
