// mesh_cross.h - how often a short way goes through a triangle mesh, and to which side.
#ifndef SCREE_SHAPE_MESH_CROSS_H
#define SCREE_SHAPE_MESH_CROSS_H

#include "shape/mesh.h"

// Where the way goes through the surface, counted 1 along the normals of its triangles (right-handed turn of the corners)
// and -1 against them. With `low` and `high` only places with low <= x < high count; NULL: all.
//
// A way that is cut in pieces is counted as often as the whole one: which side of a triangle a point is on is asked with the
// same numbers for both pieces, and on which side of an edge a way goes with the same numbers for both triangles. The
// surface counts as moved by some billionths of its diagonal, away from all round numbers, so that ways do not go through
// corners and edges to the bit.
int mesh_crossings(const mesh *mesh, v3 from, v3 to, const v3 *low, const v3 *high);

#endif
