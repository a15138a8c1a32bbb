// hand_over.h - a saved state among ranks: rank 0 has its grains and contacts, and each rank gets its own; of restore.c and build.c alone.
#ifndef SCREE_WORLD_HAND_OVER_H
#define SCREE_WORLD_HAND_OVER_H

#include "world/adapt.h"
#include "world/internal.h"

// Before there is a world: columns are those of rank 0 on all ranks, and the others have no rows of bodies or contacts.
void tell_image(const transport *ranks, adapted *from);

// Is it handed over, rank by rank, and not taken by rank 0 as a whole, which then deals it out? Contacts that the blocks do not know
// are all ranks' anyway, and what Gear's scheme keeps is changed before.
static inline bool hand_over_is_for(const world *world)
{
    return world->ranks && !world->part->body.with_gear && !world->shared->solver->contacts;
}

// Both are called by all ranks, with an image whose rows rank 0 alone has. First the bodies, of which the world is made; `owner` gets
// on rank 0 the rank of each row, which the caller frees. Then, once there are lists and a solver, the same with their contacts.
scree_status hand_over_bodies(world *world, const image *im, uint16_t **owner, scree_error *error);
scree_status hand_over_contacts(world *world, const image *im, const uint16_t *owner,
                                scree_error *error);

#endif
