// test_narrow_sphero.c - contacts of spheropolygons and spheropolyhedra. label: sanitize
//
// The oracle of forces is the potential itself: differences of 1/2 sum overlap^2 for small shifts and turns of either
// body.
#include "shape/narrow_shapes.h"

enum { PAIRS_MOST = 4096, TOUCHES_MOST = 512 };

// ---- flat outlines

typedef struct outline {
    const char *name;
    int32_t vertices, edges;
    v3 vertex[8];
    int32_t edge[8][2];
} outline;

static const outline outlines[] = {
    {"disk", 1, 1, {{0, 0, 0}}, {{0, 0}}},
    {"rice", 2, 1, {{-0.5, 0, 0}, {0.5, 0, 0}}, {{0, 1}}},
    {"peanut", 3, 2, {{-0.6, 0, 0}, {0, 0.2, 0}, {0.6, 0, 0}}, {{0, 1}, {1, 2}}},
    {"pebble", 3, 3, {{-0.5, -0.4, 0}, {0.6, -0.3, 0}, {-0.1, 0.5, 0}}, {{0, 1}, {1, 2}, {2, 0}}},
    {"arrow",
     5,
     5,
     {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {0, -0.25, 0}, {-1, 1, 0}},
     {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}}},
};
enum { OUTLINES = sizeof outlines / sizeof *outlines };

static sphero sphero_of_outline(const outline *o, q4 turn, double radius, v3 *space)
{
    sphero_turn(turn, o->vertex, o->vertices, space);
    return (sphero){.vertex = space,
                    .edge = o->edge,
                    .vertices = o->vertices,
                    .edges = o->edges,
                    .radius = radius};
}

// ---- the sum of a pair

typedef struct grains {
    const outline *flat[2]; // either these
    const body *solid[2];   // or these
    double radius[2];
    q4 turn[2];
    v3 offset;
} grains;

typedef struct sum {
    double energy;
    v3 force, moment[2]; // force on b; moments on a and b about their reference points
    int count, lost;
    touch item[TOUCHES_MOST];
} sum;

static sphero sphero_of(const grains *g, int i, v3 *space)
{
    return g->flat[0] ? sphero_of_outline(g->flat[i], g->turn[i], g->radius[i], space)
                      : body_sphero(g->solid[i], g->turn[i], g->radius[i], space);
}

// By the list of near pairs with this margin; a huge one is the generic way, all pairs.
static void evaluate(const grains *g, double margin, sum *out)
{
    static sphero_pair pair[PAIRS_MOST];
    v3 space[2][BODY_VERTICES];
    sphero a = sphero_of(g, 0, space[0]), b = sphero_of(g, 1, space[1]);
    int pairs =
        sphero_near(&a, &b, g->offset, g->flat[0] != NULL, margin, (sphero_room){pair, PAIRS_MOST});
    CHECK(pairs <= PAIRS_MOST);
    touch_list list = {.item = out->item, .room = TOUCHES_MOST};
    sphero_touches(&a, &b, g->offset, &(sphero_list){pair, pairs, margin}, 0, &list);
    CHECK(list.count <= TOUCHES_MOST);
    out->count = list.count;
    out->lost = list.lost;
    out->energy = 0;
    out->force = out->moment[0] = out->moment[1] = v3_make(0, 0, 0);
    for (int i = 0; i < list.count; i++) {
        const touch *t = &out->item[i];
        v3 f = v3_scale(-t->gap, t->normal);
        out->energy += 0.5 * t->gap * t->gap;
        out->force = v3_add(out->force, f);
        out->moment[0] = v3_sub(out->moment[0], v3_cross(t->point, f));
        out->moment[1] = v3_add(out->moment[1], v3_cross(v3_sub(t->point, g->offset), f));
    }
}

// The change of the energy for a small shift of b (0), turn of a (1), turn of b (2).
static double slope(const grains *g, int what, v3 way)
{
    double energy[2];
    for (int side = 0; side < 2; side++) {
        grains moved = *g;
        v3 by = v3_scale(side ? 1e-6 : -1e-6, way);
        if (what == 0)
            moved.offset = v3_add(g->offset, by);
        else
            moved.turn[what - 1] = q4_mul(turn_about(by), g->turn[what - 1]);
        static sum s;
        evaluate(&moved, 1e-3, &s);
        energy[side] = s.energy;
    }
    return (energy[1] - energy[0]) / 2e-6;
}

