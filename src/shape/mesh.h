// mesh.h - a triangle mesh as a wall: welded vertices, edges, flat patches, smooth regions, and what touches a ball.
//
// A mesh is built once from a triangle soup and never changes. Its coordinates are those of the wall's own frame, m.
// The surface counts from both sides: which way a triangle was turned does not matter for contacts, and an open sheet
// pushes back whatever comes from either side.
//
// Three scales of "the same surface":
//   patch   triangles connected through edges (or touching along parts of edges)
//           that lie in one plane within `tolerance`:
//           one face, with one plane for all;
//   group   patches connected through edges where the surface turns by less than the smooth angle (30 degrees): a
//           tessellated smooth surface;
//   region  part of a group whose normals stay within 45 degrees of its largest patch.
//           It carries a feature key, so that
//           a ball keeps its key from facet to facet, and yet floor and side wall of a filleted box have two.
// Sharp and open edges that follow each other without a corner make one crease, with one key.
#ifndef SCREE_SHAPE_MESH_H
#define SCREE_SHAPE_MESH_H

#include "base/fail.h"
#include "base/vec.h"

#include <stdint.h>

typedef enum mesh_bend {
    MESH_FLAT,   // both sides in one patch
    MESH_SMOOTH, // turns by less than the smooth angle
    MESH_CONVEX, // sharp, as seen from the side to which the first triangle's normal points
    MESH_CONCAVE,
    MESH_OPEN,    // one triangle only
    MESH_BRANCHED // more than two triangles
} mesh_bend;

// What a point of the mesh belongs to: the plane of a patch, a smooth surface, a crease, or a corner of its own.
typedef enum mesh_part {
    MESH_PART_PATCH,
    MESH_PART_SMOOTH,
    MESH_PART_CREASE,
    MESH_PART_CORNER
} mesh_part;
typedef struct mesh_role {
    mesh_part part;
    int32_t id; // patch; patch whose region it shares; crease; vertex
} mesh_role;

typedef struct mesh_triangle {
    int32_t vertex[3];
    int32_t edge[3]; // edge k joins vertex k and k + 1
    int32_t patch;
    // Facets of these corners that turn as this one, itself too, less those that turn the other
    // way.
    int32_t copies;
    v3 normal;  // unit, right-handed turn of the corners
    bool inner; // all of its edges are
    // Of the surface beside this one, which belongs to another wall: it says where this one goes on,
    // and what touches it is no contact of this one.
    bool beside;
} mesh_triangle;

typedef struct mesh_edge {
    int32_t vertex[2];   // the smaller first
    int32_t triangle[2]; // the first two in file order; -1: none
    int32_t triangles;
    mesh_bend bend;
    // Cosine of the angle by which the surface turns over the edge: 1 flat, -1 folded back; open:
    // 0.
    double turn;
    bool inner; // inside a flat face, along all of its length
    // Of an open edge: the flattest that it is anywhere. It is a crease where nothing lies against it.
    mesh_role role;
} mesh_edge;

typedef struct mesh_patch {
    v3 normal;     // unit
    double offset; // normal . x = offset on the plane
    double uneven; // by at least what its triangles are off the plane, rounding counted, m
    int32_t group, region;
} mesh_patch;

enum { MESH_REPORT_TEXT = 1024 };

// What was found and healed while a mesh was built. Nothing is healed without a count here.
typedef struct mesh_report {
    int32_t facets_read, opposed, bent, skipped; // as in mesh_soup (mesh_file.h)
    int32_t triangles, vertices, edges, patches, groups;
    int32_t degenerate; // healed: dropped, thinner than the tolerance
    int32_t duplicate;  // healed: dropped, same three corners as an earlier facet
    int32_t moved;      // healed: corners moved to an earlier vertex within the tolerance
    int32_t open_edges, branched_edges; // left: holes and edges of more than two triangles
    int32_t partial_edges;              // left: open edges that lie on another triangle of the mesh
    int32_t flipped; // left: facets turned against most of their connected neighbours
    v3 at_open, at_partial, at_branched; // middles of the first of each, in the mesh's own frame, m
    bool closed;                         // no open and no branched edges
    double tolerance;                    // used, m
    v3 low, high;                        // bounding box in the mesh's own frame, m
    char text[MESH_REPORT_TEXT];         // the same in words
} mesh_report;

