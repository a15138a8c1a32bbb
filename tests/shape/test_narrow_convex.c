// test_narrow_convex.c - contacts of convex bodies against generic ways and against libccd. label: sanitize
//
// Distances: against the least over all pairs of features (sphero.h), and libccd where it is installed. Overlaps:
// against the gap along every direction that can be the shortest (all face normals, all products of edges), and libccd.
#include "shape/narrow_shapes.h"

#ifdef SCREE_HAVE_CCD
#include <ccd/ccd.h>
#endif

enum { PAIRS = 100000, TOUCHES_MOST = 256 };

// A half in quick tests, fewer under sanitizers.
static int how_many_pairs(void)
{
    return harness_of(PAIRS);
}

typedef struct placed {
    body b;
    convex_form form;
    convex h;
    v3 turned[BODY_TURNED];
    q4 turn;
} placed;

static void place(placed *p, q4 turn, double radius)
{
    p->turn = turn;
    convex_turn(&p->form, turn, p->turned);
    p->h = convex_of(&p->form, p->turned, radius);
}

static void make_any(rng *r, placed *p, double radius)
{
    body_any(r, &p->b);
    CHECK(body_convex(&p->b, &p->form) == SCREE_OK);
    place(p, any_turn(r), radius);
}

// A body scaled, turned and thickened.
static void make_box(placed *p, double x, double y, double z, q4 turn, double radius)
{
    body_box(x, y, z, &p->b);
    CHECK(body_convex(&p->b, &p->form) == SCREE_OK);
    place(p, turn, radius);
}

static void clear(placed *p)
{
    convex_form_clear(&p->form);
}

// ---- generic ways

// The least distance over all pairs of features.
static double distance_of_features(const placed *a, const placed *b, v3 offset)
{
    static sphero_pair pair[20000];
    static touch item[20000];
    v3 space[2][BODY_VERTICES];
    sphero x = body_sphero(&a->b, a->turn, 0, space[0]),
           y = body_sphero(&b->b, b->turn, 0, space[1]);
    int pairs = sphero_near(&x, &y, offset, false, 100, (sphero_room){pair, 20000});
    touch_list list = {.item = item, .room = 20000};
    sphero_touches(&x, &y, offset, &(sphero_list){pair, pairs, INFINITY}, INFINITY, &list);
    double least = INFINITY;
    for (int i = 0; i < list.count; i++)
        least = fmin(least, item[i].gap);
    return least;
}

static double gap_by_scan(const placed *a, const placed *b, v3 offset, v3 n)
{
    double low = INFINITY, high = -INFINITY;
    for (int32_t i = 0; i < a->b.vertices; i++)
        high = fmax(high, v3_dot(n, a->h.vertex[i]));
    for (int32_t i = 0; i < b->b.vertices; i++)
        low = fmin(low, v3_dot(n, v3_add(b->h.vertex[i], offset)));
    return low - high;
}

// The greatest gap over all directions that matter; negative: the bodies overlap.
static double gap_of_directions(const placed *a, const placed *b, v3 offset)
{
    double most = -INFINITY;
    for (int32_t f = 0; f < a->b.faces; f++)
        most = fmax(most, gap_by_scan(a, b, offset, a->h.normal[f]));
    for (int32_t f = 0; f < b->b.faces; f++)
        most = fmax(most, gap_by_scan(a, b, offset, v3_scale(-1, b->h.normal[f])));
    for (int32_t i = 0; i < a->b.edges; i++)
        for (int32_t j = 0; j < b->b.edges; j++) {
            v3 u = v3_sub(a->h.vertex[a->b.edge[i][1]], a->h.vertex[a->b.edge[i][0]]);
            v3 v = v3_sub(b->h.vertex[b->b.edge[j][1]], b->h.vertex[b->b.edge[j][0]]),
               n = v3_unit(v3_cross(u, v));
            if (!(v3_dot(v3_cross(u, v), v3_cross(u, v)) > 1e-10))
                continue;
            most = fmax(most, fmax(gap_by_scan(a, b, offset, n),
                                   gap_by_scan(a, b, offset, v3_scale(-1, n))));
        }
    return most;
}

