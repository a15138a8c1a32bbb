// scenery.c - see scenery.h.
//
// A bed is shown with a tenth of its size around it. One ball would fill the picture that way, and nobody could see
// where it is: along each axis there is room for at least nine of the largest grains. What is to come to rest is shown
// with what it will lie on: the box goes on along gravity to the first wall, where that is no further than four times
// its size.
#include "show/scenery.h"

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

// The first place of a wall behind `front`, measured along gravity; INFINITY: there is none.
static double find_floor(const wall_surface *walls, v3 gravity, int axis, double front)
{
    const double sign = along(gravity, axis) > 0 ? 1 : -1;
    double nearest = INFINITY;
    for (int64_t i = 0; i < 3 * walls->triangles; i++) {
        const double at = sign * along(walls->point[walls->corner[i / 3][i % 3]], axis);
        if (at > front)
            nearest = fmin(nearest, at);
    }
    return nearest;
}

static void reach_floor(v3 gravity, const wall_surface *walls, v3 low, v3 high, scenery *out)
{
    const int axis = down_axis(gravity);
    if (axis < 0)
        return;
    const bool upwards = along(gravity, axis) > 0;
    const double front = upwards ? along(high, axis) : -along(low, axis);
    double size = 0;
    for (int k = 0; k < 3; k++)
        size = fmax(size, along(out->high, k) - along(out->low, k));
    const double nearest = find_floor(walls, gravity, axis, front);
    const double end = upwards ? along(out->high, axis) : -along(out->low, axis);
    const double way = nearest - end;
    if (!(way > 0) || way > floor_most * size)
        return;
    if (upwards)
        *part(&out->high, axis) = nearest;
    else
        *part(&out->low, axis) = -nearest;
    out->wide = true;
}

void scenery_of(const model *model, const frame *seen, const wall_surface *walls, scenery *out)
{
    v3 low;
    v3 high;
    double largest;
    *out = (scenery){.wide = false};
    store_box(seen, model, &out->low, &out->high);
    if (!seen->ball.count)
        return;
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
    reach_floor(model->gravity, walls, low, high, out);
}
