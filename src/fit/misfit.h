// misfit.h - do the data speak against the model itself? Tests for lack of fit, at the minimum.
//
// Known standard errors: the sum of squares of the scaled residuals of all parts that have them is chi squared, with
// the values less what the parameters take as degrees of freedom.
//
// Errors that are estimated cannot tell a model that is wrong from data that scatter, unless
//  - measurements are repeated at the same inputs: their scatter about their own means needs no model (pure error), and
//    what the residuals have beyond it is compared with it by an F test (Draper and Smith 1998, section 2.1);
//  - else residuals follow the inputs: straight lines and parabolas in the inputs are added to the model, made
//    orthogonal to what its parameters can do, and what they take away is compared with what is left by an F test
//    (Neter et al. 2004, section 3.7, in the manner of Ramsey 1969).
//
// Several tests on one fit: the smallest p counts, times their number (Bonferroni).
#ifndef SCREE_FIT_MISFIT_H
#define SCREE_FIT_MISFIT_H

#include "fit/refine.h"

typedef enum misfit_kind {
    MISFIT_NONE,
    MISFIT_CHI_SQUARE,
    MISFIT_REPLICATES,
    MISFIT_TREND
} misfit_kind;
typedef enum misfit_verdict {
    VERDICT_UNTESTED,
    VERDICT_FITS,
    VERDICT_DOUBTFUL,
    VERDICT_DOES_NOT_FIT
} misfit_verdict;

typedef struct misfit_test {
    misfit_kind kind;
    int part;                   // of the problem; chi squared: -1, all with known errors together
    double statistic, up, down; // F or chi squared; degrees of freedom, `down` of F only
    double p;                   // probability of at least so much, were the model true
} misfit_test;

typedef struct fit_misfit {
    int tests;
    misfit_test test[FIT_PARTS_MOST + 1]; // those that could be made
    int worst;                            // of them; -1: none
    double p;                             // of all together
    misfit_verdict verdict;               // below 1 %: does not fit; below 5 %: doubtful
    bool too_good; // chi squared is so small that the errors must be overstated: below 0.1 %
    // Of some part nothing is left but the rounding of its model, so nothing was tested there.
    bool exact;
} fit_misfit;

scree_status fit_misfit_of(fit_problem *problem, const fit_refined *best, fit_misfit *out,
                           scree_error *error);

#endif
