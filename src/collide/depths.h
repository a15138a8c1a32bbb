// depths.h - contacts of sharp solids, convex or not, by how deep the edges of one are in the other: an exact potential.
//
// A solid has a depth field d(x): continuous, linear in pieces, zero on its surface and above zero inside of it. In a
// convex solid it is the least distance from the planes of the faces. One that is not convex is its convex hull without
// its pockets, and in front of a convex pocket it is the largest distance from the planes of the pocket's faces, and so
// on for what stands in the pockets (alternating sums of volumes: T. C. Woo, "Feature extraction by volume
// decomposition", 1982; here of signs of distances). Its gradient is the normal of a face everywhere, of length one.
//
// Where two solids overlap an edge of one is in the other. With s the way along all edges of both, d the depth of each
// place in the other solid, and a fixed length l, the pair has the overlap
//     D = (integral of d^p ds/l)^(1/p)        p = 4
// and, for a law with the energy E(d), the energy E(D), which is a function of the poses alone. What lies under one face
// is one contact: an edge piece of the weight w = (integral of d^(p-1) ds/l)/D^(p-1), which pushes along the normal of
// the face at the mean of its places, weighted with d^(p-1). These forces and moments are the gradient of E(D), exactly.
//
// Facets that are fine beside the solid must not make it the stiffer the finer they are. Where an edge has little of the
// surface beside it, a stripe of less than `width`, its length counts in that proportion.
#ifndef SCREE_COLLIDE_DEPTHS_H
#define SCREE_COLLIDE_DEPTHS_H

#include "base/fail.h"
#include "collide/sharp.h"
#include "collide/touch.h"

// Faces of one level; of the hull and of what stands in a pocket the least distance counts, of a pocket the largest.
// Children are of the other kind.
typedef struct depth_group {
    int32_t face, faces;   // number of the first, and how many
    int32_t next, parents; // the group behind all that it holds; how many hold it
} depth_group;

// What has more faces has no field, nor what has pockets and more than so many.
enum { DEPTH_FACES_MOST = 6000, DEPTH_POCKETS_MOST = 600 };

typedef struct depth_field {
    v3 *normal;      // of faces: unit, outward
    double *height;  // of their planes above the origin, m
    int32_t *number; // of the face of the solid
    depth_group *group;
    int32_t (*edge)[2];
    double *counts;                         // of edges: the part of their length that counts
    int32_t faces, groups, vertices, edges; // groups 0: no field was found
    double length;                          // l, m
    double radius;                          // of the ball around the origin that holds the solid, m
} depth_field;

typedef struct depth_solid {
    const v3 *vertex;
    const int32_t (*edge)[2];
    const int32_t (*triangle)[3];
    const int32_t *
        face; // face f is triangles face[f] .. face[f + 1] - 1, in one plane, anticlockwise from outside
    int32_t vertices, edges, faces;
    const sharp *surface; // the same, to ask which places are in it
    double length;        // l, m
    double width;         // of the stripe beside an edge from which on all of its length counts, m
} depth_solid;

// Copies a closed solid. out->groups is 0 where no such field was found. depth_field_clear frees.
scree_status depth_field_make(const depth_solid *solid, const char *name, depth_field *out,
                              scree_error *error);
void depth_field_clear(depth_field *field);

// The depth of a place, m, in the frame of the solid; below zero outside. The face that it is from goes to *face.
double depth_at(const depth_field *field, v3 place, int32_t *face);

// A solid as it lies: its vertices in space axes, seen from its centre, and its orientation.
typedef struct depth_pose {
    const depth_field *field;
    const v3 *turned;
    q4 turn;
} depth_pose;

// A direction from a to b, of length one, along which two solids are apart, and how far, m; the axis is 0 where none is
// known.
typedef struct depth_parting {
    v3 axis;
    double gap;
} depth_parting;

// Contacts of two solids with a field, `offset` from the centre of a to that of b, with weights and overlaps.
depth_parting depth_touches(const depth_pose *a, const depth_pose *b, v3 offset, touch_list *list);

#endif
