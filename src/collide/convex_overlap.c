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

#include "base/mathlib.h"

#include <stddef.h>

enum { WAYS_MOST = 64, KEPT_MOST = 64, VERTICES_KEPT = 64 };
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

static void drop_longer(axes *s)
{
    int kept = 0;
    for (int i = 0; i < s->count; i++)
        if (s->found[i].gap > s->least)
            s->found[kept++] = s->found[i];
    s->count = kept;
}

// Takes a way with a gap not below s->least; true where it is the shortest so far.
static bool take_way(axes *s, v3 axis, double gap, double weight)
{
    bool best = gap > s->gap;
    if (best) {
        s->gap = gap;
        s->axis = axis;
        s->least = real_max(s->least, floor_of(gap));
    }
    if (!(weight > 0))
        return best;
    if (s->count == WAYS_MOST)
        drop_longer(s);
    if (s->count < WAYS_MOST)
        s->found[s->count++] = (way){axis, gap, weight};
    return best;
}

// ---- faces

static double least_along(const convex *h, v3 n)
{
    const v3 *p = h->vertex;
    int32_t count = h->form->vertices;
    int32_t i = count & 1;
    double even = v3_dot(n, p[0]);
    double odd = even;
    for (; i < count; i += 2) {
        even = real_min(even, v3_dot(n, p[i]));
        odd = real_min(odd, v3_dot(n, p[i + 1]));
    }
    return real_min(even, odd);
}