// Bodies that nearly touch are the hard ones: edges that pass each other while every face sees an overlap.
TEST(sharp_bodies_touch_where_they_overlap_and_nowhere_else)
{
    rng r = rng_make(77, 0);
    int apart = 0, overlapping = 0, wrong = 0;
    static placed a, b;
    for (int i = 0; i < how_many_pairs(); i++) {
        make_box(&a, 1, 1, 1, any_turn(&r), 0);
        make_box(&b, 1, 1, 1, any_turn(&r), 0);
        v3 way = v3_unit(any_place(&r, 0, 1));
        double middle = 0.5 * convex_gap_along(&a.h, &b.h, v3_make(0, 0, 0), way);
        v3 offset = v3_scale(-2 * middle * rng_range(&r, 0.6, 1.05), way);
        convex_nearest near;
        convex_memory memory = {.axis = {0, 0, 0}};
        touch item[TOUCHES_MOST];
        touch_list list = {.item = item, .room = TOUCHES_MOST};
        bool meet = convex_distance(&a.h, &b.h, offset, INFINITY, &near) == CONVEX_OVERLAPPING;
        convex_touches(&a.h, &b.h, offset, 0, &memory, &list);
        wrong += meet != (list.count > 0);
        apart += !meet;
        overlapping += meet;
        clear(&a);
        clear(&b);
    }
    CHECK_MSG(wrong == 0, "%d of %d pairs", wrong, how_many_pairs());
    CHECK_MSG(apart > how_many_pairs() / 10 && overlapping > how_many_pairs() / 10,
              "%d apart, %d overlapping", apart, overlapping);
}

// More vertices than the search for the shortest way keeps planes of.
TEST(overlap_of_hulls_with_many_vertices)
{
    rng r = rng_make(29, 0);
    int overlapping = 0;
    const int pairs = harness_of(1000);
    for (int i = 0; i < pairs; i++) {
        static placed a, b;
        body_prism(40, 1, &a.b);
        CHECK(body_convex(&a.b, &a.form) == SCREE_OK);
        place(&a, any_turn(&r), 0);
        make_box(&b, 0.5, 0.6, 0.7, any_turn(&r), 0);
        v3 offset = any_place(&r, 0.9, 1.5), back = v3_scale(-1, offset);
        double gap = gap_of_directions(&a, &b, offset);
        if (gap < -1e-9) {
            overlapping++;
            CHECK_NEAR(convex_overlap(&a.h, &b.h, offset).gap, gap, 1e-12);
            CHECK_NEAR(convex_overlap(&b.h, &a.h, back).gap, gap, 1e-12);
        }
        clear(&a);
        clear(&b);
    }
    CHECK_MSG(overlapping > 0.3 * pairs, "%d overlap", overlapping);
}

TEST(distance_and_overlap_against_generic_ways)
{
    rng r = rng_make(21, 0);
    int apart = 0, overlapping = 0;
    for (int i = 0; i < how_many_pairs() / 20; i++) {
        static placed a, b;
        make_any(&r, &a, 0);
        make_any(&r, &b, 0);
        for (int k = 0; k < 20; k++) {
            place(&b, any_turn(&r), 0);
            v3 offset = any_place(&r, 0, 3);
            convex_nearest near;
            convex_state state = convex_distance(&a.h, &b.h, offset, INFINITY, &near);
            double generic = state == CONVEX_APART ? distance_of_features(&a, &b, offset)
                                                   : gap_of_directions(&a, &b, offset);
            double got = state == CONVEX_APART ? v3_norm(near.apart)
                                               : convex_overlap(&a.h, &b.h, offset).gap;
            if (state == CONVEX_APART ? got <= 0 : generic > 1e-12)
                CHECK_MSG(false, "state %d, gap %g", state, generic);
            if (!(fabs(got - generic) < 1e-11))
                CHECK_NEAR(got, generic, 1e-11);
            if (state == CONVEX_APART) {
                double torn = v3_norm(v3_sub(v3_sub(near.on_b, near.on_a), near.apart));
                if (!(torn < 1e-11))
                    CHECK_NEAR(torn, 0, 1e-11);
            } else {
                convex_way way = convex_overlap(&a.h, &b.h, offset);
                double along = convex_gap_along(&a.h, &b.h, offset, way.axis);
                v3 miss = v3_sub(v3_sub(way.on_b, way.on_a), v3_scale(way.gap, way.axis));
                if (!(v3_norm(miss) < 1e-11))
                    CHECK_NEAR(v3_norm(miss), 0, 1e-11);
                if (!(fabs(along - got) < 1e-11))
                    CHECK_NEAR(along, got, 1e-11);
            }
            apart += state == CONVEX_APART;
            overlapping += state == CONVEX_OVERLAPPING;
        }
        clear(&a);
        clear(&b);
    }
    CHECK_MSG(apart > how_many_pairs() / 5 && overlapping > how_many_pairs() / 5,
              "%d apart, %d overlapping", apart, overlapping);
}

