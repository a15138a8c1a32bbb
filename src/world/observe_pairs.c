// observe_pairs.c - what the books of pairs of grains with corners are out by. Their contacts have one energy together, so
// the books of the pair close, those of its contacts need not; those of one that has just ended belong to it.
#include "world/internal.h"

#include "base/memory.h"

#include <stdlib.h>

bool world_reserve_pairs(pair_residuals *residuals, int64_t more)
{
    return MEM_GROW(residuals->item, residuals->room, residuals->count + more + 1);
}

void world_see_pair(pair_residuals *residuals, const part *part, const bucket *bucket,
                    int32_t contact, const contact_seen *seen)
{
    const bodies *body = &part->body;
    const int32_t slot_a = bucket->a[contact];
    double residual = seen->live ? seen->energy : 0;
    for (int j = 0; j < BOOKS; j++)
        residual += seen->book[j];
    residuals->item[residuals->count++] = (pair_residual){
        .a = bucket_walls(bucket->kind) ? part->stepping.wall[slot_a].id : body->id[slot_a],
        .b = body->id[bucket->b[contact]],
        .feature = bucket->feature[contact],
        .residual = residual,
    };
}

static int by_pair(const void *p, const void *q)
{
    const pair_residual *x = p;
    const pair_residual *y = q;
    if (x->a != y->a)
        return x->a < y->a ? -1 : 1;
    if (x->b != y->b)
        return x->b < y->b ? -1 : 1;
    return (x->feature > y->feature) - (x->feature < y->feature);
}

void world_sum_pairs(pair_residuals *residuals)
{
    pair_residual *item = residuals->item;
    int64_t pairs = 0;
    if (residuals->count > 0)
        qsort(item, (size_t)residuals->count, sizeof *item, by_pair);
    for (int64_t i = 0; i < residuals->count; i++) {
        pair_residual *last = pairs > 0 ? &item[pairs - 1] : NULL;
        if (last && last->a == item[i].a && last->b == item[i].b)
            last->residual += item[i].residual;
        else
            item[pairs++] = item[i];
    }
    residuals->count = pairs;
}
