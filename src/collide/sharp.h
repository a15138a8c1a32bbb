// sharp.h - a sharp solid, convex or not: a closed mesh of triangles, and where points are with respect to it.
//
// Made once from a mesh that is already sound; nothing is healed here. Places are in the frame of the solid.
#ifndef SCREE_COLLIDE_SHARP_H
#define SCREE_COLLIDE_SHARP_H

#include "collide/box_tree.h"
#include "collide/touch.h"

typedef struct sharp_edge { // with the solid on less than half of it: a convex, sharp edge
    int32_t vertex[2];
    v3 inward[2]; // unit, in each of its two faces, away from the edge
} sharp_edge;

typedef struct sharp {
    v3 *vertex, *normal; // of triangles: unit, outward
    int32_t (*triangle)[3];
    sharp_edge *edge;
    int32_t *corner; // the vertices that are not inside a flat face
    int32_t vertices, triangles, edges, corners;
    box_tree by_triangle, by_edge;
    v3 low, high;
    double radius; // of the smallest ball around the origin that holds it
} sharp;

typedef struct sharp_surface {
    const v3 *vertex;
    int32_t vertices;
    const int32_t (*triangle)[3];
    int32_t triangles;
} sharp_surface;

// Copies a closed mesh whose triangles turn anticlockwise as seen from outside: every edge belongs to two triangles
// that run through it in opposite directions, the volume is positive, no triangle is without area. `name` stands for
// the mesh in messages. sharp_clear frees.
scree_status sharp_make(const sharp_surface *surface, const char *name, sharp *out,
                        scree_error *error);
void sharp_clear(sharp *solid);

// Is a point inside? By the parity of a ray (Muth et al. 2005, section 5); a ray that comes within 1e-12 of an edge is
// shot again in another direction. A point on the surface within that tolerance counts as outside.
bool sharp_inside(const sharp *sharp, v3 point);

// The nearest point of the surface, if it is nearer than `within`; false where none is.
typedef struct sharp_nearest {
    v3 place;
    double distance; // >= 0
    int32_t triangle;
    int region; // as in closest.h
} sharp_nearest;
bool sharp_closest(const sharp *sharp, v3 point, double within, sharp_nearest *out);

typedef struct sharp_pose { // of b as seen from a
    q4 turn_a, turn_b;      // body to space
    v3 offset;              // from the reference point of a to that of b, in space axes
} sharp_pose;

// Contacts of two solids after Muth et al. 2005: every corner of one that is inside the other, pushed out towards the
// nearest surface point; and, which the seed misses, every pair of crossed convex edges. Gaps below `reach` (>= 0). An
// edge pair deeper than `deepest` is none: give a part of the smaller grain that no contact reaches, a tenth of its
// width.
void sharp_touches(const sharp *a, const sharp *b, const sharp_pose *pose, double reach,
                   double deepest, touch_list *list);

// The crossed convex edges alone. `fade`: a pair whose normal is beyond what its faces allow, by a sine of less than
// that, still counts, and fades out (touch.fade); 0: it does not count.
typedef struct sharp_limits {
    double reach, deepest, fade;
} sharp_limits;
void sharp_edge_touches(const sharp *a, const sharp *b, const sharp_pose *pose,
                        const sharp_limits *limits, touch_list *list);

#endif