static int32_t lowest_along(const convex *h, v3 n)
{
    int32_t best = 0;
    double least = v3_dot(n, h->vertex[0]);
    for (int32_t i = 1; i < h->form->vertices; i++) {
        double along = v3_dot(n, h->vertex[i]);
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
    return (facing){of, other, offset, v3_add(other->centre, offset), back};
}

static double gap_of(const facing *s, int32_t f)
{
    const convex_form *form = s->of->form;
    v3 n = s->of->normal[f];
    double height =
        v3_dot(n, s->of->vertex[form->face_vertex[form->face_start[f]]]) - v3_dot(n, s->offset);
    return least_along(s->other, n) - height;
}

// The gap along a normal is no larger than this and less the ball in the other body.
static double out_of(const facing *s, int32_t f)
{
    return v3_dot(s->of->normal[f], s->centre) - s->of->form->height[f];
}

// A face, and the gap along its normal.
typedef struct face_gap {
    const facing *side;
    int32_t face;
    double gap;
} face_gap;

static void face_ways(axes *s, const facing *side, const face_gap *known)
{
    for (int32_t f = 0; f < side->of->form->faces; f++) {
        if (!(out_of(side, f) - side->other->form->inside >= s->least))
            continue;
        double gap = side == known->side && f == known->face ? known->gap : gap_of(side, f);
        if (!(gap >= s->least))
            continue; // a gap of zero is its own floor
        if (!take_way(s, v3_scale(side->back, side->of->normal[f]), gap, 1))
            continue;
        s->face = f;
        s->face_of_a = side->back > 0;
    }
}

static void all_faces(axes *s)
{
    const facing side[2] = {facing_of(s->a, s->b, s->offset, 1),
                            facing_of(s->b, s->a, v3_scale(-1, s->offset), -1)};
    face_gap first = {NULL, 0, 0};
    double most = -INFINITY;
    for (int k = 0; k < 2; k++)
        for (int32_t f = 0; f < side[k].of->form->faces; f++) {
            double out = out_of(&side[k], f);
            if (out > most) {
                most = out;
                first.face = f;
                first.side = &side[k];
            }
        }
    if (!first.side)
        return;
    first.gap = gap_of(first.side, first.face);
    s->least = floor_of(first.gap);
    face_ways(s, &side[0], &first);
    face_ways(s, &side[1], &first);
}

// ---- edges

typedef struct box {
    v3 low, high;
} box;

static box box_of(const convex *h, v3 offset, double margin)
{
    v3 wide = v3_make(margin, margin, margin);
    return (box){v3_sub(v3_add(h->low, offset), wide), v3_add(v3_add(h->high, offset), wide)};
}

// Where an edge has to reach to count: into a box around the other body, and along the shortest way so far above a
// height. Vertices have a bit for each of these seven planes that they are beyond; an edge with both ends beyond the
// same one does not reach. Those of a body with few vertices are kept.
typedef struct reach {
    const convex *of;
    box around;
    v3 up;
    double height, top, along[VERTICES_KEPT];
    uint8_t out[VERTICES_KEPT];
} reach;

static void look_up(reach *r)
{
    const v3 *p = r->of->vertex;
    r->top = -INFINITY;
    for (int32_t i = 0; i < r->of->form->vertices; i++) {
        double along = v3_dot(r->up, p[i]);
        r->top = real_max(r->top, along);
        if (i < VERTICES_KEPT)
            r->along[i] = along;
    }
}

static uint8_t planes_beyond(const reach *r, v3 p, double along)
{
    const box *b = &r->around;
    return (uint8_t)((p.x < b->low.x) | (p.x > b->high.x) << 1 | (p.y < b->low.y) << 2 |
                     (p.y > b->high.y) << 3 | (p.z < b->low.z) << 4 | (p.z > b->high.z) << 5 |
                     (along < r->height) << 6);
}

static void note_beyond(reach *r)
{
    for (int32_t i = 0; i < r->of->form->vertices && i < VERTICES_KEPT; i++)
        r->out[i] = planes_beyond(r, r->of->vertex[i], r->along[i]);
}

static uint8_t out_at(const reach *r, int32_t vertex)
{
    v3 p = r->of->vertex[vertex];
    return planes_beyond(r, p, v3_dot(r->up, p));
}

static bool is_out(const reach *r, const convex_edge *e, bool kept)
{
    int32_t p = e->vertex[0];
    int32_t q = e->vertex[1];
    return (kept ? r->out[p] & r->out[q] : out_at(r, p) & out_at(r, q)) != 0;
}

// What the test of a pair reads of an edge, side by side.
typedef struct kept_edge {
    v3 from, along, normal[2];
    const convex_edge *edge;
} kept_edge;

// Edges from *next on that come near; at most KEPT_MOST.
static int edges_near(const reach *near, int32_t *next, kept_edge kept[KEPT_MOST])
{
    const convex *h = near->of;
    const bool few = h->form->vertices <= VERTICES_KEPT;
    int32_t i = *next;
    int32_t edges = h->form->edges;
    int count = 0;
    for (; i < edges && count < KEPT_MOST; i++) {
        const convex_edge *e = &h->form->edge[i];
        if (is_out(near, e, few))
            continue;
        v3 p = h->vertex[e->vertex[0]];
        v3 q = h->vertex[e->vertex[1]];
        kept[count++] =
            (kept_edge){p, v3_sub(q, p), {h->normal[e->face[0]], h->normal[e->face[1]]}, e};
    }
    *next = i;
    return count;
}

static double ramp(double x)
{
    return x > 0 ? (x < 1 ? x : 1) : 0;
}
// 1 in the middle of an edge, to 0 at its ends.
static double inner(double share)
{
    return ramp(10 * share) * ramp(10 * (1 - share));
}

static void edge_way(axes *s, const kept_edge *ea, const kept_edge *eb)
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
    v3 n = v3_cross(u, v);
    double uv = v3_dot(n, n);
    double sine = uv / (v3_dot(u, u) * v3_dot(v, v));
    if (!(sine > 1e-12))
        return;
    v3 apart = v3_sub(v3_add(eb->from, s->offset), ea->from);
    v3 axis = v3_scale(1 / sqrt(uv), n);
    if (v3_dot(axis, v3_add(n0, n1)) < 0)
        axis = v3_scale(-1, axis);
    double gap = v3_dot(axis, apart);
    if (!(gap > s->least))
        return;
    if (!(v3_dot(axis, v3_add(m0, m1)) < 0))
        return; // the arcs cross on opposite sides of the sphere
    double x = fabs(m0u) / (fabs(m0u) + fabs(m1u));
    double y = fabs(n0v) / (fabs(n0v) + fabs(n1v));
    double foot_a = v3_dot(v3_cross(apart, v), n) / uv;
    double foot_b = v3_dot(v3_cross(apart, u), n) / uv;
    double weight = 16 * (x * (1 - x)) * (y * (1 - y)) * ramp((sine - 1e-12) / SKEW) *
                    (inner(foot_a) * inner(foot_b));
    if (take_way(s, axis, gap, weight)) {
        s->of_a = ea->edge;
        s->of_b = eb->edge;
    }
}

