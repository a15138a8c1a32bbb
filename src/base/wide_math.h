// wide_math.h - cube root, exponential, logarithm and power of SCREE_WIDTH numbers at once, for contact laws.
//
// The wide sisters of base/mathlib.h: + - * / and the bits of numbers alone, no branches, no tables, no fused
// multiply-add, so that every width, compiler and processor gives the same bits (which are not those of mathlib).
// Errors, measured by tests/unit/test_wide_math.c over all magnitudes, denormals among them:
//   vd_cbrt 0.9 ulp, vd_exp 1 ulp, vd_log 1 ulp, vd_pow 3 ulp for |y| <= 4 and about 0.7 |y| beyond
// Special values are those of C: NaN goes through, 0 and infinities have their limits, results below the normal numbers
// lose bits gradually, and then are 0.
#ifndef SCREE_BASE_WIDE_MATH_H
#define SCREE_BASE_WIDE_MATH_H

#include "base/simd.h"

#define WIDE_FN static inline __attribute__((unused, always_inline))

// c[0] + c[1] x + ... + c[2 n - 1] x^(2 n - 1), even and odd powers apart: two short chains instead of a long one.
WIDE_FN vd wide_polynomial(vd x, const double *c, int n)
{
    vd square = x * x;
    vd even = vd_set(c[2 * n - 2]);
    vd odd = vd_set(c[2 * n - 1]);
    for (int i = n - 2; i >= 0; i--) {
        even = even * square + c[2 * i];
        odd = odd * square + c[2 * i + 1];
    }
    return even + x * odd;
}

// The cube root of a number of any sign. First a^(-1/3) without a division: a third of the code of a, taken from a
// constant, is a guess within 3.5 %; with e = 1 - a y^3 the series y (1 - e)^(-1/3) brings it to 1e-5 and to the last
// bits. Then t = a y^2 is cut to 26 bits, so that t^2 is exact and a - t^3 tells what t lacks.
WIDE_FN vd vd_cbrt(vd x)
{
    vd a = vd_abs(x);
    vd one = vd_set(1.0);
    vm small = vd_gt(vd_set(0x1p-1000), a);
    vm large = vd_gt(a, vd_set(0x1p1000));
    a = a * vd_select(small, vd_set(0x1p54), vd_select(large, vd_set(0x1p-54), one));
    vd y = vd_from_code(vd_set(0x1.54fba5e353f7cp+50) - vd_code(a) * (1.0 / 3));
    for (int i = 0; i < 2; i++) {
        vd e = one - (a * y) * (y * y);
        y = y + (y * e) * ((1.0 / 3) + e * ((2.0 / 9) + e * (14.0 / 81)));
    }
    vd square = y * y;
    vd t = a * square;
    vd cut = 134217729.0 * t; // 2^27 + 1
    t = cut - (cut - t);
    vd lack = (a - (t * t) * t) * (square * (1.0 / 3));
    t = t + (lack + (lack * lack) * y);
    t = t * vd_select(small, vd_set(0x1p-18), vd_select(large, vd_set(0x1p18), one));
    t = vd_select(vd_gt(vd_set(0.0), x), -t, t);
    return vd_select(vd_gt(vd_set((double)INFINITY), vd_abs(x)), t, x); // infinities and NaN
}

#define WIDE_LN2_HIGH 0x1.62e42fefa3000p-1 // 41 bits: its product with a binary exponent is exact
#define WIDE_LN2_LOW 0x1.3de6af278ece6p-42

// 2^n exp(x + low) for whole n and |low| < 1. With k = round(x / ln 2) the rest is within ln(2)/2, where 13 terms
// of the series are enough. 2^k is multiplied on in two steps: results below the normal numbers are rounded once.
WIDE_FN vd wide_exp(vd n, vd x, vd low)
{
    static const double c[] = {1. / 2,       1. / 6,        1. / 24,        1. / 120,
                               1. / 720,     1. / 5040,     1. / 40320,     1. / 362880,
                               1. / 3628800, 1. / 39916800, 1. / 479001600, 1. / 6227020800};
    x = vd_max(vd_set(-1500.0),
               vd_min(vd_set(1500.0), x)); // beyond, the result is infinite or zero all the same
    vd k = vd_round((x + low) * 0x1.71547652b82fep+0);
    vd a = x - k * WIDE_LN2_HIGH;
    vd b = low - k * WIDE_LN2_LOW;
    vd r = a + b;
    vd t = r - a;
    vd rest = (a - (r - t)) + (b - t); // what r lacks of a + b
    vd y = 1.0 + (r + ((r * r) * wide_polynomial(r, c, 6) + rest));
    k = vd_max(vd_set(-2000.0), vd_min(vd_set(2000.0), k + n));
    vd half = vd_round(0.5 * k);
    vd power = vd_shift_exponent(vd_set(1.0), half);
    return (y * power) * vd_shift_exponent(vd_set(1.0), k - half);
}

