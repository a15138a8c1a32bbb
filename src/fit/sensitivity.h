// sensitivity.h - how much of the scatter of a number comes from which of its parameters: Sobol's indices.
//
// A and B are two sets of n points; AB_i is A with the axis i of B. With V the variance of the number over A and B,
//   first order  S_i = 1/n sum f(B) (f(AB_i) - f(A)) / V           (Saltelli et al. 2010, table 2, (b))
//   total        T_i = 1/2n sum (f(A) - f(AB_i))^2 / V             (Jansen 1999)
// f stands for the number less its mean, which changes nothing in the limit and takes scatter from the first.
//
// S_i is what would go if i alone were known, T_i what would stay if all but i were known. The standard errors and
// intervals are those of a bootstrap: the n rows drawn anew, with replacement (Archer, Saltelli and Sobol 1997).
//
// Where few rows count there are no indices: points of so short a part of Sobol's sequence lie so regularly that a bootstrap can
// draw the same index from each set of rows, and would call a wrong one certain.
#ifndef SCREE_FIT_SENSITIVITY_H
#define SCREE_FIT_SENSITIVITY_H

#include <stdbool.h>
#include <stdint.h>

typedef struct sensitivity_index {
    double value, error, low, high; // the error is one standard deviation, low and high hold 95 %
} sensitivity_index;

typedef struct sensitivity {
    double mean, variance;
    int64_t rows;                     // that count
    sensitivity_index *first, *total; // of each axis, owned
    const char *lacks; // why there are no indices, which are NAN then; NULL: there are
} sensitivity;

// The points of the design: for each of n rows A, B, then AB_1 ... AB_axes, each of `axes` values in the unit cube.
// False: out of memory.
bool sensitivity_points(double *out, int64_t rows, int axes, uint64_t seed);
enum { SENSITIVITY_AXES_MOST = 10, SENSITIVITY_ROWS_LEAST = 8 };

// `value` holds the number at each point in that order. Rows with a NaN do not count. False: out of memory.
bool sensitivity_of(const double *value, int64_t rows, int axes, uint64_t seed, sensitivity *out);
void sensitivity_clear(sensitivity *sensitivity);

#endif
