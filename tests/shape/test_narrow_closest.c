// test_narrow_closest.c - nearest points of points, segments, triangles; boxes in a tree. label: sanitize
//
// Oracle: the conditions that make a point nearest (for convex sets they are necessary and sufficient), checked
// directly.
#include "harness.h"

#include "base/random.h"
#include "collide/box_tree.h"
#include "collide/closest.h"

enum { TRIALS = 100000 };

// One number after the other: in a list of arguments compilers draw in different orders.
static v3 any(rng *r, double size)
{
    v3 p;
    p.x = rng_range(r, -size, size);
    p.y = rng_range(r, -size, size);
    p.z = rng_range(r, -size, size);
    return p;
}

// Of a set with these corners, is q (in it) the nearest to p? (p - q).(corner - q) <= 0 for all corners.
static double excess(v3 p, v3 q, const v3 *corner, int corners)
{
    double most = -INFINITY;
    for (int k = 0; k < corners; k++) {
        double x = v3_dot(v3_sub(p, q), v3_sub(corner[k], q));
        most = x > most ? x : most;
    }
    return most;
}

// Corners of random triangles: ordinary ones, slivers, some without area, some small.
static void any_triangle(rng *r, v3 corner[3])
{
    double size = rng_below(r, 4) ? 1 : 1e-3;
    for (int k = 0; k < 3; k++)
        corner[k] = any(r, size);
    uint64_t kind = rng_below(r, 8);
    if (kind == 0)
        corner[2] = v3_fma(corner[0], rng_range(r, -1, 2), v3_sub(corner[1], corner[0]));
    if (kind == 1)
        corner[2] = corner[1];
    if (kind == 2)
        corner[2] = v3_fma(corner[1], 1e-9, any(r, 1));
}

TEST(a_point_and_a_triangle)
{
    rng r = rng_make(1, 0);
    int seen[7] = {0};
    double worst = 0, off = 0;
    for (int i = 0; i < TRIALS; i++) {
        v3 c[3], p = any(&r, 2);
        any_triangle(&r, c);
        triangle_point q = closest_on_triangle(p, c);
        worst = fmax(worst, excess(p, q.place, c, 3));
        v3 same = v3_add(v3_add(v3_scale(q.share[0], c[0]), v3_scale(q.share[1], c[1])),
                         v3_scale(q.share[2], c[2]));
        off = fmax(off, v3_norm(v3_sub(same, q.place)));
        for (int k = 0; k < 3; k++)
            if (q.share[k] < 0)
                CHECK(q.share[k] >= 0);
        seen[q.region]++;
    }
    CHECK_MSG(worst < 1e-12, "worst %g", worst);
    CHECK_MSG(off < 1e-7, "off %g", off); // slivers have poor barycentric coordinates
    for (int k = 0; k < 7; k++)
        CHECK(seen[k] > 100);
    v3 flat[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    triangle_point q = closest_on_triangle(v3_make(0.25, 0.5, 3), flat);
    CHECK(q.region == REGION_FACE);
    CHECK_NEAR(q.share[1], 0.25, 1e-15);
    CHECK_NEAR(q.share[2], 0.5, 1e-15);
    q = closest_on_triangle(v3_make(2, 2, 1), flat);
    CHECK(q.region == REGION_EDGE + 1);
    CHECK_NEAR(q.place.x, 0.5, 1e-15);
    CHECK(closest_on_triangle(v3_make(-1, -1, 1), flat).region == REGION_CORNER);
}

// For segments: both points are nearest to each other on their segments, and a vector between sets is the shortest when
// every corner difference is beyond the plane it spans.
static double pair_excess(const v3 a[2], const v3 b[2], v3 apart)
{
    double most = -INFINITY;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            double x = v3_dot(apart, apart) - v3_dot(v3_sub(b[j], a[i]), apart);
            most = x > most ? x : most;
        }
    return most;
}

static void any_segments(rng *r, v3 a[2], v3 b[2])
{
    for (int k = 0; k < 2; k++) {
        a[k] = any(r, 1);
        b[k] = any(r, 1);
    }
    uint64_t kind = rng_below(r, 8);
    if (kind == 0)
        b[1] = v3_fma(b[0], rng_range(r, -2, 2), v3_sub(a[1], a[0]));
    if (kind == 1)
        b[1] = v3_add(v3_fma(b[0], rng_range(r, -2, 2), v3_sub(a[1], a[0])), any(r, 1e-4));
    if (kind == 2)
        b[1] = b[0];
    if (kind == 3)
        a[1] = a[0];
    if (kind == 4)
        b[1] = v3_add(v3_fma(b[0], rng_range(r, -2, 2), v3_sub(a[1], a[0])), any(r, 1e-9));
}

TEST(two_segments)
{
    rng r = rng_make(2, 0);
    double worst = 0, swapped = 0, torn = 0;
    for (int i = 0; i < TRIALS; i++) {
        v3 a[2], b[2];
        any_segments(&r, a, b);
        segment_pair p = closest_of_segments(a[0], a[1], b[0], b[1]);
        worst = fmax(worst, pair_excess(a, b, p.apart));
        segment_pair q = closest_of_segments(b[0], b[1], a[0], a[1]);
        swapped = fmax(swapped, v3_norm(v3_add(p.apart, q.apart)));
        v3 u = v3_sub(a[1], a[0]), v = v3_sub(b[1], b[0]), n = v3_cross(u, v);
        if (v3_dot(n, n) > CROSSING_ABOVE * (v3_dot(u, u) * v3_dot(v, v)))
            torn = fmax(torn, v3_norm(v3_sub(v3_sub(p.on_b, p.on_a), p.apart)));
    }
    CHECK_MSG(worst < 1e-11, "worst %g", worst); // nearly parallel ones
    CHECK_MSG(swapped < 1e-7, "swapped %g", swapped);
    CHECK_MSG(torn < 1e-15, "torn %g", torn);
}

