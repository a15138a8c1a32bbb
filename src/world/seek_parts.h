// seek_parts.h - what the files of seek.h share.
#ifndef SCREE_WORLD_SEEK_PARTS_H
#define SCREE_WORLD_SEEK_PARTS_H

#include "collide/box_tree.h"
#include "collide/grain_space.h"
#include "world/internal.h"
#include "world/seek.h"

struct seek {
    const world *world;
    const model *model; // of the stage
    int64_t generation; // of the grains
    frame frame;
    box_tree tree; // over the balls of the frame
    placed_wall *wall;
    // Both sides of each contact, a and b in turn: whom it is of, by the first ball of its body or a wall behind all balls.
    int64_t *owner;
    int64_t *first, *listed; // of each owner; the sides, owner by owner
    bool flat, periodic[3];
};

// A box along the axes.
typedef struct seek_room {
    v3 low, high;
} seek_room;

// Of a ball of the frame, or of the ball around a grain with corners.
seek_room seek_room_of(const seek *seek, int64_t row);
grain_space seek_grain(const seek *seek, int64_t row);

// Calls `look` with the way to each image of what is in a room that may come into another one. Fails where `look` does, and
// where there are more images than anybody can want.
typedef scree_status seek_look(void *context, v3 shift, scree_error *error);
typedef struct seek_looker {
    seek_look *look;
    void *context;
} seek_looker;
scree_status seek_images(const seek *seek, const seek_room *of, const seek_room *in,
                         seek_looker looker, scree_error *error);
// From the cell about the origin by so many edges, m.
v3 seek_shift(const seek *seek, const double edges[3]);

scree_status seek_list_touches(seek *seek, scree_error *error);

#endif
