// pairs.c - contacts of random pairs of shaped grains, each fast way against a slow one.
//
// Features: which pairs touch and how deep, against the distance of every vertex from every face (in the plane: edge)
// and of every edge from every edge. Convex bodies: their distance against the least of the same, their overlap against
// the gap along every direction that can be the shortest way out. Sharp solids: which corners are inside the other and
// how deep, against solid angles and all triangles.
#include "verify/shapes/shapes.h"

#include "base/constants.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS = 100000, NEAR_MOST = 2048, TOUCH_MOST = 512 };
static const double rounding = 1e-11; // of bodies of size 1

// --- features -------------------------------------------------------------------------------------------------------

// What the contact list of a pair should hold, feature by feature.
typedef struct feature_check {
    const sphero *a, *b;
    v3 offset;
    const touch *item;
    int count;
    int found, wrong;
    double deviation; // largest of the gaps
} feature_check;

static void check_feature(feature_check *k, touch_kind kind, int32_t i, int32_t j, double distance)
{
    double gap = distance - k->a->radius - k->b->radius;
    const touch *t = NULL;
    for (int n = 0; n < k->count && !t; n++)
        if (k->item[n].feature == touch_feature(kind, i, j))
            t = &k->item[n];
    if (t) {
        k->found++;
        k->deviation = fmax(k->deviation, fabs(t->gap - gap));
        if (fabs(v3_norm(t->normal) - 1) > rounding)
            k->wrong++;
    } else if (gap < -rounding)
        k->wrong++;
}

static v3 of_b(const feature_check *k, int32_t vertex)
{
    return v3_add(k->b->vertex[vertex], k->offset);
}

static void check_flat(feature_check *k)
{
    for (int32_t i = 0; i < k->a->vertices; i++)
        for (int32_t j = 0; j < k->b->edges; j++)
            check_feature(k, TOUCH_VERTEX_EDGE, i, j,
                          slow_point_segment(k->a->vertex[i], of_b(k, k->b->edge[j][0]),
                                             of_b(k, k->b->edge[j][1])));
    for (int32_t i = 0; i < k->a->edges; i++)
        for (int32_t j = 0; j < k->b->vertices; j++)
            check_feature(k, TOUCH_EDGE_VERTEX, i, j,
                          slow_point_segment(of_b(k, j), k->a->vertex[k->a->edge[i][0]],
                                             k->a->vertex[k->a->edge[i][1]]));
}

static double to_face(v3 p, const block *b, int32_t face, const v3 *vertex, v3 shift, q4 turn)
{
    const convex_form *f = &b->form;
    v3 corner[CONVEX_FACE_MOST];
    int corners = f->face_start[face + 1] - f->face_start[face];
    for (int k = 0; k < corners; k++)
        corner[k] = v3_add(vertex[f->face_vertex[f->face_start[face] + k]], shift);
    return slow_point_face(p, corner, corners, q4_rotate(turn, f->normal[face]));
}

static double of_edges(const feature_check *k, int32_t i, int32_t j)
{
    const int32_t *x = k->a->edge[i];
    const int32_t *y = k->b->edge[j];
    return slow_segments(k->a->vertex[x[0]], k->a->vertex[x[1]], of_b(k, y[0]), of_b(k, y[1]));
}

static void check_solid(feature_check *k, const block *x, q4 turn_x, const block *y, q4 turn_y)
{
    for (int32_t i = 0; i < k->a->vertices; i++)
        for (int32_t j = 0; j < k->b->faces; j++)
            check_feature(k, TOUCH_VERTEX_FACE, i, j,
                          to_face(k->a->vertex[i], y, j, k->b->vertex, k->offset, turn_y));
    for (int32_t i = 0; i < k->a->faces; i++)
        for (int32_t j = 0; j < k->b->vertices; j++)
            check_feature(k, TOUCH_FACE_VERTEX, i, j,
                          to_face(of_b(k, j), x, i, k->a->vertex, v3_make(0, 0, 0), turn_x));
    for (int32_t i = 0; i < k->a->edges; i++)
        for (int32_t j = 0; j < k->b->edges; j++)
            check_feature(k, TOUCH_EDGE_EDGE, i, j, of_edges(k, i, j));
}

typedef struct feature_sums {
    int touching, wrong, lost;
    double deviation;
} feature_sums;

