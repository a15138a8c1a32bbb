// ids.c - which slot a grain of that id is in. Ids of long runs with streams, and of files that are not ours, may be
// far apart: memory goes by the number of grains, not by the largest id.
#include "motion/ids.h"

#include "base/sort.h"

#include <stdlib.h>

// Of the slots from `first` on.
static bool make_from(const bodies *bodies, int32_t first, body_ids *ids)
{
    ids->count = bodies->count + bodies->ghosts - first;
    sort_pair *spare = malloc(((size_t)ids->count + 1) * sizeof *spare);
    ids->pair = malloc(((size_t)ids->count + 1) * sizeof *ids->pair);
    bool ok = spare && ids->pair;
    for (int32_t i = 0; ok && i < ids->count; i++)
        ids->pair[i] = (sort_pair){(uint64_t)bodies->id[first + i], (uint32_t)(first + i)};
    if (ok)
        sort_u64_by_key(ids->pair, ids->count, spare);
    free(spare);
    return ok;
}

bool body_ids_make(const bodies *bodies, body_ids *ids)
{
    return make_from(bodies, 0, ids);
}

bool ghost_ids_make(const bodies *bodies, body_ids *ids)
{
    return make_from(bodies, bodies->count, ids);
}

void body_ids_clear(body_ids *ids)
{
    free(ids->pair);
    *ids = (body_ids){0};
}

int32_t body_ids_slot(const body_ids *ids, int64_t id)
{
    int32_t low = 0;
    int32_t high = ids->count;
    while (low < high) {
        int32_t mid = low + (high - low) / 2;
        if ((int64_t)ids->pair[mid].key < id)
            low = mid + 1;
        else
            high = mid;
    }
    if (low == ids->count)
        return -1;
    const sort_pair *found = &ids->pair[low];
    return (int64_t)found->key == id ? (int32_t)found->value : -1;
}