static void check_gradient(const grains *g, const char *name)
{
    static sum s;
    evaluate(g, 1e-3, &s);
    double size = 1e-3 + v3_norm(s.force) + v3_norm(s.moment[0]) + v3_norm(s.moment[1]);
    for (int what = 0; what < 3; what++)
        for (int axis = 0; axis < 3; axis++) {
            if (g->flat[0] && (what == 0 ? axis == 2 : axis < 2))
                continue;
            v3 way = v3_make(axis == 0, axis == 1, axis == 2),
               acting = what ? s.moment[what - 1] : s.force;
            double off = -slope(g, what, way) - v3_dot(acting, way);
            CHECK_MSG(fabs(off) < 1e-6 * size, "%s, kind %d, axis %d: %g of %g", name, what, axis,
                      off, size);
        }
}

TEST(the_force_is_the_gradient_of_the_potential_of_spheropolygons)
{
    rng r = rng_make(11, 0);
    int touching = 0;
    for (int trial = 0; trial < 4000; trial++) {
        grains g = {
            .flat = {&outlines[rng_below(&r, OUTLINES)], &outlines[rng_below(&r, OUTLINES)]},
            .radius = {rng_range(&r, 0.1, 0.4), rng_range(&r, 0.1, 0.4)}};
        for (int i = 0; i < 2; i++)
            g.turn[i] = turn_about(v3_make(0, 0, rng_range(&r, -4, 4)));
        g.offset = v3_make(rng_range(&r, -2, 2), rng_range(&r, -2, 2), 0);
        static sum s;
        evaluate(&g, 0, &s);
        if (!s.count)
            continue;
        touching++;
        check_gradient(&g, g.flat[0]->name);
        for (int i = 0; i < s.count; i++)
            CHECK(s.item[i].normal.z == 0 && s.item[i].point.z == 0);
    }
    CHECK_MSG(touching > 1000, "%d", touching);
}

TEST(the_force_is_the_gradient_of_the_potential_of_spheropolyhedra)
{
    rng r = rng_make(12, 0);
    int touching = 0;
    for (int trial = 0; trial < 3000; trial++) {
        static body b[2];
        body_any(&r, &b[0]);
        body_any(&r, &b[1]);
        grains g = {.solid = {&b[0], &b[1]},
                    .radius = {rng_range(&r, 0.1, 0.3), rng_range(&r, 0.1, 0.3)}};
        for (int i = 0; i < 2; i++)
            g.turn[i] = any_turn(&r);
        g.offset = any_place(&r, 1, 2.5);
        static sum s;
        evaluate(&g, 0, &s);
        if (!s.count)
            continue;
        touching++;
        check_gradient(&g, "polyhedra");
    }
    CHECK_MSG(touching > 500, "%d", touching);
}

TEST(angular_momentum_is_kept)
{
    rng r = rng_make(13, 0);
    for (int trial = 0; trial < 500; trial++) {
        static body b[2];
        static sum s;
        body_any(&r, &b[0]);
        body_any(&r, &b[1]);
        grains g = {.solid = {&b[0], &b[1]},
                    .radius = {0.2, 0.3},
                    .turn = {any_turn(&r), any_turn(&r)},
                    .offset = v3_scale(1.6, rng_direction(&r))};
        evaluate(&g, 0, &s);
        v3 whole = v3_add(v3_add(s.moment[0], s.moment[1]), v3_cross(g.offset, s.force));
        CHECK(v3_norm(whole) <= 1e-13 * (1 + v3_norm(s.moment[0])));
    }
}

// ---- multiplicities

static int count_flat(const char *a, const char *b, v3 offset, double turn_b, double radius)
{
    grains g = {.radius = {radius, radius},
                .turn = {q4_identity(), turn_about(v3_make(0, 0, turn_b))},
                .offset = offset};
    for (int i = 0; i < OUTLINES; i++) {
        if (!strcmp(outlines[i].name, a))
            g.flat[0] = &outlines[i];
        if (!strcmp(outlines[i].name, b))
            g.flat[1] = &outlines[i];
    }
    static sum s;
    evaluate(&g, 0, &s);
    return s.count;
}

// A cube of half side 1 on a plate of half width 3 and half height 1.
static int count_on_plate(v3 offset, q4 turn)
{
    static body plate, cube;
    static sum s;
    body_box(3, 3, 1, &plate);
    body_box(1, 1, 1, &cube);
    grains g = {.solid = {&plate, &cube},
                .radius = {0.1, 0.1},
                .turn = {q4_identity(), turn},
                .offset = offset};
    evaluate(&g, 0, &s);
    return s.count;
}

