// arcs.h - the parts of a circle that other circles leave free, and integrals over them.
#ifndef SCREE_SHAPE_ARCS_H
#define SCREE_SHAPE_ARCS_H

#include "shape/mass_parts.h"

// Covered parts of one circle; angles in [-pi, pi]. The caller gives room for two spans per call of arcs_cover.
typedef struct arc_span {
    double from, to;
} arc_span;
typedef struct arcs {
    arc_span *covered;
    int32_t count;
    bool all; // everything is covered
} arcs;

// Covers the angles within acos(cosine) of `angle`, which is in [-pi, pi]: nothing from cosine 1 on, all from -1 down.
void arcs_cover(arcs *arcs, double angle, double cosine);

// Integrals over the free parts of 1, c, s, cc, cs, ss, ccc, ccs, css, sss: cosine and sine of the angle.
typedef struct arc_integrals {
    double moment[10];
} arc_integrals;
arc_integrals arcs_integrate(arcs *arcs); // sorts the spans

// A function one + c cos + s sin on the circle.
typedef struct arc_form {
    double one, cosine, sine;
} arc_form;

// The moments by Gauss's theorem in `dimensions` (2, 3) of a piece of surface: position x[3], x . normal, and a weight
// that turns an integral over the angle into one over the surface. In d dimensions
//   volume = 1/d of the integral of x.n, first moment = 1/(d+1) of (x.n) x, second = 1/(d+2) of (x.n) x x^T.
mass_moments arcs_moments(const arc_integrals *integrals, int dimensions, double weight,
                          arc_form normal, const arc_form x[3]);

#endif
