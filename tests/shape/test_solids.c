// test_solids.c - two solids as the solver by impulses meets them (collide/grain_solids.h): the same contacts just
// before and just after the touch, whichever way faces that lie on each other tilt; both faces of a corner of a room;
// rounded ones against their features.
#include "harness.h"
#include "base/constants.h"
#include "base/random.h"
#include "collide/closest.h"
#include "collide/grain_solids.h"
#include "support/scenes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 64 };

#define HEAD                                                                                       \
    "scree: 1\nsolver: nonsmooth\ngravity: 0\n"                                                    \
    "domain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\n"                                   \
    "materials: {m: {density: 2500 kg/m^3, young: 10 GPa, poisson: 0.25}}\n"                       \
    "pairs: {default: {normal: {law: hertz}, tangential: none}}\nshapes:\n"
#define TAIL                                                                                       \
    "grains: [{name: one, shape: s, material: m, packing: {law: lattice, counts: [1, 1, 1], "      \
    "spacing: [1 m, 1 m, 1 m], origin: [0, 0, 0]}}]\nrun: {steps: 1, step: 1 ms}\n"

// Two bars with a block between: an H, 40 x 40 x 10 mm, with bars of 10 mm. The axes in which it is given are its
// principal ones.
static const char *const beam = HEAD
    "  s: {polyhedron: {vertices: [[-20 mm, -20 mm, -5 mm], [20 mm, -20 mm, -5 mm], [20 mm, -10 "
    "mm, "
    "-5 mm], [5 mm, -10 mm, -5 mm], [5 mm, 10 mm, -5 mm], [20 mm, 10 mm, -5 mm], [20 mm, 20 mm, -5 "
    "mm], [-20 mm, 20 mm, -5 mm], [-20 mm, 10 mm, -5 mm], [-5 mm, 10 mm, -5 mm], [-5 mm, -10 mm, "
    "-5 mm], [-20 mm, -10 mm, -5 mm], [-20 mm, -20 mm, 5 mm], [20 mm, -20 mm, 5 mm], [20 mm, -10 "
    "mm, 5 mm], [5 mm, -10 mm, 5 mm], [5 mm, 10 mm, 5 mm], [20 mm, 10 mm, 5 mm], [20 mm, 20 mm, 5 "
    "mm], [-20 mm, 20 mm, 5 mm], [-20 mm, 10 mm, 5 mm], [-5 mm, 10 mm, 5 mm], [-5 mm, -10 mm, 5 "
    "mm], [-20 mm, -10 mm, 5 mm]], faces: [[11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0], [12, 13, 14, "
    "15, 16, 17, 18, 19, 20, 21, 22, 23], [0, 1, 13, 12], [1, 2, 14, 13], [2, 3, 15, 14], [3, 4, "
    "16, 15], [4, 5, 17, 16], [5, 6, 18, 17], [6, 7, 19, 18], [7, 8, 20, 19], [8, 9, 21, 20], [9, "
    "10, 22, 21], [10, 11, 23, 22], [11, 0, 12, 23]]}}\n" TAIL;

typedef struct solids {
    sim sim;
    grain_form form;
} solids;

static bool make(const char *text, solids *out)
{
    scree_error error;
    if (!sim_read(&out->sim, text, NULL, 0))
        return false;
    return grain_form_make(&out->sim.m.shape[0].core, "s", &out->form, &error) == SCREE_OK;
}

static void clear(solids *solids)
{
    grain_form_clear(&solids->form);
    sim_close(&solids->sim);
}

// The same with a rounding of 0.5 mm, as a shape that meets by features.
static bool make_rounded(solids *out)
{
    char text[4000];
    const char *const end = "[11, 0, 12, 23]]}}";
    const char *const sharp = "{polyhedron: ";
    const char *const head = strstr(beam, sharp);
    const char *const tail = strstr(beam, end);
    snprintf(text, sizeof text, "%.*s{spheropolyhedron: %.*s[11, 0, 12, 23]], radius: 0.5 mm}}%s",
             (int)(head - beam), beam, (int)(tail - head - (int)strlen(sharp)),
             head + strlen(sharp), tail + strlen(end));
    return make(text, out);
}