TEST(multiplicities_are_those_of_the_page)
{
    CHECK(count_flat("disk", "disk", v3_make(0.19, 0, 0), 0, 0.1) == 2);
    // Rice on the middle of rice, upright: its end on the segment.
    CHECK(count_flat("rice", "rice", v3_make(0, 0.69, 0), 1.5707963267948966, 0.1) == 1);
    // Corner on corner of two polygons: each corner and the two edges of the other.
    CHECK(count_flat("pebble", "pebble", v3_make(1.29, -0.6, 0), 3.141592653589793, 0.1) == 4);
    const double eighth = 0.7853981633974483;
    q4 upright = q4_identity(), on_edge = turn_about(v3_make(eighth, 0, 0));
    q4 on_corner = turn_about(v3_scale(sqrt(0.5) * acos(sqrt(1.0 / 3)), v3_make(1, -1, 0)));
    CHECK(count_on_plate(v3_make(0, 0, 1.19 + sqrt(3.0)), on_corner) == 1);
    CHECK(count_on_plate(v3_make(0, 0, 1.19 + sqrt(2.0)), on_edge) == 2);
    CHECK(count_on_plate(v3_make(0, 0, 2.19), upright) == 4);
    // Two corners of the face beyond the border: edges cross there, and each crossing is one pair.
    CHECK(count_on_plate(v3_make(3, 0, 2.19), upright) == 4);
    // Crossed edges: one pair. Corner on corner of cubes: 3 + 3 with faces, 9 of edges.
    q4 slanted = q4_mul(turn_about(v3_make(0, eighth, 0)), on_edge);
    double away = sqrt(0.5) * (sqrt(2.0) + 0.19);
    CHECK(count_on_plate(v3_make(3 + away, 0, 1 + away), slanted) == 1);
    CHECK(count_on_plate(v3_make(4.1, 4.1, 2.1), upright) == 15);
}

// ---- through parallel

// The greatest change of force and moment from one of many small turns to the next.
static double greatest_change(v3 about, v3 offset, double span)
{
    static body a, b;
    static sum s;
    body_box(1, 1, 1, &a);
    body_box(0.7, 0.6, 0.5, &b);
    double most = 0;
    v3 force = {0, 0, 0}, moment = force;
    for (int i = -2000; i <= 2000; i++) {
        grains g = {.solid = {&a, &b},
                    .radius = {0.1, 0.1},
                    .offset = offset,
                    .turn = {q4_identity(), turn_about(v3_scale(i * span / 2000, about))}};
        evaluate(&g, 1e-2, &s);
        if (i > -2000) {
            most = fmax(most, v3_norm(v3_sub(s.force, force)));
            most = fmax(most, v3_norm(v3_sub(s.moment[0], moment)));
        }
        force = s.force;
        moment = s.moment[0];
    }
    return most;
}

TEST(force_and_moment_are_continuous_through_parallel_edges_and_faces)
{
    // Overlap 0.02: forces of about 0.1 (k = 1). A jump would be of that size.
    v3 about[3] = {{1, 0, 0}, {0, 0, 1}, {0.3, -0.5, 0.8}};
    for (int k = 0; k < 3; k++) {
        CHECK_MSG(greatest_change(about[k], v3_make(0.2, 0.1, 1.68), 2e-3) < 5e-4,
                  "face on face, %d: %g", k,
                  greatest_change(about[k], v3_make(0.2, 0.1, 1.68), 2e-3));
        CHECK_MSG(greatest_change(about[k], v3_make(0.2, 1.72, 1.62), 2e-3) < 5e-4,
                  "edge on edge, %d: %g", k,
                  greatest_change(about[k], v3_make(0.2, 1.72, 1.62), 2e-3));
    }
}

// ---- the generic way, exchange, rigid motions, scales

static bool any_grains(rng *r, body b[2], grains *g)
{
    body_any(r, &b[0]);
    body_any(r, &b[1]);
    *g = (grains){.solid = {&b[0], &b[1]},
                  .radius = {rng_range(r, 0, 0.3), rng_range(r, 0.1, 0.3)},
                  .turn = {any_turn(r), any_turn(r)},
                  .offset = any_place(r, 0.8, 2.5)};
    return true;
}

TEST(lists_of_near_pairs_give_the_same_as_all_pairs)
{
    rng r = rng_make(14, 0);
    static sum near, all;
    int touching = 0;
    for (int trial = 0; trial < 20000; trial++) {
        static body b[2];
        grains g;
        if (trial % 10 == 0)
            any_grains(&r, b, &g);
        else
            g = (grains){
                .flat = {&outlines[rng_below(&r, OUTLINES)], &outlines[rng_below(&r, OUTLINES)]},
                .radius = {0.3, 0.2},
                .turn = {turn_about(v3_make(0, 0, rng_range(&r, -4, 4))), q4_identity()},
                .offset = v3_make(rng_range(&r, -2, 2), rng_range(&r, -2, 2), 0)};
        evaluate(&g, rng_range(&r, 0, 0.2), &near);
        evaluate(&g, 100, &all);
        touching += all.count > 0;
        if (near.count != all.count ||
            memcmp(near.item, all.item, (size_t)all.count * sizeof(touch)))
            CHECK_MSG(false, "trial %d: %d and %d contacts", trial, near.count, all.count);
    }
    CHECK_MSG(touching > 5000, "%d", touching);
}

