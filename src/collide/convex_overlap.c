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
#include "collide/closest.h"
#include "collide/convex.h"

#include "base/mathlib.h"

enum { WAYS_MOST = 64, KEPT_MOST = 64 };
#define BLEND 0.25 // of the depth
#define SKEW 1e-4  // squared sine from which on an edge pair has its full weight

typedef struct way {
    v3 axis;
    double gap, weight;
    const convex_edge *of_a, *of_b; // an edge pair
    int32_t deepest;                // or the vertex of the other body below a face
    bool face_of_a;
} way;

typedef struct axes {
    const convex *a, *b;
    v3 offset;
    way shortest, found[WAYS_MOST];
    int count;
} axes;

// Gaps below this do not matter any more.
static double floor_of(const axes *s) { return s->shortest.gap - BLEND * fabs(s->shortest.gap); }

static void drop_longer(axes *s)
{
    double least = floor_of(s);
    int kept = 0;
    for (int i = 0; i < s->count; i++)
        if (s->found[i].gap > least) s->found[kept++] = s->found[i];
    s->count = kept;
}

static void take_way(axes *s, way w)
{
    if (w.gap > s->shortest.gap) s->shortest = w;
    if (!(w.gap > floor_of(s)) || !(w.weight > 0)) return;
    if (s->count == WAYS_MOST) drop_longer(s);
    if (s->count < WAYS_MOST) s->found[s->count++] = w;
}

// ---- faces

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

// The normals of `of` against the body `other` at `offset` from it; `back` is +1 where `of` is a.
static void face_ways(axes *s, const convex *of, const convex *other, v3 offset, double back)
{
    for (int32_t f = 0; f < of->form->faces; f++) {
        v3 n = of->normal[f];
        double height = v3_dot(n, of->vertex[of->form->face_vertex[of->form->face_start[f]]]) - v3_dot(n, offset);
        if (!(v3_dot(n, other->centre) - height > floor_of(s))) continue; // the centre is no deeper than the deepest
        way w = {.axis = v3_scale(back, n), .weight = 1, .deepest = lowest_along(other, n), .face_of_a = back > 0};
        w.gap = v3_dot(n, other->vertex[w.deepest]) - height;
        take_way(s, w);
    }
}

// ---- edges

typedef struct box {
    v3 low, high;
} box;

static box box_of(const convex *h, v3 offset, double margin)
{
    v3 low = h->vertex[0], high = low;
    for (int32_t i = 1; i < h->form->vertices; i++) {
        v3 p = h->vertex[i];
        low = v3_make(real_min(low.x, p.x), real_min(low.y, p.y), real_min(low.z, p.z));
        high = v3_make(real_max(high.x, p.x), real_max(high.y, p.y), real_max(high.z, p.z));
    }
    v3 wide = v3_make(margin, margin, margin);
    return (box){v3_sub(v3_add(low, offset), wide), v3_add(v3_add(high, offset), wide)};
}

static bool edge_meets(v3 p, v3 q, const box *b)
{
    return real_min(p.x, q.x) <= b->high.x && b->low.x <= real_max(p.x, q.x) && real_min(p.y, q.y) <= b->high.y &&
           b->low.y <= real_max(p.y, q.y) && real_min(p.z, q.z) <= b->high.z && b->low.z <= real_max(p.z, q.z);
}

// What the test of a pair reads of an edge, side by side.
typedef struct kept_edge {
    v3 from, along, normal[2];
    const convex_edge *edge;
} kept_edge;

// Where an edge has to reach to count: into a box around the other body, and along the shortest way so far above a
// height.
typedef struct reach {
    box around;
    v3 up;
    double height;
} reach;

// Edges of `h` from *next on that come near; at most KEPT_MOST.
static int edges_near(const convex *h, const reach *near, int32_t *next, kept_edge kept[KEPT_MOST])
{
    int count = 0;
    for (; *next < h->form->edges && count < KEPT_MOST; ++*next) {
        const convex_edge *e = &h->form->edge[*next];
        v3 p = h->vertex[e->vertex[0]], q = h->vertex[e->vertex[1]];
        if (!edge_meets(p, q, &near->around)) continue;
        if (real_max(v3_dot(near->up, p), v3_dot(near->up, q)) < near->height) continue;
        kept[count++] = (kept_edge){p, v3_sub(q, p), {h->normal[e->face[0]], h->normal[e->face[1]]}, e};
    }
    return count;
}

static double ramp(double x) { return x > 0 ? (x < 1 ? x : 1) : 0; }
// 1 in the middle of an edge, to 0 at its ends.
static double inner(double share) { return ramp(10 * share) * ramp(10 * (1 - share)); }

