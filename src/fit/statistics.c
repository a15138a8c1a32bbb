// statistics.c - see statistics.h.
#include "fit/statistics.h"

#include "base/mathlib.h"

#include <stdbool.h>

// Rotates columns i and k of a and of v so that those of a become orthogonal; true where they already were.
static bool rotate(double **a, int rows, double v[SVD_MOST][SVD_MOST], int columns, int i, int k)
{
    double aa = 0;
    double bb = 0;
    double ab = 0;
    for (int r = 0; r < rows; r++) {
        aa += a[i][r] * a[i][r];
        bb += a[k][r] * a[k][r];
        ab += a[i][r] * a[k][r];
    }
    if (fabs(ab) <= 1e-15 * sqrt(aa * bb))
        return true;
    double zeta = (bb - aa) / (2 * ab);
    double t = (zeta < 0 ? -1 : 1) / (fabs(zeta) + sqrt(1 + zeta * zeta));
    double c = 1 / sqrt(1 + t * t);
    double s = c * t;
    for (int r = 0; r < rows; r++) {
        double x = a[i][r];
        double y = a[k][r];
        a[i][r] = c * x - s * y;
        a[k][r] = s * x + c * y;
    }
    for (int r = 0; r < columns; r++) {
        double x = v[i][r];
        double y = v[k][r];
        v[i][r] = c * x - s * y;
        v[k][r] = s * x + c * y;
    }
    return false;
}

void svd_of_columns(double **a, int rows, int columns, double *sigma, double v[SVD_MOST][SVD_MOST])
{
    for (int i = 0; i < columns; i++)
        for (int k = 0; k < columns; k++)
            v[i][k] = i == k;
    bool done = false;
    for (int sweep = 0; sweep < 60 && !done; sweep++) {
        done = true;
        for (int i = 0; i < columns; i++)
            for (int k = i + 1; k < columns; k++)
                done = rotate(a, rows, v, columns, i, k) && done;
    }
    for (int i = 0; i < columns; i++) {
        double sum = 0;
        for (int r = 0; r < rows; r++)
            sum += a[i][r] * a[i][r];
        sigma[i] = sqrt(sum);
    }
    for (int i = 0; i < columns; i++)
        for (int k = i + 1; k < columns; k++) {
            if (sigma[k] <= sigma[i])
                continue;
            double swap = sigma[i];
            sigma[i] = sigma[k];
            sigma[k] = swap;
            for (int r = 0; r < columns; r++) {
                swap = v[i][r];
                v[i][r] = v[k][r];
                v[k][r] = swap;
            }
        }
}
