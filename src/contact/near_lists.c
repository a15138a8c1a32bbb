// near_lists.c - what is near and has no contact yet, see block.h: grains with cores, found by their key, and pairs of
// balls, of which those that are awake are tested in each step.
#include "contact/block.h"

#include "base/memory.h"

#include <stdlib.h>

static uint64_t near_key(bool wall, int32_t a, int32_t b)
{
    return (uint64_t)!wall << 62 | (uint64_t)(uint32_t)a << 31 | (uint64_t)(uint32_t)b;
}

static int by_near_key(const void *one, const void *other)
{
    const near_grain *first = one;
    const near_grain *second = other;
    uint64_t first_key = near_key(first->wall, first->a, first->b);
    uint64_t second_key = near_key(second->wall, second->a, second->b);
    return (first_key > second_key) - (first_key < second_key);
}

bool block_add_near_grain(block *block, bool wall, int32_t a, int32_t b)
{
    grain_pairs *grains = &block->grains;
    if (!mem_grow32((void **)&grains->pair, &grains->room, grains->count + 1, sizeof *grains->pair))
        return false;
    grains->pair[grains->count++] = (near_grain){.a = a, .b = b, .wall = wall};
    return true;
}

void block_sort_near_grains(block *block)
{
    if (block->grains.count)
        qsort(block->grains.pair, (size_t)block->grains.count, sizeof *block->grains.pair,
              by_near_key);
    for (int n = 0; n < block->buckets; n++) {
        bucket *bucket = &block->bucket[n];
        for (int32_t i = 0; bucket_cores(bucket->kind) && i < bucket->count; i++)
            bucket->near[i] = -1;
    }
}

bool block_keep_near_grains(block *block)
{
    for (int n = 0; n < block->buckets; n++) {
        bucket *bucket = &block->bucket[n];
        for (int32_t i = 0; bucket->kind == BUCKET_GRAINS && i < bucket->count; i++) {
            if (block_near_grain(block, bucket, i))
                continue;
            if (!block_add_near_grain(block, false, bucket->a[i], bucket->b[i]))
                return false;
            block_sort_near_grains(block);
        }
    }
    return true;
}

near_grain *block_near_grain(const block *block, bucket *bucket, int32_t contact)
{
    if (bucket->near[contact] >= 0)
        return &block->grains.pair[bucket->near[contact]];
    near_grain want = {
        .a = bucket->a[contact],
        .b = bucket->b[contact],
        .wall = bucket_walls(bucket->kind),
    };
    near_grain *found = NULL;
    if (block->grains.count)
        found = bsearch(&want, block->grains.pair, (size_t)block->grains.count, sizeof want,
                        by_near_key);
    bucket->near[contact] = found ? (int32_t)(found - block->grains.pair) : -1;
    return found;
}

static bool near_reserve(block *block, int32_t need, int32_t padding)
{
    if (need <= block->pairs.room)
        return true;
    int32_t room = (need + need / 8 + 2 * LANES_MOST - 1) / LANES_MOST * LANES_MOST;
    int32_t *a = pool_take(block->pool, (size_t)room * 2 * sizeof *a);
    int32_t *b = a + room;
    if (!a)
        return false;
    for (int32_t i = 0; i < room; i++) {
        a[i] = i < block->pairs.count ? block->pairs.a[i] : padding;
        b[i] = i < block->pairs.count ? block->pairs.b[i] : padding + 1;
    }
    pool_give(block->pool, block->pairs.a, (size_t)block->pairs.room * 2 * sizeof *a);
    block->pairs.a = a;
    block->pairs.b = b;
    block->pairs.room = room;
    return true;
}

bool near_awake(block *block, int32_t from, int32_t to, int32_t padding)
{
    // room at once for all that will wake: arrays that grow level by level leave pieces behind that no one can use
    if (!near_reserve(block, block->pairs.count + (block->pairs.sleeping - from), padding))
        return false;
    for (int32_t i = from; i < to; i++, block->pairs.count++) {
        block->pairs.a[block->pairs.count] = block->pairs.sleeping_a[i];
        block->pairs.b[block->pairs.count] = block->pairs.sleeping_b[i];
    }
    return true;
}

bool near_add(block *block, int32_t a, int32_t b, int32_t padding)
{
    if (!near_reserve(block, block->pairs.count + 1, padding))
        return false;
    block->pairs.a[block->pairs.count] = a;
    block->pairs.b[block->pairs.count++] = b;
    return true;
}

void near_remove(block *block, int32_t place, int32_t padding)
{
    int32_t last = --block->pairs.count;
    block->pairs.a[place] = block->pairs.a[last];
    block->pairs.b[place] = block->pairs.b[last];
    block->pairs.a[last] = padding;
    block->pairs.b[last] = padding + 1;
}
