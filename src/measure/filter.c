// filter.c - see filter.h.
#include "measure/filter.h"

#include <stdio.h>
#include <string.h>

static scree_status read_set(const choice *c, const model *m, const char *law, int *set,
                             scree_error *error)
{
    const char *name = choice_text(c, "set");
    *set = -1;
    if (!name)
        return SCREE_OK;
    for (int i = 0; i < m->grain_sets; i++)
        if (!strcmp(m->grains[i].name, name))
            *set = i;
    for (int i = 0; i < m->streams; i++)
        if (!strcmp(m->stream[i].name, name))
            *set = m->grain_sets + i;
    if (*set >= 0)
        return SCREE_OK;
    const char *first = m->grain_sets ? m->grains[0].name : m->streams ? m->stream[0].name : NULL;
    char hint[160] = "give the name of an entry of `grains` or `streams`";
    if (first)
        snprintf(hint, sizeof hint,
                 "give the name of an entry of `grains` or `streams`, such as %.80s", first);
    return probe_fail(error, law, hint, "there are no grains called '%.60s'", name);
}

scree_status filter_read(const choice *c, const model *m, const char *law, grain_filter *out,
                         scree_error *error)
{
    out->fixed = choice_flag(c, "fixed");
    out->low = v3_make(-INFINITY, -INFINITY, -INFINITY);
    out->high = v3_make(INFINITY, INFINITY, INFINITY);
    return read_set(c, m, law, &out->set, error);
}
