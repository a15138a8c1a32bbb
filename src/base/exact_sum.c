// exact_sum.c - see exact_sum.h.
#include "base/exact_sum.h"

#include <string.h>

void exact_sum_clear(exact_sum *sum)
{
    memset(sum, 0, sizeof *sum);
}

// Brings all limbs but the last into [0, 2^32); the last one takes the sign. That form of a number is unique.
void exact_sum_carry(exact_sum *sum)
{
    for (int i = 0; i + 1 < EXACT_SUM_LIMBS; i++) {
        int64_t low = sum->limb[i] & 0xffffffff;
        sum->limb[i + 1] +=
            (sum->limb[i] - low) / ((int64_t)1 << 32); // exact: no shift of negative numbers
        sum->limb[i] = low;
    }
    sum->waiting = 0;
}

void exact_sum_merge(exact_sum *sum, const exact_sum *part)
{
    exact_sum other = *part;
    exact_sum_carry(&other);
    exact_sum_carry(sum);
    for (int i = 0; i < EXACT_SUM_LIMBS; i++)
        sum->limb[i] += other.limb[i];
    sum->met |= other.met;
    exact_sum_carry(sum);
}

static double special(uint32_t met)
{
    if (met == EXACT_SUM_PLUS)
        return INFINITY;
    if (met == EXACT_SUM_MINUS)
        return -INFINITY;
    return NAN; // a NaN, or infinities of both signs
}

static uint64_t bit_at(const exact_sum *sum, int bit)
{
    return (uint64_t)sum->limb[bit >> 5] >> (bit & 31) & 1;
}

// The 53 bits from `low` up.
static uint64_t mantissa_from(const exact_sum *sum, int low)
{
    int i = low >> 5;
    int shift = low & 31;
    uint64_t a = (uint64_t)sum->limb[i];
    uint64_t b = i + 1 < EXACT_SUM_LIMBS ? (uint64_t)sum->limb[i + 1] : 0;
    uint64_t c = i + 2 < EXACT_SUM_LIMBS ? (uint64_t)sum->limb[i + 2] : 0;
    uint64_t bits = (a | b << 32) >> shift | (shift ? c << (64 - shift) : 0);
    return bits & ((UINT64_C(1) << 53) - 1);
}

static int any_below(const exact_sum *sum, int bit)
{
    for (int i = 0; i < bit >> 5; i++)
        if (sum->limb[i])
            return 1;
    return ((uint64_t)sum->limb[bit >> 5] & ((UINT64_C(1) << (bit & 31)) - 1)) != 0;
}

// Of limbs in [0, 2^32), as raw bits of a double. As integers, raw bits of doubles count all doubles from zero up, so
// rounding up may run over into the exponent, and from the largest double to infinity, without further care.
static uint64_t rounded(const exact_sum *sum)
{
    int top = EXACT_SUM_LIMBS - 1;
    while (top >= 0 && !sum->limb[top])
        top--;
    if (top < 0)
        return 0;
    int highest = 32 * top;
    for (uint64_t rest = (uint64_t)sum->limb[top]; rest >>= 1;)
        highest++;
    if (highest <= 52)
        return mantissa_from(sum, 0); // below 2^53 units: no rounding
    int low = highest - 52;
    uint64_t mantissa = mantissa_from(sum, low);
    if (bit_at(sum, low - 1) && (mantissa & 1 || any_below(sum, low - 1)))
        mantissa++;
    const uint64_t infinite = UINT64_C(0x7ff) << 52;
    uint64_t bits = ((uint64_t)low << 52) + mantissa;
    return low > 2046 || bits > infinite ? infinite : bits;
}

double exact_sum_value(const exact_sum *sum)
{
    if (sum->met)
        return special(sum->met);
    exact_sum whole = *sum;
    exact_sum_carry(&whole);
    int negative = whole.limb[EXACT_SUM_LIMBS - 1] < 0;
    if (negative) {
        for (int i = 0; i < EXACT_SUM_LIMBS; i++)
            whole.limb[i] = -whole.limb[i];
        exact_sum_carry(&whole);
    }
    // The last limb may exceed 32 bits only far beyond the largest double.
    if (whole.limb[EXACT_SUM_LIMBS - 1] >> 32)
        return negative ? -INFINITY : INFINITY;
    uint64_t bits = rounded(&whole) | (uint64_t)negative << 63;
    return real_from_bits(bits);
}

void exact_sum_v3_clear(exact_sum_v3 *sum)
{
    memset(sum, 0, sizeof *sum);
}

void exact_sum_v3_merge(exact_sum_v3 *sum, const exact_sum_v3 *part)
{
    exact_sum_merge(&sum->x, &part->x);
    exact_sum_merge(&sum->y, &part->y);
    exact_sum_merge(&sum->z, &part->z);
}

v3 exact_sum_v3_value(const exact_sum_v3 *sum)
{
    return v3_make(exact_sum_value(&sum->x), exact_sum_value(&sum->y), exact_sum_value(&sum->z));
}