static void edge_ways(axes *s)
{
    // The nearest points of a pair that counts are no farther from the other body than the depth of the shortest way.
    double margin = -s->least * (1 + 1e-6);
    double between = v3_dot(s->axis, s->offset);
    reach near_a;
    reach near_b;
    near_a.of = s->a;
    near_a.around = box_of(s->b, s->offset, margin);
    near_a.up = s->axis;
    near_b.of = s->b;
    near_b.around = box_of(s->a, v3_scale(-1, s->offset), margin);
    near_b.up = v3_scale(-1, s->axis);
    look_up(&near_a);
    look_up(&near_b);
    near_a.height = between - near_b.top - margin;
    near_b.height = between - near_a.top - margin;
    note_beyond(&near_a);
    note_beyond(&near_b);
    kept_edge kept_a[KEPT_MOST];
    kept_edge kept_b[KEPT_MOST];
    for (int32_t next_a = 0; next_a < s->a->form->edges;) {
        int of_a = edges_near(&near_a, &next_a, kept_a);
        for (int32_t next_b = 0; next_b < s->b->form->edges;) {
            int of_b = edges_near(&near_b, &next_b, kept_b);
            for (int i = 0; i < of_a; i++)
                for (int j = 0; j < of_b; j++)
                    edge_way(s, &kept_a[i], &kept_b[j]);
        }
    }
}

static void deepest_points(const axes *s, convex_way *out)
{
    if (s->of_a) {
        const v3 *a = s->a->vertex;
        const v3 *b = s->b->vertex;
        segment_pair near = closest_of_segments(a[s->of_a->vertex[0]], a[s->of_a->vertex[1]],
                                                v3_add(b[s->of_b->vertex[0]], s->offset),
                                                v3_add(b[s->of_b->vertex[1]], s->offset));
        out->on_a = near.on_a;
        out->on_b = near.on_b;
    } else if (s->face_of_a) {
        out->on_b = v3_add(s->b->vertex[lowest_along(s->b, s->a->normal[s->face])], s->offset);
        out->on_a = v3_fma(out->on_b, -s->gap, s->axis);
    } else {
        out->on_a = s->a->vertex[lowest_along(s->a, s->b->normal[s->face])];
        out->on_b = v3_fma(out->on_a, s->gap, s->axis);
    }
}

convex_way convex_overlap(const convex *a, const convex *b, v3 offset)
{
    axes s;
    s.a = a;
    s.b = b;
    s.offset = offset;
    s.axis = v3_make(0, 0, 0);
    s.gap = s.least = -INFINITY;
    s.of_a = s.of_b = NULL;
    s.face = 0;
    s.face_of_a = false;
    s.count = 0;
    all_faces(&s);
    if (s.gap < 0 && a->form->faces && b->form->faces)
        edge_ways(&s);
    convex_way out = {.axis = s.axis, .blended = s.axis, .gap = s.gap};
    if (!a->form->faces && !b->form->faces)
        return out;
    deepest_points(&s, &out);
    v3 sum = {0, 0, 0};
    double width = s.gap - s.least;
    for (int i = 0; i < s.count; i++)
        if (s.found[i].gap > s.least)
            sum = v3_fma(sum, s.found[i].weight * ((s.found[i].gap - s.least) / width),
                         s.found[i].axis);
    if (v3_dot(sum, sum) > 0)
        out.blended = v3_unit(sum);
    return out;
}
