// wall_mesh.h - the surface of a wall as triangles in its own frame, no longer than asked for, and which of them a point is in.
#ifndef SCREE_MEASURE_WALL_MESH_H
#define SCREE_MEASURE_WALL_MESH_H

#include "measure/probe.h"
#include "shape/mesh.h"

typedef struct wall_mesh {
    mesh *mesh;    // owned, in the frame of the wall
    v3 reference;  // where that stands when the case begins, m
    v3 *point;     // of its vertices then
    double *area;  // of each triangle, m^2
    double finest; // distance at which looking for a triangle begins, m
} wall_mesh;

enum { WALL_MESH_MOST = 100000 }; // triangles

// Of the wall of that name, or of a boundary of the domain. `longest`: edges are cut in two until none is longer, m;
// INFINITY: they stay as they are. An infinite plane is cut to the domain.
scree_status wall_mesh_make(const model *model, const char *name, double longest, const char *law,
                            wall_mesh *out, scree_error *error);
void wall_mesh_clear(wall_mesh *is);
// The triangle nearest to a point in the frame of the wall; -1: it has none.
int32_t wall_mesh_find(const wall_mesh *is, v3 point);

#endif
