// ids.c - which slot a grain of that id is in. Ids of long runs with streams, and of files that are not ours, may be
// far apart: memory goes by the number of grains, not by the largest id.
#include "motion/ids.h"

#include "base/sort.h"

#include <stdlib.h>

bool body_ids_make(const bodies *o, body_ids *x)
{
    x->count = o->count + o->ghosts;
    sort_pair *spare = malloc(((size_t)x->count + 1) * sizeof *spare);
    x->pair = malloc(((size_t)x->count + 1) * sizeof *x->pair);
    bool ok = spare && x->pair;
    for (int32_t i = 0; ok && i < x->count; i++)
        x->pair[i] = (sort_pair){(uint64_t)o->id[i], (uint32_t)i};
    if (ok)
        sort_u64_by_key(x->pair, x->count, spare);
    free(spare);
    return ok;
}

void body_ids_clear(body_ids *x)
{
    free(x->pair);
    *x = (body_ids){0};
}

int32_t body_ids_slot(const body_ids *x, int64_t id)
{
    int32_t low = 0;
    int32_t high = x->count;
    while (low < high) {
        int32_t mid = low + (high - low) / 2;
        if ((int64_t)x->pair[mid].key < id)
            low = mid + 1;
        else
            high = mid;
    }
    return low < x->count && (int64_t)x->pair[low].key == id ? (int32_t)x->pair[low].value : -1;
}
