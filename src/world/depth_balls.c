// depth_balls.c - see depth_balls.h.
#include "world/depth_balls.h"

#include "base/constants.h"
#include "base/corners.h"
#include "base/mathlib.h"
#include "state/bodies.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void depth_take(sizes *sizes, double radius, double mass)
{
    sizes->count++;
    if (!(sizes->most.radius > 0) || radius < sizes->least.radius)
        sizes->least = (size){radius, mass};
    if (radius > sizes->most.radius)
        sizes->most = (size){radius, mass};
}

static double volume_of_ball(double radius, bool flat)
{
    if (flat)
        return PI * radius * radius;
    return 4 * PI / 3 * radius * radius * radius;
}

static void look_at_part(const world *world, const bodies *bodies, sizes *of, cloud *cloud)
{
    const shared *shared = world->shared;
    const bool flat = shared->model->dimensions == 2;
    const v3 down = v3_unit(shared->model->gravity);
    for (int32_t i = 0; i < bodies->count; i++) {
        const rec4 *record = position_now(bodies, i);
        const double inverse = bodies_inverse_mass(bodies, i);
        const double radius = bodies_radius(bodies, i);
        const bool fixed = !(inverse > 0);
        const double mass = fixed ? INFINITY : 1 / inverse;
        const bool cornered = shared->core && shared->core[bodies->set[i]];
        if (cornered)
            continue;
        depth_take(&of[bodies->material[i]], radius, mass);
        if (fixed)
            continue;
        const v3 centre = v3_of(record);
        const v3 reach = v3_make(radius, radius, radius);
        const int32_t members = bodies->with_clumps ? bodies_members(bodies, i) : 1;
        const double volume = volume_of_ball(radius, flat);
        const double depth = v3_dot(down, centre) + radius;
        cloud->low = v3_min(cloud->low, v3_sub(centre, reach));
        cloud->high = v3_max(cloud->high, v3_add(centre, reach));
        cloud->volume += volume;
        cloud->weight += 1 / (inverse * (members > 1 ? members : 1));
        cloud->radius = real_max(cloud->radius, radius);
        if (depth > cloud->deepest) {
            cloud->deepest = depth;
            cloud->lowest = *record;
        }
    }
}

static cloud cloud_of_none(void)
{
    return (cloud){
        .low = {INFINITY, INFINITY, INFINITY},
        .high = {-INFINITY, -INFINITY, -INFINITY},
        .deepest = -INFINITY,
    };
}

// ---- of all ranks

static void add_sizes(const sizes *more, sizes *to)
{
    if (more->count == 0)
        return;
    const int64_t count = to->count + more->count;
    depth_take(to, more->least.radius, more->least.mass);
    depth_take(to, more->most.radius, more->most.mass);
    to->count = count;
}

static void add_cloud(const cloud *more, cloud *to)
{
    to->low = v3_min(to->low, more->low);
    to->high = v3_max(to->high, more->high);
    to->volume += more->volume;
    to->weight += more->weight;
    to->radius = real_max(to->radius, more->radius);
    if (more->deepest > to->deepest) {
        to->deepest = more->deepest;
        to->lowest = more->lowest;
    }
}

static void add_ranks(const world *world, sizes *of, cloud *all)
{
    const int materials = world->shared->model->materials;
    const cloud own = *all;
    cloud *clouds = ranks_gather(world, &own, sizeof own);
    sizes *sizes_of = ranks_gather(world, of, (size_t)materials * sizeof *of);
    memset(of, 0, (size_t)materials * sizeof *of);
    *all = cloud_of_none();
    for (int k = 0; k < world->parts; k++) {
        add_cloud(&clouds[k], all);
        for (int i = 0; i < materials; i++)
            add_sizes(&sizes_of[k * materials + i], &of[i]);
    }
    free(clouds);
    free(sizes_of);
}

cloud depth_look_at_balls(const world *world, sizes *of)
{
    cloud cloud = cloud_of_none();
    ranks_order(world, ORDER_DEPTHS, 0);
    for (const part *part = world_own(world); part < world_own_end(world); part++)
        look_at_part(world, &part->body, of, &cloud);
    if (world->ranks)
        add_ranks(world, of, &cloud);
    return cloud;
}

void depth_answer(const world *world)
{
    sizes *of = calloc((size_t)world->shared->model->materials + 1, sizeof *of);
    if (!of)
        ranks_abandon(world, "out of memory for the sizes of grains");
    depth_look_at_balls(world, of);
    free(of);
}
