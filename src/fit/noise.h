// noise.h - the errors of measurements that come without: one standard error for all values of a column, estimated from
// their residuals.
//
// At a minimum each residual i has a leverage h_i, the diagonal of J (J^T J)^-1 J^T: the share of it that the
// parameters take. The values of a part less its leverages are its degrees of freedom nu, and sigma^2 = sum of squares
// / nu: for one part the usual s^2, for several the estimate by restricted maximum likelihood (Patterson and Thompson
// 1971) at given parameters. Minimum and sigmas are found in turns until both stay.
//
// A part with hardly more values than there are free parameters could be met exactly, its sigma would be 0 and its
// weight infinite. Such parts have a factor in common, on their own size: the scatter of the measured values about
// their mean. That size does not know of any start.
#ifndef SCREE_FIT_NOISE_H
#define SCREE_FIT_NOISE_H

#include "fit/least_squares.h"

// Which parts have errors, the groups of the others and what they begin with. Part of fit_prepare.
void fit_noise_begin(fit_problem *problem);

// The degrees of freedom of all parts from squares->column at the minimum z; overwrites the columns. A parameter at a bound
// takes no share.
void fit_noise_share(least_squares *squares, const double *z, fit_problem *problem);
// Sigmas from least_squares->residual at the minimum and these freedoms; the largest change of a logarithm of them.
double fit_noise_update(const least_squares *least_squares, fit_problem *problem);

// Degrees of freedom of a group; 0 where its sigma could not be estimated.
double fit_noise_freedom(const fit_problem *problem, int group);

#endif
