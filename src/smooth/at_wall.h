// at_wall.h - where a contact at a wall is, as the geometry of its bucket tells.
#ifndef SCREE_SMOOTH_AT_WALL_H
#define SCREE_SMOOTH_AT_WALL_H

#include "contact/block.h"

static inline v3 place_at_wall(const bodies *bodies, const bucket *bucket, int32_t contact)
{
    const int32_t slot = bucket->b[contact];
    const v3 centre = v3_of(&bodies->position[bodies->now][slot]);
    if (bucket_cores(bucket->kind))
        return v3_add(centre, columns_v3(bucket->geometry, GRAIN_ARM_B, contact));
    return v3_sub(centre, columns_v3(bucket->geometry, WALL_D, contact));
}

static inline v3 normal_at_wall(const bucket *bucket, int32_t contact)
{
    if (bucket_cores(bucket->kind))
        return columns_v3(bucket->geometry, GRAIN_N, contact);
    return v3_unit(columns_v3(bucket->geometry, WALL_D, contact));
}

#endif
