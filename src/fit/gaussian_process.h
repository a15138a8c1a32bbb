// gaussian_process.h - numbers that are costly to compute, guessed between the points at which they are known, with how
// far the guess may be out (kriging).
//
// Rasmussen and Williams 2006, chapters 2 and 5. A number is h(z)' b + g(z) + noise: h are 1 and, where there are points
// enough, z; g is a Gaussian process with the Matern kernel of order 5/2,
//   k(z, z') = s^2 (1 + sqrt5 r + 5/3 r^2) exp(-sqrt5 r),   r^2 = sum_i (z_i - z'_i)^2 / l_i^2;
// noise has the variance nu s^2. Trends b have a flat prior (universal kriging); lengths l and nu are those of the largest
// restricted likelihood with a weak prior that keeps few points from saying too much; s^2 is its closed form. Several
// numbers of one experiment share l and nu and have b and s of their own, so one Cholesky factor serves all.
#ifndef SCREE_FIT_GAUSSIAN_PROCESS_H
#define SCREE_FIT_GAUSSIAN_PROCESS_H

#include "base/fail.h"

#include <stdbool.h>

enum { GAUSSIAN_AXES_MOST = 32, GAUSSIAN_TREND_MOST = GAUSSIAN_AXES_MOST + 1 };

// What is known: places in the unit cube, those of a point together, and the numbers there.
typedef struct gaussian_data {
    int points, axes, outputs;
    const double *place; // points * axes
    const double *value; // points * outputs
} gaussian_data;

typedef struct gaussian_process {
    int points, axes, outputs, trend;
    double length[GAUSSIAN_AXES_MOST], noise; // noise: its variance over that of g
    double *place;                            // points * axes, owned, as all below
    double *factor;                           // lower triangle of the Cholesky factor of K + nu 1
    double *solved;                           // L^-1 H, points * trend
    double *trend_factor;                     // Cholesky factor of H' K^-1 H
    double *weight;                           // outputs * points, K^-1 (y - H b)
    double *slope;                            // outputs * trend, b
    double *variance;                         // outputs, s^2
} gaussian_process;

// Finds lengths and noise, then all else. Needs at least axes + 2 points, none of them NaN. Clear also after a fault.
scree_status gaussian_process_learn(gaussian_process *process, const gaussian_data *data,
                                    scree_error *error);
// All else for the lengths and the noise that stand in `process` already: with more points than were learnt from.
scree_status gaussian_process_condition(gaussian_process *process, const gaussian_data *data,
                                        scree_error *error);
void gaussian_process_clear(gaussian_process *process);

// What the kernel says of a place, to be asked for several outputs. `with` has room for points + trend numbers.
typedef struct gaussian_view {
    const double *kernel; // points
    double trend[GAUSSIAN_TREND_MOST];
    double share; // variance of the guess over s^2, without the noise
} gaussian_view;
void gaussian_process_look(const gaussian_process *process, const double *place, double *kernel,
                           bool with_share, gaussian_view *view);
double gaussian_process_mean(const gaussian_process *process, const gaussian_view *view,
                             int output);

#endif