#ifdef SCREE_HAVE_CCD
typedef struct ccd_body {
    const placed *p;
    v3 place;
} ccd_body;

static void ccd_support(const void *object, const ccd_vec3_t *dir, ccd_vec3_t *out)
{
    const ccd_body *c = object;
    v3 way = v3_make(dir->v[0], dir->v[1], dir->v[2]), best = c->p->h.vertex[0];
    for (int32_t i = 1; i < c->p->b.vertices; i++)
        if (v3_dot(way, c->p->h.vertex[i]) > v3_dot(way, best))
            best = c->p->h.vertex[i];
    best = v3_add(best, c->place);
    ccdVec3Set(out, best.x, best.y, best.z);
}

static void ccd_centre(const void *object, ccd_vec3_t *out)
{
    const ccd_body *c = object;
    ccdVec3Set(out, c->place.x, c->place.y, c->place.z);
}

TEST(overlap_against_libccd)
{
    rng r = rng_make(22, 0);
    int checked = 0, near_touch = 0, overlapping = 0, agree = 0;
    for (int i = 0; i < how_many_pairs() / 20; i++) {
        static placed a, b;
        make_any(&r, &a, 0);
        make_any(&r, &b, 0);
        for (int k = 0; k < 20; k++) {
            place(&b, any_turn(&r), 0);
            v3 offset = any_place(&r, 0.5, 3);
            ccd_t ccd;
            CCD_INIT(&ccd);
            ccd.support1 = ccd.support2 = ccd_support;
            ccd.center1 = ccd.center2 = ccd_centre;
            ccd.max_iterations = 500;
            ccd.epa_tolerance = 1e-7;
            ccd_body x = {&a, {0, 0, 0}}, y = {&b, offset};
            convex_nearest near;
            convex_state state = convex_distance(&a.h, &b.h, offset, INFINITY, &near);
            double gap = state == CONVEX_APART ? v3_norm(near.apart)
                                               : convex_overlap(&a.h, &b.h, offset).gap;
            if (fabs(gap) < 1e-5) {
                near_touch++;
                continue;
            }
            checked++;
            ccd_real_t depth = 0;
            ccd_vec3_t dir, pos;
            bool theirs = ccdGJKPenetration(&x, &y, &ccd, &depth, &dir, &pos) == 0;
            if (theirs != (gap < 0))
                CHECK_MSG(false, "gap %g, libccd says %d", gap, theirs);
            if (!theirs)
                continue;
            // Its depth is now and then less than the overlap along its own direction, which is what counts: nobody
            // finds a shorter way than the shortest.
            overlapping++;
            v3 way = v3_unit(v3_make(dir.v[0], dir.v[1], dir.v[2]));
            double along = -gap_by_scan(&a, &b, offset, way);
            if (!(-gap < along + 1e-5))
                CHECK_MSG(false, "depth %g, along libccd's direction %g", -gap, along);
            agree += fabs(along + gap) < 1e-4 && fabs(depth + gap) < 1e-4;
        }
        clear(&a);
        clear(&b);
    }
    CHECK_MSG(checked > how_many_pairs() * 0.99, "%d checked, %d touching", checked, near_touch);
    CHECK_MSG(overlapping > how_many_pairs() / 4 && agree > overlapping * 0.8,
              "%d overlapping, depth and way agree in %d", overlapping, agree);
    printf("of %d pairs %d overlap; libccd's depth and way agree in %d\n", checked, overlapping,
           agree);
}
#else
TEST(overlap_against_libccd)
{
    SKIP("built without libccd (Debian: libccd-dev)");
}
#endif

// ---- contacts