WIDE_FN vd vd_exp(vd x)
{
    return wide_exp(vd_set(0.0), x, vd_set(0.0));
}

// x = 2^k (1 + f) with 1 + f in [sqrt(1/2), sqrt(2)), for finite x > 0, and s, z, rest of log(1 + f) = f - rest: with
// s = f / (2 + f) and z = s^2, log(1 + f) = 2 s (1 + z/3 + z^2/5 + ...), which is f less a small number.
typedef struct wide_parts {
    vd k, f, rest;
} wide_parts;

WIDE_FN wide_parts wide_log(vd x)
{
    static const double c[] = {2. / 3,  2. / 5,  2. / 7,  2. / 9,  2. / 11,
                               2. / 13, 2. / 15, 2. / 17, 2. / 19, 2. / 21};
    vm small = vd_gt(vd_set(0x1p-1022), x);
    x = vd_select(small, x * 0x1p54, x);
    wide_parts wide_parts;
    // the code counts 2^40 an octave, here from the octave that begins with sqrt(1/2)
    wide_parts.k = vd_round(vd_code(x) * (1 / VD_CODE_ONE) - (1023.0 - 0.08578643762690495));
    wide_parts.f = vd_shift_exponent(x, -wide_parts.k) - 1.0;
    wide_parts.k = wide_parts.k - vd_keep(small, vd_set(54.0));
    vd s = wide_parts.f / (2.0 + wide_parts.f);
    vd z = s * s;
    vd half = 0.5 * (wide_parts.f * wide_parts.f);
    wide_parts.rest = half - s * (half + z * wide_polynomial(z, c, 5));
    return wide_parts;
}

// -infinity at 0, NaN below.
WIDE_FN vd vd_log(vd x)
{
    wide_parts wide_parts = wide_log(x);
    vd zero = vd_set(0.0);
    vd infinite = vd_set((double)INFINITY);
    vd y = wide_parts.k * WIDE_LN2_HIGH -
           ((wide_parts.rest - wide_parts.k * WIDE_LN2_LOW) - wide_parts.f);
    y = vd_select(vd_gt(infinite, x), y, x);
    return vd_select(vd_gt(x, zero), y,
                     vd_select(vd_gt(zero, x), vd_set((double)NAN), x - infinite));
}

// x to the power y for x >= 0 (NaN below). The binary exponent of x takes its own way: y k is a whole number n,
// exactly, and a rest below one half, because y is cut into two halves of 26 bits; so the error of the logarithm is
// that of log(1 + f) only, and grows with |y| but not with |log x|. Exponents beyond 1e12 count as 1e12.
WIDE_FN vd vd_pow(vd x, vd y)
{
    wide_parts wide_parts = wide_log(x);
    vd e = vd_max(vd_set(-1e12), vd_min(vd_set(1e12), y));
    vd cut = 134217729.0 * e;
    vd high = cut - (cut - e);
    vd low = e - high;
    vd n = vd_round(e * wide_parts.k);
    vd rest = (high * wide_parts.k - n) + low * wide_parts.k;
    vd power = wide_exp(n, e * (wide_parts.f - wide_parts.rest), rest * 0x1.62e42fefa39efp-1);

    vd zero = vd_set(0.0);
    vd edge = vd_select(vd_gt(zero, x), vd_set((double)NAN), vd_abs(x)); // 0, infinity, NaN
    edge = vd_select(vd_gt(y, zero), edge, vd_select(vd_gt(zero, y), 1.0 / edge, 1.0 + y));
    return vd_select(vd_gt(x, zero), vd_select(vd_gt(vd_set((double)INFINITY), x), power, edge),
                     edge);
}

#endif
