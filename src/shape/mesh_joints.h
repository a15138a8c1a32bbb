// mesh_joints.h - edges of a mesh at which triangles lie that do not have them: an edge that ends within another one (a
// T-junction), a rib that stands on a floor, a sheet that is laid against a step.
//
// Such an edge is cut where what lies at it changes. Each of its stretches has the sides of all triangles there, and acts
// where these are not the inside of one flat face. Where edges lie on each other the first of them stands for all.
#ifndef SCREE_SHAPE_MESH_JOINTS_H
#define SCREE_SHAPE_MESH_JOINTS_H

#include "shape/mesh.h"

typedef struct mesh_stretch {
    int32_t edge;        // of which it is a part
    int32_t end[2];      // vertices of the mesh; from mesh->vertices on: those of mesh_joints.place
    int32_t triangle;    // the first of those at it
    int32_t faces;       // how many triangles are at it
    int32_t face[2];     // the patches of the first two
    int32_t side, sides; // into the triangles: mesh_joints.side[side] .. [side + sides - 1]
} mesh_stretch;

typedef struct mesh_joints {
    bool *joined;          // of the edges of the mesh: those that are cut
    bool *at_joint;        // of its vertices: an end of such an edge, or a place where one is cut
    mesh_stretch *stretch; // all that act, by edge, then along it
    v3 *side;              // unit, in a triangle, away from the edge
    v3 *place;             // where an edge is cut and no vertex is
    int64_t stretches, sides, places;
    int64_t stretch_room, side_room, place_room;
} mesh_joints;

scree_status mesh_joints_find(const mesh *mesh, mesh_joints *out, scree_error *error);
void mesh_joints_clear(mesh_joints *of); // also after a failure

// The directions from a place into all triangles that come as near to it as the tolerance: along them each triangle's
// part around the place is spanned. The first of these triangles. Without memory -1, and *way may be NULL.
typedef struct mesh_ways {
    v3 *way;
    int64_t ways, room;
} mesh_ways;
int32_t mesh_ways_around(const mesh *mesh, v3 place, mesh_ways *out);

#endif
