// depth_try.c - see depth_try.h.
#include "collide/depth_try.h"

#include <math.h>

enum { PLACES = 4096 };

double depth_at(const depth_field *field, v3 place, int32_t *face)
{
    // Of the groups that hold the one that is looked at, by how many hold them.
    double value[DEPTH_GROUPS_MOST];
    int32_t from[DEPTH_GROUPS_MOST];
    for (int32_t i = field->groups - 1; i >= 0; i--) {
        const depth_group *group = &field->group[i];
        const double side = group->parents % 2 == 1 ? -1 : 1; // of a pocket the largest
        double best = INFINITY;
        int32_t of = 0;
        for (int32_t k = group->face; k < group->face + group->faces; k++) {
            const double depth = field->height[k] - v3_dot(field->normal[k], place);
            if (side * depth < best) {
                best = side * depth;
                of = k;
            }
        }
        for (int32_t child = i + 1; child < group->next; child = field->group[child].next) {
            if (side * value[child] < best) {
                best = side * value[child];
                of = from[child];
            }
        }
        value[i] = side * best;
        from[i] = of;
    }
    *face = from[0];
    return value[0];
}

static v3 middle_of(const depth_solid *solid, int32_t triangle)
{
    const int32_t *corner = solid->triangle[triangle];
    const v3 first = solid->vertex[corner[0]];
    const v3 second = solid->vertex[corner[1]];
    const v3 third = solid->vertex[corner[2]];
    const v3 sum = v3_add(v3_add(first, second), third);
    return v3_scale(1.0 / 3, sum);
}

// Zero on a face, above zero a little behind and below zero a little before it?
static bool is_right_at(const depth_field *field, v3 normal, double near, v3 place)
{
    const double step = 1e3 * near;
    const v3 behind = v3_fma(place, -step, normal);
    const v3 before = v3_fma(place, step, normal);
    int32_t face;
    const double on = depth_at(field, place, &face);
    const double inside = depth_at(field, behind, &face);
    const double outside = depth_at(field, before, &face);
    return fabs(on) <= near && inside > 0 && outside < 0;
}

static bool is_right_on_faces(const depth_field *field, const depth_solid *solid, const v3 *normal,
                              double near)
{
    for (int32_t f = 0; f < solid->faces; f++) {
        for (int32_t i = solid->face[f]; i < solid->face[f + 1]; i++) {
            if (!is_right_at(field, normal[f], near, middle_of(solid, i)))
                return false;
        }
    }
    return true;
}

// A place in the box around the solid, made wider; places fill it evenly (the additive recurrence of three dimensions
// with powers of the root of x^4 = x + 1; M. Roberts, "The unreasonable effectiveness of quasirandom sequences", 2018).
static v3 place_around(const sharp *solid, int number, double wider)
{
    const v3 share = {number * 0.8191725133961645, number * 0.6710436067037893,
                      number * 0.5497004779019703};
    const v3 middle = v3_scale(0.5, v3_add(solid->low, solid->high));
    const v3 size = v3_scale(wider, v3_sub(solid->high, solid->low));
    return v3_make(middle.x + size.x * (share.x - floor(share.x) - 0.5),
                   middle.y + size.y * (share.y - floor(share.y) - 0.5),
                   middle.z + size.z * (share.z - floor(share.z) - 0.5));
}

// Does it know of places in the solid and around it where they are?
static bool knows_places(const depth_field *field, const sharp *solid, double near)
{
    int32_t face;
    for (int i = 1; i <= PLACES; i++) {
        const v3 place = place_around(solid, i, i % 2 ? 1.1 : 3);
        const double depth = depth_at(field, place, &face);
        if (fabs(depth) > near && sharp_inside(solid, place) != (depth > 0))
            return false;
    }
    return true;
}

bool depth_field_is_right(const depth_field *field, const depth_solid *solid, const v3 *normal,
                          double near)
{
    if (!is_right_on_faces(field, solid, normal, near))
        return false;
    return field->groups == 1 || knows_places(field, solid->surface, near);
}
