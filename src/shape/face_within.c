// face_within.c - how much of a surface's face lies within a box along the axes of space; see primitive_face_within.
//
// Each triangle is cut by the planes of the box, one after the other (I. E. Sutherland, G. W. Hodgman, Reentrant polygon
// clipping, Communications of the ACM 17, 1974), and what is left of it counts. A disk is a fan of triangles.
#include "shape/mesh.h"
#include "shape/meridian.h"

#include "base/constants.h"
#include "base/mathlib.h"

#include <math.h>

enum { CORNERS = 3 + 6 }; // each plane adds one at most

typedef struct polygon {
    v3 corner[CORNERS];
    int corners;
} polygon;

// What a triangle shows to one side and to the other, in all and within the box.
typedef struct shown {
    double front, back, front_in, back_in;
} shown;

// Leaves what is on the side of the plane where sign times the coordinate is not above sign times `at`.
static void cut(polygon *is, int axis, double at, double sign)
{
    polygon left = {.corners = 0};
    for (int i = 0; i < is->corners; i++) {
        const v3 here = is->corner[i];
        const v3 next = is->corner[(i + 1) % is->corners];
        const double beyond = sign * (v3_component(here, axis) - at);
        const double next_beyond = sign * (v3_component(next, axis) - at);
        if (!(beyond > 0))
            left.corner[left.corners++] = here;
        if ((beyond > 0) != (next_beyond > 0)) {
            const double share = beyond / (beyond - next_beyond);
            left.corner[left.corners++] = v3_fma(here, share, v3_sub(next, here));
        }
    }
    *is = left;
}

// Above 0 where it looks along the direction.
static double area_along(const polygon *is, v3 along)
{
    double sum = 0;
    for (int i = 2; i < is->corners; i++) {
        const v3 side = v3_sub(is->corner[i - 1], is->corner[0]);
        const v3 other = v3_sub(is->corner[i], is->corner[0]);
        sum += 0.5 * v3_dot(v3_cross(side, other), along);
    }
    return sum;
}

static void add_triangle(shown *sum, const face_view *in, const v3 own[3])
{
    polygon is = {.corners = 3};
    for (int i = 0; i < 3; i++)
        is.corner[i] = v3_add(in->position, q4_rotate(in->orientation, own[i]));
    const double whole = area_along(&is, in->along);
    for (int axis = 0; axis < 3 && is.corners > 0; axis++) {
        if (isfinite(v3_component(in->low, axis)))
            cut(&is, axis, v3_component(in->low, axis), -1);
        if (isfinite(v3_component(in->high, axis)))
            cut(&is, axis, v3_component(in->high, axis), 1);
    }
    const double inside = area_along(&is, in->along);
    sum->front += real_max(0, whole);
    sum->back += real_max(0, -whole);
    sum->front_in += real_max(0, inside);
    sum->back_in += real_max(0, -inside);
}

static void add_mesh(shown *sum, const face_view *in, const mesh *mesh)
{
    for (int32_t i = 0; i < mesh->triangles; i++) {
        const int32_t *corner = mesh->triangle[i].vertex;
        const v3 own[3] = {mesh->vertex[corner[0]], mesh->vertex[corner[1]],
                           mesh->vertex[corner[2]]};
        add_triangle(sum, in, own);
    }
}

static void add_disk(shown *sum, const face_view *in, const meridian *disk)
{
    enum { FAN = 1024 };
    const v3 first = v3_perpendicular(disk->axis);
    const v3 second = v3_cross(disk->axis, first);
    v3 before = v3_scale(disk->radius[1], first);
    for (int i = 1; i <= FAN; i++) {
        double sine;
        double cosine;
        real_sin_cos(2 * PI * i / FAN, &sine, &cosine);
        const v3 along_first = v3_scale(disk->radius[1] * cosine, first);
        const v3 next = v3_fma(along_first, disk->radius[1] * sine, second);
        const v3 own[3] = {{0, 0, 0}, before, next};
        add_triangle(sum, in, own);
        before = next;
    }
}

static bool sticks_out(const primitive *primitive, const face_view *in)
{
    v3 low;
    v3 high;
    bool out = false;
    primitive_bounds(primitive, in->position, in->orientation, &low, &high);
    for (int axis = 0; axis < 3; axis++) {
        const double little = 1e-9 * primitive->extent;
        out = out || v3_component(low, axis) < v3_component(in->low, axis) - little;
        out = out || v3_component(high, axis) > v3_component(in->high, axis) + little;
    }
    return out;
}

face_part primitive_face_within(const primitive *primitive, const face_view *view, double *share)
{
    shown sum = {0};
    *share = 1;
    if (!isfinite(primitive->extent) || !sticks_out(primitive, view))
        return FACE_INSIDE;
    if (primitive_is_mesh(primitive))
        add_mesh(&sum, view, primitive->kind->surface(primitive));
    else if (primitive->kind->one_round_face)
        add_disk(&sum, view, (const meridian *)primitive);
    else
        return FACE_BEYOND;
    const double whole = real_max(sum.front, sum.back);
    if (!(whole > 0))
        return FACE_BEYOND;
    *share = real_max(sum.front_in, sum.back_in) / whole;
    return FACE_CUT;
}
