// solids.c - see solids.h. The sums are exact and know no order.
#include "measure/solids.h"

#include "base/constants.h"
#include "base/exact_sum.h"
#include "base/mathlib.h"

#include <math.h>

static double diameter_of_volume(const model *model, double volume)
{
    if (model->dimensions == 2)
        return 2 * sqrt(volume / PI);
    return real_cbrt(6 * volume / PI);
}

// Of a ball that of its radius: a table of grains, or radii that change, may give it a mass that is not that of the density
// of its material. Of all others mass over density, which is the volume of the shape.
double solid_volume(const model *model, const frame_balls *balls, const whole_grain *grain)
{
    const int64_t first = grain->first;
    const model_shape *shape = model_shape_of(model, grain->set);
    const bool ball = !shape->core.vertices && (!shape->clump.balls || shape->clump.of_ball);
    if (!ball && !isfinite(grain->mass))
        return shape->clump.volume;
    if (!ball)
        return grain->mass / model->material[balls->material[first]].density;
    const double radius = balls->radius[first];
    const double section = PI * (radius * radius);
    return model->dimensions == 2 ? section : section * radius * (4.0 / 3);
}

double solid_diameter(const model *model, const frame_balls *balls, const whole_grain *grain)
{
    return diameter_of_volume(model, solid_volume(model, balls, grain));
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
        const double own = solid_volume(model, balls, &grain);
        exact_sum_add(&volume, own);
        exact_sum_add(&mass, grain.mass);
        exact_sum_add(&diameter, diameter_of_volume(model, own));
        out.count++;
    }
    out.volume = exact_sum_value(&volume);
    out.mass = exact_sum_value(&mass);
    out.diameter = exact_sum_value(&diameter) / (double)out.count;
    return out;
}
