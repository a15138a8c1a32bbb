// exact_sum.h - sums of doubles that do not depend on the order of the terms, nor on how they were split into partial
// sums.
//
// The accumulator is one very wide fixed-point number that holds every double exactly, after R. M. Neal, "Fast exact
// summation using small and large superaccumulators" (2015): limbs of 32 bits, each kept in a signed 64-bit word so
// that carries can wait. The value is the exact sum rounded once to the nearest double (ties to even), so it is a
// function of the multiset of terms alone. Infinities and NaN stick. At most 2^60 terms.
//
// Limb i counts units of 2^(32 i - 1074). A term adds less than 2^32 to one limb and less than 2^52 to the next; after
// 1024 terms a limb is below 2^63, and carries are passed on.
#ifndef SCREE_BASE_EXACT_SUM_H
#define SCREE_BASE_EXACT_SUM_H

#include "base/vec.h"

#include <stdint.h>

#define EXACT_SUM_LIMBS 66      // 2098 bits of doubles, and 46 more of carries in the last limb
#define EXACT_SUM_PATIENCE 1024 // terms between two carries

enum { EXACT_SUM_NAN = 1, EXACT_SUM_PLUS = 2, EXACT_SUM_MINUS = 4 };

// All zero is an empty sum. May be copied and sent as plain bytes between equal processors.
typedef struct exact_sum {
    int64_t limb[EXACT_SUM_LIMBS];
    int32_t waiting; // terms since the last carry
    uint32_t met;    // which of NaN, +inf, -inf were added
} exact_sum;

typedef struct exact_sum_v3 {
    exact_sum x, y, z;
} exact_sum_v3;

void exact_sum_clear(exact_sum *sum);
void exact_sum_carry(exact_sum *sum); // passes waiting carries on; the value stays
void exact_sum_merge(exact_sum *sum, const exact_sum *part); // adds all terms of part
double exact_sum_value(const exact_sum *sum);                // of no terms, or of zeros only: +0.0

static inline void exact_sum_add(exact_sum *sum, double x)
{
    uint64_t bits = bits_of_real(x);
    int exponent = (int)(bits >> 52 & 0x7ff);
    uint64_t mantissa = bits & ((UINT64_C(1) << 52) - 1);
    if (exponent == 0x7ff) {
        sum->met |= mantissa ? EXACT_SUM_NAN : bits >> 63 ? EXACT_SUM_MINUS : EXACT_SUM_PLUS;
        return;
    }
    mantissa |= (uint64_t)(exponent != 0) << 52;
    int place = exponent - (exponent != 0);
    int shift = place & 31; // |x| = mantissa * 2^(place - 1074)
    int64_t low = (int64_t)(mantissa << shift & 0xffffffff);
    int64_t high = (int64_t)(mantissa >> (32 - shift));
    int64_t sign = -(int64_t)(bits >> 63); // (v ^ sign) - sign is +v or -v
    int64_t *limb = &sum->limb[place >> 5];
    limb[0] += (low ^ sign) - sign;
    limb[1] += (high ^ sign) - sign;
    if (++sum->waiting == EXACT_SUM_PATIENCE)
        exact_sum_carry(sum);
}

void exact_sum_v3_clear(exact_sum_v3 *sum);
void exact_sum_v3_merge(exact_sum_v3 *sum, const exact_sum_v3 *part);
v3 exact_sum_v3_value(const exact_sum_v3 *sum);
static inline void exact_sum_v3_add(exact_sum_v3 *sum, v3 a)
{
    exact_sum_add(&sum->x, a.x);
    exact_sum_add(&sum->y, a.y);
    exact_sum_add(&sum->z, a.z);
}

#endif