static int meet(const grain_form *form, q4 turn_a, q4 turn_b, v3 offset, touch *item)
{
    const double reach = 1e-5;
    const grain_pose a = {.form = form, .turn = turn_a};
    const grain_pose b = {.form = form, .turn = turn_b};
    const grain_pair pair = {.a = &a, .b = &b, .offset = offset};
    touch_list list = {.item = item, .room = MOST};
    grain_solids_touches(&pair, reach, &list);
    return list.count;
}

static q4 turn_about(v3 axis, double angle)
{
    v3 unit = v3_unit(axis);
    double s = sin(0.5 * angle);
    return (q4){cos(0.5 * angle), s * unit.x, s * unit.y, s * unit.z};
}

static bool has_key(const touch *item, int count, int64_t key)
{
    for (int i = 0; i < count; i++) {
        if (item[i].feature == key)
            return true;
    }
    return false;
}

// One H on another, crosswise and askew, a hair above or a hair in it and tilted by a millionth of a radian in four ways.
TEST(contacts_stay_through_the_touch)
{
    solids solids;
    touch first[MOST];
    touch item[MOST];
    REQUIRE(make(beam, &solids));
    const q4 upright = turn_about(v3_make(0, 0, 1), 0);
    const v3 thin = v3_make(0, 0, 1);
    const v3 across[2] = {v3_perpendicular(thin), v3_cross(thin, v3_perpendicular(thin))};
    const q4 askew = turn_about(thin, 0.4);
    int count = meet(&solids.form, upright, askew, v3_scale(10e-3 + 1e-6, thin), first);
    CHECK_MSG(count >= 8 && count <= MOST, "%d contacts", count);
    for (int i = 0; i < count; i++) {
        CHECK_NEAR(v3_dot(first[i].normal, thin), 1, 1e-12);
        CHECK_NEAR(first[i].gap, 1e-6, 1e-12);
    }
    for (int way = 0; way < 8; way++) {
        double gap = way < 4 ? 1e-7 : -1e-7;
        v3 axis = v3_scale(way & 1 ? 1 : -1, across[way >> 1 & 1]);
        q4 tilted = q4_mul(turn_about(axis, 1e-6), askew);
        int now = meet(&solids.form, upright, tilted, v3_scale(10e-3 + gap, thin), item);
        CHECK_MSG(now == count, "%d contacts, not %d", now, count);
        double sum = 0;
        for (int i = 0; i < now && i < MOST; i++) {
            CHECK(has_key(first, count, item[i].feature));
            CHECK_NEAR(v3_dot(item[i].normal, thin), 1, 1e-9);
            CHECK(fabs(item[i].gap - gap) < 3e-8);
            sum += item[i].weight;
        }
        CHECK_NEAR(sum, 1, 1e-12);
    }
    clear(&solids);
}

// An H whose bar's end is in the corner between bar and block of another has a corner before, or in, both faces there.
TEST(a_corner_in_a_corner_of_a_room_has_both_faces)
{
    solids solids;
    touch item[MOST];
    REQUIRE(make(beam, &solids));
    const q4 upright = turn_about(v3_make(0, 0, 1), 0);
    const double gaps[] = {1e-7, -1e-7};
    const v3 x = v3_make(1, 0, 0);
    const v3 y = v3_make(0, 1, 0);
    for (int k = 0; k < 4; k++) {
        double gap_x = gaps[k & 1];
        double gap_y = gaps[k >> 1];
        // its lower left end, at (-20, -20), in the inner corner of the first at (5, -10)
        v3 offset = v3_fma(v3_scale(25e-3 + gap_x, x), 10e-3 + gap_y, y);
        int count = meet(&solids.form, upright, upright, offset, item);
        int of_x = 0;
        int of_y = 0;
        for (int i = 0; i < count && i < MOST; i++) {
            of_x += fabs(v3_dot(item[i].normal, x) - 1) < 1e-9 && fabs(item[i].gap - gap_x) < 1e-12;
            of_y += fabs(v3_dot(item[i].normal, y) - 1) < 1e-9 && fabs(item[i].gap - gap_y) < 1e-12;
        }
        CHECK_MSG(of_x >= 2, "%d contacts along x", of_x);
        CHECK_MSG(of_y >= 2, "%d contacts along y", of_y);
    }
    clear(&solids);
}
static q4 any_turn(rng *random)
{
    return turn_about(rng_direction(random), rng_range(random, 0, PI));
}

