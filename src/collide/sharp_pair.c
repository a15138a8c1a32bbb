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

#define CONE 1e-9 // how far n may lie outside of the directions of an edge, as a sine

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
    if (point.x < low.x - margin || point.y < low.y - margin || point.z < low.z - margin)
        return false;
    return !(point.x > high.x + margin || point.y > high.y + margin || point.z > high.z + margin);
}

// The corners of `of` in `in`.
static void corner_touches(const corner_view *view, double reach, touch_list *list)
{
    q4 into = q4_conjugate(view->turn_in);
    const sharp *in = view->in;
    const bool of_a = view->back > 0;
    for (int32_t i = 0; i < view->of->corners; i++) {
        int32_t corner = view->of->corner[i];
        v3 in_space = q4_rotate(view->turn_of, view->of->vertex[corner]);
        v3 point = q4_rotate(into, v3_sub(in_space, view->offset));
        if (!in_box(point, in->low, in->high, reach))
            continue;
        bool inside = sharp_inside(in, point);
        sharp_nearest near;
        if (!sharp_closest(in, point, inside ? INFINITY : reach, &near))
            continue;
        v3 out = in->normal[near.triangle];
        if (near.region != REGION_FACE && near.distance > 0)
            out = v3_unit(inside ? v3_sub(near.place, point) : v3_sub(point, near.place));
        touch touch = {.weight = 1, .gap = inside ? -near.distance : near.distance};
        v3 halfway = v3_scale(0.5, v3_add(point, near.place));
        v3 middle = v3_add(view->offset, q4_rotate(view->turn_in, halfway));
        touch.normal = v3_scale(-view->back, q4_rotate(view->turn_in, out));
        touch.point = of_a ? middle : v3_sub(middle, view->offset); // seen from a
        touch.feature = of_a ? touch_feature(TOUCH_VERTEX_FACE, corner, 0)
                             : touch_feature(TOUCH_FACE_VERTEX, 0, corner);
        touch_add(list, touch);
    }
}

// ---- edges; all in the frame of b

typedef struct edge_search {
    const sharp *a, *b;
    const sharp_pose *pose;
    double reach, deepest;
    touch_list *list;
} edge_search;

static v3 from_a(const edge_search *search, v3 point)
{
    const sharp_pose *pose = search->pose;
    v3 seen_from_b = v3_sub(q4_rotate(pose->turn_a, point), pose->offset);
    return q4_rotate(q4_conjugate(pose->turn_b), seen_from_b);
}
static v3 into_a(const edge_search *search, v3 point)
{
    const sharp_pose *pose = search->pose;
    v3 seen_from_a = v3_add(q4_rotate(pose->turn_b, point), pose->offset);
    return q4_rotate(q4_conjugate(pose->turn_a), seen_from_a);
}

// Do both faces of the edge lie behind the plane through it that has this normal?
static bool supports(v3 normal, const v3 inward[2])
{
    return v3_dot(normal, inward[0]) <= CONE && v3_dot(normal, inward[1]) <= CONE;
}

// Is any of the stretch of an edge around its foot in the solid? With faces that meet at an acute angle the foot itself
// may lie outside.
static bool passes(const sharp *sharp, v3 from, v3 to, v3 foot, double around)
{
    v3 along = v3_unit(v3_sub(to, from));
    double back = real_min(around, v3_dot(v3_sub(foot, from), along));
    double on = real_min(around, v3_dot(v3_sub(to, foot), along));
    from = v3_fma(foot, -back, along);
    to = v3_fma(foot, on, along);
    box_walk walk;
    box_walk_begin(&walk, &sharp->by_triangle, v3_min(from, to), v3_max(from, to));
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

static void edge_pair(const edge_search *search, int32_t of_a, v3 a0, v3 a1, const v3 inward[2],
                      int32_t of_b)
{
    const sharp_edge *edge = &search->b->edge[of_b];
    v3 b0 = search->b->vertex[edge->vertex[0]];
    v3 b1 = search->b->vertex[edge->vertex[1]];
    segment_pair near = closest_of_segments(a0, a1, b0, b1);
    if (!(near.share_a > 0 && near.share_a < 1 && near.share_b > 0 && near.share_b < 1))
        return;
    v3 u = v3_sub(a1, a0);
    v3 v = v3_sub(b1, b0);
    v3 normal = v3_cross(u, v);
    double square = v3_dot(normal, normal);
    if (square <= CROSSING_ABOVE * (v3_dot(u, u) * v3_dot(v, v)))
        return; // side by side: their ends touch as corners
    normal = v3_scale(1 / sqrt(square), normal);
    if (!supports(normal, inward))
        normal = v3_scale(-1, normal);
    if (!supports(normal, inward) || !supports(v3_scale(-1, normal), edge->inward))
        return;
    double gap = v3_dot(normal, near.apart);
    if (!(gap < search->reach) || gap < -search->deepest)
        return;
    if (gap < 0 && !passes(search->b, a0, a1, near.on_a, search->deepest)) {
        v3 from = into_a(search, b0);
        v3 to = into_a(search, b1);
        if (!passes(search->a, from, to, into_a(search, near.on_b), search->deepest))
            return;
    }
    touch touch = {.weight = 1, .gap = gap, .feature = touch_feature(TOUCH_EDGE_EDGE, of_a, of_b)};
    touch.normal = q4_rotate(search->pose->turn_b, normal);
    v3 halfway = v3_scale(0.5, v3_add(near.on_a, near.on_b));
    touch.point = v3_add(search->pose->offset, q4_rotate(search->pose->turn_b, halfway));
    touch_add(search->list, touch);
}

static void edge_touches(const edge_search *search)
{
    q4 into = q4_mul(q4_conjugate(search->pose->turn_b), search->pose->turn_a);
    double margin = real_max(search->reach, search->deepest);
    v3 wide = v3_make(margin, margin, margin);
    for (int32_t e = 0; e < search->a->edges; e++) {
        const sharp_edge *edge = &search->a->edge[e];
        v3 a0 = from_a(search, search->a->vertex[edge->vertex[0]]);
        v3 a1 = from_a(search, search->a->vertex[edge->vertex[1]]);
        v3 low = v3_min(a0, a1);
        v3 high = v3_max(a0, a1);
        v3 inward[2] = {q4_rotate(into, edge->inward[0]), q4_rotate(into, edge->inward[1])};
        box_walk walk;
        box_walk_begin(&walk, &search->b->by_edge, v3_sub(low, wide), v3_add(high, wide));
        for (int32_t face = box_walk_next(&walk); face >= 0; face = box_walk_next(&walk))
            edge_pair(search, e, a0, a1, inward, face);
    }
}

void sharp_touches(const sharp *a, const sharp *b, const sharp_pose *pose, double reach,
                   double deepest, touch_list *list)
{
    corner_touches(&(corner_view){a, b, pose->turn_a, pose->turn_b, pose->offset, 1}, reach, list);
    corner_touches(&(corner_view){b, a, pose->turn_b, pose->turn_a, v3_scale(-1, pose->offset), -1},
                   reach, list);
    edge_search search = {
        .a = a,
        .b = b,
        .pose = pose,
        .reach = reach,
        .deepest = deepest,
        .list = list,
    };
    edge_touches(&search);
}
