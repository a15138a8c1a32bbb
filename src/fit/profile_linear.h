// profile_linear.h - linear theory at a minimum: standard errors, for the first step of a profile, and their degrees of
// freedom.
#ifndef SCREE_FIT_PROFILE_LINEAR_H
#define SCREE_FIT_PROFILE_LINEAR_H

#include "fit/least_squares.h"
#include "fit/profile.h"

// A profile under way.
typedef struct fit_profiling {
    const fit_problem *problem;
    const fit_refined *best;
    fit_profiles *out;
    least_squares squares;
    fit_space space;
    double z[FIT_PARAMETERS_MOST]; // of the minimum
    scree_error *error;
    double *slope[FIT_PARAMETERS_MOST];                       // owned as one: dr/dz at the minimum
    double inverse[FIT_PARAMETERS_MOST][FIT_PARAMETERS_MOST]; // covariance of the coordinates
    bool counts[FIT_PARAMETERS_MOST];                         // in the covariance: not at a bound
    double blind[FIT_PARAMETERS_MOST][FIT_PARAMETERS_MOST]; // directions that change no prediction
    int blinds;
} fit_profiling;

// Fills slope, inverse and counts at the minimum z.
scree_status profile_linearise(fit_profiling *profiling);
// The standard error of what has this gradient in z, and its degrees of freedom by Satterthwaite. Infinite where it
// changes along a direction that changes no prediction.
double profile_error(const fit_profiling *profiling, const double *gradient, double *freedom);

#endif
