// filter.c - see filter.h.
#include "measure/filter.h"

#include <stdio.h>
#include <string.h>

scree_status filter_read_set(const choice *choice, const model *model, const char *law,
                             grain_filter *out, scree_error *error)
{
    const char *name = choice_text(choice, "set");
    out->set = -1;
    if (!name)
        return SCREE_OK;
    out->set = model_sets_named(model, name, &out->sets);
    if (out->set >= 0)
        return SCREE_OK;
    const char *first = model->grain_sets ? model->grains[0].name
                        : model->streams  ? model->stream[0].name
                                          : NULL;
    char hint[160] = "give the name of an entry of `grains` or `streams`";
    if (first) {
        snprintf(hint, sizeof hint,
                 "give the name of an entry of `grains` or `streams`, such as %.80s", first);
    }
    return probe_fail(error, law, hint, "there are no grains called '%.60s'", name);
}

scree_status filter_read(const choice *choice, const model *model, const char *law,
                         grain_filter *out, scree_error *error)
{
    out->fixed = choice_flag(choice, "fixed");
    out->low = v3_make(-INFINITY, -INFINITY, -INFINITY);
    out->high = v3_make(INFINITY, INFINITY, INFINITY);
    const int region = choice_region(choice, "inside");
    out->region = region < 0 ? NULL : model->region[region].made;
    return filter_read_set(choice, model, law, out, error);
}