typedef struct sum {
    touch item[TOUCHES_MOST];
    int count, lost;
    double weight, deepest;
    v3 force, moment; // on b, about the reference point of a; stiffness 1
} sum;

// How far apart contacts hold on, and then pull as springs.
static double holds = 0;

static void evaluate(const placed *a, const placed *b, v3 offset, double reach,
                     convex_memory *memory, sum *out)
{
    reach = fmax(reach, holds);
    convex_memory none = {.axis = {0, 0, 0}};
    touch_list list = {.item = out->item, .room = TOUCHES_MOST, .beyond = holds};
    convex_touches(&a->h, &b->h, offset, reach, memory ? memory : &none, &list);
    *out = (sum){.count = list.count, .lost = list.lost};
    list = (touch_list){.item = out->item, .room = TOUCHES_MOST, .beyond = holds};
    none.axis = v3_make(0, 0, 0);
    convex_touches(&a->h, &b->h, offset, reach, memory ? memory : &none, &list);
    for (int i = 0; i < list.count; i++) {
        const touch *t = &out->item[i];
        out->weight += t->weight;
        out->deepest = fmin(out->deepest, t->gap);
        v3 f = v3_scale(t->weight * fmax(-t->gap, -holds), t->normal);
        out->force = v3_add(out->force, f);
        out->moment = v3_add(out->moment, v3_cross(t->point, f));
    }
}

static q4 about(double x, double y, double z)
{
    return turn_about(v3_make(x, y, z));
}
static const double eighth = 0.7853981633974483;

TEST(face_on_face)
{
    static placed a, b;
    static sum s;
    make_box(&a, 1, 1, 1, q4_identity(), 0);
    make_box(&b, 1, 1, 1, q4_identity(), 0);
    evaluate(&a, &b, v3_make(0.5, 0.5, 1.99), 0, NULL, &s);
    REQUIRE(s.count == 4);
    CHECK_NEAR(s.weight, 1, 1e-15);
    v3 centre = {0, 0, 0};
    for (int i = 0; i < 4; i++) {
        CHECK_NEAR(s.item[i].gap, -0.01, 1e-14);
        CHECK_NEAR(s.item[i].normal.z, 1, 1e-14);
        CHECK_NEAR(s.item[i].point.z, 0.995, 1e-14);
        CHECK_NEAR(s.item[i].weight, 0.25, 1e-12);
        centre = v3_fma(centre, s.item[i].weight, s.item[i].point);
        for (int j = 0; j < i; j++)
            CHECK(s.item[i].feature != s.item[j].feature);
    }
    CHECK_NEAR(centre.x, 0.25, 1e-12);
    CHECK_NEAR(s.force.z, 0.01, 1e-14); // as one contact of that depth
    // Thickened, and apart: the same polygon, gaps less the radii.
    place(&a, a.turn, 0.1);
    place(&b, b.turn, 0.3);
    evaluate(&a, &b, v3_make(0.5, 0.5, 2.35), 0, NULL, &s);
    REQUIRE(s.count == 4);
    CHECK_NEAR(s.item[0].gap, -0.05, 1e-14);
    CHECK_NEAR(s.item[0].point.z, 1.1 - 0.025, 1e-14);
    evaluate(&a, &b, v3_make(0.5, 0.5, 2.42), 0.1, NULL, &s);
    REQUIRE(s.count == 4); // within reach, nothing in overlap: the nearest counts alone
    CHECK_NEAR(s.weight, 1, 1e-15);
    evaluate(&a, &b, v3_make(0.5, 0.5, 2.42), 0, NULL, &s);
    CHECK(s.count == 0);
    clear(&a);
    clear(&b);
}

