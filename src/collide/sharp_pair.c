// sharp_pair.c - contacts of two sharp solids: corners in solids (Muth et al. 2005, section 5), and crossed edges.
//
// Corners: depth is the distance to the nearest surface point, the push goes straight to it. Edges: the common
// perpendicular n of two edges is a contact where both solids lie on their sides of it, that is where n points away
// from the faces of a's edge and -n from those of b's, and where one edge passes through the other solid, so that edges
// of thin parts that are far from each other do not count.
#include "collide/closest.h"
#include "collide/sharp.h"

#include "base/corners.h"
#include "base/mathlib.h"

#define CONE 1e-9 // how far n may lie outside of the directions of an edge, as a sine: rounding

// ---- corners

// Two solids as the first of them is seen from the second, whose centre is `offset` away.
typedef struct corner_view {
    const sharp *of, *in;
    q4 turn_of, turn_in;
    v3 offset;
    double back; // +1 where `of` is a, else -1
} corner_view;

static bool in_box(v3 point, v3 low, v3 high, double margin)
{
    bool below = point.x < low.x - margin || point.y < low.y - margin || point.z < low.z - margin;
    if (below)
        return false;
    return !(point.x > high.x + margin || point.y > high.y + margin || point.z > high.z + margin);
}

// The way out of a solid at the place on its surface that is nearest to a point.
static v3 way_out(const sharp *in, v3 point, bool inside, const sharp_nearest *near)
{
    if (near->region == REGION_FACE || !(near->distance > 0))
        return in->normal[near->triangle];
    v3 apart = inside ? v3_sub(near->place, point) : v3_sub(point, near->place);
    return v3_unit(apart);
}

// Of a corner at `point`, in the frame of the solid that it meets.
static touch corner_touch(const corner_view *view, int32_t corner, v3 point, bool inside,
                          const sharp_nearest *near)
{
    bool of_a = view->back > 0;
    v3 out = q4_rotate(view->turn_in, way_out(view->in, point, inside, near));
    v3 halfway = v3_scale(0.5, v3_add(point, near->place));
    v3 middle = v3_add(view->offset, q4_rotate(view->turn_in, halfway));
    touch touch = {
        .weight = 1,
        .gap = inside ? -near->distance : near->distance,
        .normal = v3_scale(-view->back, out),
    };
    if (of_a) {
        touch.point = middle;
        touch.feature = touch_feature(TOUCH_VERTEX_FACE, corner, 0);
    } else { // seen from a
        touch.point = v3_sub(middle, view->offset);
        touch.feature = touch_feature(TOUCH_FACE_VERTEX, 0, corner);
    }
    return touch;
}

// The corners of `of` in `in`.
static void corner_touches(const corner_view *view, double reach, touch_list *list)
{
    const sharp *of = view->of;
    const sharp *in = view->in;
    q4 into = q4_conjugate(view->turn_in);
    for (int32_t i = 0; i < of->corners; i++) {
        int32_t corner = of->corner[i];
        v3 in_space = q4_rotate(view->turn_of, of->vertex[corner]);
        v3 point = q4_rotate(into, v3_sub(in_space, view->offset));
        if (!in_box(point, in->low, in->high, reach))
            continue;
        bool inside = sharp_inside(in, point);
        double within = inside ? INFINITY : reach;
        sharp_nearest near;
        if (!sharp_closest(in, point, within, &near))
            continue;
        touch_add(list, corner_touch(view, corner, point, inside, &near));
    }
}

// ---- edges; all in the frame of b

typedef struct edge_search {
    const sharp *a, *b;
    const sharp_pose *pose;
    const sharp_limits *limits;
    touch_list *list;
} edge_search;

static v3 from_a(const edge_search *search, v3 point)
{
    const sharp_pose *pose = search->pose;
    v3 in_space = q4_rotate(pose->turn_a, point);
    v3 seen_from_b = v3_sub(in_space, pose->offset);
    return q4_rotate(q4_conjugate(pose->turn_b), seen_from_b);
}
static v3 into_a(const edge_search *search, v3 point)
{
    const sharp_pose *pose = search->pose;
    v3 in_space = q4_rotate(pose->turn_b, point);
    v3 seen_from_a = v3_add(in_space, pose->offset);
    return q4_rotate(q4_conjugate(pose->turn_a), seen_from_a);
}

// 1 where both faces of the edge lie behind the plane through it that has this normal, 0 where they do not; in between
// where the normal is only a little beyond.
static double support(v3 normal, const v3 inward[2], double fade)
{
    double beyond = real_max(v3_dot(normal, inward[0]), v3_dot(normal, inward[1]));
    if (beyond <= CONE)
        return 1;
    return beyond < fade ? 1 - beyond / fade : 0;
}

// Is any of the stretch of an edge around its foot in the solid? With faces that meet at an acute angle the foot itself
// may lie outside.
static bool passes(const sharp *sharp, v3 from, v3 to, v3 foot, double around)
{
    v3 along = v3_unit(v3_sub(to, from));
    double to_from = v3_dot(v3_sub(foot, from), along);
    double to_end = v3_dot(v3_sub(to, foot), along);
    double back = real_min(around, to_from);
    double on = real_min(around, to_end);
    from = v3_fma(foot, -back, along);
    to = v3_fma(foot, on, along);
    v3 low = v3_min(from, to);
    v3 high = v3_max(from, to);
    box_walk walk;
    box_walk_begin(&walk, &sharp->by_triangle, low, high);
    for (int32_t triangle = box_walk_next(&walk); triangle >= 0; triangle = box_walk_next(&walk)) {
        const int32_t *vertex = sharp->triangle[triangle];
        v3 corner[3];
        for (int k = 0; k < 3; k++)
            corner[k] = sharp->vertex[vertex[k]];
        if (closest_segment_triangle(from, to, corner).cuts)
            return true;
    }
    return sharp_inside(sharp, foot);
}

