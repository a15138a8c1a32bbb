// outline_inside.c - see outline_inside.h.
#include "collide/outline_inside.h"

#include "base/corners.h"
#include "base/mathlib.h"
#include "collide/closest.h"

// The corners of one outline as they stand to the core of the other.
typedef struct corners_in {
    const sphero *of, *in;
    v3 offset; // from `in` to `of`
    touch_kind kind;
    v3 low, high; // of `in`
    bool of_a;    // `of` is the first of the pair
} corners_in;

bool outline_is_closed(const sphero *body)
{
    return body->vertices >= 3 && body->edges == body->vertices && body->faces == 0;
}

// By the parity of the edges that a line along x crosses.
bool outline_holds(const sphero *in, v3 at)
{
    bool odd = false;
    for (int32_t edge = 0; edge < in->edges; edge++) {
        v3 from = in->vertex[in->edge[edge][0]];
        v3 to = in->vertex[in->edge[edge][1]];
        if ((from.y > at.y) == (to.y > at.y))
            continue;
        double share = (at.y - from.y) / (to.y - from.y);
        if (at.x < from.x + share * (to.x - from.x))
            odd = !odd;
    }
    return odd;
}

static bool holds(const corners_in *corners, v3 at)
{
    if (at.x < corners->low.x || at.x > corners->high.x)
        return false;
    if (at.y < corners->low.y || at.y > corners->high.y)
        return false;
    return outline_holds(corners->in, at);
}

static bool is_of_corner(const corners_in *corners, int64_t feature, int32_t corner)
{
    const int64_t mask = (INT64_C(1) << 30) - 1;
    const int64_t which = corners->of_a ? feature >> 30 & mask : feature & mask;
    return feature >> 60 == (int64_t)corners->kind && which == corner;
}

static void drop_corner(const corners_in *corners, int32_t corner, int first, touch_list *list)
{
    int kept = first;
    for (int i = first; i < list->count; i++) {
        if (!is_of_corner(corners, list->item[i].feature, corner))
            list->item[kept++] = list->item[i];
    }
    list->count = kept;
}

int32_t outline_nearest(const sphero *in, v3 at, v3 *place)
{
    int32_t nearest = 0;
    double least = INFINITY;
    for (int32_t edge = 0; edge < in->edges; edge++) {
        v3 on;
        closest_on_segment(at, in->vertex[in->edge[edge][0]], in->vertex[in->edge[edge][1]], &on);
        v3 apart = v3_sub(on, at);
        double square = v3_dot(apart, apart);
        if (!(square < least))
            continue;
        least = square;
        nearest = edge;
        *place = on;
    }
    return nearest;
}

static void push_out(const corners_in *corners, int32_t corner, v3 at, int first, touch_list *list)
{
    v3 place = at;
    int32_t edge = outline_nearest(corners->in, at, &place);
    v3 apart = v3_sub(at, place);
    double depth = v3_norm(apart);
    if (!(depth > 0))
        return;
    const double side = corners->of_a ? 1 : -1;
    const double radius_of = corners->of->radius;
    const double radius_in = corners->in->radius;
    touch touch = {.weight = 1, .gap = -depth - (radius_of + radius_in)};
    touch.normal = v3_scale(side / depth, apart);
    v3 middle = v3_scale(0.5, v3_add(at, place));
    touch.point = v3_fma(middle, 0.5 * side * (radius_of - radius_in), touch.normal);
    if (corners->of_a) // places are seen from a
        touch.point = v3_sub(touch.point, corners->offset);
    touch.feature = corners->of_a ? touch_feature(corners->kind, corner, edge)
                                  : touch_feature(corners->kind, edge, corner);
    drop_corner(corners, corner, first, list);
    touch_add(list, touch);
}

static void push_corners_out(corners_in *corners, int first, touch_list *list)
{
    const sphero *of = corners->of;
    const sphero *in = corners->in;
    corners->low = corners->high = in->vertex[0];
    for (int32_t i = 1; i < in->vertices; i++) {
        corners->low = v3_min(corners->low, in->vertex[i]);
        corners->high = v3_max(corners->high, in->vertex[i]);
    }
    for (int32_t i = 0; i < of->vertices && list->count <= list->room; i++) {
        v3 at = v3_add(of->vertex[i], corners->offset);
        if (holds(corners, at))
            push_out(corners, i, at, first, list);
    }
}

void outlines_push_out(const sphero *a, const sphero *b, v3 offset, int first, touch_list *list)
{
    corners_in of_a = {
        .of = a,
        .in = b,
        .offset = v3_scale(-1, offset),
        .kind = TOUCH_VERTEX_EDGE,
        .of_a = true,
    };
    corners_in of_b = {.of = b, .in = a, .offset = offset, .kind = TOUCH_EDGE_VERTEX};
    if (outline_is_closed(b))
        push_corners_out(&of_a, first, list);
    if (outline_is_closed(a))
        push_corners_out(&of_b, first, list);
}
