// mathlib.h - the elementary functions on the way of the state, with the same bits on every processor.
//
// The C library's versions differ between machines; these use + - * / sqrt and bit operations alone, so IEEE arithmetic
// fixes their results (round to nearest, no contraction, no flushing of denormals). All are below 1 ulp over all finite
// arguments unless said otherwise; tests/unit/test_mathlib.c measures it. Special values are as in C: NaN goes through,
// overflow gives an infinity, underflow is gradual, zeros keep their sign. No errno, no exceptions worth reading.
#ifndef SCREE_BASE_MATHLIB_H
#define SCREE_BASE_MATHLIB_H

#include "base/plain_math.h"

double real_cbrt(double x);
double real_exp(double x);
double real_log(double x); // -inf at 0, NaN below

// x to the power y for x >= 0; NaN for x < 0, also where y is whole. As in C, x^0 and 1^y are 1 even for NaN.
double real_pow(double x, double y);

// Radians. Any finite argument is reduced exactly enough, however large; NaN for infinities.
double real_sin(double x);
double real_cos(double x);
void real_sin_cos(double x, double *sine, double *cosine); // both for little more than one

// The angle of (x, y) in [-pi, pi]; zeros and infinities as in C.
double real_atan2(double y, double x);
// Below 2 ulp; NaN outside [-1, 1].
double real_asin(double x);
double real_acos(double x);

// x to the nearest whole number, ties to even. Adding 1.5 * 2^52 leaves no bits behind the point; numbers of 2^51 and
// more are returned as they are (those from 2^51 to 2^52 may end in a half). -0.3 gives +0.
static inline double real_round(double x)
{
    const double big = 6755399441055744.0;
    double r = (x + big) - big;
    return fabs(x) < 2251799813685248.0 ? r : x;
}

// The smaller and the larger of two numbers; where one is NaN, the second.
static inline double real_min(double a, double b)
{
    return a < b ? a : b;
}
static inline double real_max(double a, double b)
{
    return a > b ? a : b;
}

#endif
