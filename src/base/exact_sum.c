// exact_sum.c - see exact_sum.h.
#include "base/exact_sum.h"

#include <string.h>

void exact_sum_clear(exact_sum *s)
{
    memset(s, 0, sizeof *s);
}

// Brings all limbs but the last into [0, 2^32); the last one takes the sign. That form of a number is unique.
void exact_sum_carry(exact_sum *s)
{
    for (int i = 0; i + 1 < EXACT_SUM_LIMBS; i++) {
        int64_t low = s->limb[i] & 0xffffffff;
        s->limb[i + 1] +=
            (s->limb[i] - low) / ((int64_t)1 << 32); // exact: no shift of negative numbers
        s->limb[i] = low;
    }
    s->waiting = 0;
}

void exact_sum_merge(exact_sum *s, const exact_sum *part)
{
    exact_sum other = *part;
    exact_sum_carry(&other);
    exact_sum_carry(s);
    for (int i = 0; i < EXACT_SUM_LIMBS; i++)
        s->limb[i] += other.limb[i];
    s->met |= other.met;
    exact_sum_carry(s);
}

static double special(uint32_t met)
{
    if (met == EXACT_SUM_PLUS)
        return INFINITY;
    if (met == EXACT_SUM_MINUS)
        return -INFINITY;
    return NAN; // a NaN, or infinities of both signs
}

static uint64_t bit_at(const exact_sum *s, int bit)
{
    return (uint64_t)s->limb[bit >> 5] >> (bit & 31) & 1;
}

// The 53 bits from `low` up.
static uint64_t mantissa_from(const exact_sum *s, int low)
{
    int i = low >> 5;
    int shift = low & 31;
    uint64_t a = (uint64_t)s->limb[i];
    uint64_t b = i + 1 < EXACT_SUM_LIMBS ? (uint64_t)s->limb[i + 1] : 0;
    uint64_t c = i + 2 < EXACT_SUM_LIMBS ? (uint64_t)s->limb[i + 2] : 0;
    uint64_t bits = (a | b << 32) >> shift | (shift ? c << (64 - shift) : 0);
    return bits & ((UINT64_C(1) << 53) - 1);
}

static int any_below(const exact_sum *s, int bit)
{
    for (int i = 0; i < bit >> 5; i++)
        if (s->limb[i])
            return 1;
    return ((uint64_t)s->limb[bit >> 5] & ((UINT64_C(1) << (bit & 31)) - 1)) != 0;
}

// Of limbs in [0, 2^32), as raw bits of a double. As integers, raw bits of doubles count all doubles from zero up, so
// rounding up may run over into the exponent, and from the largest double to infinity, without further care.
static uint64_t rounded(const exact_sum *s)
{
    int top = EXACT_SUM_LIMBS - 1;
    while (top >= 0 && !s->limb[top])
        top--;
    if (top < 0)
        return 0;
    int highest = 32 * top;
    for (uint64_t rest = (uint64_t)s->limb[top]; rest >>= 1;)
        highest++;
    if (highest <= 52)
        return mantissa_from(s, 0); // below 2^53 units: no rounding
    int low = highest - 52;
    uint64_t mantissa = mantissa_from(s, low);
    if (bit_at(s, low - 1) && (mantissa & 1 || any_below(s, low - 1)))
        mantissa++;
    const uint64_t infinite = UINT64_C(0x7ff) << 52;
    uint64_t bits = ((uint64_t)low << 52) + mantissa;
    return low > 2046 || bits > infinite ? infinite : bits;
}

double exact_sum_value(const exact_sum *s)
{
    if (s->met)
        return special(s->met);
    exact_sum whole = *s;
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

void exact_sum_v3_clear(exact_sum_v3 *s)
{
    memset(s, 0, sizeof *s);
}

void exact_sum_v3_merge(exact_sum_v3 *s, const exact_sum_v3 *part)
{
    exact_sum_merge(&s->x, &part->x);
    exact_sum_merge(&s->y, &part->y);
    exact_sum_merge(&s->z, &part->z);
}

v3 exact_sum_v3_value(const exact_sum_v3 *s)
{
    return v3_make(exact_sum_value(&s->x), exact_sum_value(&s->y), exact_sum_value(&s->z));
}
