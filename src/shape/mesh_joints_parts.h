// mesh_joints_parts.h - what the files of mesh_joints.h share: triangles that lie at an edge which they do not have.
#ifndef SCREE_SHAPE_MESH_JOINTS_PARTS_H
#define SCREE_SHAPE_MESH_JOINTS_PARTS_H

#include "shape/mesh_joints.h"
#include "shape/stretch.h"

#define JOINT_ONE_PLACE                                                                            \
    4 // tolerances: cuts that are nearer to each other are one, and no part is shorter

typedef struct joint { // a triangle at an edge
    int32_t edge, triangle;
    int32_t
        on_edge; // the edge of the triangle that lies on this one; -1: this one lies on its inside
    int32_t sides; // one, or both where the triangle goes on beyond the edge
    v3 side[2];    // unit, in the triangle, away from the edge
    stretch part;  // where
} joint;
typedef struct joint_list {
    joint *item; // by edge, then by triangle
    int64_t count, room;
} joint_list;

typedef struct joint_line {
    int32_t edge;
    v3 from, along;
    v3 way; // unit
    double length;
} joint_line;
static inline joint_line joint_line_of(const mesh *mesh, int32_t edge)
{
    const int32_t *end = mesh->edge[edge].vertex;
    joint_line line = {.edge = edge, .from = mesh->vertex[end[0]]};
    line.along = v3_sub(mesh->vertex[end[1]], line.from);
    line.length = v3_norm(line.along);
    line.way = v3_scale(1 / line.length, line.along);
    return line;
}

// mesh_joints_cut.c: the stretches of all edges in the list. False without memory.
bool joints_cut(const mesh *mesh, const joint_list *list, mesh_joints *out);

#endif