static void edge_way(axes *s, const kept_edge *ea, const kept_edge *eb)
{
    v3 u = ea->along, v = eb->along, n0 = ea->normal[0], n1 = ea->normal[1], m0 = eb->normal[0], m1 = eb->normal[1];
    double m0u = v3_dot(m0, u), m1u = v3_dot(m1, u);
    if (!(m0u * m1u < 0)) return; // -m0 and -m1 on one side of the plane of a's arc
    double n0v = v3_dot(n0, v), n1v = v3_dot(n1, v);
    if (!(n0v * n1v < 0)) return;
    v3 n = v3_cross(u, v);
    double uv = v3_dot(n, n), sine = uv / (v3_dot(u, u) * v3_dot(v, v));
    if (!(sine > 1e-12)) return;
    v3 apart = v3_sub(v3_add(eb->from, s->offset), ea->from);
    v3 axis = v3_scale(1 / sqrt(uv), n);
    if (v3_dot(axis, v3_add(n0, n1)) < 0) axis = v3_scale(-1, axis);
    if (!(v3_dot(axis, v3_add(m0, m1)) < 0)) return; // the arcs cross on opposite sides of the sphere
    way w = {.axis = axis, .gap = v3_dot(axis, apart), .of_a = ea->edge, .of_b = eb->edge};
    if (!(w.gap > floor_of(s))) return;
    double x = fabs(m0u) / (fabs(m0u) + fabs(m1u)), y = fabs(n0v) / (fabs(n0v) + fabs(n1v));
    double foot_a = v3_dot(v3_cross(apart, v), n) / uv, foot_b = v3_dot(v3_cross(apart, u), n) / uv;
    w.weight = 16 * (x * (1 - x)) * (y * (1 - y)) * ramp((sine - 1e-12) / SKEW) * (inner(foot_a) * inner(foot_b));
    take_way(s, w);
}

static double highest_along(const convex *h, v3 n)
{
    double most = v3_dot(n, h->vertex[0]);
    for (int32_t i = 1; i < h->form->vertices; i++) most = real_max(most, v3_dot(n, h->vertex[i]));
    return most;
}

static void edge_ways(axes *s)
{
    // The nearest points of a pair that counts are no farther from the other body than the depth of the shortest way.
    double margin = -floor_of(s) * (1 + 1e-6);
    reach near_a = {box_of(s->b, s->offset, margin), s->shortest.axis, 0},
          near_b = {box_of(s->a, v3_scale(-1, s->offset), margin), v3_scale(-1, s->shortest.axis), 0};
    double top_a = highest_along(s->a, near_a.up), top_b = highest_along(s->b, near_b.up),
           between = v3_dot(near_a.up, s->offset);
    near_a.height = between - top_b - margin, near_b.height = between - top_a - margin;
    kept_edge kept_a[KEPT_MOST], kept_b[KEPT_MOST];
    int32_t next_a = 0;
    while (next_a < s->a->form->edges) {
        int of_a = edges_near(s->a, &near_a, &next_a, kept_a);
        int32_t next_b = 0;
        while (next_b < s->b->form->edges) {
            int of_b = edges_near(s->b, &near_b, &next_b, kept_b);
            for (int i = 0; i < of_a; i++)
                for (int j = 0; j < of_b; j++) edge_way(s, &kept_a[i], &kept_b[j]);
        }
    }
}

static void deepest_points(const axes *s, convex_way *out)
{
    const way *w = &s->shortest;
    if (w->of_a) {
        const v3 *a = s->a->vertex, *b = s->b->vertex;
        segment_pair near =
            closest_of_segments(a[w->of_a->vertex[0]], a[w->of_a->vertex[1]], v3_add(b[w->of_b->vertex[0]], s->offset),
                                v3_add(b[w->of_b->vertex[1]], s->offset));
        out->on_a = near.on_a;
        out->on_b = near.on_b;
    } else if (w->face_of_a) {
        out->on_b = v3_add(s->b->vertex[w->deepest], s->offset);
        out->on_a = v3_fma(out->on_b, -w->gap, w->axis);
    } else {
        out->on_a = s->a->vertex[w->deepest];
        out->on_b = v3_fma(out->on_a, w->gap, w->axis);
    }
}

convex_way convex_overlap(const convex *a, const convex *b, v3 offset)
{
    axes s;
    s.a = a;
    s.b = b;
    s.offset = offset;
    s.count = 0;
    s.shortest = (way){.gap = -INFINITY};
    face_ways(&s, a, b, offset, 1);
    face_ways(&s, b, a, v3_scale(-1, offset), -1);
    if (s.shortest.gap < 0 && a->form->faces && b->form->faces) edge_ways(&s);
    convex_way out = {.axis = s.shortest.axis, .blended = s.shortest.axis, .gap = s.shortest.gap};
    if (!a->form->faces && !b->form->faces) return out;
    deepest_points(&s, &out);
    v3 sum = {0, 0, 0};
    double least = floor_of(&s), width = s.shortest.gap - least;
    for (int i = 0; i < s.count; i++)
        if (s.found[i].gap > least)
            sum = v3_fma(sum, s.found[i].weight * ((s.found[i].gap - least) / width), s.found[i].axis);
    if (v3_dot(sum, sum) > 0) out.blended = v3_unit(sum);
    return out;
}
