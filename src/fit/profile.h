// profile.h - intervals of parameters and derived quantities by the profile of chi squared.
//
// The profile of a quantity at a value is the least chi squared with the quantity held there and all parameters free
// within their bounds otherwise. The interval is where it exceeds its minimum by no more than t^2, t the two-sided
// quantile (Bates and Watts 1988, chapter 6; Venzon and Moolgavkar 1988). Unlike linear theory it follows valleys that
// bend, does not care whether a parameter or its logarithm is asked for, and sees bounds.
//
// With standard errors in the data t is that of the normal distribution. Errors that are estimated bring Student's t:
// the variance of the quantity is a sum of what each part of the data brings to it, and Satterthwaite's rule (1946)
//   nu = (sum_g c_g)^2 / sum_g (c_g^2 / nu_g)
// gives its degrees of freedom, known errors having infinitely many.
//
// An end is open where chi squared does not rise so far before the bounds of the search are reached.
#ifndef SCREE_FIT_PROFILE_H
#define SCREE_FIT_PROFILE_H

#include "fit/analysis.h"
#include "fit/refine.h"

typedef struct fit_profile {
    double value, low, high; // low or high NAN where open
    // Standard error by linear theory, in the unit of the quantity; NAN: none, or it has no bound since the data leave free
    // what would change it.
    double error;
    double freedom, quantile; // of t; infinite freedom: of the normal distribution
    bool open_low, open_high; // the data do not say how small, or how large, within the bounds
    bool at_low, at_high;     // the best value is at that bound
} fit_profile;

typedef struct fit_profiles {
    int count, deriveds; // of parameters, in the order of the analysis, and of derived quantities
    bool none;           // nothing tells the errors: all intervals are open
    bool lower;          // a lower minimum was met on the way; it is in `found`
    double found[FIT_PARAMETERS_MOST];
    int64_t evaluations;
    fit_profile parameter[FIT_PARAMETERS_MOST], derived[FIT_DERIVED_MOST];
} fit_profiles;

// At the minimum `best` of `problem`, whose errors are settled.
scree_status fit_profile_all(const fit_problem *problem, const fit_refined *best, fit_profiles *out,
                             scree_error *error);

#endif