// The fast way: a list of near features with this margin, then the contacts among them.
static void begin_check(feature_check *k, bool flat, double margin, touch *item, feature_sums *sums)
{
    sphero_pair near[NEAR_MOST];
    touch_list list = {.item = item, .room = TOUCH_MOST};
    int pairs = sphero_near(k->a, k->b, k->offset, flat, margin, near, NEAR_MOST);
    sphero_touches(k->a, k->b, k->offset, near, pairs < NEAR_MOST ? pairs : NEAR_MOST, 0, 0, &list);
    k->item = item;
    k->count = list.count < TOUCH_MOST ? list.count : TOUCH_MOST;
    sums->touching += list.count > 0;
    sums->lost += list.lost + (pairs > NEAR_MOST) + (list.count > TOUCH_MOST);
}

static void end_check(const feature_check *k, feature_sums *sums)
{
    sums->wrong += k->wrong + (k->count - k->found);
    sums->deviation = fmax(sums->deviation, k->deviation);
}

static void claim_features(const claim *c, const feature_sums *sums)
{
    claim_at_least(c, "pairs that touch", sums->touching, PAIRS / 10);
    claim_at_most(c, "contacts missing or too many", sums->wrong + sums->lost, 0);
    claim_at_most(c, "deviation of gaps", sums->deviation, rounding);
}

// A star of up to eight corners around the origin, open or closed, or a lone point.
typedef struct outline {
    v3 vertex[8];
    int32_t edge[8][2], vertices, edges;
} outline;

static void outline_any(rng *r, outline *o)
{
    bool closed = rng_below(r, 2);
    o->vertices = closed ? 3 + (int32_t)rng_below(r, 6) : 1 + (int32_t)rng_below(r, 6);
    o->edges = closed || o->vertices == 1 ? o->vertices : o->vertices - 1;
    for (int32_t i = 0; i < o->vertices; i++) {
        double angle = 2 * PI * i / o->vertices;
        double reach = rng_range(r, 0.2, 1);
        o->vertex[i] = v3_make(reach * cos(angle), reach * sin(angle), 0);
        o->edge[i][0] = i;
        o->edge[i][1] = (i + 1) % o->vertices;
    }
}

static void outlines(verify *v)
{
    touch item[TOUCH_MOST];
    feature_sums sums = {0};
    rng r = rng_make(41, 0);
    claim c;
    if (!claim_begin(&c, v, "every vertex, every edge", "pairs of spheropolygons"))
        return;
    for (int n = 0; n < PAIRS; n++) {
        outline o[2];
        sphero s[2];
        v3 space[2][8];
        for (int i = 0; i < 2; i++) {
            outline_any(&r, &o[i]);
            sphero_turn(turn_by(v3_make(0, 0, rng_range(&r, -4, 4))), o[i].vertex, o[i].vertices,
                        space[i]);
            s[i] = (sphero){.vertex = space[i],
                            .edge = (const int32_t(*)[2])o[i].edge,
                            .vertices = o[i].vertices,
                            .edges = o[i].edges,
                            .radius = rng_range(&r, 0, 0.3)};
        }
        double x = rng_range(&r, -2, 2);
        double y = rng_range(&r, -2, 2);
        feature_check k = {.a = &s[0], .b = &s[1], .offset = v3_make(x, y, 0)};
        begin_check(&k, true, rng_range(&r, 0, 0.2), item, &sums);
        check_flat(&k);
        end_check(&k, &sums);
    }
    claim_features(&c, &sums);
}

static sphero block_sphero(const block *b, q4 turn, double radius, v3 *space)
{
    sphero_turn(turn, b->form.vertex, b->form.vertices, space);
    return (sphero){.vertex = space,
                    .edge = (const int32_t(*)[2])b->edge,
                    .triangle = (const int32_t(*)[3])b->triangle,
                    .face = b->face,
                    .vertices = b->form.vertices,
                    .edges = b->form.edges,
                    .faces = b->form.faces,
                    .radius = radius};
}

// --- two polyhedra at a time ----------------------------------------------------------------------------------------

enum { PLACES = 20 }; // of each pair of bodies

typedef void polyhedra_check(rng *r, const block *a, const block *b, void *sums);

// `check` of PAIRS placements of random polyhedra; false when there is no memory for them.
static bool with_polyhedra(const claim *c, uint64_t seed, polyhedra_check *check, void *sums)
{
    rng r = rng_make(seed, 0);
    for (int n = 0; n < PAIRS / PLACES; n++) {
        block a;
        block b;
        bool first = block_any(&r, &a), second = block_any(&r, &b);
        for (int k = 0; first && second && k < PLACES; k++)
            check(&r, &a, &b, sums);
        if (first)
            block_clear(&a);
        if (second)
            block_clear(&b);
        if (first && second)
            continue;
        scree_error error;
        fail_memory(&error, c->id);
        claim_broken(c, &error);
        return false;
    }
    return true;
}

