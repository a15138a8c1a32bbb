// ghosts.c - contacts with bodies of other parts, when copies of these come to stand elsewhere; see lists.h.
//
// A row is in the order of ids and names lines, so nothing of it changes with a slot.
#include "contact/lists.h"

void lists_pad(lists *lists, int32_t padding)
{
    if (lists->padding == padding)
        return;
    for (int i = 0; i < lists->blocks; i++) {
        const block *block = &lists->block[i];
        for (int n = 0; n < block->buckets; n++) {
            const bucket *bucket = &block->bucket[n];
            for (int32_t place = bucket->count; place < bucket->room; place++) {
                bucket->a[place] = padding;
                bucket->b[place] = padding + 1;
            }
        }
    }
    lists->padding = padding;
}

static void rename_ghost(int32_t *slot, int32_t first, const int32_t *now, int64_t *missing)
{
    if (*slot < first)
        return;
    const int32_t is = now[*slot - first];
    *missing += is < 0;
    *slot = is;
}

void lists_rename_ghosts(const lists *lists, const int32_t *now, int64_t *missing)
{
    for (int i = 0; i < lists->blocks; i++) {
        const block *block = &lists->block[i];
        for (int n = 0; n < block->buckets; n++) {
            const bucket *bucket = &block->bucket[n];
            if (bucket_walls(bucket->kind))
                continue;
            for (int32_t place = 0; place < bucket->count; place++) {
                rename_ghost(&bucket->a[place], lists->bodies, now, missing);
                rename_ghost(&bucket->b[place], lists->bodies, now, missing);
            }
        }
    }
}
