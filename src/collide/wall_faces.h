// wall_faces.h - a wall as grains with corners see it: flat faces, the edges between them, and corners.
//
// Made once of a mesh, or of the facets of a surface that is curved or has rims. What belongs to the tessellation and
// not to the surface is gone: edges inside a flat face are none, edges in a row on one line are one edge, and vertices
// inside a face or an edge are no corners. Where edges end within others, each part has the faces that are at it. Places are in the frame of the wall.
#ifndef SCREE_COLLIDE_WALL_FACES_H
#define SCREE_COLLIDE_WALL_FACES_H

#include "collide/box_tree.h"
#include "collide/ball_wall.h"

typedef struct wall_faces {
    // Faces are its patches, corners among its vertices; NULL: the wall has no faces.
    const mesh *surface;
    mesh *made;         // the same where it was made for this, else NULL
    v3 *place;          // the vertices of the surface, then where its edges are cut (mesh_joints.h)
    int32_t (*edge)[2]; // its ends, places
    // Edges + 1: the faces at edge e are side[side_of[e]] .. side[side_of[e + 1] - 1].
    int32_t *side_of;
    v3 *side;        // unit, in the face, away from the edge
    int32_t *corner; // places
    int32_t *way_of; // corners + 1, in the same way
    v3 *way;         // unit, along the edges of all triangles at the corner, away from it
    // Of each edge one of the faces at it. Of face f that pushes to where its normal points, group[2 f] is what pushes
    // together with it, and group[2 f + 1] what does with its other side (wall_groups.c).
    int32_t *edge_face;
    int32_t *group;
    double *
        corner_counts; // of corners: 1 where three faces meet squarely, 0 on the flat (wall_groups.c)
    int32_t *corner_face; // one of the faces there; -1: none has its corner there
    int32_t edges, corners;
    box_tree by_edge, by_corner;
} wall_faces;

// May nothing of a grain but its vertices touch the wall first? Planes, and the inside of what is closed: boxes, drums
// and cones with ends. Such a wall needs no faces.
bool wall_meets_vertices(const primitive *primitive);

scree_status wall_faces_make(const primitive *primitive, wall_faces *out, scree_error *error);
void wall_faces_clear(wall_faces *of); // also after a failure, and of one that was never made

#endif
