// sections.c - on which area walls under a pressure press where the case gives none: the section of the box of planes around
// them, or their own face within it, where that is smaller (docs/drives.md).
#include "motion/shared.h"

#include "base/mathlib.h"

#include <math.h>

static const double flat = 1e-9; // of a component of a unit vector

static v3 normal_of(const moving_wall *wall)
{
    primitive_touch found[PRIMITIVE_TOUCH_MOST];
    wall->shape->kind->touches(wall->shape, v3_make(0, 0, 0), INFINITY, NULL, 0, found);
    return q4_rotate(wall->now.orientation, found[0].normal);
}

static bool is_plane(const moving_wall *wall)
{
    return !wall->absent && !isfinite(primitive_extent(wall->shape));
}

// The planes across an axis of space, on either side; infinite where there is none.
static void planes_along(const shared *shared, int axis, double *low, double *high)
{
    *low = -INFINITY;
    *high = INFINITY;
    for (int i = 0; i < shared->walls; i++) {
        const moving_wall *wall = &shared->wall[i];
        if (!is_plane(wall))
            continue;
        const double along = v3_component(normal_of(wall), axis);
        const double at = v3_component(wall->now.position, axis);
        if (along > 1 - flat && at > *low)
            *low = at;
        if (along < flat - 1 && at < *high)
            *high = at;
    }
}

static bool is_across(v3 across, int axis)
{
    return !(fabs(v3_component(across, axis)) > flat);
}

// Planes that stand across the section but not across an axis bound it, too, and are not counted.
static bool has_slanting(const shared *shared, v3 across)
{
    bool any = false;
    for (int i = 0; i < shared->walls; i++) {
        const moving_wall *wall = &shared->wall[i];
        if (!is_plane(wall))
            continue;
        const v3 normal = normal_of(wall);
        int level = 0;
        for (int axis = 0; axis < 3; axis++)
            level += fabs(v3_component(normal, axis)) > 1 - flat;
        any = any || (level == 0 && fabs(v3_dot(normal, across)) < 1 - flat);
    }
    return any;
}

// The box, with infinite sides along the axis, over periodic borders and where there is no plane; returns its section.
static double box_around(const shared *shared, v3 across, v3 *low, v3 *high)
{
    const model *model = shared->model;
    double from[3] = {-INFINITY, -INFINITY, -INFINITY};
    double to[3] = {INFINITY, INFINITY, INFINITY};
    double area = 1;
    for (int axis = 0; axis < model->dimensions; axis++) {
        const double length = v3_component(model->high, axis) - v3_component(model->low, axis);
        const bool periodic = model->boundary[axis] == BOUNDARY_PERIODIC;
        if (!is_across(across, axis))
            continue;
        if (!periodic)
            planes_along(shared, axis, &from[axis], &to[axis]);
        const bool closed = isfinite(from[axis]) && isfinite(to[axis]) && to[axis] > from[axis];
        // A cell that leans has as much room across its other axes: its matrix is triangular.
        if (periodic)
            area *= shared->cell.given ? shared->cell.now.of[axis] : length;
        else
            area *= closed ? to[axis] - from[axis] : 0;
    }
    *low = v3_make(from[0], from[1], from[2]);
    *high = v3_make(to[0], to[1], to[2]);
    return area;
}

double shared_section(const shared *shared, v3 across)
{
    v3 low;
    v3 high;
    return box_around(shared, across, &low, &high);
}

static bool same_place(v3 a, v3 b, v3 across)
{
    bool same = true;
    for (int axis = 0; axis < 3; axis++)
        same = same && (!is_across(across, axis) || v3_component(a, axis) == v3_component(b, axis));
    return same;
}

// The sum over a mesh is taken once, and again where the wall turns, or it or the box goes sideways.
static void measure_face(const shared *shared, moving_wall *wall, v3 across, v3 low, v3 high)
{
    drive_wall *own = &wall->own;
    const q4 now = wall->now.orientation;
    const q4 then = own->turned;
    const v3 at = wall->now.position;
    const bool turned = now.w != then.w || now.x != then.x || now.y != then.y || now.z != then.z;
    const bool moved = !same_place(at, own->face_at, across) ||
                       !same_place(low, own->face_low, across) ||
                       !same_place(high, own->face_high, across);
    const face_view view = {at, now, across, low, high};
    double share;
    if (!turned && !moved)
        return;
    const double whole = primitive_face(wall->shape, now, across, shared->model->dimensions == 2);
    own->part = primitive_face_within(wall->shape, &view, &share);
    own->face = isfinite(whole) ? share * whole : whole;
    own->turned = now;
    own->face_at = at;
    own->face_low = low;
    own->face_high = high;
}

void shared_measure_sections(shared *shared)
{
    for (int i = 0; i < shared->walls; i++) {
        moving_wall *wall = &shared->wall[i];
        const v3 across = drive_chain_section(&wall->drive);
        v3 low;
        v3 high;
        if (!(v3_dot(across, across) > 0))
            continue;
        const double section = box_around(shared, across, &low, &high);
        measure_face(shared, wall, across, low, high);
        const double face = wall->own.face;
        const bool counts = face > 0 && isfinite(face);
        wall->own.by_face = counts && (!(section > 0) || face < section);
        wall->own.faceless = !counts && isfinite(primitive_extent(wall->shape));
        wall->own.slanting = has_slanting(shared, across);
        wall->own.section = wall->own.by_face ? face : section;
    }
}