// The normal leads from a to b.
static double support_of_both(v3 normal, const v3 inward_a[2], const v3 inward_b[2], double fade)
{
    double of_a = support(normal, inward_a, fade);
    double of_b = support(v3_scale(-1, normal), inward_b, fade);
    return real_min(of_a, of_b);
}

// An edge of a as it lies in the frame of b.
typedef struct placed_edge {
    int32_t number;
    v3 from, to;
    v3 inward[2];
} placed_edge;

static bool is_within(const segment_pair *near)
{
    bool within_a = near->share_a > 0 && near->share_a < 1;
    bool within_b = near->share_b > 0 && near->share_b < 1;
    return within_a && within_b;
}

// Does one of two edges that overlap pass through the other solid?
static bool pass(const edge_search *search, const placed_edge *of_a, v3 b0, v3 b1,
                 const segment_pair *near)
{
    double around = search->limits->deepest;
    if (passes(search->b, of_a->from, of_a->to, near->on_a, around))
        return true;
    v3 from = into_a(search, b0);
    v3 to = into_a(search, b1);
    v3 foot = into_a(search, near->on_b);
    return passes(search->a, from, to, foot, around);
}

static void edge_pair(const edge_search *search, const placed_edge *of_a, int32_t of_b)
{
    const sharp *b = search->b;
    const sharp_pose *pose = search->pose;
    const sharp_limits *limits = search->limits;
    const sharp_edge *edge = &b->edge[of_b];
    v3 b0 = b->vertex[edge->vertex[0]];
    v3 b1 = b->vertex[edge->vertex[1]];
    segment_pair near = closest_of_segments(of_a->from, of_a->to, b0, b1);
    if (!is_within(&near))
        return;
    v3 u = v3_sub(of_a->to, of_a->from);
    v3 v = v3_sub(b1, b0);
    v3 normal = v3_cross(u, v);
    double square = v3_dot(normal, normal);
    double lengths = v3_dot(u, u) * v3_dot(v, v);
    if (square <= CROSSING_ABOVE * lengths)
        return; // side by side: their ends touch as corners
    normal = v3_scale(1 / sqrt(square), normal);
    v3 back = v3_scale(-1, normal);
    double share = support_of_both(normal, of_a->inward, edge->inward, limits->fade);
    double share_back = support_of_both(back, of_a->inward, edge->inward, limits->fade);
    if (share_back > share) {
        normal = back;
        share = share_back;
    }
    double gap = v3_dot(normal, near.apart);
    bool counts = share > 0 && gap < limits->reach && gap >= -limits->deepest;
    if (!counts)
        return;
    if (gap < 0 && !pass(search, of_a, b0, b1, &near))
        return;
    v3 halfway = v3_scale(0.5, v3_add(near.on_a, near.on_b));
    touch touch = {
        .weight = 1,
        .fade = share,
        .gap = gap,
        .feature = touch_feature(TOUCH_EDGE_EDGE, of_a->number, of_b),
        .normal = q4_rotate(pose->turn_b, normal),
        .point = v3_add(pose->offset, q4_rotate(pose->turn_b, halfway)),
    };
    touch_add(search->list, touch);
}

void sharp_edge_touches(const sharp *a, const sharp *b, const sharp_pose *pose,
                        const sharp_limits *limits, touch_list *list)
{
    edge_search search = {
        .a = a,
        .b = b,
        .pose = pose,
        .limits = limits,
        .list = list,
    };
    q4 into = q4_mul(q4_conjugate(pose->turn_b), pose->turn_a);
    double margin = real_max(limits->reach, limits->deepest);
    v3 wide = v3_make(margin, margin, margin);
    for (int32_t number = 0; number < a->edges; number++) {
        const sharp_edge *edge = &a->edge[number];
        placed_edge placed = {
            .number = number,
            .from = from_a(&search, a->vertex[edge->vertex[0]]),
            .to = from_a(&search, a->vertex[edge->vertex[1]]),
        };
        placed.inward[0] = q4_rotate(into, edge->inward[0]);
        placed.inward[1] = q4_rotate(into, edge->inward[1]);
        v3 low = v3_sub(v3_min(placed.from, placed.to), wide);
        v3 high = v3_add(v3_max(placed.from, placed.to), wide);
        box_walk walk;
        box_walk_begin(&walk, &b->by_edge, low, high);
        for (int32_t of_b = box_walk_next(&walk); of_b >= 0; of_b = box_walk_next(&walk))
            edge_pair(&search, &placed, of_b);
    }
}

void sharp_touches(const sharp *a, const sharp *b, const sharp_pose *pose, double reach,
                   double deepest, touch_list *list)
{
    corner_view of_a = {
        .of = a,
        .in = b,
        .turn_of = pose->turn_a,
        .turn_in = pose->turn_b,
        .offset = pose->offset,
        .back = 1,
    };
    corner_view of_b = {
        .of = b,
        .in = a,
        .turn_of = pose->turn_b,
        .turn_in = pose->turn_a,
        .offset = v3_scale(-1, pose->offset),
        .back = -1,
    };
    corner_touches(&of_a, reach, list);
    corner_touches(&of_b, reach, list);
    const sharp_limits limits = {.reach = reach, .deepest = deepest};
    sharp_edge_touches(a, b, pose, &limits, list);
}
