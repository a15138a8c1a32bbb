// ball_wall.h - where a ball touches a wall: the one door between grains and walls, whatever the wall is made of.
//
// A wall is a primitive in a frame that stands at a position (of its reference point) with an orientation; see
// shape/primitive.h. Results depend on the relative place of ball and wall only, not on which further candidates are
// given. Nothing is allocated.
#ifndef SCREE_COLLIDE_BALL_WALL_H
#define SCREE_COLLIDE_BALL_WALL_H

#include "base/vec.h"
#include "shape/primitive.h"

#include <stdint.h>

typedef struct wall_touch {
    v3 normal;  // from the wall to the ball centre, unit
    v3 point;   // closest point on the wall, in space
    double gap; // distance of centre to point minus ball radius, m; negative in overlap
    // What the wall adds to 1/R*, 1/m: -1/R of the inside of a cylinder, 0 of all others.
    double curvature;
    bool round;      // the wall is bent there about an axis
    int64_t feature; // which part of the wall: stable key (>= 0), equal on all of a flat patch
} wall_touch;

enum { WALL_TOUCH_MOST = 8 };

typedef struct placed_wall {
    const primitive *shape;
    v3 position; // of its reference point
    q4 orientation;
    const struct wall_faces *faces; // for grains with corners (wall_faces.h); NULL: it has none
} placed_wall;

// Parts of a wall that a ball may meet: triangles of a mesh; other primitives have one, number 0.
typedef struct wall_parts {
    const int32_t *part;
    int count;
} wall_parts;

// All of a wall that is no mesh.
static inline wall_parts wall_whole(void)
{
    static const int32_t whole = 0;
    return (wall_parts){&whole, 1};
}

// All separate contacts of a ball with a wall whose gap is below `reach` (>= 0), sorted by feature, all features
// different. Returns the count, or -1 when more than WALL_TOUCH_MOST would be needed. `parts`: what ball_wall_near
// gave for a distance of at least `reach`, plus whatever ball and wall have moved towards each other since.
int ball_wall_touches(const placed_wall *wall, v3 centre, double radius, double reach,
                      wall_parts parts, wall_touch out[WALL_TOUCH_MOST]);

// Of a mesh: the flat face below a place in the frame of the wall, and up to which distance from there the inside of that face
// is all there is of the parts; 0 where that does not help, as for all walls that are no meshes.
double ball_wall_lone_face(const placed_wall *wall, v3 seen, wall_parts parts, int32_t *face);
// A ball that may touch a wall with a gap below `reach`; `seen` is its centre in the frame of the wall.
typedef struct ball_seen {
    v3 centre, seen;
    double radius, reach;
} ball_seen;

// What ball_wall_touches finds where that face is all there is: 0, 1, or -1 where it has to be asked.
int ball_wall_touches_face(const placed_wall *wall, const ball_seen *ball, int32_t face,
                           wall_touch *out);

// Parts of the wall (triangles of a mesh) within `distance` of the ball; for other primitives one candidate, 0, or none
// says whether it is near at all. Writes at most `room`; returns the count needed, which may exceed room.
int ball_wall_near(const placed_wall *wall, v3 centre, double radius, double distance,
                   int32_t *candidate, int room);

// Is it a mesh?
static inline bool ball_wall_has_facets(const placed_wall *wall)
{
    return wall->shape->kind->joined != NULL;
}

// The centre of a ball in the frame of a wall.
v3 ball_wall_seen(const placed_wall *wall, v3 centre);
// Brings those parts of a list to its front that come closer than `distance` to a place in the frame of the wall, and perhaps
// a few more; returns how many. Of a wall that is no mesh all.
int ball_wall_narrow(const placed_wall *wall, v3 seen, double distance, int32_t *part, int parts);

#endif
