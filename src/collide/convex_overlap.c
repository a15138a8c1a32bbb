// convex_overlap.c - the shortest way out of each other for two convex polyhedra: separating axes.
//
// The gap along a direction is the least of b's vertices minus the greatest of a's. Its largest value over all
// directions is minus the depth, and is taken along a face normal of a or b, or perpendicular to an edge of each. Of
// edges only those pairs matter whose directions of support cross (arcs on the sphere of directions: D. Gregorius, "The
// separating axis test between convex polyhedra", 2013, after S. Gottschalk), and that come near the other body at all.
//
// Two axes that are nearly as short change places as the bodies move, and a normal that followed the shortest alone
// would jump. So all axes within BLEND of the depth take part in `blended`, with a weight that is zero at that limit;
// an edge pair's weight is zero also where its arcs begin to cross or the edges are parallel, since there it comes into
// being.
//
// The face from which the other body's centre is farthest comes first: as a rule it is the shortest way, and its gap
// rules out the other faces.
#include "collide/closest.h"
#include "collide/convex.h"
#include "collide/convex_reach.h"

#include "base/mathlib.h"

#include <stddef.h>

enum { WAYS_MOST = 64 };
#define BLEND 0.25 // of the depth
#define SKEW 1e-4  // squared sine from which on an edge pair has its full weight

typedef struct way {
    v3 axis;
    double gap, weight;
} way;

typedef struct axes {
    const convex *a, *b;
    v3 offset;
    v3 axis; // of the shortest way, its gap, and what it is
    double gap;
    const convex_edge *of_a, *of_b; // an edge pair
    int32_t face;                   // or a face
    bool face_of_a;
    double least; // gaps that are not above do not matter any more
    way found[WAYS_MOST];
    int count;
} axes;

static double floor_of(double gap)
{
    return gap - BLEND * fabs(gap);
}

static void drop_longer(axes *axes)
{
    int kept = 0;
    for (int i = 0; i < axes->count; i++) {
        if (axes->found[i].gap > axes->least)
            axes->found[kept++] = axes->found[i];
    }
    axes->count = kept;
}

// Takes a way with a gap not below axes->least; true where it is the shortest so far.
static bool take_way(axes *axes, v3 axis, double gap, double weight)
{
    bool best = gap > axes->gap;
    if (best) {
        axes->gap = gap;
        axes->axis = axis;
        axes->least = real_max(axes->least, floor_of(gap));
    }
    if (!(weight > 0))
        return best;
    if (axes->count == WAYS_MOST)
        drop_longer(axes);
    if (axes->count < WAYS_MOST) {
        axes->found[axes->count++] = (way){
            .axis = axis,
            .gap = gap,
            .weight = weight,
        };
    }
    return best;
}

// ---- faces

static double least_along(const convex *convex, v3 normal)
{
    const v3 *vertex = convex->vertex;
    int32_t count = convex->form->vertices;
    int32_t i = count & 1;
    double even = v3_dot(normal, vertex[0]);
    double odd = even;
    for (; i < count; i += 2) {
        even = real_min(even, v3_dot(normal, vertex[i]));
        odd = real_min(odd, v3_dot(normal, vertex[i + 1]));
    }
    return real_min(even, odd);
}

static int32_t lowest_along(const convex *convex, v3 normal)
{
    int32_t best = 0;
    double least = v3_dot(normal, convex->vertex[0]);
    for (int32_t i = 1; i < convex->form->vertices; i++) {
        double along = v3_dot(normal, convex->vertex[i]);
        if (along < least) {
            least = along;
            best = i;
        }
    }
    return best;
}

// One body against the other at `offset` from it; `back` is +1 where `of` is a.
typedef struct facing {
    const convex *of, *other;
    v3 offset, centre; // of the other
    double back;
} facing;

static facing facing_of(const convex *of, const convex *other, v3 offset, double back)
{
    return (facing){
        .of = of,
        .other = other,
        .offset = offset,
        .centre = v3_add(other->centre, offset),
        .back = back,
    };
}

static double gap_of(const facing *facing, int32_t face)
{
    const convex *of = facing->of;
    const convex_form *form = of->form;
    int32_t corner = form->face_vertex[form->face_start[face]];
    v3 normal = of->normal[face];
    double above_own = v3_dot(normal, of->vertex[corner]);
    double above_other = v3_dot(normal, facing->offset);
    double height = above_own - above_other;
    return least_along(facing->other, normal) - height;
}

