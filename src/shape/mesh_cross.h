// mesh_cross.h - how often a short way goes through a triangle mesh, and to which side.
#ifndef SCREE_SHAPE_MESH_CROSS_H
#define SCREE_SHAPE_MESH_CROSS_H

#include "shape/mesh.h"

#include <stdbool.h>

// All places where a way may meet a mesh are in its box: a quick look before.
typedef struct mesh_cross_box {
    v3 low, high;
} mesh_cross_box;
mesh_cross_box mesh_cross_box_of(const mesh *mesh);

static inline bool mesh_cross_apart(double first, double second, double low, double high)
{
    return (first < low && second < low) || (first > high && second > high);
}
static inline bool mesh_cross_misses(const mesh_cross_box *box, v3 from, v3 to)
{
    return mesh_cross_apart(from.x, to.x, box->low.x, box->high.x) ||
           mesh_cross_apart(from.y, to.y, box->low.y, box->high.y) ||
           mesh_cross_apart(from.z, to.z, box->low.z, box->high.z);
}

// Where the way goes through the surface, counted 1 along the normals of its triangles (right-handed turn of the corners)
// and -1 against them. With `low` and `high` only places with low <= x < high count; NULL: all.
//
// A way that is cut in pieces is counted as often as the whole one: which side of a triangle a point is on is asked with the
// same numbers for both pieces, and on which side of an edge a way goes with the same numbers for both triangles. The
// surface counts as moved by some billionths of its diagonal, away from all round numbers, so that ways do not go through
// corners and edges to the bit.
int mesh_crossings(const mesh *mesh, v3 from, v3 to, const v3 *low, const v3 *high);

#endif
