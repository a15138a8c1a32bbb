// crossing.h - does a point that moves along a straight line pass through the surface of a primitive or a mesh?
#ifndef SCREE_SHAPE_CROSSING_H
#define SCREE_SHAPE_CROSSING_H

#include "shape/mesh.h"
#include "shape/primitive.h"

// Both ends are in the primitive's own frame. `least` is a distance, m, at which a point counts as on the surface. A
// point that begins inside of a solid, and one that only passes beside the edge of a sheet, crosses nothing.
bool primitive_crosses(const primitive *primitive, v3 from, v3 to, double least);
// Whether all of the surface is farther from a point than that. May say no where it is.
bool primitive_is_clear(const primitive *primitive, v3 at, double distance);
bool mesh_crosses(const mesh *mesh, v3 from, v3 to);

#endif
