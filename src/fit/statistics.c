// statistics.c - see statistics.h.
#include "fit/statistics.h"

#include "base/mathlib.h"

#include <stdbool.h>

// Rotates columns i and k of a and of vectors so that those of a become orthogonal; true where they already were.
static bool rotate(double **column, int rows, double vectors[SVD_MOST][SVD_MOST], int columns,
                   int i, int k)
{
    double aa = 0;
    double bb = 0;
    double ab = 0;
    for (int row = 0; row < rows; row++) {
        aa += column[i][row] * column[i][row];
        bb += column[k][row] * column[k][row];
        ab += column[i][row] * column[k][row];
    }
    if (fabs(ab) <= 1e-15 * sqrt(aa * bb))
        return true;
    double zeta = (bb - aa) / (2 * ab);
    double tangent = (zeta < 0 ? -1 : 1) / (fabs(zeta) + sqrt(1 + zeta * zeta));
    double cosine = 1 / sqrt(1 + tangent * tangent);
    double sine = cosine * tangent;
    for (int row = 0; row < rows; row++) {
        double x = column[i][row];
        double y = column[k][row];
        column[i][row] = cosine * x - sine * y;
        column[k][row] = sine * x + cosine * y;
    }
    for (int row = 0; row < columns; row++) {
        double x = vectors[i][row];
        double y = vectors[k][row];
        vectors[i][row] = cosine * x - sine * y;
        vectors[k][row] = sine * x + cosine * y;
    }
    return false;
}

void svd_of_columns(double **column, int rows, int columns, double *sigma,
                    double vectors[SVD_MOST][SVD_MOST])
{
    for (int i = 0; i < columns; i++) {
        for (int k = 0; k < columns; k++)
            vectors[i][k] = i == k;
    }
    bool done = false;
    for (int sweep = 0; sweep < 60 && !done; sweep++) {
        done = true;
        for (int i = 0; i < columns; i++) {
            for (int k = i + 1; k < columns; k++)
                done = rotate(column, rows, vectors, columns, i, k) && done;
        }
    }
    for (int i = 0; i < columns; i++) {
        double sum = 0;
        for (int row = 0; row < rows; row++)
            sum += column[i][row] * column[i][row];
        sigma[i] = sqrt(sum);
    }
    for (int i = 0; i < columns; i++) {
        for (int k = i + 1; k < columns; k++) {
            if (sigma[k] <= sigma[i])
                continue;
            double swap = sigma[i];
            sigma[i] = sigma[k];
            sigma[k] = swap;
            for (int row = 0; row < columns; row++) {
                swap = vectors[i][row];
                vectors[i][row] = vectors[k][row];
                vectors[k][row] = swap;
            }
        }
    }
}
