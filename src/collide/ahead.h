// ahead.h - contacts of a ball and a wall that do not touch yet, as they will along the way of a step.
//
// A contact ahead of touch stands as a plane, n.(way) >= -gap, which holds both on their sides of it. With the normal
// where they are now that plane would also stop what goes past a ball, an edge or a corner. So it is laid where they
// touch on their way, which is tangent to both there; where they do not touch it stands where they come nearest or
// farther back, and stops nothing on that way. The free way reaches it just where they touch, so gap and way tell the
// time of the touch as before. Compare C. Ericson, "Real-time collision detection", 2005, section 5.5.
#ifndef SCREE_COLLIDE_AHEAD_H
#define SCREE_COLLIDE_AHEAD_H

#include "collide/ball_wall.h"
#include "collide/way.h"

// A ball beside a wall, as for ball_wall_touches, and the way it goes against the wall.
typedef struct ahead_way {
    placed_wall wall;
    v3 centre;
    double radius, reach;
    const int32_t *candidate;
    int candidates;
    v3 way;
} ahead_way;

// The `count` contacts in `touch`, with gaps below the reach, as they stand ahead. Returns how many there are; points
// and curvatures are those where they touch.
int ahead_of_wall(const ahead_way *way, wall_touch touch[WALL_TOUCH_MOST], int count);

#endif
