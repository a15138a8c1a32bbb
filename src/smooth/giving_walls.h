// giving_walls.h - the part of the gather that walls which give way have in the mass of a contact.
#ifndef SCREE_SMOOTH_GIVING_WALLS_H
#define SCREE_SMOOTH_GIVING_WALLS_H

#include "scene/yield_felt.h"
#include "smooth/at_wall.h"
#include "smooth/batch.h"

// A wall that grains push away is no infinite mass: dashpots are tuned to the mass of the pair at the contact, 1/m + 1/M
// and what the turning of the wall adds to that.
static inline void gather_giving(const span *span, batch *batch)
{
    const stepping *stepping = span->stepping;
    const bucket *bucket = span->bucket;
    for (int i = 0; i < span->count; i += LANES) {
        const group group = {batch, i};
        double felt[LANES];
        for (int lane = 0; lane < LANES; lane++) {
            const int32_t contact = span->from + i + lane;
            felt[lane] = 0;
            if (contact >= bucket->count || !stepping->wall[bucket->a[contact]].gives)
                continue;
            const drive_yield *yield = &stepping->wall[bucket->a[contact]].yield;
            const v3 normal = normal_at_wall(bucket, contact);
            const v3 at = place_at_wall(span->bodies, bucket, contact);
            felt[lane] = drive_yield_felt(yield, normal, at);
        }
        put(group, C_MINV, get(group, C_MINV) + vd_load(felt));
    }
}

static inline bool walls_give(const stepping *stepping)
{
    for (int i = 0; i < stepping->walls; i++) {
        if (stepping->wall[i].gives)
            return true;
    }
    return false;
}

#endif
