// mesh_closest.h - how near a triangle of a mesh comes to a point, for what looks for contacts (mesh_touch.c).
#ifndef SCREE_SHAPE_MESH_CLOSEST_H
#define SCREE_SHAPE_MESH_CLOSEST_H

#include "shape/mesh.h"

#define MESH_SLACK (1 + 1e-6) // of squares: rounding dismisses nothing

// Is a triangle sure to be farther from a point than the root of `square`? Its plane is, or in the plane the box around its
// corners. Most of what is near in a fine mesh is dismissed here, at a fifth of the cost of its nearest point.
bool mesh_is_farther(const mesh *mesh, int32_t index, v3 point, double square);

// The square of the distance from an edge of the mesh.
double mesh_square_to_edge(const mesh *mesh, int32_t edge, v3 point);
// The same from those edges of a triangle that are the rim of its face; infinite where it has none.
double mesh_square_to_rim(const mesh *mesh, int32_t triangle, v3 point);

#endif
