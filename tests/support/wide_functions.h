// wide_functions.h - the functions of base/wide_math.h on arrays, compiled for every vector width.
#ifndef SCREE_TESTS_WIDE_FUNCTIONS_H
#define SCREE_TESTS_WIDE_FUNCTIONS_H

enum { WIDE_CBRT, WIDE_EXP, WIDE_LOG, WIDE_POW, WIDE_FUNCTIONS };

// r[i] = f(x[i]), or x[i]^y[i]; n is a multiple of 8. y is not read but by WIDE_POW.
typedef void wide_function(int n, const double *x, const double *y, double *r);

// The function at a width (1, 2, 4, 8), or NULL where this processor has not got it.
wide_function *wide_function_at(int width, int which);

#endif