TEST(exchange_rigid_motion_and_scale)
{
    rng r = rng_make(15, 0);
    static sum one, two;
    int touching = 0;
    for (int trial = 0; trial < 3000; trial++) {
        static body b[2], small[2];
        grains g;
        any_grains(&r, b, &g);
        evaluate(&g, 0, &one);
        if (!one.count)
            continue;
        touching++;
        grains swapped = {.solid = {&b[1], &b[0]},
                          .radius = {g.radius[1], g.radius[0]},
                          .turn = {g.turn[1], g.turn[0]},
                          .offset = v3_scale(-1, g.offset)};
        evaluate(&swapped, 0, &two);
        CHECK(one.count == two.count);
        CHECK_NEAR(v3_norm(v3_add(one.force, two.force)), 0, 1e-11);
        CHECK_NEAR(v3_norm(v3_sub(one.moment[0], two.moment[1])), 0, 1e-11);
        q4 q = any_turn(&r);
        grains turned = g;
        turned.turn[0] = q4_mul(q, g.turn[0]);
        turned.turn[1] = q4_mul(q, g.turn[1]);
        turned.offset = q4_rotate(q, g.offset);
        evaluate(&turned, 0, &two);
        CHECK(one.count == two.count);
        CHECK_NEAR(v3_norm(v3_sub(q4_rotate(q, one.force), two.force)), 0, 1e-11);
        CHECK_NEAR(v3_norm(v3_sub(q4_rotate(q, one.moment[0]), two.moment[0])), 0, 1e-10);
        grains tiny = g;
        double scale = 1.0 / 1048576;
        for (int i = 0; i < 2; i++) {
            small[i] = b[i];
            for (int32_t k = 0; k < b[i].vertices; k++)
                small[i].vertex[k] = v3_scale(scale, b[i].vertex[k]);
            tiny.solid[i] = &small[i];
            tiny.radius[i] = scale * g.radius[i];
        }
        tiny.offset = v3_scale(scale, g.offset);
        evaluate(&tiny, 0, &two);
        REQUIRE(one.count == two.count);
        for (int i = 0; i < one.count; i++) {
            CHECK(one.item[i].gap * scale == two.item[i].gap);
            CHECK(one.item[i].normal.x == two.item[i].normal.x);
            CHECK(one.item[i].point.y * scale == two.item[i].point.y);
            CHECK(one.item[i].feature == two.item[i].feature);
        }
    }
    CHECK_MSG(touching > 500, "%d", touching);
}

TEST(contact_point_is_in_the_middle_of_the_overlap)
{
    grains g = {.flat = {&outlines[0], &outlines[1]},
                .radius = {0.3, 0.1},
                .turn = {q4_identity(), q4_identity()},
                .offset = v3_make(0, 0.38, 0)};
    static sum s;
    evaluate(&g, 0, &s);
    REQUIRE(s.count == 1); // the ends of the rice are too far
    CHECK_NEAR(s.item[0].gap, -0.02, 1e-15);
    CHECK_NEAR(s.item[0].point.y, 0.29, 1e-15); // X + (r - overlap/2) n
    CHECK_NEAR(s.item[0].normal.y, 1, 1e-15);
    g.offset = v3_make(0, 0, 0);
    evaluate(&g, 0, &s);
    CHECK(s.lost == 1 && s.count == 0);
}

TEST(shares_of_stiffness)
{
    touch t[3] = {{.gap = -0.01}, {.gap = -0.03}, {.gap = 0.02}};
    touch_share_beyond(t, 3, 0);
    CHECK_NEAR(t[0].weight, 0.25, 1e-15);
    CHECK_NEAR(t[1].weight, 0.75, 1e-15);
    CHECK(t[2].weight == 0);
    touch apart[2] = {{.gap = 0.02}, {.gap = 0.01}};
    touch_share_beyond(apart, 2, 0);
    CHECK(apart[0].weight == 0 && apart[1].weight == 1);
    touch_share_beyond(t, 3, 0.03); // depths below 0.03: 0.04, 0.06, 0.01
    CHECK_NEAR(t[0].weight, 4.0 / 11, 1e-15);
    CHECK_NEAR(t[1].weight, 6.0 / 11, 1e-15);
    CHECK_NEAR(t[2].weight, 1.0 / 11, 1e-15);
}
TEST_MAIN
