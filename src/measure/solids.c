// solids.c - see solids.h. The sums are exact and know no order.
#include "measure/solids.h"

#include "base/constants.h"
#include "base/exact_sum.h"
#include "base/mathlib.h"
#include "measure/whole.h"

#include <math.h>

static double diameter_of(const model *model, double volume)
{
    if (model->dimensions == 2)
        return 2 * sqrt(volume / PI);
    return real_cbrt(6 * volume / PI);
}

solids solids_of(const model *model, const frame_balls *balls)
{
    solids out = {0};
    exact_sum volume = {0};
    exact_sum mass = {0};
    exact_sum diameter = {0};
    whole_grain grain;
    for (int64_t i = 0; i < balls->count; i = grain.first + grain.balls) {
        grain = whole_grain_at(model, balls, i);
        if (!isfinite(grain.mass))
            continue;
        const double own = grain.mass / model->material[balls->material[i]].density;
        exact_sum_add(&volume, own);
        exact_sum_add(&mass, grain.mass);
        exact_sum_add(&diameter, diameter_of(model, own));
        out.count++;
    }
    out.volume = exact_sum_value(&volume);
    out.mass = exact_sum_value(&mass);
    out.diameter = exact_sum_value(&diameter) / (double)out.count;
    return out;
}
