// extremes.c - of each material the smallest and the lightest grain that moves, the smallest that does not, and the
// largest: what a choice of the time step and the reach of laws need to know of all grains that there are or will be.
#include "world/internal.h"

#include "base/mathlib.h"
#include "base/spread.h"

#include <math.h>

// The smallest radius with which a grain touches others: its rounding, that of its smallest ball, or its own.
static double touching_radius(const model_shape *shape, double own)
{
    const model_clump *clump = &shape->clump;
    if (shape->core.vertices)
        return shape->core.contact_radius;
    double least = clump->balls ? model_clump_radius(clump, 0, own) : own;
    for (int ball = 1; ball < clump->balls; ball++)
        least = real_min(least, clump->radius[ball]);
    return least;
}

static void count_grain(const model *model, const grain_list *grains, int64_t i,
                        grain_extremes *extreme)
{
    const model_shape *shape = model_shape_of(model, grains->set[i]);
    const int set = grains->set[i];
    // A table may say the radius of a grain with corners otherwise than its shape, by rounding; its body has that of the shape.
    const double whole = shape->core.vertices ? shape->clump.radius[0] : grains->radius[i];
    const double least = world_least_radius(model, set, whole, 0);
    const double radius = touching_radius(shape, least);
    extreme->largest = real_max(extreme->largest, whole);
    if (grains->fixed[i] || !isfinite(grains->mass[i])) {
        extreme->fixed_radius = real_min(extreme->fixed_radius, radius);
        return;
    }
    const double left = world_least_share(model, set, whole, 0);
    const double mass = grains->mass[i] * left * world_set_share(model, set);
    extreme->radius = real_min(extreme->radius, radius);
    extreme->mass = real_min(extreme->mass, mass);
}

static void count_stream(const model *model, int number, grain_extremes *extreme)
{
    const model_stream *stream = &model->stream[number];
    const model_shape *shape = &model->shape[stream->shape];
    const int set = model->grain_sets + number;
    const double least =
        world_least_radius(model, model->grain_sets + number, spread_least(&shape->radius), 0);
    const double most = spread_most(&shape->radius);
    double radius = touching_radius(shape, least);
    if (!shape->core.vertices)
        radius = real_min(radius, least);
    const double mass = world_inertial_mass(model, set, radius) * world_set_share(model, set);
    extreme->radius = real_min(extreme->radius, radius);
    extreme->largest = real_max(extreme->largest, most);
    extreme->mass = real_min(extreme->mass, mass);
}

void grain_extremes_of(const model *model, const grain_list *grains, grain_extremes *out)
{
    for (int i = 0; i < model->materials; i++) {
        out[i] = (grain_extremes){
            .radius = INFINITY,
            .mass = INFINITY,
            .fixed_radius = INFINITY,
            .largest = 0,
            .wall = false,
        };
    }
    for (int64_t i = 0; i < grains->count; i++)
        count_grain(model, grains, i, &out[grains->material[i]]);
    for (int i = 0; i < model->streams; i++)
        count_stream(model, i, &out[model->stream[i].material]);
    for (int i = 0; i < model->walls; i++)
        out[model->wall[i].material].wall = true;
    for (int axis = 0; axis < 3; axis++) {
        if (model->boundary[axis] == BOUNDARY_WALL && model->domain_material >= 0)
            out[model->domain_material].wall = true;
    }
}
