// regions_mesh.h - what regions made of a mesh file share: the surface as the rows of shape/mesh_rows.h put it.
#ifndef SCREE_SCENE_REGIONS_MESH_H
#define SCREE_SCENE_REGIONS_MESH_H

#include "scene/region.h"
#include "shape/mesh.h"

// A triangle mesh in space, owned by the caller.
scree_status region_mesh_read(const region_given *given, mesh **out, scree_error *error);
// Its triangles, three corners each; owned by the caller, NULL without memory.
v3 *region_mesh_corners(const mesh *mesh);

#endif
