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

v3 whole_way(const model *model, v3 from, v3 to)
{
    const v3 low = model->low;
    const v3 high = model->high;
    const v3 way = v3_sub(to, from);
    return (v3){
        .x = nearest(model, 0, way.x, low.x, high.x),
        .y = nearest(model, 1, way.y, low.y, high.y),
        .z = nearest(model, 2, way.z, low.z, high.z),
    };
}

// Puts a coordinate of a grain into the domain and counts the border that lies between.
static double inside(const model *model, int axis, double x, double *image)
{
    if (model->boundary[axis] != BOUNDARY_PERIODIC)
        return x;
    const double low = v3_component(model->low, axis);
    const double length = v3_component(model->high, axis) - low;
    const double lengths = floor((x - low) / length);
    image[axis] += lengths;
    return x - length * lengths;
}

static v3 inside_domain(const model *model, v3 at, double *image)
{
    return (v3){
        .x = inside(model, 0, at.x, image),
        .y = inside(model, 1, at.y, image),
        .z = inside(model, 2, at.z, image),
    };
}

whole_grain whole_grain_at(const model *model, const frame_balls *balls, int64_t i)
{
    const v3 first = balls->position[i];
    whole_grain grain = {
        .id = balls->id[i],
        .first = i,
        .balls = 1,
        .position = first,
        .velocity = balls->velocity[i],
        .image = {balls->image[i].x, balls->image[i].y, balls->image[i].z},
        .mass = balls->mass[i],
        .set = balls->set[i],
        .contacts = balls->contacts[i],
    };
    if (i + 1 == balls->count || balls->body[i + 1] != balls->body[i])
        return grain;
    const model_clump *clump = &model_shape_of(model, grain.set)->clump;
    double all = 0;
    v3 arm = {0, 0, 0};
    v3 velocity = {0, 0, 0};
    for (int64_t k = i; k < balls->count && balls->body[k] == balls->body[i]; k++) {
        const double radius = balls->radius[k];
        const double weight = v3_dot(clump->slope, clump->at[k - i]) + clump->level;
        const double share = weight * radius * radius * (model->dimensions == 3 ? radius : 1);
        const v3 way = whole_way(model, first, balls->position[k]);
        all += share;
        arm = v3_fma(arm, share, way);
        velocity = v3_fma(velocity, share, balls->velocity[k]);
        if (k == i)
            continue;
        grain.mass += balls->mass[k];
        grain.contacts += balls->contacts[k];
        grain.balls++;
    }
    const v3 centre = v3_fma(first, 1 / all, arm);
    grain.position = inside_domain(model, centre, grain.image);
    grain.velocity = v3_scale(1 / all, velocity);
    return grain;
}

double whole_filling(const model *model, int32_t set)
{
    const model_clump *clump = &model_shape_of(model, set)->clump;
    const bool flat = model->dimensions == 2;
    double sum = 0;
    if (!clump->balls)
        return 1;
    for (int k = 0; k < clump->balls; k++) {
        const double r = clump->radius[k];
        sum += flat ? PI * r * r : 4.0 / 3.0 * PI * r * r * r;
    }
    return clump->volume / sum;
}

bool whole_are_balls(const model *model)
{
    bool all = true;
    for (int set = 0; set < model->grain_sets + model->streams; set++)
        all = all && model_shape_of(model, set)->clump.balls <= 1;
    return all;
}