static void check_spheropolyhedra(rng *r, const block *x, const block *y, void *into)
{
    touch item[TOUCH_MOST];
    v3 space[2][BLOCK_VERTICES];
    q4 turn_x = turn_any(r);
    q4 turn_y = turn_any(r);
    double thick_x = rng_range(r, 0, 0.2);
    double thick_y = rng_range(r, 0, 0.2);
    double away = rng_range(r, 0.8, 2.4);
    sphero a = block_sphero(x, turn_x, thick_x, space[0]);
    sphero b = block_sphero(y, turn_y, thick_y, space[1]);
    feature_check k = {.a = &a, .b = &b, .offset = v3_scale(away, rng_direction(r))};
    begin_check(&k, false, rng_range(r, 0, 0.2), item, into);
    check_solid(&k, x, turn_x, y, turn_y);
    end_check(&k, into);
}

static void spheropolyhedra(verify *v)
{
    feature_sums sums = {0};
    claim c;
    if (claim_begin(&c, v, "every vertex, face, edge", "pairs of spheropolyhedra") &&
        with_polyhedra(&c, 42, check_spheropolyhedra, &sums))
        claim_features(&c, &sums);
}

// --- convex bodies --------------------------------------------------------------------------------------------------

typedef struct convex_sums {
    int apart, overlapping, wrong;
    double distance, depth, along; // largest deviations
} convex_sums;

typedef struct placed {
    const block *b;
    convex h;
    v3 turned[BLOCK_TURNED];
    q4 turn;
} placed;

static void place(placed *p, const block *b, q4 turn)
{
    p->b = b;
    p->turn = turn;
    convex_turn(&b->form, turn, p->turned);
    p->h = convex_of(&b->form, p->turned, 0);
}

static double slow_distance(const placed *a, const placed *b, v3 offset)
{
    const convex_form *f = &a->b->form;
    const convex_form *g = &b->b->form;
    double least = INFINITY;
    for (int32_t i = 0; i < f->vertices; i++)
        for (int32_t j = 0; j < g->faces; j++)
            least = fmin(least, to_face(a->h.vertex[i], b->b, j, b->h.vertex, offset, b->turn));
    for (int32_t i = 0; i < g->vertices; i++)
        for (int32_t j = 0; j < f->faces; j++)
            least = fmin(least, to_face(v3_add(b->h.vertex[i], offset), a->b, j, a->h.vertex,
                                        v3_make(0, 0, 0), a->turn));
    for (int32_t i = 0; i < f->edges; i++)
        for (int32_t j = 0; j < g->edges; j++) {
            const int32_t *x = f->edge[i].vertex;
            const int32_t *y = g->edge[j].vertex;
            least = fmin(least, slow_segments(a->h.vertex[x[0]], a->h.vertex[x[1]],
                                              v3_add(b->h.vertex[y[0]], offset),
                                              v3_add(b->h.vertex[y[1]], offset)));
        }
    return least;
}

static double slow_gap(const placed *a, const placed *b, v3 offset, v3 n)
{
    double low = INFINITY;
    double high = -INFINITY;
    for (int32_t i = 0; i < a->b->form.vertices; i++)
        high = fmax(high, v3_dot(n, a->h.vertex[i]));
    for (int32_t i = 0; i < b->b->form.vertices; i++)
        low = fmin(low, v3_dot(n, b->h.vertex[i]));
    return low + v3_dot(n, offset) - high;
}

// Along all normals of both, and all common perpendiculars of two edges: the largest gap.
static double slow_overlap(const placed *a, const placed *b, v3 offset)
{
    const convex_form *f = &a->b->form;
    const convex_form *g = &b->b->form;
    double most = -INFINITY;
    for (int32_t i = 0; i < f->faces; i++)
        most = fmax(most, slow_gap(a, b, offset, q4_rotate(a->turn, f->normal[i])));
    for (int32_t i = 0; i < g->faces; i++)
        most = fmax(most, slow_gap(a, b, offset, v3_scale(-1, q4_rotate(b->turn, g->normal[i]))));
    for (int32_t i = 0; i < f->edges; i++)
        for (int32_t j = 0; j < g->edges; j++) {
            const int32_t *x = f->edge[i].vertex;
            const int32_t *y = g->edge[j].vertex;
            v3 n = v3_cross(v3_sub(a->h.vertex[x[1]], a->h.vertex[x[0]]),
                            v3_sub(b->h.vertex[y[1]], b->h.vertex[y[0]]));
            if (!(v3_dot(n, n) > 1e-10))
                continue;
            n = v3_unit(n);
            most = fmax(most,
                        fmax(slow_gap(a, b, offset, n), slow_gap(a, b, offset, v3_scale(-1, n))));
        }
    return most;
}

