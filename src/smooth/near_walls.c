// near_walls.c - see near_walls.h.
//
// From step to step most contacts stay where they stand in their bucket, and so with the ball that has them. Where all do,
// which a look at each tells, none has to be searched for.
#include "smooth/near_walls.h"

void near_walls_part(bucket *bucket, int32_t i, double radius)
{
    for (int j = 0; j < WALL_COLUMNS; j++)
        bucket->geometry[j][i] = 0;
    bucket->geometry[WALL_D][i] = 1e3 * radius;
}

static near_wall *find_near_wall(block *block, int32_t body, int32_t wall)
{
    int32_t low = 0;
    int32_t high = block->walls.count;
    while (low < high) {
        int32_t mid = (low + high) / 2;
        const near_wall *near = &block->walls.pair[mid];
        if (near->body < body || (near->body == body && near->wall < wall))
            low = mid + 1;
        else
            high = mid;
    }
    if (low == block->walls.count)
        return NULL;
    near_wall *found = &block->walls.pair[low];
    return found->body == body && found->wall == wall ? found : NULL;
}

// The one bucket of balls at walls; NULL: there is none, or there are more.
static bucket *sole_bucket(block *block)
{
    bucket *sole = NULL;
    for (int index = 0; index < block->buckets; index++) {
        bucket *bucket = &block->bucket[index];
        if (bucket->kind != BUCKET_WALLS)
            continue;
        if (sole)
            return NULL;
        sole = bucket;
    }
    return sole;
}

// Are the contacts that this ball was given still its own, in the order in which they are dealt?
static bool keeps_contacts(const bucket *bucket, const near_wall *near)
{
    int32_t before = -1;
    for (int32_t i = 0; i < near->contacts; i++) {
        const int32_t contact = near->contact[i];
        if (contact <= before || contact >= bucket->count)
            return false;
        if (bucket->b[contact] != near->body || bucket->a[contact] != near->wall)
            return false;
        before = contact;
    }
    return true;
}

// Does every contact belong to the ball that it was given to last?
static bool still_dealt(block *block)
{
    const bucket *bucket = sole_bucket(block);
    int32_t dealt = 0;
    if (!bucket)
        return false;
    for (int32_t i = 0; i < block->walls.count; i++) {
        if (!keeps_contacts(bucket, &block->walls.pair[i]))
            return false;
        dealt += block->walls.pair[i].contacts;
    }
    return dealt == bucket->count;
}

void near_walls_deal(const stepping *stepping, block *block)
{
    if (still_dealt(block))
        return;
    for (int32_t i = 0; i < block->walls.count; i++)
        block->walls.pair[i].contacts = 0;
    for (int index = 0; index < block->buckets; index++) {
        bucket *bucket = &block->bucket[index];
        for (int32_t i = 0; bucket->kind == BUCKET_WALLS && i < bucket->count; i++) {
            near_wall *near = find_near_wall(block, bucket->b[i], bucket->a[i]);
            if (near && near->contacts < WALL_CONTACTS_MOST)
                near->contact[near->contacts++] = i;
            else
                near_walls_part(bucket, i, radius_at(stepping, bucket->b[i]));
        }
    }
}
