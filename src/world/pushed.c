// pushed.c - how short a step must be for the walls that a force pushes, whose mass is their own.
//
// Such a wall lies on some N grains at once, as many as have room on it side by side, and answers to all of their
// contacts with its mass M: it swings as a body of M/N would on one of them, and their dashpots slow it down as they
// would slow down that. A contact knows of M alone: its dashpot is tuned to the mass m* of grain and wall, 1/m + 1/M, and
// an impact with m* lasts less long than one with m.
#include "world/timestep.h"

#include "base/corners.h"
#include "base/mathlib.h"
#include "law/single.h"

#include <math.h>

static const double swing_parts = 10;   // of half a swing
static const double damped_share = 0.5; // of the time in which the dashpots stop it

// The box around the grains that move, seen along an axis, m^2 (m in the plane), and their mean radius.
static double area_of(const model *model, const grain_list *grains, v3 axis, double *radius,
                      int64_t *count)
{
    v3 low = {INFINITY, INFINITY, INFINITY};
    v3 high = {-INFINITY, -INFINITY, -INFINITY};
    double sum = 0;
    *count = 0;
    for (int64_t i = 0; i < grains->count; i++) {
        const double r = grains->radius[i];
        const v3 around = v3_make(r, r, r);
        const v3 centre = grains->position[i];
        if (grains->fixed[i])
            continue;
        low = v3_min(low, v3_sub(centre, around));
        high = v3_max(high, v3_add(centre, around));
        sum += r;
        (*count)++;
    }
    if (*count == 0)
        return 0;
    *radius = sum / (double)*count;
    const v3 extent = v3_sub(high, low);
    if (model->dimensions == 2)
        return fabs(axis.x) * extent.y + fabs(axis.y) * extent.x;
    const double side_x = fabs(axis.x) * extent.y * extent.z;
    const double side_y = fabs(axis.y) * extent.x * extent.z;
    const double side_z = fabs(axis.z) * extent.x * extent.y;
    return side_x + side_y + side_z;
}

double grain_section_of(const model *model, const grain_list *list, v3 axis)
{
    double radius;
    int64_t count;
    return area_of(model, list, axis, &radius, &count);
}

double grain_layer_of(const model *model, const grain_list *list, v3 axis)
{
    double radius = 0;
    int64_t count;
    double mass = 0;
    const double area = area_of(model, list, axis, &radius, &count);
    if (count == 0)
        return 0;
    for (int64_t i = 0; i < list->count; i++)
        mass += list->fixed[i] ? 0 : list->mass[i];
    const double room = area / (model->dimensions == 2 ? 2 * radius : 4 * radius * radius);
    return real_max(1, real_min((double)count, room)) * mass / (double)count;
}

void grain_pushed_of(const model *model, const grain_list *list, grain_prospect *out)
{
    out->pushed = (pushed_wall){
        .wall = -1,
        .mass = INFINITY,
        .grains = 0,
    };
    for (int i = 0; i < model->walls; i++) {
        const drive_chain drive = out->wall[i].drive;
        double radius = 0;
        int64_t count;
        if (!drive_chain_pushed(&drive))
            continue;
        const drive_push push = drive_chain_push(&drive);
        double area = area_of(model, list, push.axis, &radius, &count);
        if (push.area > 0)
            area = real_min(area, push.area);
        const double room =
            count == 0 ? 0 : area / (model->dimensions == 2 ? 2 * radius : 4 * radius * radius);
        const double grains = real_max(1, real_min((double)count, room));
        const double mass = push.mass / grains;
        if (mass < out->pushed.mass) {
            out->pushed = (pushed_wall){
                .wall = i,
                .mass = mass,
                .grains = grains,
            };
        }
    }
}

double pushed_step(const law_set *set, double radius, double mass, double speed, double step,
                   const pushed_wall *pushed)
{
    const double share = pushed->mass;
    const double felt = 1 / (1 / mass + 1 / (share * pushed->grains));
    const double impact = law_set_duration(set, radius, felt, speed);
    const double duration = law_set_duration(set, radius, mass, speed);
    const double half_swing = duration * sqrt(share / mass);
    const double overlap = real_min(speed * impact / 3, 0.5 * radius);
    const law_dashpots dashpots = law_single_dashpots(set, radius, felt, overlap, speed, step);
    const double damped = damped_share * share / dashpots.normal;
    const double swung = real_min(impact / STEPS_OF_IMPACT, half_swing / swing_parts);
    return real_min(swung, damped);
}
