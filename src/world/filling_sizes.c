// filling_sizes.c - how large one grain is that will lie among others.
#include "world/filling_sizes.h"

#include "base/constants.h"
#include "base/corners.h"
#include "base/mathlib.h"
#include "base/spread.h"

#include <math.h>

static const double boxlike = 0.7; // of its box fills a body that comes to lie on others by faces

double filling_volume(const model *model, const model_shape *shape, double radius)
{
    if ((shape->clump.balls && !shape->clump.of_ball) || shape->core.vertices)
        return shape->clump.volume;
    return model->dimensions == 2 ? PI * radius * radius : 4.0 / 3 * PI * radius * radius * radius;
}

double filling_mean_volume(const model *model, const model_shape *shape)
{
    const double one = filling_volume(model, shape, 1);
    if (shape->radius.kind == SPREAD_FIXED)
        return filling_volume(model, shape, shape->radius.value);
    return one * spread_moment(&shape->radius, model->dimensions);
}

double filling_diameter(const model *model, double volume)
{
    return 2 * (model->dimensions == 2 ? sqrt(volume / PI) : real_cbrt(volume * 0.75 / PI));
}

// Share of the space that grains fill in a bed.
double filling_packed(const model *model)
{
    return model->dimensions == 2 ? 0.8 : 0.6;
}

// Half of the box around a core that is turned like that.
static v3 box_of_core(const model_core *core, q4 turn)
{
    v3 low = v3_make(INFINITY, INFINITY, INFINITY);
    v3 high = v3_make(-INFINITY, -INFINITY, -INFINITY);
    for (int32_t i = 0; i < core->vertices; i++) {
        v3 x = q4_rotate(turn, core->vertex[i]);
        low = v3_min(low, x);
        high = v3_max(high, x);
    }
    const double radius = core->radius;
    const v3 half = v3_scale(0.5, v3_sub(high, low));
    return v3_make(half.x + radius, half.y + radius, half.z + radius);
}

// Half of the box around a grain as it begins; of one turned by chance a mean one.
v3 filling_half(const model *model, int set, double radius, double diameter)
{
    const model_shape *shape = model_shape_of(model, set);
    const bool whole = shape->clump.balls && !shape->clump.of_ball;
    const bool ball = !whole && !shape->core.vertices;
    const double r = ball ? radius : 0.5 * diameter;
    if (!shape->core.vertices || set >= model->grain_sets || !model->grains[set].turned)
        return v3_make(r, r, r);
    const v3 turn = model->grains[set].turn;
    const double angle = v3_norm(turn);
    const double sine_per_angle = angle > 0 ? real_sin(0.5 * angle) / angle : 0;
    const q4 orientation = {
        .w = real_cos(0.5 * angle),
        .x = sine_per_angle * turn.x,
        .y = sine_per_angle * turn.y,
        .z = sine_per_angle * turn.z,
    };
    return box_of_core(&shape->core, q4_unit(orientation));
}

bool filling_boxlike(const model *model, int set)
{
    const model_shape *shape = model_shape_of(model, set);
    const bool convex = shape->core.vertices && shape->core.meeting == MEET_CONVEX;
    if (model->dimensions == 2 || !convex)
        return false;
    const v3 half = box_of_core(&shape->core, shape->clump.axes);
    return shape->clump.volume > boxlike * 8 * half.x * half.y * half.z;
}
