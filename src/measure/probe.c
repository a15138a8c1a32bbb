// probe.c - the table of probes; see probe.h. The list comes from the names of the files.
#include "measure/probe.h"

#include "measure/table.h"
#include "probe_list.h"

#include <stdlib.h>

#define DECLARE(name) extern const probe probe_##name;
#define PROBE(name) &probe_##name,
#define WHAT(name) &probe_##name.what,
PROBE_LIST(DECLARE)

static const probe *const probes[] = {PROBE_LIST(PROBE)};
static const plugin *const plugins[] = {PROBE_LIST(WHAT)};
enum { COUNT = sizeof probes / sizeof *probes };

const probe *probe_find(const plugin *what)
{
    for (int i = 0; i < COUNT; i++)
        if (plugins[i] == what)
            return probes[i];
    return NULL;
}

const plugin *const *probe_plugins(int *count)
{
    *count = COUNT;
    return plugins;
}

void probe_end(const probe *p, probe_state *state)
{
    if (state && p->end)
        p->end(state);
    free(state);
}

scree_status probe_begin(const probe *p, const choice *c, const model *m, probe_state **state,
                         probe_table *table, scree_error *error)
{
    *state = NULL;
    if (p->state && !(*state = calloc(1, p->state)))
        return fail_memory(error, p->what.name);
    scree_status status = p->begin ? p->begin(c, m, *state, error) : SCREE_OK;
    if (!status)
        status = table_columns(table, p->head, p->columns, error);
    if (!status)
        return SCREE_OK;
    probe_end(p, *state);
    *state = NULL;
    return status;
}