TEST(edge_on_face_corner_on_face_crossed_edges)
{
    static placed a, b;
    static sum s;
    make_box(&a, 3, 3, 1, q4_identity(), 0);
    make_box(&b, 1, 1, 1, about(eighth, 0, 0), 0);
    evaluate(&a, &b, v3_make(0, 0, 0.99 + sqrt(2.0)), 0, NULL, &s);
    CHECK(s.count == 2);
    CHECK_NEAR(s.deepest, -0.01, 1e-14);
    CHECK_NEAR(s.force.z, 0.01, 1e-13);
    CHECK_NEAR(v3_norm(s.moment), 0, 1e-13);
    // The edge hangs out over the border: it is held at the border, no vertex of one being in the other there.
    evaluate(&a, &b, v3_make(3, 0, 0.99 + sqrt(2.0)), 0, NULL, &s);
    REQUIRE(s.count == 2);
    double right = fmax(s.item[0].point.x, s.item[1].point.x),
           left = fmin(s.item[0].point.x, s.item[1].point.x);
    CHECK_NEAR(right, 3, 1e-9);
    CHECK_NEAR(left, 2, 1e-9);
    place(&b, turn_about(v3_scale(sqrt(0.5) * acos(sqrt(1.0 / 3)), v3_make(1, -1, 0))), 0);
    evaluate(&a, &b, v3_make(0.3, 0.2, 0.99 + sqrt(3.0)), 0, NULL, &s);
    CHECK(s.count == 1);
    CHECK_NEAR(s.force.z, 0.01, 1e-13);
    CHECK_NEAR(s.item[0].point.x, 0.3, 1e-9);
    // Two edges crossed, no vertex in either body.
    q4 slanted = q4_mul(about(0, eighth, 0), about(eighth, 0, 0));
    double away = sqrt(0.5) * (sqrt(2.0) - 0.01);
    place(&b, slanted, 0);
    evaluate(&a, &b, v3_make(3 + away, 0.4, 1 + away), 0, NULL, &s);
    REQUIRE(s.count == 1);
    CHECK_NEAR(s.item[0].gap, -0.01, 1e-12);
    CHECK_NEAR(s.item[0].normal.x, sqrt(0.5), 1e-12);
    CHECK_NEAR(s.item[0].point.y, 0.4, 1e-9);
    CHECK(s.item[0].feature >> 60 == TOUCH_EDGE_EDGE);
    clear(&a);
    clear(&b);
}

TEST(points_and_segments_are_hulls_too)
{
    static placed box, ball, rod;
    static sum s;
    make_box(&box, 1, 1, 1, q4_identity(), 0);
    const v3 ends[2] = {{-0.5, 0, 0}, {0.5, 0, 0}};
    REQUIRE(convex_form_make(&(convex_surface){.vertex = ends, .vertices = 1}, "ball", &ball.form,
                             NULL) == SCREE_OK);
    REQUIRE(convex_form_make(&(convex_surface){.vertex = ends, .vertices = 2}, "rod", &rod.form,
                             NULL) == SCREE_OK);
    place(&ball, q4_identity(), 0.25);
    place(&rod, q4_identity(), 0.25);
    evaluate(&box, &ball, v3_make(0.5, 0, 1.2), 0, NULL, &s);
    REQUIRE(s.count == 1);
    CHECK_NEAR(s.item[0].gap, -0.05, 1e-14);
    CHECK_NEAR(s.item[0].point.z, 0.975, 1e-14);
    evaluate(&box, &ball, v3_make(1.5 + 0.1, 1.1, 0.2), 0, NULL, &s); // beside an edge
    REQUIRE(s.count == 1);
    CHECK_NEAR(s.item[0].normal.x, sqrt(0.5), 1e-12);
    CHECK_NEAR(s.item[0].gap, 0.1 * sqrt(2.0) - 0.25, 1e-12);
    evaluate(&box, &rod, v3_make(0.8, 0, 1.2), 0, NULL, &s);
    REQUIRE(s.count == 2); // lies on the face, hangs out
    CHECK_NEAR(fmax(s.item[0].point.x, s.item[1].point.x), 1, 1e-9);
    CHECK_NEAR(s.item[0].weight, 0.5, 1e-9);
    evaluate(&rod, &rod, v3_make(0.1, 0, 0.4), 0, NULL, &s);
    REQUIRE(s.count == 1);
    CHECK_NEAR(s.item[0].gap, -0.1, 1e-15);
    evaluate(&ball, &ball, v3_make(0, 0, 0), 0, NULL, &s);
    CHECK(s.count == 0 && s.lost == 1);
    clear(&box);
    clear(&ball);
    clear(&rod);
}