// Turned through parallel in steps far below the blend, no point moves by more than its share.
static double greatest_step(double tilt)
{
    v3 last = {0, 0, 0};
    double most = 0;
    for (int i = -4000; i <= 4000; i++) {
        double angle = i * 5e-7;
        v3 a0 = {-1, 0, 0}, a1 = {1, 0, 0}, b0 = {-0.4, -1.4 * angle, 0.1 - tilt},
           b1 = {1.6, 0.6 * angle, 0.1 + tilt};
        segment_pair p = closest_of_segments(a0, a1, b0, b1);
        if (i > -4000)
            most = fmax(most, v3_norm(v3_sub(p.on_a, last)));
        last = p.on_a;
    }
    return most;
}

TEST(points_move_continuously_through_parallel)
{
    v3 a0 = {-1, 0, 0}, a1 = {1, 0, 0}, b0 = {-0.4, 0, 0.1}, b1 = {1.6, 0, 0.1};
    segment_pair p = closest_of_segments(a0, a1, b0, b1);
    CHECK_NEAR(p.on_a.x, 0.3, 1e-15); // the middle of -0.4 .. 1
    CHECK_NEAR(p.on_b.x, 0.3, 1e-15);
    CHECK_NEAR(p.apart.z, 0.1, 1e-16);
    // The blend takes 1e-3 of angle for a way of at most 1.4; steps of 5e-7 make at most twice that slope.
    CHECK_MSG(greatest_step(0) < 3e-3, "%g", greatest_step(0));
    CHECK_MSG(greatest_step(1e-6) < 3e-3, "%g", greatest_step(1e-6));
}

TEST(a_segment_and_a_triangle)
{
    rng r = rng_make(3, 0);
    double worst = 0, cuts = 0, off_plane = 0;
    for (int i = 0; i < TRIALS; i++) {
        v3 c[3], e[2] = {any(&r, 1), any(&r, 1)};
        any_triangle(&r, c);
        segment_triangle s = closest_segment_triangle(e[0], e[1], c);
        v3 d = v3_sub(s.on_triangle, s.on_segment);
        if (s.cuts) {
            cuts++;
            v3 back = v3_sub(closest_on_triangle(s.on_segment, c).place, s.on_segment);
            off_plane = fmax(off_plane, v3_norm(back));
            continue;
        }
        for (int k = 0; k < 3; k++)
            for (int j = 0; j < 2; j++) {
                double x = v3_dot(d, d) - v3_dot(v3_sub(c[k], e[j]), d);
                worst = fmax(worst, x);
            }
    }
    CHECK_MSG(cuts > 1000, "%g", cuts);
    CHECK_MSG(worst < 1e-9, "worst %g", worst);
    CHECK_MSG(off_plane < 1e-12, "%g", off_plane);
}

TEST(lengths_scale_by_powers_of_two_to_the_bit)
{
    rng r = rng_make(4, 0);
    double scale = 1.0 / 1099511627776.0;
    for (int i = 0; i < 10000; i++) {
        v3 a[2], b[2], c[3], p = any(&r, 1);
        any_segments(&r, a, b);
        any_triangle(&r, c);
        segment_pair one = closest_of_segments(a[0], a[1], b[0], b[1]);
        segment_pair two = closest_of_segments(v3_scale(scale, a[0]), v3_scale(scale, a[1]),
                                               v3_scale(scale, b[0]), v3_scale(scale, b[1]));
        v3 small[3] = {v3_scale(scale, c[0]), v3_scale(scale, c[1]), v3_scale(scale, c[2])};
        triangle_point q = closest_on_triangle(p, c),
                       s = closest_on_triangle(v3_scale(scale, p), small);
        if (one.share_a != two.share_a || one.apart.x * scale != two.apart.x ||
            q.place.y * scale != s.place.y) {
            CHECK(one.share_a == two.share_a);
            CHECK(one.apart.x * scale == two.apart.x);
            CHECK(q.place.y * scale == s.place.y);
        }
    }
    CHECK(true);
}

TEST(a_tree_finds_every_box)
{
    enum { PARTS = 500 };
    static v3 low[PARTS], high[PARTS];
    rng r = rng_make(5, 0);
    for (int i = 0; i < PARTS; i++) {
        low[i] = i % 7 ? any(&r, 1) : v3_make(0, 0, 0); // some in one place
        high[i] = v3_add(low[i], v3_make(rng_range(&r, 0, 0.2), rng_range(&r, 0, 0.2), 0.1));
    }
    box_tree tree;
    REQUIRE(box_tree_plant(low, high, PARTS, &tree, NULL) == SCREE_OK);
    for (int trial = 0; trial < 1000; trial++) {
        v3 from = any(&r, 1), to = v3_add(from, v3_make(0.3, 0.2, 0.1));
        char got[PARTS] = {0};
        box_walk walk;
        box_walk_begin(&walk, &tree, from, to);
        for (int32_t i = box_walk_next(&walk); i >= 0; i = box_walk_next(&walk))
            got[i]++;
        int missed = 0, twice = 0;
        for (int i = 0; i < PARTS; i++) {
            bool meets = low[i].x <= to.x && from.x <= high[i].x && low[i].y <= to.y &&
                         from.y <= high[i].y && low[i].z <= to.z && from.z <= high[i].z;
            missed += meets && !got[i];
            twice += got[i] > 1;
        }
        if (missed || twice)
            CHECK_MSG(false, "missed %d, twice %d", missed, twice);
    }
    CHECK(tree.nodes < PARTS);
    box_tree_clear(&tree);
}
TEST_MAIN
