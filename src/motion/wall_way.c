// wall_way.c - how far a wall may have come nearer to grains in a step, which neighbour lists have to allow for.
//
// A turn moves the surface of a wall at most by its extent times the angle. A plane has none: what counts is how far
// its normal has turned, n to n', where grains are. The gap of a grain of radius R at x is n.(x - p) - R, so it changes
// by no more than |n' - n| (|x - p| + R) through the turn, and by nothing where a plane turns about its normal.
#include "motion/part.h"

#include "base/mathlib.h"

#include <math.h>

// Of a plane, which has the same normal everywhere.
static v3 normal_of(const primitive *plane, q4 orientation)
{
    primitive_touch found[PRIMITIVE_TOUCH_MOST];
    plane->kind->touches(plane, v3_make(0, 0, 0), INFINITY, NULL, 0, found);
    return q4_rotate(orientation, found[0].normal);
}

// How far the outermost grain reaches from a point.
static double outermost(const part *part, int threads, v3 from)
{
    const bodies *bodies = &part->body;
    const rec4 *position = bodies->position[bodies->now];
    double most = 0;
#pragma omp parallel for num_threads(threads) reduction(max : most)
    for (int32_t i = 0; i < bodies->count; i++) {
        v3 away = v3_sub(v3_of(&position[i]), from);
        double radius = position[i].v[3];
        double reach = v3_norm(away) + radius;
        if (reach > most)
            most = reach;
    }
    return most;
}

double part_wall_way(const part *part, int threads, const moving_wall *wall, const wall_pose *next,
                     double angle)
{
    const wall_pose *now = &wall->now;
    double way = v3_distance(next->position, now->position);
    double extent = primitive_extent(wall->shape);
    if (!(angle > 0))
        return way;
    if (isfinite(extent))
        return way + angle * extent;
    v3 normal = normal_of(wall->shape, now->orientation);
    v3 turned = normal_of(wall->shape, next->orientation);
    double tilt = v3_distance(turned, normal);
    // Drives place a wall by the time since the start: what rounding tilts in a step does not add up.
    if (tilt < 1e-15)
        return way;
    // Grains are within a skin of where they were when the lists were built.
    double reach = outermost(part, threads, now->position) + part->stepping.skin;
    return way + tilt * reach;
}
