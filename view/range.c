// range.c - see range.h.
#include "view/range.h"

#include <math.h>
#include <stdlib.h>

const range range_nothing = {INFINITY, -INFINITY};

void range_widen(range *range, double value)
{
    if (value < range->low)
        range->low = value;
    if (value > range->high)
        range->high = value;
}

range range_settled(range range)
{
    return range.low <= range.high ? range : (struct range){0, 0};
}

double range_steps(range range)
{
    const double length = range.high - range.low;
    return length > 0 ? PACK_TOP / length : 0;
}

uint16_t range_fraction(range range, double steps, double value)
{
    const double code = (value - range.low) * steps + 0.5;
    if (!(value - value == 0)) // it is infinite or none
        return PACK_TOP + 1;
    return code >= PACK_TOP ? PACK_TOP : code > 0 ? (uint16_t)code : 0;
}

static int ascending(const void *one, const void *other)
{
    const double a = *(const double *)one;
    const double b = *(const double *)other;
    return (a > b) - (a < b);
}

range range_usual(const double *value, int64_t count, range all)
{
    enum { SAMPLE = 2000 };
    double sample[SAMPLE];
    int taken = 0;
    const int64_t stride = count / SAMPLE + 1;
    for (int64_t i = 0; i < count && taken < SAMPLE; i += stride) {
        if (isfinite(value[i]))
            sample[taken++] = value[i];
    }
    if (taken < 100)
        return all;
    qsort(sample, (size_t)taken, sizeof *sample, ascending);
    return (range){sample[taken / 100], sample[taken - 1 - taken / 100]};
}
