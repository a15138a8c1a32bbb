// whole.c - see whole.h.
#include "measure/whole.h"

#include "base/constants.h"

#include <math.h>

static double nearest(const model *model, int axis, double way, double low, double high)
{
    return model->boundary[axis] == BOUNDARY_PERIODIC
               ? way - (high - low) * floor(way / (high - low) + 0.5)
               : way;
}

// From one ball of a body to another: on periodic axes a border may lie between them.
static v3 way_between(const model *model, v3 from, v3 to)
{
    v3 way = v3_sub(to, from);
    return v3_make(nearest(model, 0, way.x, model->low.x, model->high.x),
                   nearest(model, 1, way.y, model->low.y, model->high.y),
                   nearest(model, 2, way.z, model->low.z, model->high.z));
}

static double inside(const model *model, int axis, double x, double low, double high)
{
    if (model->boundary[axis] != BOUNDARY_PERIODIC)
        return x;
    return x - (high - low) * floor((x - low) / (high - low));
}

whole_grain whole_grain_at(const model *model, const frame_balls *balls, int64_t i)
{
    whole_grain grain = {
        .id = balls->id[i],
        .first = i,
        .balls = 1,
        .position = balls->position[i],
        .velocity = balls->velocity[i],
        .mass = balls->mass[i],
        .set = balls->set[i],
        .contacts = balls->contacts[i],
    };
    double all = 0;
    v3 arm = {0, 0, 0};
    v3 velocity = {0, 0, 0};
    for (int64_t k = i; k < balls->count && balls->body[k] == balls->body[i]; k++) {
        double share =
            balls->radius[k] * balls->radius[k] * (model->dimensions == 3 ? balls->radius[k] : 1);
        all += share;
        arm = v3_fma(arm, share, way_between(model, balls->position[i], balls->position[k]));
        velocity = v3_fma(velocity, share, balls->velocity[k]);
        if (k == i)
            continue;
        grain.mass += balls->mass[k];
        grain.contacts += balls->contacts[k];
        grain.balls++;
    }
    if (grain.balls == 1)
        return grain;
    v3 x = v3_fma(balls->position[i], 1 / all, arm);
    grain.position = v3_make(inside(model, 0, x.x, model->low.x, model->high.x),
                             inside(model, 1, x.y, model->low.y, model->high.y),
                             inside(model, 2, x.z, model->low.z, model->high.z));
    grain.velocity = v3_scale(1 / all, velocity);
    return grain;
}

double whole_filling(const model *model, int32_t set)
{
    const model_clump *clump = &model_shape_of(model, set)->clump;
    double sum = 0;
    for (int k = 0; k < clump->balls; k++) {
        sum += model->dimensions == 2
                   ? PI * clump->radius[k] * clump->radius[k]
                   : 4.0 / 3.0 * PI * clump->radius[k] * clump->radius[k] * clump->radius[k];
    }
    return clump->balls ? clump->volume / sum : 1;
}