// Do the surfaces of two cores cut each other?
static bool cores_cross(const grain_pair *pair)
{
    const model_core *core = pair->a->form->core;
    for (int k = 0; k < 2; k++) {
        const v3 *of = k ? pair->b->turned : pair->a->turned;
        const v3 *in = k ? pair->a->turned : pair->b->turned;
        const v3 offset = v3_scale(k ? -1 : 1, pair->offset);
        for (int32_t edge = 0; edge < core->edges; edge++) {
            const v3 from = v3_sub(of[core->edge[edge][0]], offset);
            const v3 to = v3_sub(of[core->edge[edge][1]], offset);
            for (int32_t triangle = 0; triangle < core->triangles; triangle++) {
                v3 corner[3];
                for (int i = 0; i < 3; i++)
                    corner[i] = in[core->triangle[triangle][i]];
                if (closest_segment_triangle(from, to, corner).cuts)
                    return true;
            }
        }
    }
    return false;
}

// Rounded solids have the gap of their features as long as their cores are apart: least of all pairs of features, each
// corner with each face and each edge with each edge.
TEST(rounded_solids_are_as_far_apart_as_their_features)
{
    enum { VERTICES = 24, PAIRS = 4000 };
    solids solids;
    static sphero_pair room[PAIRS];
    static touch item[PAIRS];
    REQUIRE(make_rounded(&solids));
    rng random = rng_make(7, 0);
    int compared = 0;
    for (int number = 0; number < 4000; number++) {
        v3 turned[2][VERTICES];
        const double reach = 2e-3;
        grain_pose a = {.form = &solids.form, .turn = any_turn(&random), .turned = turned[0]};
        grain_pose b = {.form = &solids.form, .turn = any_turn(&random), .turned = turned[1]};
        grain_turn(a.form, a.turn, turned[0]);
        grain_turn(b.form, b.turn, turned[1]);
        const v3 offset = v3_scale(rng_range(&random, 15e-3, 45e-3), rng_direction(&random));
        const grain_pair pair = {.a = &a, .b = &b, .offset = offset};
        const int near = grain_near(&pair, reach, (sphero_room){room, PAIRS});
        const sphero_list features = {room, near, 0};
        touch_list list = {.item = item, .room = PAIRS};
        convex_memory memory = {0};
        double least = INFINITY;
        REQUIRE(near <= PAIRS);
        grain_touches(&pair, &features, reach, &memory, &list);
        for (int i = 0; i < list.count; i++)
            least = fmin(least, item[i].gap);
        list = (touch_list){.item = item, .room = PAIRS};
        grain_solids_touches(&pair, reach, &list);
        double by_solids = INFINITY;
        double sum = 0;
        for (int i = 0; i < list.count; i++) {
            by_solids = fmin(by_solids, item[i].gap);
            sum += item[i].weight;
        }
        if (!(least < INFINITY) || cores_cross(&pair))
            continue; // features know nothing of cores that overlap
        CHECK_NEAR(by_solids, least, 1e-12);
        CHECK_NEAR(sum, 1, 1e-12);
        compared++;
    }
    CHECK_MSG(compared > 300, "%d pairs", compared);
    clear(&solids);
}

TEST_MAIN
