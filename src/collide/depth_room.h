// depth_room.h - what of a solid with many faces counts in the room that the balls around it and another solid share.
//
// No place there is deeper in the solid than the room is high. A face that every such place is farther behind than that
// is nowhere the least, and need not be looked at. Outside of the ball around the solid it might be; but there nothing
// is in the solid.
#ifndef SCREE_COLLIDE_DEPTH_ROOM_H
#define SCREE_COLLIDE_DEPTH_ROOM_H

#include "collide/depths.h"

// The faces of the hull of `in` that count in what it shares with a ball of that radius about the place `towards`, in the
// frame of `in`, go to listed[0 .. DEPTH_FACES_MOST); their number, or -1 where there is no room for them and for the
// faces of all pockets.
int32_t depth_faces_in_room(const depth_field *in, double radius, v3 towards, int32_t *listed);

// Leaves of an edge, seen from the centre of `in` along any axes, what is in the ball around it; false where nothing is.
bool depth_clip_edge(const depth_field *in, v3 *from, v3 *to);

#endif