static void check_convex(rng *r, const block *x, const block *y, void *into)
{
    convex_sums *s = into;
    placed a;
    placed b;
    convex_nearest near;
    place(&a, x, turn_any(r));
    place(&b, y, turn_any(r));
    double away = rng_range(r, 0, 2.6);
    v3 offset = v3_scale(away, rng_direction(r));
    if (convex_distance(&a.h, &b.h, offset, INFINITY, &near) == CONVEX_APART) {
        double got = v3_norm(near.apart);
        s->apart++;
        s->distance = fmax(s->distance, fabs(got - slow_distance(&a, &b, offset)));
        s->wrong += !(got > 0);
        return;
    }
    convex_way way = convex_overlap(&a.h, &b.h, offset);
    double gap = slow_overlap(&a, &b, offset);
    s->overlapping++;
    s->depth = fmax(s->depth, fabs(way.gap - gap));
    s->along = fmax(s->along, fabs(way.gap - slow_gap(&a, &b, offset, way.axis)));
    s->wrong += gap > rounding;
}

static void convex_bodies(verify *v)
{
    convex_sums sums = {0};
    claim c;
    if (!claim_begin(&c, v, "every feature, every axis", "pairs of convex bodies") ||
        !with_polyhedra(&c, 43, check_convex, &sums))
        return;
    claim_at_least(&c, "pairs apart", sums.apart, PAIRS / 10);
    claim_at_least(&c, "pairs that overlap", sums.overlapping, PAIRS / 10);
    claim_at_most(&c, "pairs on the wrong side", sums.wrong, 0);
    claim_at_most(&c, "deviation of distances", sums.distance, rounding);
    claim_at_most(&c, "deviation of depths", sums.depth, rounding);
    claim_at_most(&c, "depth along its own axis", sums.along, rounding);
}

// --- convex bodies near the first touch -----------------------------------------------------------------------------

typedef struct polygon_sums {
    int touching, without;
    double weight, deepest; // largest deviations
} polygon_sums;

// Bodies moved together to depths of up to a few hundredths, their contact polygons: one weight in all, and what is
// deepest no less deep than the pair where the cores, thickened, are apart.
static void check_polygons(rng *r, const block *x, const block *y, void *into)
{
    polygon_sums *s = into;
    placed a;
    placed b;
    convex_nearest near;
    touch item[TOUCH_MOST];
    convex_memory memory = {.axis = {0, 0, 0}};
    touch_list list = {.item = item, .room = TOUCH_MOST};
    double weight = 0;
    double deepest = 0;
    place(&a, x, turn_any(r));
    place(&b, y, turn_any(r));
    a.h.radius = rng_range(r, 0.02, 0.2);
    b.h.radius = rng_range(r, 0.02, 0.2);
    double away = rng_range(r, 2.2, 3);
    double depth = rng_range(r, 0, 0.9) * (a.h.radius + b.h.radius);
    v3 offset = v3_scale(away, rng_direction(r));
    if (convex_distance(&a.h, &b.h, offset, INFINITY, &near) != CONVEX_APART)
        return;
    offset =
        v3_fma(offset, (a.h.radius + b.h.radius - depth) / v3_norm(near.apart) - 1, near.apart);
    convex_touches(&a.h, &b.h, offset, 0, &memory, &list);
    s->touching += list.count > 0;
    s->without += (list.count == 0 && depth > rounding) || list.count > TOUCH_MOST;
    for (int i = 0; i < list.count && i < TOUCH_MOST; i++) {
        weight += item[i].weight;
        deepest = fmax(deepest, -item[i].gap);
    }
    if (!list.count)
        return;
    s->weight = fmax(s->weight, fabs(weight - 1));
    s->deepest = fmax(s->deepest, fabs(deepest - depth));
}

