// analysis.h - what the data say about the parameters at the optimum, and what they do not.
//
// In the search coordinates z (ln p, or p / (high - low) on a linear scale) the scaled residuals r have the Jacobian
// J = dr/dz, by central differences; J^T J is half the Gauss-Newton Hessian of the objective. Its singular values
// sigma_k and directions v_k say how strongly the data hold each direction. With n residuals, q directions that are
// held, and the residual variance s^2 = F / (n - q), the standard error along v_k is s / sigma_k, the covariance is
// s^2 sum_k v_k v_k^T / sigma_k^2, and an interval is t times the standard error, with Student's t for n - q degrees.
//
// A direction is not held where its interval is wider than a factor e either way (on a linear scale: than all of high -
// low). There linear theory says no more than "unknown", and so does the result; a parameter whose own interval is that
// wide is not identified. What data hold nevertheless shows in the derived quantities, whose intervals come
// from the same covariance.
//
// A parameter at a bound has no interval and counts as known there, unless it belongs to a direction that several
// parameters share and the data do not hold: then its place is arbitrary, and saying that the others are known
// would be wrong.
#ifndef SCREE_FIT_ANALYSIS_H
#define SCREE_FIT_ANALYSIS_H

#include "fit/problem.h"

enum { FIT_DERIVED_MOST = 16 };

typedef struct fit_interval {
    double value, low, high; // NAN: no interval
    double error;            // standard error in z; of a logarithm: relative
    bool identified;
} fit_interval;

typedef struct fit_estimate {
    int parameter; // which of the problem
    fit_interval is;
    bool at_low, at_high, shared; // at a bound; in a direction with others that is not held
    // The largest relative change of the objective when this parameter alone goes, within its
    // bounds, to twice or half its value; where its scale is linear, a tenth of the range up or
    // down.
    double alone;
    double alone_objective; // where it changes most
} fit_estimate;

typedef struct fit_direction {
    double sigma, width; // width: of the interval along it, in z; INFINITY: no effect at all
    bool held, none;     // none: below what differences can tell from zero
    double part[FIT_PARAMETERS_MOST]; // of the free parameters, a unit vector in z
} fit_direction;

typedef struct fit_known {
    fit_follows what;
    fit_interval is;
} fit_known;

typedef struct fit_analysis {
    double objective, variance, level, quantile; // of t
    int residuals, held, freedom; // freedom 0: no intervals, there are as many directions as data
    int free;
    fit_estimate estimate[FIT_PARAMETERS_MOST];
    fit_direction direction[FIT_PARAMETERS_MOST]; // strongest first
    double condition;                             // largest / smallest singular value
    double correlation[FIT_PARAMETERS_MOST][FIT_PARAMETERS_MOST]; // NAN for parameters at a bound
    int deriveds;
    fit_known derived[FIT_DERIVED_MOST];
} fit_analysis;

scree_status fit_analyse(const fit_problem *problem, const double *value, fit_analysis *out,
                         scree_error *error);

#endif
