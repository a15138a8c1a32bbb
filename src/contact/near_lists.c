// near_lists.c - what is near and has no contact yet, see block.h: grains with cores, found by their key, and pairs of
// balls, of which those that are awake are tested in each step.
#include "contact/block.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

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
    if (!MEM_GROW32(grains->pair, grains->room, grains->count + 1))
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

// ---- pairs of balls

// Places in front of the sleeping pairs.
static int32_t places_in_front(const ball_pairs *pairs)
{
    return pairs->a ? (int32_t)(pairs->sleeping_a - pairs->a) : 0;
}

static int32_t first_asleep(const ball_pairs *pairs)
{
    return pairs->sleeping_from[pairs->level];
}

static void fill_with_padding(ball_pairs *pairs, int32_t from, int32_t to, int32_t padding)
{
    for (int32_t i = from; i < to; i++) {
        pairs->a[i] = padding;
        pairs->b[i] = padding + 1;
    }
}

// Takes arrays of at least that room and says where sleeping pairs begin. False without memory (nothing changed).
static bool take_arrays(pool *pool, ball_pairs *pairs, int32_t room, int32_t front)
{
    room = (room + LANES_MOST - 1) / LANES_MOST * LANES_MOST;
    int32_t *taken = pool_take(pool, (size_t)room * 2 * sizeof *taken);
    if (!taken)
        return false;
    pairs->room = room;
    pairs->a = taken;
    pairs->b = taken + room;
    pairs->sleeping_a = pairs->a + front;
    pairs->sleeping_b = pairs->b + front;
    return true;
}

static void give_arrays(pool *pool, const ball_pairs *pairs)
{
    pool_give(pool, pairs->a, (size_t)pairs->room * 2 * sizeof *pairs->a);
}

bool near_begin(block *block, int32_t count, int32_t padding)
{
    ball_pairs *pairs = &block->pairs;
    if (count + LANES_MOST > pairs->room) {
        const int32_t room = count + count / 8 + 2 * LANES_MOST;
        give_arrays(block->pool, pairs);
        memset(pairs, 0, sizeof *pairs);
        if (!take_arrays(block->pool, pairs, room, 0))
            return false;
    }
    const int32_t front = pairs->room - count;
    pairs->sleeping_a = pairs->a + front;
    pairs->sleeping_b = pairs->b + front;
    pairs->sleeping = count;
    pairs->count = 0;
    pairs->level = 0;
    fill_with_padding(pairs, 0, front, padding);
    return true;
}

static void copy_slots(int32_t *to, const int32_t *from, int32_t count)
{
    if (count > 0)
        memcpy(to, from, (size_t)count * sizeof *to);
}

// New arrays with that many places in front of the sleeping pairs and behind them.
static bool lay_anew(block *block, int32_t front, int32_t behind, int32_t padding)
{
    const ball_pairs old = block->pairs;
    ball_pairs *pairs = &block->pairs;
    const int32_t first = first_asleep(&old);
    const int32_t asleep = old.sleeping - first;
    const int32_t end = front + old.sleeping;
    if (!take_arrays(block->pool, pairs, end + behind, front))
        return false;
    copy_slots(pairs->a, old.a, old.count);
    copy_slots(pairs->b, old.b, old.count);
    if (asleep > 0) {
        copy_slots(pairs->sleeping_a + first, old.sleeping_a + first, asleep);
        copy_slots(pairs->sleeping_b + first, old.sleeping_b + first, asleep);
    }
    fill_with_padding(pairs, old.count, front + first, padding);
    fill_with_padding(pairs, end, pairs->room, padding);
    give_arrays(block->pool, &old);
    return true;
}

bool near_sleeping_reserve(block *block, int32_t padding)
{
    const ball_pairs *pairs = &block->pairs;
    const int32_t front = places_in_front(pairs);
    if (front + pairs->sleeping < pairs->room)
        return true;
    return lay_anew(block, front, pairs->sleeping / 4 + LANES_MOST, padding);
}

// Room for one more that is awake.
static bool awake_reserve(block *block, int32_t padding)
{
    const ball_pairs *pairs = &block->pairs;
    const int32_t front = places_in_front(pairs);
    if (pairs->count < front + first_asleep(pairs))
        return true;
    const int32_t behind = pairs->room - (front + pairs->sleeping);
    const int32_t more = (front + pairs->sleeping) / 8 + 2 * LANES_MOST;
    return lay_anew(block, front + more, behind, padding);
}

void near_wake(block *block, int level, int32_t padding)
{
    ball_pairs *pairs = &block->pairs;
    const int32_t front = places_in_front(pairs);
    const int32_t from = first_asleep(pairs);
    const int32_t to = pairs->sleeping_from[level];
    const int32_t before = pairs->count;
    const int32_t woken = to - from;
    pairs->level = level;
    if (woken == 0)
        return;
    memmove(pairs->a + before, pairs->sleeping_a + from, (size_t)woken * sizeof *pairs->a);
    memmove(pairs->b + before, pairs->sleeping_b + from, (size_t)woken * sizeof *pairs->b);
    pairs->count = before + woken;
    const int32_t padded = front + from;
    fill_with_padding(pairs, pairs->count > padded ? pairs->count : padded, front + to, padding);
}

bool near_add(block *block, int32_t a, int32_t b, int32_t padding)
{
    if (!awake_reserve(block, padding))
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
