// mass_cone.h - the normals of a corner: a cone of directions, cut from the sphere by half-spaces.
#ifndef SCREE_SHAPE_MASS_CONE_H
#define SCREE_SHAPE_MASS_CONE_H

#include "shape/principal.h"

#include <stdint.h>

// A convex spherical polygon within one octant, corners counterclockwise seen from outside. The caller gives both
// buffers room for three corners and one more per limit.
typedef struct cone_piece {
    v3 *corner, *spare;
    int32_t count; // 0: nothing is left
} cone_piece;

// The part in octant 0 .. 7 of the cone { u : u . limit[k] <= 0 for all k }.
void cone_cut(int octant, const v3 *limit, int32_t limits, cone_piece *out);

// Integrals of 1, u and u u^T over a piece.
typedef struct cone_integrals {
    double angle;
    v3 first;
    sym3 second;
} cone_integrals;
cone_integrals cone_integrate(const cone_piece *piece);

#endif