// The gap along a normal is no larger than this and less the ball in the other body.
static double out_of(const facing *facing, int32_t face)
{
    const convex *of = facing->of;
    double along = v3_dot(of->normal[face], facing->centre);
    return along - of->form->height[face];
}

// A face, and the gap along its normal.
typedef struct face_gap {
    const facing *side;
    int32_t face;
    double gap;
} face_gap;

static void face_ways(axes *axes, const facing *side, const face_gap *known)
{
    const convex *of = side->of;
    double inside = side->other->form->inside;
    for (int32_t face = 0; face < of->form->faces; face++) {
        bool may_count = out_of(side, face) - inside >= axes->least;
        if (!may_count)
            continue;
        bool is_known = side == known->side && face == known->face;
        double gap = is_known ? known->gap : gap_of(side, face);
        if (!(gap >= axes->least))
            continue; // a gap of zero is its own floor
        v3 axis = v3_scale(side->back, of->normal[face]);
        if (!take_way(axes, axis, gap, 1))
            continue;
        axes->face = face;
        axes->face_of_a = side->back > 0;
    }
}

static void all_faces(axes *axes)
{
    const facing side[2] = {facing_of(axes->a, axes->b, axes->offset, 1),
                            facing_of(axes->b, axes->a, v3_scale(-1, axes->offset), -1)};
    face_gap first = {
        .side = NULL,
        .face = 0,
        .gap = 0,
    };
    double most = -INFINITY;
    for (int k = 0; k < 2; k++) {
        for (int32_t face = 0; face < side[k].of->form->faces; face++) {
            double out = out_of(&side[k], face);
            if (out > most) {
                most = out;
                first.face = face;
                first.side = &side[k];
            }
        }
    }
    if (!first.side)
        return;
    first.gap = gap_of(first.side, first.face);
    axes->least = floor_of(first.gap);
    face_ways(axes, &side[0], &first);
    face_ways(axes, &side[1], &first);
}

// ---- edges

static double ramp(double x)
{
    return x > 0 ? (x < 1 ? x : 1) : 0;
}
// 1 in the middle of an edge, to 0 at its ends.
static double inner(double share)
{
    return ramp(10 * share) * ramp(10 * (1 - share));
}

static void edge_way(axes *axes, const kept_edge *ea, const kept_edge *eb)
{
    v3 u = ea->along;
    v3 v = eb->along;
    v3 n0 = ea->normal[0];
    v3 n1 = ea->normal[1];
    v3 m0 = eb->normal[0];
    v3 m1 = eb->normal[1];
    double m0u = v3_dot(m0, u);
    double m1u = v3_dot(m1, u);
    double n0v = v3_dot(n0, v);
    double n1v = v3_dot(n1, v);
    // -m0 and -m1 on one side of the plane of a's arc, or its ends on one side of that of b's: as a rule one of the two
    if (!((m0u * m1u < 0) & (n0v * n1v < 0)))
        return;
    v3 normal = v3_cross(u, v);
    double uv = v3_dot(normal, normal);
    double sine = uv / (v3_dot(u, u) * v3_dot(v, v));
    if (!(sine > 1e-12))
        return;
    v3 apart = v3_sub(v3_add(eb->from, axes->offset), ea->from);
    v3 axis = v3_scale(1 / sqrt(uv), normal);
    if (v3_dot(axis, v3_add(n0, n1)) < 0)
        axis = v3_scale(-1, axis);
    double gap = v3_dot(axis, apart);
    if (!(gap > axes->least))
        return;
    if (!(v3_dot(axis, v3_add(m0, m1)) < 0))
        return; // the arcs cross on opposite sides of the sphere
    double x = fabs(m0u) / (fabs(m0u) + fabs(m1u));
    double y = fabs(n0v) / (fabs(n0v) + fabs(n1v));
    double foot_a = v3_dot(v3_cross(apart, v), normal) / uv;
    double foot_b = v3_dot(v3_cross(apart, u), normal) / uv;
    double weight = 16 * (x * (1 - x)) * (y * (1 - y)) * ramp((sine - 1e-12) / SKEW) *
                    (inner(foot_a) * inner(foot_b));
    if (take_way(axes, axis, gap, weight)) {
        axes->of_a = ea->edge;
        axes->of_b = eb->edge;
    }
}

