// plain_math.h - the words of <math.h> that headers use, and the bits of a number, also where there is no C library.
//
// A compiler for another machine, a graphics processor say, is freestanding: of the C library it has little more than
// <stdint.h>. These few words every compiler knows by itself, and each is exact or rounded once, so that they mean the
// same bits everywhere. With a C library <math.h> is included as it is.
#ifndef SCREE_BASE_PLAIN_MATH_H
#define SCREE_BASE_PLAIN_MATH_H

#include <stdint.h>

#if __STDC_HOSTED__
#include <math.h>
#else
#define NAN __builtin_nanf("")
#define INFINITY __builtin_inff()
#define isfinite(x) __builtin_isfinite(x)
static inline double sqrt(double x)
{
    return __builtin_sqrt(x);
}
static inline double fabs(double x)
{
    return __builtin_fabs(x);
}
static inline double floor(double x)
{
    return __builtin_floor(x);
}
#endif

static inline uint64_t bits_of_real(double x)
{
    union {
        double number;
        uint64_t bits;
    } u = {x};
    return u.bits;
}

static inline double real_from_bits(uint64_t bits)
{
    union {
        uint64_t bits;
        double number;
    } u = {bits};
    return u.number;
}

#endif
