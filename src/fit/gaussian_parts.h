// gaussian_parts.h - what the files of Gaussian processes share.
#ifndef SCREE_FIT_GAUSSIAN_PARTS_H
#define SCREE_FIT_GAUSSIAN_PARTS_H

#include "fit/gaussian_process.h"

double gaussian_kernel(const double *one, const double *other, const double *length, int axes);
// The Cholesky factor in the lower triangle, in its place; false where the matrix is not positive definite.
bool gaussian_factor(double *matrix, int rows);
void gaussian_solve_lower(const double *factor, int rows, double *x, int stride);
void gaussian_solve_upper(const double *factor, int rows, double *x); // with its transpose
// Room for the data, and their places.
scree_status gaussian_prepare(gaussian_process *process, const gaussian_data *data,
                              scree_error *error);
// All but lengths and noise; false where the kernel is singular to within rounding.
bool gaussian_settle(gaussian_process *process, const gaussian_data *data);

#endif
