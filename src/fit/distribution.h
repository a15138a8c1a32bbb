// distribution.h - tails and quantiles of the distributions that errors of fits follow: chi squared, F, Student's t.
// Degrees of freedom are real numbers above 0, since shares of them belong to the tables of a fit.
//
// By the incomplete gamma and beta functions, each with a series or a continued fraction where it converges fast
// (Abramowitz and Stegun 6.5.29, 6.5.31, 26.5.8; evaluation of the fractions by Lentz 1976 with the zero guard of
// Thompson and Barnett 1986). Relative accuracy about 1e-12 for freedoms up to 1e5.
#ifndef SCREE_FIT_DISTRIBUTION_H
#define SCREE_FIT_DISTRIBUTION_H

// The logarithm of the gamma function, x > 0.
double log_gamma(double x);

// Probabilities to be above: of a sum of squares, and of a ratio of mean squares. 1 at and below 0.
double chi_square_above(double x, double freedom);
double fisher_above(double x, double freedom_up, double freedom_down);

// t such that |T| <= t with the probability `level` in (0, 1); infinite `freedom`: of the normal distribution.
double student_quantile(double level, double freedom);

#endif
