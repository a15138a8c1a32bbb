// inference.h - everything that chi squared tells of a fit: the minimum, the intervals, and whether the model fits.
#ifndef SCREE_FIT_INFERENCE_H
#define SCREE_FIT_INFERENCE_H

#include "fit/misfit.h"
#include "fit/profile.h"

typedef struct fit_inference {
    fit_refined best;
    fit_profiles profiles;
    fit_misfit misfit;
    int64_t evaluations; // of all residuals, for all of it
} fit_inference;

// For a prepared problem with OBJECTIVE_ERRORS; its errors that are not given are estimated in it. `start` has `starts`
// rows of values of all parameters, such as the ends of searches; the result does not depend on them where the best of
// the points that are drawn besides lies in the deepest valley.
scree_status fit_infer(fit_problem *problem, const double (*start)[FIT_PARAMETERS_MOST], int starts,
                       fit_inference *out, scree_error *error);
// Puts the intervals of the profiles in the place of those by linear theory.
void fit_infer_into(const fit_inference *from, fit_analysis *analysis);

#endif