static void edge_ways(axes *axes)
{
    // The nearest points of a pair that counts are no farther from the other body than the depth of the shortest way.
    double margin = -axes->least * (1 + 1e-6);
    double between = v3_dot(axes->axis, axes->offset);
    reach near_a;
    reach near_b;
    near_a.of = axes->a;
    near_a.around = reach_box(axes->b, axes->offset, margin);
    near_a.up = axes->axis;
    near_b.of = axes->b;
    near_b.around = reach_box(axes->a, v3_scale(-1, axes->offset), margin);
    near_b.up = v3_scale(-1, axes->axis);
    reach_look_up(&near_a);
    reach_look_up(&near_b);
    near_a.height = between - near_b.top - margin;
    near_b.height = between - near_a.top - margin;
    reach_note_beyond(&near_a);
    reach_note_beyond(&near_b);
    kept_edge kept_a[KEPT_MOST];
    kept_edge kept_b[KEPT_MOST];
    for (int32_t next_a = 0; next_a < axes->a->form->edges;) {
        int of_a = reach_edges(&near_a, &next_a, kept_a);
        for (int32_t next_b = 0; next_b < axes->b->form->edges;) {
            int of_b = reach_edges(&near_b, &next_b, kept_b);
            for (int i = 0; i < of_a; i++) {
                for (int j = 0; j < of_b; j++)
                    edge_way(axes, &kept_a[i], &kept_b[j]);
            }
        }
    }
}

static void deepest_of_edges(const axes *axes, convex_way *out)
{
    const v3 *a = axes->a->vertex;
    const v3 *b = axes->b->vertex;
    const int32_t *end_a = axes->of_a->vertex;
    const int32_t *end_b = axes->of_b->vertex;
    v3 b0 = v3_add(b[end_b[0]], axes->offset);
    v3 b1 = v3_add(b[end_b[1]], axes->offset);
    segment_pair near = closest_of_segments(a[end_a[0]], a[end_a[1]], b0, b1);
    out->on_a = near.on_a;
    out->on_b = near.on_b;
}

static void deepest_points(const axes *axes, convex_way *out)
{
    const convex *a = axes->a;
    const convex *b = axes->b;
    if (axes->of_a) {
        deepest_of_edges(axes, out);
    } else if (axes->face_of_a) {
        int32_t deepest = lowest_along(b, a->normal[axes->face]);
        out->on_b = v3_add(b->vertex[deepest], axes->offset);
        out->on_a = v3_fma(out->on_b, -axes->gap, axes->axis);
    } else {
        int32_t deepest = lowest_along(a, b->normal[axes->face]);
        out->on_a = a->vertex[deepest];
        out->on_b = v3_fma(out->on_a, axes->gap, axes->axis);
    }
}

// The mean of all ways that are nearly as short as the shortest; zero where there is none.
static v3 sum_of_ways(const axes *axes)
{
    v3 sum = {0, 0, 0};
    double width = axes->gap - axes->least;
    for (int i = 0; i < axes->count; i++) {
        const way *way = &axes->found[i];
        if (!(way->gap > axes->least))
            continue;
        double share = (way->gap - axes->least) / width;
        sum = v3_fma(sum, way->weight * share, way->axis);
    }
    return sum;
}

convex_way convex_overlap(const convex *a, const convex *b, v3 offset)
{
    axes axes;
    axes.a = a;
    axes.b = b;
    axes.offset = offset;
    axes.axis = v3_make(0, 0, 0);
    axes.gap = -INFINITY;
    axes.least = -INFINITY;
    axes.of_a = NULL;
    axes.of_b = NULL;
    axes.face = 0;
    axes.face_of_a = false;
    axes.count = 0;
    bool a_has_faces = a->form->faces > 0;
    bool b_has_faces = b->form->faces > 0;
    all_faces(&axes);
    if (axes.gap < 0 && a_has_faces && b_has_faces)
        edge_ways(&axes);
    convex_way out = {.axis = axes.axis, .blended = axes.axis, .gap = axes.gap};
    if (!a_has_faces && !b_has_faces)
        return out;
    deepest_points(&axes, &out);
    v3 sum = sum_of_ways(&axes);
    if (v3_dot(sum, sum) > 0)
        out.blended = v3_unit(sum);
    return out;
}
