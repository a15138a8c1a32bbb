// least_squares.h - the nearest minimum of the sum of squared residuals within the bounds, fast and to many digits.
//
// Levenberg (1944) and Marquardt (1963): steps (J^T J + lambda diag) dz = -J^T r, lambda smaller after every success
// and larger after every failure; J by differences of second order. A coordinate that is at its bound and would leave
// it is left out of the step, and steps are cut at the bounds.
#ifndef SCREE_FIT_LEAST_SQUARES_H
#define SCREE_FIT_LEAST_SQUARES_H

#include "fit/space.h"

// A spring that pulls the logarithm of a derived quantity to a value: one residual more.
typedef struct fit_tie {
    fit_follows what;
    double target, stiffness;
} fit_tie;

typedef struct least_squares {
    const fit_space *space;
    bool still[FIT_PARAMETERS_MOST]; // coordinates that do not move
    const fit_tie *tie;              // NULL: none
    double step;                     // of differences in z
    double tolerance; // a step that takes less than this share of the sum of squares is the last
    double *memory;   // owned
    double *residual, *column[FIT_PARAMETERS_MOST], *trial, *other;
    int rows;
    int64_t evaluations; // of all residuals, so far
} least_squares;

// False: out of memory. To be cleared in any case.
bool least_squares_begin(least_squares *squares, const fit_space *space);
void least_squares_clear(least_squares *squares);

typedef struct fit_minimum {
    double z[FIT_PARAMETERS_MOST];
    double square;  // sum of squares, without the tie; INFINITY: no answer where it began
    bool converged; // else the steps were used up
} fit_minimum;

// From minimum->z downhill. Fails where a model fails, not where it has no answer.
scree_status least_squares_descend(least_squares *squares, fit_minimum *minimum,
                                   scree_error *error);
// Fills squares->column with dr/dz at z.
scree_status least_squares_slopes(least_squares *squares, const double *z, scree_error *error);
// Fills squares->residual at z; its sum of squares, INFINITY where there is no answer.
scree_status least_squares_look(least_squares *squares, const double *z, double *square,
                                scree_error *error);

#endif
