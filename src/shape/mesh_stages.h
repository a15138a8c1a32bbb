// mesh_stages.h - the stages of building a mesh, in the order in which mesh_build calls them.
#ifndef SCREE_SHAPE_MESH_STAGES_H
#define SCREE_SHAPE_MESH_STAGES_H

#include "shape/mesh.h"

// mesh.c: extent and tolerance; refuses sizes and tolerances that cannot be worked with.
scree_status mesh_measure(mesh *mesh, const mesh_facets *given, mesh_report *report,
                          scree_error *error);
// mesh_weld.c: vertices and triangles from the soup; counts what was dropped. Needs m->tolerance.
scree_status mesh_weld(mesh *mesh, const mesh_facets *given, mesh_report *report,
                       scree_error *error);
// mesh_weld.c: edges and the fans of triangles around vertices.
scree_status mesh_connect(mesh *mesh, scree_error *error);
// mesh_tree.c: the bounding volume tree.
scree_status mesh_plant(mesh *mesh, scree_error *error);
// mesh_tree.c: of which nodes all triangles are the inside of one face. Needs to know which are inner.
void mesh_mark_nodes(mesh *mesh);
// mesh_links.c: which triangles touch which, also where an edge lies on a part of another triangle.
typedef struct mesh_link {
    int32_t from, to; // triangles
    int32_t edge;     // of `from`, open, at least in part on `to`
} mesh_link;
typedef struct mesh_links {
    mesh_link *link; // both directions of every pair, sorted by `from`; owned (free)
    int64_t links, room;
} mesh_links;
scree_status mesh_find_links(const mesh *mesh, mesh_links *links, mesh_report *report,
                             scree_error *error);
// Calls visit(context, other, turn) for every triangle that t touches along an edge; turn: cosine as in mesh_edge.
typedef void mesh_visit(void *context, int32_t other, double turn);
void mesh_visit_neighbours(const mesh *mesh, const mesh_links *links, int32_t triangle,
                           mesh_visit *visit, void *context);
// The cosine of the angle by which the surface turns from one triangle to the other over their common edge.
double mesh_turn(const mesh *mesh, int32_t from, int32_t to, int32_t triangle, int32_t other);
// From the edge to the third corner of a triangle at it, across the edge; of length 1.
v3 mesh_across_edge(const mesh *mesh, int32_t triangle, int32_t from, int32_t to, v3 along);

// mesh_patch.c: patches, groups and regions, then, by mesh_assign_roles, bends, creases, and the roles of edges and
// vertices.
scree_status mesh_classify(mesh *mesh, mesh_report *report, scree_error *error);
// mesh_role.c
scree_status mesh_assign_roles(mesh *mesh, const mesh_links *links, scree_error *error);
// mesh_ends.c: takes the roles of faces away from the ends of open edges where nothing lies against them.
scree_status mesh_check_ends(mesh *mesh, scree_error *error);
// What an open edge is where the triangle `other` lies against it: part of a face, of a smooth surface, or a crease.
mesh_part mesh_part_over(const mesh *mesh, int32_t edge, int32_t other);
// mesh_inner.c: which edges are inside flat faces, and how even these are.
scree_status mesh_find_inner(mesh *mesh, scree_error *error);

#endif
