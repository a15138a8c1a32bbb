// statistics.h - the numerics that error estimates need: singular values. Distributions are in distribution.h.
#ifndef SCREE_FIT_STATISTICS_H
#define SCREE_FIT_STATISTICS_H

enum { SVD_MOST = 32 };

// Singular values sigma (falling) and right singular vectors vectors[k][] (unit length) of the matrix whose columns are
// a[0 ... columns - 1], each of `rows` numbers; `a` is overwritten. By one-sided Jacobi rotations, which are accurate
// for small singular values too.
void svd_of_columns(double **column, int rows, int columns, double *sigma,
                    double vectors[SVD_MOST][SVD_MOST]);

#endif
