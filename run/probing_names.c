// probing_names.c - the names of the files that the probes of a case write, whatever their number; see probing.h.
#include "run/probing.h"

#include "base/text.h"
#include "run/grids.h"

#include <stdlib.h>
#include <string.h>

static bool is_named(char *const *names, const char *name)
{
    for (int i = 0; names[i]; i++) {
        if (!strcmp(names[i], name))
            return true;
    }
    return false;
}

// Adds those that are not there yet, behind the others.
static bool add_names(char **names, const model *model)
{
    int count = 0;
    while (names[count])
        count++;
    for (int i = 0; i < model->probes; i++) {
        const probe *is = probe_find(model->probe[i].measure.what);
        const char *const ending[] = {".csv", is->image ? ".pvd" : grids_ending(is)};
        for (int k = 0; k < 2 && ending[k]; k++) {
            char *name = text_format("probes/%s%s", model->probe[i].name, ending[k]);
            if (!name)
                return false;
            if (is_named(names, name))
                free(name);
            else
                names[count++] = name;
        }
    }
    return true;
}

char **probing_names(const model *root)
{
    size_t room = 2 * (size_t)root->probes + 1;
    for (int i = 0; i < root->stages; i++)
        room += 2 * (size_t)root->stage[i].model->probes;
    char **names = calloc(room, sizeof *names);
    bool good = names && add_names(names, root);
    for (int i = 0; good && i < root->stages; i++)
        good = add_names(names, root->stage[i].model);
    if (good)
        return names;
    for (int i = 0; names && names[i]; i++)
        free(names[i]);
    free(names);
    return NULL;
}
