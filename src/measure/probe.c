// probe.c - the table of probes; see probe.h. The list comes from the names of the files.
#include "measure/probe.h"

#include "measure/table.h"
#include "probe_list.h"

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

scree_status probe_begin(const probe *probe, const choice *choice, const model *model,
                         probe_state **state, probe_table *table, scree_error *error)
{
    *state = NULL;
    if (probe->state && !(*state = calloc(1, probe->state)))
        return fail_memory(error, probe->what.name);
    scree_status status = probe->begin ? probe->begin(choice, model, *state, error) : SCREE_OK;
    if (!status)
        status = table_columns(table, probe->head, probe->columns, error);
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
