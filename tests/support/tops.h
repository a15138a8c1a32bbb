// tops.h - closed forms of turning bodies, independent of the engine: the free top and the heavy symmetric top.
#ifndef SCREE_TESTS_TOPS_H
#define SCREE_TESTS_TOPS_H

#include "base/vec.h"

// Complete elliptic integral of the first kind, and Jacobi's functions, of the parameter m = k^2 in [0, 1).
double elliptic_k(double m);
void elliptic_functions(double u, double m, double *sn, double *cn, double *dn);

// Torque-free body with moments I_x < I_y < I_z: spins about body axes at time t, and the time between two passages of
// w_y through zero, a flip. Time is counted from w_y = 0 with w_x, w_z > 0. Landau and Lifshitz, Mechanics, section 37.
typedef struct free_top {
    v3 moment, most; // largest spins about the three axes
    double rate, m;  // argument per time, parameter
    int upper;       // 1: |L|^2 > 2 E I_y, w_z keeps its sign; 0: w_x does
} free_top;
free_top free_top_make(v3 moment, v3 spin); // of a body that has this spin at some time
v3 free_top_spin(const free_top *f, double t);
double free_top_flip(const free_top *f);
// By how much its z axis has turned about the momentum from one time to another.
double free_top_precession(const free_top *f, double from, double to);

// Heavy symmetric top with a fixed point: moments A, A, C; weight times lever P; it starts with its axis leaning by
// theta in the plane of y and z, e = (0, -sin, cos), and moving sideways only: precession rate w_p, spin w_3 about its
// own axis.
typedef struct heavy_top {
    double a, c, p, theta, precession, own;
    double u1, u2, u3, rate, m, shift, slope, offset;
} heavy_top;
heavy_top heavy_top_make(double a, double c, double p, double theta, double precession, double own);
q4 heavy_top_orientation(const heavy_top *h);  // at the start
v3 heavy_top_spin(const heavy_top *h);         // at the start, in space axes
double heavy_top_nutation(const heavy_top *h); // period of the leaning
v3 heavy_top_axis(const heavy_top *h, double t);

#endif
