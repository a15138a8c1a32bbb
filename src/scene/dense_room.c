// dense_room.c - see dense_room.h.
#include "scene/dense_room.h"

#include "base/mathlib.h"
#include "scene/obstacles.h"
#include "scene/region.h"

double dense_room_depth(const void *room, v3 at, double radius)
{
    const packing_room *in = room;
    double depth = 0;
    if (in->region)
        depth = real_max(depth, radius - in->region->kind->depth(in->region, at));
    if (in->walls)
        depth = real_max(depth, obstacles_depth(in->walls, at, radius));
    return depth;
}

// Does the region stay in the domain along an axis?
static bool stays_inside(const model *model, const region *region, int axis)
{
    const double low = v3_component(model->low, axis);
    const double high = v3_component(model->high, axis);
    const double rounding = 1e-9 * (high - low);
    const bool from = v3_component(region->low, axis) >= low - rounding;
    return from && v3_component(region->high, axis) <= high + rounding;
}

scree_status dense_room_check(const packing_job *job, const packing_room *room, scree_error *error)
{
    const region *region = room->region;
    for (int axis = 0; region && axis < job->model->dimensions; axis++) {
        if (stays_inside(job->model, region, axis))
            continue;
        return packing_fail(job, error, "make the region smaller, or the domain longer",
                            "the region reaches out of the domain along %c, so its share cannot "
                            "be told",
                            "xyz"[axis]);
    }
    return SCREE_OK;
}

// Nothing is drawn along an axis that has one place alone.
static v3 draw_in_box(const dense_box *box, rng *random)
{
    v3 at = box->low;
    if (box->low.x < box->high.x)
        at.x = rng_range(random, box->low.x, box->high.x);
    if (box->low.y < box->high.y)
        at.y = rng_range(random, box->low.y, box->high.y);
    if (box->low.z < box->high.z)
        at.z = rng_range(random, box->low.z, box->high.z);
    return at;
}

bool dense_room_draw(const packing_room *room, const dense_box *box, double radius, rng *random,
                     v3 *at)
{
    const double deep = 0.5 * radius; // that is pushed out
    for (int i = 0; i < REGION_DRAWS; i++) {
        if (!room->region)
            *at = draw_in_box(box, random);
        else if (!region_draw(room->region, radius, random, at))
            return false;
        if (!room->walls || obstacles_depth(room->walls, *at, radius) <= deep)
            return true;
    }
    return false;
}
