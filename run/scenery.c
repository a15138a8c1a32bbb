// scenery.c - see scenery.h.
//
// A bed is shown with a tenth of its size around it. One ball would fill the picture that way, and nobody could see
// where it is: along each axis there is room for at least nine of the largest grains. What is to come to rest is shown
// with what it will lie on: the box goes on along gravity to the first wall, where that is no further than four times
// its size.
#include "run/scenery.h"

#include "store/dump.h"

#include <math.h>

static const double margin = 0.1, least_room = 18,
                    floor_most = 4; // of the size; radii; times the size

static double *part(v3 *v, int axis)
{
    return axis == 0 ? &v->x : axis == 1 ? &v->y : &v->z;
}
static double along(v3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

// The box of the grains themselves.
static void measure(const frame_balls *balls, v3 *low, v3 *high, double *largest)
{
    *low = v3_make(INFINITY, INFINITY, INFINITY);
    *high = v3_scale(-1, *low);
    *largest = 0;
    for (int64_t i = 0; i < balls->count; i++) {
        *largest = fmax(*largest, balls->radius[i]);
        for (int axis = 0; axis < 3; axis++) {
            *part(low, axis) =
                fmin(along(*low, axis), along(balls->position[i], axis) - balls->radius[i]);
            *part(high, axis) =
                fmax(along(*high, axis), along(balls->position[i], axis) + balls->radius[i]);
        }
    }
}

// The axis that gravity points along most, -1 without gravity.
static int down_axis(v3 gravity)
{
    int most = 0;
    for (int axis = 1; axis < 3; axis++)
        if (fabs(along(gravity, axis)) > fabs(along(gravity, most)))
            most = axis;
    return along(gravity, most) != 0 ? most : -1;
}

// Lowers `*nearest`, measured along gravity, to the first place of a wall behind `front`.
static scree_status find_floor(const world *world, const frame *seen, int axis, double front,
                               double *nearest, scree_error *error)
{
    const model *model = world_model(world);
    const double sign = along(model->gravity, axis) > 0 ? 1 : -1;
    v3 low;
    v3 high;
    store_box(seen, model, &low, &high);
    for (int i = seen->walls - model->walls; i < seen->walls; i++) {
        triangle_soup soup;
        const frame_wall *is = &seen->wall[i];
        if (is->absent)
            continue;
        scree_status status = primitive_surface(world_wall_primitive(world, i),
                                                &(draw_window){.position = is->position,
                                                               .orientation = is->orientation,
                                                               .low = low,
                                                               .high = high,
                                                               .round = PRIMITIVE_DRAWN},
                                                &soup, error);
        if (status)
            return status;
        for (int32_t k = 0; k < soup.vertices; k++) {
            const double at = sign * along(soup.vertex[k], axis);
            if (at > front)
                *nearest = fmin(*nearest, at);
        }
        triangle_soup_clear(&soup);
    }
    return SCREE_OK;
}

static scree_status reach_floor(const world *world, const frame *seen, v3 low, v3 high,
                                scenery *out, scree_error *error)
{
    const v3 gravity = world_model(world)->gravity;
    const int axis = down_axis(gravity);
    if (axis < 0)
        return SCREE_OK;
    const bool upwards = along(gravity, axis) > 0;
    const double front = upwards ? along(high, axis) : -along(low, axis);
    double size = 0;
    double nearest = INFINITY;
    for (int k = 0; k < 3; k++)
        size = fmax(size, along(out->high, k) - along(out->low, k));
    scree_status status = find_floor(world, seen, axis, front, &nearest, error);
    const double end = upwards ? along(out->high, axis) : -along(out->low, axis);
    const double way = nearest - end;
    if (status || !(way > 0) || way > floor_most * size)
        return status;
    if (upwards)
        *part(&out->high, axis) = nearest;
    else
        *part(&out->low, axis) = -nearest;
    out->wide = true;
    return SCREE_OK;
}

scree_status scenery_of(const world *world, const frame *seen, scenery *out, scree_error *error)
{
    v3 low;
    v3 high;
    double largest;
    *out = (scenery){.wide = false};
    store_box(seen, world_model(world), &out->low, &out->high);
    if (!seen->ball.count)
        return SCREE_OK;
    measure(&seen->ball, &low, &high, &largest);
    double size = 0;
    for (int axis = 0; axis < 3; axis++)
        size = fmax(size, along(high, axis) - along(low, axis));
    out->wide =
        seen->walls > 0 && size < least_room * largest; // where there is something else to be seen
    for (int axis = 0; axis < 3; axis++) {
        const double span = along(high, axis) - along(low, axis);
        const double more = out->wide ? 0.5 * (least_room * largest - span) : margin * span;
        *part(&out->low, axis) = fmax(along(out->low, axis), along(low, axis) - more);
        *part(&out->high, axis) = fmin(along(out->high, axis), along(high, axis) + more);
    }
    return reach_floor(world, seen, low, high, out, error);
}