TEST(weights_gaps_and_points_of_random_pairs)
{
    rng r = rng_make(23, 0);
    int touching = 0, single = 0;
    for (int i = 0; i < 20000; i++) {
        static placed a, b;
        static sum s, t;
        make_any(&r, &a, rng_below(&r, 2) ? 0 : rng_range(&r, 0, 0.2));
        make_any(&r, &b, rng_below(&r, 2) ? 0 : rng_range(&r, 0, 0.2));
        v3 offset = any_place(&r, 0.9, 2);
        // Near the first touch: moved together along the axis to a depth of a few hundredths.
        double radii = a.h.radius + b.h.radius;
        convex_nearest near;
        if (convex_distance(&a.h, &b.h, offset, INFINITY, &near) == CONVEX_APART)
            offset = v3_fma(offset, radii / v3_norm(near.apart) - 1, near.apart);
        else {
            convex_way way = convex_overlap(&a.h, &b.h, offset);
            offset = v3_fma(offset, radii - way.gap, way.axis);
        }
        offset = v3_scale(1 - rng_range(&r, -0.01, 0.05), offset);
        evaluate(&a, &b, offset, 0, NULL, &s);
        evaluate(&b, &a, v3_scale(-1, offset), 0, NULL, &t);
        touching += s.count > 0;
        single += s.count == 1 && s.item[0].feature >> 60 == TOUCH_POINT;
        if (s.count && fabs(s.weight - 1) > 1e-14)
            CHECK_NEAR(s.weight, 1, 1e-14);
        double state = 0;
        if (convex_distance(&a.h, &b.h, offset, INFINITY, &near) == CONVEX_APART)
            state = v3_norm(near.apart);
        else
            state = convex_overlap(&a.h, &b.h, offset).gap;
        double depth = a.h.radius + b.h.radius - state;
        if (depth > 1e-9 && !s.count)
            CHECK_MSG(false, "trial %d: depth %g without contact", i, depth);
        // The deepest contact is as deep as the pair: exactly along one axis, within the blend otherwise.
        if (s.count && !(fabs(-s.deepest - depth) < 1e-9 ||
                         (state < 0 && -s.deepest > 0.7 * depth && -s.deepest < 2 * depth)))
            CHECK_MSG(false, "trial %d: deepest %g, pair %g (cores %g)", i, -s.deepest, depth,
                      state);
        double swapped = v3_norm(v3_add(s.force, t.force)) +
                         v3_norm(v3_add(s.moment, v3_add(t.moment, v3_cross(offset, t.force))));
        if (!(swapped < 1e-7))
            CHECK_MSG(false, "trial %d: exchange changes force and moment by %g", i, swapped);
        clear(&a);
        clear(&b);
    }
    CHECK_MSG(touching > 10000, "%d touching", touching);
    CHECK_MSG(single < touching / 100, "%d without a polygon", single);
}

// The greatest change of force and moment in a course of small steps of turning and sliding.
static double greatest_change(double radius, v3 turning, v3 sliding, v3 start, int steps)
{
    static placed a, b;
    static sum s;
    make_box(&a, 1, 1, 1, q4_identity(), radius);
    make_box(&b, 0.7, 0.6, 0.5, q4_identity(), radius);
    double most = 0;
    v3 force = {0, 0, 0}, moment = force;
    for (int i = 0; i <= steps; i++) {
        double t = (double)i / steps - 0.5;
        place(&b, turn_about(v3_scale(t, turning)), radius);
        evaluate(&a, &b, v3_fma(start, t, sliding), 0, NULL, &s);
        if (i)
            most = fmax(most,
                        fmax(v3_norm(v3_sub(s.force, force)), v3_norm(v3_sub(s.moment, moment))));
        force = s.force;
        moment = s.moment;
    }
    clear(&a);
    clear(&b);
    return most;
}

TEST(continuous_in_time)
{
    // Depths of about 0.02 and forces of that size (k = 1). In 20000 steps a smooth course changes by 1e-4 at most.
    const v3 on_top = {0.2, 0.1, 1.48}, turns[3] = {{0.02, 0, 0}, {0.015, 0.02, 0.5}, {0, 0, 3}};
    for (int k = 0; k < 3; k++) {
        double plain = greatest_change(0, turns[k], v3_make(0.1, 0, 0), on_top, 20000);
        double thick = greatest_change(0.1, turns[k], v3_make(0.1, 0, 0),
                                       v3_fma(on_top, 0.2, v3_make(0, 0, 1)), 20000);
        CHECK_MSG(plain < 1e-4, "sharp, %d: %g", k, plain);
        CHECK_MSG(thick < 1e-4, "thickened, %d: %g", k, thick);
    }
    // Sliding out over the border until only a strip is left, and turning while crossing it.
    CHECK(greatest_change(0.1, v3_make(0.01, 0.02, 1), v3_make(1.6, 0, 0), v3_make(0.8, 0.3, 1.68),
                          20000) < 2e-4);
}

