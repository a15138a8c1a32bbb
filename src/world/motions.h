// motions.h - how grains move that somebody asks for, as frames show it: at the time of the positions, under the forces of now.
#ifndef SCREE_WORLD_MOTIONS_H
#define SCREE_WORLD_MOTIONS_H

#include "world/internal.h"

typedef struct grain_motion {
    v3 velocity, spin; // m/s, rad/s
} grain_motion;

// now[i] becomes the motion of the grain at at[i], the first ball of a body. `number_of` has for each ball, part by part, the i
// of its grain, -1: nobody asks. Only blocks with grains that are asked for are looked at.
scree_status world_motions(world *world, const body_place *at, const int32_t *number_of,
                           int64_t count, grain_motion *now, scree_error *error);

#endif
