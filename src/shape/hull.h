// hull.h - the convex hull of points, by Qhull (C. B. Barber, D. P. Dobkin, H. Huhdanpaa, ACM Trans. Math. Softw. 22
// (1996) 469; http://www.qhull.org).
//
// Qhull says which points are corners of which face; everything that is computed from that is ours. Faces and their
// corners stand in an order that only the numbers of the points decide.
#ifndef SCREE_SHAPE_HULL_H
#define SCREE_SHAPE_HULL_H

#include "base/fail.h"
#include "base/vec.h"

#include <stdint.h>

typedef struct hull {
    int32_t *start;  // of each face in corner; faces + 1 entries; owned
    int32_t *corner; // points, anticlockwise as seen from outside, the smallest first; owned
    int32_t faces;   // flat ones, with three corners or more
    double volume;   // m^3
} hull;

// Refuses fewer than four points, and points in one plane. `name` stands for them in messages.
scree_status hull_build(const v3 *point, int32_t points, const char *name, hull *out,
                        scree_error *error);
void hull_clear(hull *hull);

// The hull as triples of corners: every face a fan around its first corner. hull_facets of them; m.
int32_t hull_facets(const hull *hull);
void hull_soup(const hull *hull, const v3 *point, v3 *corner);

#endif