typedef struct mesh_node { // of the bounding volume tree; children of node i are i + 1 and `right`
    v3 low, high;
    int32_t first, count; // leaf: triangles order[first .. first + count); inner node: count 0
    int32_t right;
    int32_t patch; // of whose inside all of its triangles are; -1: of none alone
} mesh_node;

typedef struct mesh {
    v3 *vertex;
    mesh_role *vertex_role;
    mesh_triangle *triangle;
    mesh_edge *edge;
    mesh_patch *patch;
    int32_t *fan_start, *fan; // triangles around vertex v: fan[fan_start[v] .. fan_start[v + 1])
    mesh_node *node;
    int32_t *order;
    int32_t vertices, triangles, edges, patches, groups, nodes;
    bool joined; // some triangles are of the surface beside it
    double tolerance;
    v3 low, high;
} mesh;

// A place where the distance from a point to the surface has a minimum that counts as a contact.
typedef struct mesh_touch {
    v3 point, normal; // normal: unit, from the surface to the centre
    double distance;  // >= 0
    int64_t feature;  // see mesh_touches
} mesh_touch;

enum { MESH_TOUCH_MOST = 8 };

#define MESH_SMOOTH_COSINE 0.8660254037844386 // of 30 degrees, the smooth angle

// What a mesh is made of: `facets` triples of corners. `tolerance` (m; 0: a millionth of the diagonal) is the distance
// within which corners are one and faces flat. `name` stands for the mesh in messages.
typedef struct mesh_facets {
    const v3 *corner;
    int32_t facets;
    double tolerance;
    const char *name;
    const bool *beside; // of each facet: it belongs to another wall; NULL: none does
} mesh_facets;

// Builds a mesh. The caller frees *out with mesh_free.
scree_status mesh_build(const mesh_facets *given, mesh **out, mesh_report *report,
                        scree_error *error);
void mesh_free(mesh *mesh);
// Writes report->text anew from the counts.
void mesh_report_describe(mesh_report *report);

// Triangles closer than `distance` to the point, in no particular order. Writes at most `room`, returns how many there
// are.
int mesh_near(const mesh *mesh, v3 centre, double distance, int32_t *triangle, int room);

// The same for a straight line: triangles whose box comes as near to it along each axis, and so all that are as near.
int mesh_near_line(const mesh *mesh, v3 from, v3 to, double distance, int32_t *triangle, int room);

// Brings those triangles of a list to its front that are closer than `distance` to the point, and perhaps a few more; returns
// how many.
int mesh_narrow(const mesh *mesh, v3 centre, double distance, int32_t *triangle, int triangles);

// The contacts of a ball around `centre` closer than `within`, from candidate triangles that must contain all triangles
// closer than that. Returns the count, or -1 when there are more than MESH_TOUCH_MOST. The result does not depend on
// the order of the candidates or on more of them. Keys: bits 40.. part (0 surface, 1 crease, 2 corner), bits 32..39 a
// rank among contacts of one region or crease (0 unless the ball touches it twice), bits 0..31 the region, crease or
// vertex.
int mesh_touches(const mesh *mesh, v3 centre, double within, const int32_t *candidate,
                 int candidates, mesh_touch out[MESH_TOUCH_MOST]);

// Which face the foot of `centre` is in, and up to which distance from the centre nothing but the inside of that face is among
// the candidates; infinite where there is nothing else, 0 where the foot is in none.
double mesh_lone_face(const mesh *mesh, v3 centre, const int32_t *candidate, int candidates,
                      int32_t *face);

// The face of whose inside all is that is as near to the point as `distance`, within rounding; MESH_NOTHING, or MESH_MIXED where
// there is more than one face, or a rim. Where there is one, each foot that is as near is in it.
enum { MESH_NOTHING = -1, MESH_MIXED = -2 };
int32_t mesh_face_around(const mesh *mesh, v3 point, double distance);

// What mesh_touches finds where nothing but the inside of that face is closer than `within`: 0, 1, or MESH_FACE_UNSURE where
// the distance is `within` by less than rounding and the tolerance of the face.
enum { MESH_FACE_UNSURE = -1 };
int mesh_face_touch(const mesh *mesh, int32_t face, v3 centre, double within, mesh_touch *out);

// The point of a triangle nearest to `point`. Returns 0 in its inside, 1 + k on edge k, 4 + k at corner k.
int mesh_closest(const mesh *mesh, int32_t triangle, v3 point, v3 *closest);

#endif
