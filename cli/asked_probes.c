// asked_probes.c - see asked_probes.h.
#include "cli/asked_probes.h"

#include <string.h>

bool probe_is_named(const model_probe *probe, const settings *set, bool *any)
{
    static const char section[] = "probes.";
    for (int i = 0; i < set->count; i++) {
        const char *key = set->item[i].key;
        if (strncmp(key, section, sizeof section - 1) != 0)
            continue;
        *any = true;
        const char *name = key + sizeof section - 1;
        const size_t length = strlen(probe->name);
        if (!strncmp(name, probe->name, length) && (!name[length] || name[length] == '.'))
            return true;
    }
    return false;
}
