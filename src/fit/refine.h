// refine.h - the minimum of chi squared, whatever the start: from the ends of the searches and from the best of many
// points drawn between the bounds, each downhill to the last digit, in turns with the errors that the data do not give.
#ifndef SCREE_FIT_REFINE_H
#define SCREE_FIT_REFINE_H

#include "fit/least_squares.h"

typedef struct fit_refined {
    double value[FIT_PARAMETERS_MOST]; // of all parameters
    double square;                     // chi squared there
    bool converged;                    // to a minimum, and errors and minimum agree
    int descents, alike;               // those of the last round, and how many of them ended there
    int64_t evaluations;
} fit_refined;

// `start` has `starts` rows of values of all parameters. Objective: OBJECTIVE_ERRORS.
scree_status fit_refine(fit_problem *problem, const double (*start)[FIT_PARAMETERS_MOST],
                        int starts, fit_refined *out, scree_error *error);

#endif
