// convex.h - contacts of convex bodies: polyhedra, segments and points, sharp or thickened by a radius.
//
// One normal for the pair, and the polygon in which the two supporting faces lie over each other as seen along it; its
// corners are the contacts, weighted by their share of its area and their depth. See convex_pair.c.
#ifndef SCREE_COLLIDE_CONVEX_H
#define SCREE_COLLIDE_CONVEX_H

#include "base/fail.h"
#include "collide/touch.h"

enum { CONVEX_FACE_MOST = 64 }; // corners of a face

typedef struct convex_edge {
    int32_t vertex[2], face[2]; // face[0] runs from vertex[0] to vertex[1], face[1] back
} convex_edge;

// What a hull is made of, in its own frame; owned.
typedef struct convex_form {
    v3 *vertex, *normal; // normals: unit, outward
    // Corners of face f: face_vertex[face_start[f] .. face_start[f + 1]), anticlockwise from
    // outside.
    int32_t *face_start;
    int32_t *face_vertex, *face_edge; // edge k of a face runs from its corner k to the next
    convex_edge *edge;
    double *height;  // of the faces above the origin
    v3 centre;       // mean of the vertices
    double rounding; // of a place on the hull, more than turning and adding do to it
    double inside;   // radius of a ball around the centre in the hull, less the rounding
    int32_t vertices, faces, edges;
    int32_t turned; // vectors that it has in space: see convex
} convex_form;

typedef struct convex_surface {
    const v3 *vertex;
    int32_t vertices;
    const int32_t *face_start, *face_vertex;
    int32_t faces;
} convex_surface;

// A hull of `vertices` with faces given as polygons (arrays as above; each face flat, corners anticlockwise, none
// repeated). No faces: one vertex is a point, two a segment. Refuses what is open, has a hole, is inside out or is not
// convex within a millionth of its size. `name` stands for it in messages. convex_form_clear frees.
scree_status convex_form_make(const convex_surface *surface, const char *name, convex_form *out,
                              scree_error *error);
void convex_form_clear(convex_form *form);

// A hull as it lies in space, in space axes and seen from the reference point of its body: its vertices and
// normals, its centre, and the corners of the box around it. Arrays are the caller's.
typedef struct convex {
    const convex_form *form;
    const v3 *vertex, *normal;
    v3 centre, low, high;
    double radius;
} convex;

// Turns a form into turned[form->turned], which convex_of makes a hull of.
void convex_turn(const convex_form *form, q4 orientation, v3 *turned);
static inline convex convex_of(const convex_form *form, const v3 *turned, double radius)
{
    const v3 *normal = turned + form->vertices;
    const v3 *rest = normal + form->faces;
    return (convex){
        .form = form,
        .vertex = turned,
        .normal = normal,
        .centre = rest[0],
        .low = rest[1],
        .high = rest[2],
        .radius = radius,
    };
}

// The cores of two hulls: apart (then the nearest points), farther apart than asked for, or one in the other.
typedef enum convex_state { CONVEX_APART, CONVEX_FAR, CONVEX_OVERLAPPING } convex_state;
typedef struct convex_nearest {
    v3 on_a, on_b, apart; // apart = on_b - on_a
} convex_nearest;

// Nearest points by the algorithm of Gilbert, Johnson and Keerthi. CONVEX_FAR: farther than `limit`; out->apart is then
// a direction that separates.
convex_state convex_distance(const convex *a, const convex *b, v3 offset, double limit,
                             convex_nearest *out);

// The gap between the cores along the unit vector `normal`: negative where they overlap.
double convex_gap_along(const convex *a, const convex *b, v3 offset, v3 normal);

// The shortest way out of each other for overlapping polyhedra: along a normal of a or of b, or perpendicular to an
// edge of each. Where several ways are nearly as short, within a quarter of the depth, `blended` is a mean of them that
// changes continuously with the places of a and b.
typedef struct convex_way {
    v3 axis, blended; // unit, from a to b
    double gap;       // along `axis`, negative in overlap
    v3 on_a, on_b;    // the deepest points of the other body: on_b - on_a = gap axis
} convex_way;
convex_way convex_overlap(const convex *a, const convex *b, v3 offset);

// What a pair may remember from step to step. It only saves time: no bit of a result depends on it. Zero at first.
typedef struct convex_memory {
    v3 axis; // along which the two were apart
    // Out: the way that they have to come nearer before there is a contact, if that is known, else
    // 0.
    double apart;
} convex_memory;

// Contacts with a gap below `reach` (>= 0), added to `list`. Weights are of sum 1. One of two overlapping cores needs
// faces; cores without faces that overlap are counted in list->lost.
void convex_touches(const convex *a, const convex *b, v3 offset, double reach,
                    convex_memory *memory, touch_list *list);

#endif
