// near_pairs.c - what the search for near pairs keeps, whatever its width: pairs, scratch memory, partners of contacts.
#include "search/near.h"

#include <stdlib.h>
#include <string.h>

enum { PARTNERS_FEW = 32 }; // a list of more of them is sorted, and searched by halves

void near_pairs_free(near_pairs *pairs)
{
    free(pairs->i);
    free(pairs->j);
    free(pairs->level);
    memset(pairs, 0, sizeof *pairs);
}

void near_scratch_free(near_scratch *scratch)
{
    for (int level = 0; level <= GRID_LEVELS_MOST; level++) {
        near_around *around = level < GRID_LEVELS_MOST ? &scratch->around[level] : &scratch->ball;
        free(around->x);
        free(around->y);
        free(around->z);
        free(around->r);
        free(around->slot);
    }
    free(scratch->hit);
    free(scratch->partner);
    memset(scratch, 0, sizeof *scratch);
}

static bool pairs_reserve(near_pairs *pairs, int64_t need)
{
    if (need <= pairs->room)
        return true;
    int64_t room = need + need / 2 + 1024;
    int32_t *i = realloc(pairs->i, (size_t)room * sizeof *i);
    if (i)
        pairs->i = i;
    int32_t *j = realloc(pairs->j, (size_t)room * sizeof *j);
    if (j)
        pairs->j = j;
    uint8_t *level = realloc(pairs->level, (size_t)room);
    if (level)
        pairs->level = level;
    if (!i || !j || !level)
        return false;
    pairs->room = room;
    return true;
}

bool near_pairs_add(near_pairs *pairs, int32_t i, int32_t j, int level)
{
    if (!pairs_reserve(pairs, pairs->count + 1))
        return false;
    pairs->i[pairs->count] = i;
    pairs->j[pairs->count] = j;
    pairs->level[pairs->count++] = (uint8_t)level;
    return true;
}

static int by_slot(const void *first, const void *second)
{
    int32_t a = *(const int32_t *)first;
    int32_t b = *(const int32_t *)second;
    return (a > b) - (a < b);
}

int near_partners(const near_task *task, int32_t i, near_scratch *scratch)
{
    int count = task->partners(task->context, i, scratch->partner, scratch->partner_room);
    if (count > scratch->partner_room) {
        int32_t room = count + count / 2 + PARTNERS_FEW;
        int32_t *grown = realloc(scratch->partner, (size_t)room * sizeof *grown);
        if (!grown)
            return -1;
        scratch->partner = grown;
        scratch->partner_room = room;
        count = task->partners(task->context, i, scratch->partner, room);
    }
    if (count > PARTNERS_FEW)
        qsort(scratch->partner, (size_t)count, sizeof *scratch->partner, by_slot);
    return count;
}

bool near_among(const int32_t *partner, int count, int32_t j)
{
    if (count > PARTNERS_FEW)
        return bsearch(&j, partner, (size_t)count, sizeof *partner, by_slot) != NULL;
    bool known = false;
    for (int i = 0; i < count; i++)
        known |= partner[i] == j;
    return known;
}
