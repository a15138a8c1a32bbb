// quadrature.h - adaptive integration of several functions of one variable at once.
//
// Gauss-Kronrod rules of 7 and 15 points (R. Piessens and others, QUADPACK, 1983); where they differ by more than the
// tolerance the interval is halved. The difference bounds the error of the worse rule; that of the better one, which is
// taken, is orders of magnitude smaller for smooth functions. Order and result do not depend on anything but the input.
#ifndef SCREE_SHAPE_QUADRATURE_H
#define SCREE_SHAPE_QUADRATURE_H

enum { QUADRATURE_MOST = 10 };

typedef void quadrature_function(void *context, double x, double *value);

typedef struct quadrature {
    quadrature_function *function; // fills `components` values at x
    void *context;
    int components;               // at most QUADRATURE_MOST
    double unit[QUADRATURE_MOST]; // what counts as size 1 of each integral
    double tolerance;             // of each interval that is not halved any more, in these units
    double error;                 // adds up the differences, in these units; start with 0
} quadrature;

// Adds the integrals from `low` to `high` to sum[components]. Intervals are halved 44 times over and 4000 times in all
// at most; then the result stands, and `error` tells.
void quadrature_add(quadrature *quadrature, double low, double high, double *sum);

#endif
