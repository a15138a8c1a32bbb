// probe.c - the table of probes; see probe.h. The list comes from the names of the files.
#include "measure/probe.h"

#include "probe_list.h"

#include <stddef.h>

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
        if (plugins[i] == what) return probes[i];
    return NULL;
}

const plugin *const *probe_plugins(int *count)
{
    *count = COUNT;
    return plugins;
}