static void contact_polygons(verify *v)
{
    polygon_sums sums = {0};
    claim c;
    if (!claim_begin(&c, v, "sum of shares, set depth", "pairs of convex bodies, polygons") ||
        !with_polyhedra(&c, 44, check_polygons, &sums))
        return;
    claim_at_least(&c, "pairs that touch", sums.touching, PAIRS / 10);
    claim_at_most(&c, "overlaps without a contact", sums.without, 0);
    claim_at_most(&c, "deviation of the sum of weights", sums.weight, rounding);
    claim_at_most(&c, "deviation of the greatest depth", sums.deepest, 1e-9);
}

// --- sharp solids ---------------------------------------------------------------------------------------------------

typedef struct corner_sums {
    int corners, wrong, touching;
    double deviation;
} corner_sums;

// Corners of one solid in the other by the slow way, and what the contacts say of them.
static void check_corners(const sharp *of, const sharp *in, const sharp_pose *pose, bool first,
                          const touch *item, int count, corner_sums *s)
{
    q4 to_space = first ? pose->turn_a : pose->turn_b;
    q4 from_space = q4_conjugate(first ? pose->turn_b : pose->turn_a);
    for (int32_t i = 0; i < of->corners; i++) {
        v3 shift = v3_scale(first ? -1 : 1, pose->offset);
        v3 p = q4_rotate(from_space, v3_add(q4_rotate(to_space, of->vertex[of->corner[i]]), shift));
        double depth = INFINITY;
        const touch *t = NULL;
        for (int n = 0; n < count && !t; n++) {
            int64_t key = item[n].feature;
            int64_t kind = key >> 60;
            int64_t vertex = first ? key >> 30 & 0x3fffffff : key & 0x3fffffff;
            if (kind == (first ? TOUCH_VERTEX_FACE : TOUCH_FACE_VERTEX) && vertex == of->corner[i])
                t = &item[n];
        }
        if (!slow_inside(in->vertex, (const int32_t(*)[3])in->triangle, in->triangles, p)) {
            s->wrong += t != NULL;
            continue;
        }
        for (int32_t k = 0; k < in->triangles; k++) {
            const int32_t *w = in->triangle[k];
            const v3 corner[3] = {in->vertex[w[0]], in->vertex[w[1]], in->vertex[w[2]]};
            depth = fmin(depth, slow_point_triangle(p, corner));
        }
        s->corners++;
        s->wrong += !t && depth > rounding;
        if (t)
            s->deviation = fmax(s->deviation, fabs(-t->gap - depth));
    }
}

static bool any_sharp(rng *r, sharp *s, scree_error *error)
{
    lump l;
    lump_any(r, 3, 5, 0.4, &l);
    return sharp_make(l.vertex, l.vertices, (const int32_t(*)[3])l.triangle, l.triangles, "lump", s,
                      error) == SCREE_OK;
}

static void sharp_solids(verify *v)
{
    corner_sums sums = {0};
    rng r = rng_make(45, 0);
    claim c;
    if (!claim_begin(&c, v, "solid angle, all triangles", "pairs of solids"))
        return;
    for (int n = 0; n < PAIRS / PLACES; n++) {
        sharp a;
        sharp b;
        scree_error error;
        bool first = any_sharp(&r, &a, &error), second = first && any_sharp(&r, &b, &error);
        for (int k = 0; second && k < PLACES; k++) {
            touch item[TOUCH_MOST];
            touch_list list = {.item = item, .room = TOUCH_MOST};
            sharp_pose pose = {.turn_a = turn_any(&r), .turn_b = turn_any(&r)};
            double away = rng_range(&r, 0.8, 1.9);
            pose.offset = v3_scale(away, rng_direction(&r));
            sharp_touches(&a, &b, &pose, 0, 0.3, &list);
            int count = list.count < TOUCH_MOST ? list.count : TOUCH_MOST;
            sums.touching += count > 0;
            check_corners(&a, &b, &pose, true, item, count, &sums);
            check_corners(&b, &a, &pose, false, item, count, &sums);
        }
        if (second)
            sharp_clear(&b);
        if (first)
            sharp_clear(&a);
        if (!second) {
            claim_broken(&c, &error);
            return;
        }
    }
    claim_at_least(&c, "pairs that touch", sums.touching, PAIRS / 10);
    claim_at_least(&c, "corners in the other", sums.corners, PAIRS / 10);
    claim_at_most(&c, "corners missing or too many", sums.wrong, 0);
    claim_at_most(&c, "deviation of depths", sums.deviation, rounding);
}

void verify_shape_pairs(verify *v)
{
    outlines(v);
    spheropolyhedra(v);
    convex_bodies(v);
    contact_polygons(v);
    sharp_solids(v);
}
