// observe_walls.h - see observe_walls.c.
#ifndef SCREE_WORLD_OBSERVE_WALLS_H
#define SCREE_WORLD_OBSERVE_WALLS_H

#include "world/internal.h"

// After a look, which has left the loads on walls. The power of all walls on the grains, W, in *power.
scree_status world_see_walls(world *world, frame *frame, double *power, scree_error *error);

#endif