// The same courses where the pair attracts across a gap of 0.05: faces, edges and corners in the gap have their shares,
// and pull as they come and go without a jump.
TEST(attraction_is_shared_without_jumps)
{
    static placed a, b;
    static sum s;
    rng r = rng_make(29, 0);
    int many = 0;
    holds = 0.05;
    for (int i = 0; i < 20000; i++) {
        make_any(&r, &a, rng_below(&r, 2) ? 0 : rng_range(&r, 0, 0.2));
        make_any(&r, &b, rng_below(&r, 2) ? 0 : rng_range(&r, 0, 0.2));
        v3 offset = any_place(&r, 0.9, 2);
        convex_nearest near;
        if (convex_distance(&a.h, &b.h, offset, INFINITY, &near) == CONVEX_APART) {
            double gap = rng_range(&r, 0, 1.1 * holds), radii = a.h.radius + b.h.radius;
            offset = v3_fma(offset, (radii + gap) / v3_norm(near.apart) - 1, near.apart);
            evaluate(&a, &b, offset, 0, NULL, &s);
            double least = INFINITY;
            for (int k = 0; k < s.count; k++)
                least = fmin(least, s.item[k].gap);
            many += s.count > 1;
            if (gap < holds * (1 - 1e-9) ? !(fabs(s.weight - 1) < 1e-14 && fabs(least - gap) < 1e-9)
                                         : s.count > 0 && gap > holds)
                CHECK_MSG(false, "trial %d: gap %g, nearest %g, weights %g", i, gap, least,
                          s.weight);
        }
        clear(&a);
        clear(&b);
    }
    CHECK_MSG(many > 2000, "%d with several contacts", many);
    const v3 turns[3] = {{0.1, 0, 0}, {0.1, 0.12, 0.5}, {0.05, 0, 3}};
    for (int k = 0; k < 3; k++)
        for (int up = 0; up < 3; up++) {
            v3 start = v3_make(0.2, 0.1, 1.68 + 0.03 * up);
            double most = greatest_change(0.1, turns[k], v3_make(0.1, 0, 0.02), start, 20000);
            CHECK_MSG(most < 2e-4, "%d, %d: %g", k, up, most);
        }
    CHECK(greatest_change(0.1, v3_make(0.01, 0.02, 1), v3_make(1.6, 0, 0), v3_make(0.8, 0.3, 1.72),
                          20000) < 2e-4);
    holds = 0;
}

TEST(memory_saves_time_and_changes_nothing)
{
    rng r = rng_make(24, 0);
    static placed a, b;
    make_any(&r, &a, 0.05);
    make_any(&r, &b, 0.05);
    convex_memory memory = {.axis = {0, 0, 0}};
    int differing = 0, touching = 0, promised = 0, broken = 0;
    v3 last = v3_make(0, 1.9, 0);
    for (int i = 0; i < 20000; i++) {
        static sum s, t;
        v3 offset = v3_make(1.5 * sin(i * 0.01), 1.9 * cos(i * 0.013), 1.2 * sin(i * 0.003));
        double way = v3_norm(v3_sub(offset, last)) +
                     0.0013 * 2; // of a point of b no farther than 2 from its place
        bool far = memory.apart > way;
        last = offset;
        place(&b, about(0.001 * i, 0.0003 * i, 0), 0.05);
        evaluate(&a, &b, offset, 0.01, &memory, &s);
        evaluate(&a, &b, offset, 0.01, NULL, &t);
        promised += far;
        broken += far && t.count > 0;
        touching += t.count > 0;
        differing +=
            s.count != t.count || memcmp(s.item, t.item, (size_t)s.count * sizeof(touch)) != 0;
    }
    CHECK(differing == 0);
    CHECK(touching > 1000 && touching < 19000);
    CHECK_MSG(promised > 1000 && broken == 0, "%d of %d promises broken", broken, promised);
    CHECK(v3_norm(memory.axis) > 0.99);
    clear(&a);
    clear(&b);
}

