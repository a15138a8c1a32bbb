// mesh_side.h - is a point inside of a closed mesh, and how far from its surface?
#ifndef SCREE_SHAPE_MESH_SIDE_H
#define SCREE_SHAPE_MESH_SIDE_H

#include "shape/mesh.h"

// The distance from the surface, m: above 0 inside, below 0 outside. The mesh is closed, its triangles turn outwards and do
// not cross, as those of a solid (solid.h).
//
// The triangle that comes nearest tells the side: by its normal, or where its nearest point lies on an edge or a corner, by
// the mean of the normals around it, each weighted with its angle, for which the side is right at every corner (J. A.
// Baerentzen and H. Aanaes, IEEE Trans. Vis. Comput. Graph. 11 (2005) 243).
double mesh_depth(const mesh *mesh, v3 point);

// The distance of a point from the surface of any mesh, m, and where it comes nearest.
double mesh_distance(const mesh *mesh, v3 point, v3 *place);
// Has an edge two triangles, and do they turn the same way?
bool mesh_edge_is_closed(const mesh *mesh, int32_t edge);

#endif
