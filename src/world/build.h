// build.h - the pieces of which a world is made, of a case (create.c) or of an image (build.c, restore.c).
#ifndef SCREE_WORLD_BUILD_H
#define SCREE_WORLD_BUILD_H

#include "world/internal.h"

// A world without bodies, walls and laws; NULL where `error` says why.
world *world_shell(const model *model, const world_options *options, scree_error *error);
// Its laws, its step, and what else follows from what is known of its grains: all but walls and the values of bodies.
scree_status world_build(world *world, const grain_prospect *grains, scree_error *error);
// What rank 0 has seen of all grains the others get, who have none; `extreme` is that of the prospect.
void world_tell_prospect(const world *world, grain_prospect *prospect, grain_extremes *extreme);
// Those of the case stand behind the planes of the domain.
const moving_wall *world_walls_of_case(const world *world);

#endif