TEST(rigid_motion_and_scale)
{
    rng r = rng_make(25, 0);
    int touching = 0;
    for (int i = 0; i < 3000; i++) {
        static placed a, b, c, d;
        static sum s, t;
        make_any(&r, &a, 0.05);
        make_any(&r, &b, 0.1);
        v3 offset = any_place(&r, 0.9, 1.8);
        evaluate(&a, &b, offset, 0, NULL, &s);
        if (s.count && s.deepest > -0.2) {
            touching++;
            double scale = 1.0 / 1048576;
            c.b = a.b;
            d.b = b.b;
            for (int32_t k = 0; k < c.b.vertices; k++)
                c.b.vertex[k] = v3_scale(scale, c.b.vertex[k]);
            for (int32_t k = 0; k < d.b.vertices; k++)
                d.b.vertex[k] = v3_scale(scale, d.b.vertex[k]);
            CHECK(body_convex(&c.b, &c.form) == SCREE_OK && body_convex(&d.b, &d.form) == SCREE_OK);
            place(&c, a.turn, scale * a.h.radius);
            place(&d, b.turn, scale * b.h.radius);
            evaluate(&c, &d, v3_scale(scale, offset), 0, NULL, &t);
            REQUIRE(s.count == t.count);
            for (int k = 0; k < s.count; k++) {
                bool same = s.item[k].gap * scale == t.item[k].gap &&
                            s.item[k].normal.y == t.item[k].normal.y &&
                            s.item[k].point.x * scale == t.item[k].point.x &&
                            s.item[k].weight == t.item[k].weight &&
                            s.item[k].feature == t.item[k].feature;
                if (!same)
                    CHECK_MSG(false, "pair %d, contact %d changes with the scale", i, k);
            }
            clear(&c);
            clear(&d);
            q4 q = any_turn(&r);
            place(&a, q4_mul(q, a.turn), a.h.radius);
            place(&b, q4_mul(q, b.turn), b.h.radius);
            evaluate(&a, &b, q4_rotate(q, offset), 0, NULL, &t);
            double off = v3_norm(v3_sub(q4_rotate(q, s.force), t.force)) +
                         v3_norm(v3_sub(q4_rotate(q, s.moment), t.moment));
            if (!(off < 1e-8))
                CHECK_MSG(false, "pair %d: turned as a whole, off by %g", i, off);
        }
        clear(&a);
        clear(&b);
    }
    CHECK_MSG(touching > 300, "%d", touching);
}

TEST(bad_hulls_are_refused)
{
    static body b;
    convex_form form;
    scree_error error;
    body_box(1, 1, 1, &b);
    b.vertex[0].z = -1.5;
    CHECK(convex_form_make(&(convex_surface){.vertex = b.vertex,
                                             .vertices = 8,
                                             .face_start = b.face_start,
                                             .face_vertex = b.face_vertex,
                                             .faces = 6},
                           "cube", &form, &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.what, "not convex");
    CHECK_STR(error.where, "cube");
    body_box(1, 1, 1, &b);
    CHECK(convex_form_make(&(convex_surface){.vertex = b.vertex,
                                             .vertices = 8,
                                             .face_start = b.face_start,
                                             .face_vertex = b.face_vertex,
                                             .faces = 5},
                           "cube", &form, &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.what, "open");
    int32_t swapped = b.face_vertex[0];
    b.face_vertex[0] = b.face_vertex[2];
    b.face_vertex[2] = swapped;
    CHECK(convex_form_make(&(convex_surface){.vertex = b.vertex,
                                             .vertices = 8,
                                             .face_start = b.face_start,
                                             .face_vertex = b.face_vertex,
                                             .faces = 6},
                           "cube", &form, &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.what, "inside out");
    CHECK(convex_form_make(&(convex_surface){.vertex = b.vertex,
                                             .vertices = 3,
                                             .face_start = b.face_start,
                                             .face_vertex = b.face_vertex},
                           "flake", &form, &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.what, "3 vertices");
    CHECK(form.vertex == NULL);
}
TEST_MAIN
