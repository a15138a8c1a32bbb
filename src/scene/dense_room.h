// dense_room.h - the region of a dense packing and the walls in it, as boundaries that push balls back.
#ifndef SCREE_SCENE_DENSE_ROOM_H
#define SCREE_SCENE_DENSE_ROOM_H

#include "scene/packing.h"

// Is there anything besides the box?
static inline bool dense_room_bounds(const packing_room *room)
{
    return room->region || room->walls;
}

// How deep a ball stands in the boundary of the region, or in a wall, m; 0: in neither. Of `room`, a packing_room.
double dense_room_depth(const void *room, v3 at, double radius);
// Refuses a region that reaches out of the domain: nobody knows how much of its volume is inside.
scree_status dense_room_check(const packing_job *job, const packing_room *room, scree_error *error);
// A place in the region, or in the box where there is none, at most half of the radius deep in walls. False: so many draws
// have found none.
typedef struct dense_box {
    v3 low, high; // of the centres of balls
} dense_box;
bool dense_room_draw(const packing_room *room, const dense_box *box, double radius, rng *random,
                     v3 *at);

#endif
