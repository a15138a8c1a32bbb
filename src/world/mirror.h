// mirror.h - what mirror.c and mirror_drop.c share.
#ifndef SCREE_WORLD_MIRROR_H
#define SCREE_WORLD_MIRROR_H

#include "world/losses.h"
#include "world/ranks.h"

// What the steps of a part go by, while a mirror has lists of its own: all parts are alike in it but for walls.
typedef struct mirrored {
    double moved, cell_way, measured, wall_moved; // m
    bool measure;
} mirrored;
mirrored mirror_of(const part *part);
// What this rank does when rank 0 has asked for one.
scree_status mirror_answer(world *world, scree_error *error);

#endif
