// test_maser.c - a periodic stretch feeds a bed that flows on: trains of balls exactly, a chute beside the periodic one.
#include "harness.h"
#include "support/scenes.h"

#include "base/constants.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD                                                                                       \
    "scree: 1\nmaterials: {glass: {density: 2500 kg/m^3, young: 1 MPa, poisson: 0.2}}\n"           \
    "pairs: {default: {normal: {law: hertz, restitution: 0.6}, tangential: {law: mindlin, "        \
    "friction: 0.5}}}\n"                                                                           \
    "shapes: {bead: {ball: {radius: 1 mm}}}\n"

// Four balls, 5 mm from each other, at 1 m/s: downstream of 20 mm stands one every 5 mm.
static const char train[] = HEAD
    "domain: {low: [-5 mm, -1 cm, -1 cm], high: [1 m, 1 cm, 1 cm]}\n"
    "maser: {axis: x, from: 0 m, to: 20 mm}\n"
    "grains: [{name: balls, shape: bead, material: glass, velocity: [1 m/s, 0, 0], packing: {law: "
    "lattice, spacing: [5 mm, 1 m, 1 m], counts: [4, 1, 1], origin: [2.5 mm, 0, 0]}}]\n"
    "run: {duration: 1 s, step: 10 us, ledger: true}\n";

TEST(a_train_of_balls_keeps_its_spacing)
{
    sim s;
    REQUIRE(sim_open(&s, train, NULL, 0, NULL));
    REQUIRE(sim_step(&s, 50000)); // 0.5 s: a hundred spacings
    frame f = sim_frame(&s);
    REQUIRE(f.ball.count == 4 + 100);
    double *x = malloc((size_t)f.ball.count * sizeof *x);
    REQUIRE(x);
    for (int64_t i = 0; i < f.ball.count; i++) {
        x[i] = f.ball.position[i].x;
        CHECK(f.ball.velocity[i].x == 1 && f.ball.velocity[i].y == 0);
    }
    for (int64_t i = 0; i < f.ball.count; i++) {
        int64_t place = 0;
        for (int64_t k = 0; k < f.ball.count; k++)
            place += x[k] < x[i];
        CHECK_NEAR(x[i], 2.5e-3 + 5e-3 * (double)place, 1e-12);
    }
    const double mass = 2500 * (4 * PI / 3) * 1e-9;
    CHECK_NEAR(f.ledger.added, 100 * 0.5 * mass, 1e-12 * f.ledger.added);
    CHECK_NEAR(f.ledger.residual, 0, 1e-12 * f.ledger.added);
    CHECK(world_flows_of(s.w).streamed == 100);
    free(x);
    frame_clear(&f);
    sim_close(&s);
}

// Against the axis, as along it.
TEST(a_train_runs_against_the_axis)
{
    const case_override set[] = {{"maser", "{axis: x, from: 1 m, to: 0.98 m}"},
                                 {"domain.high", "[1.005 m, 1 cm, 1 cm]"},
                                 {"grains.balls.velocity", "[-1 m/s, 0, 0]"},
                                 {"grains.balls.packing.origin", "[0.9825 m, 0, 0]"}};
    sim s;
    REQUIRE(sim_open(&s, train, set, 4, NULL));
    REQUIRE(sim_step(&s, 10000));
    frame f = sim_frame(&s);
    REQUIRE(f.ball.count == 4 + 20);
    double least = 1;
    for (int64_t i = 0; i < f.ball.count; i++)
        least = fmin(least, f.ball.position[i].x);
    CHECK_NEAR(least, 0.9825 - 0.1, 1e-12);
    frame_clear(&f);
    sim_close(&s);
}

// A chute of balls over a floor to which balls are glued, 26 degrees steep.
#define CHUTE                                                                                      \
    HEAD "gravity: {magnitude: 9.81 m/s^2, direction: [0.438, 0, -0.899]}\n"                       \
         "walls: {floor: {material: glass, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}}\n"       \
         "run: {duration: 1 s, step: 20 us, deepest_overlap: 0.6, ledger: true}\n"
#define BUMPS                                                                                      \
    "  - {name: bumps, shape: bead, material: glass, fixed: true, packing: {law: lattice, "        \
    "spacing: [2.5 mm, 2.5 mm, 1 m], counts: [%d, 4, 1], origin: [1.25 mm, 1.25 mm, 0]}}\n"
#define BED                                                                                        \
    "  - {name: bed, shape: bead, material: glass, velocity: [0.2 m/s, 0, 0], temperature: "       \
    "0.01 m^2/s^2, packing: {law: random, count: 130, low: [0.2 mm, 0, 2 mm], high: [19.8 mm, "    \
    "10 mm, 12 mm]}}\n"

static char *chute(bool feeds)
{
    static char text[4000];
    const int bumps = feeds ? 24 : 8;
    char grains[1200];
    snprintf(grains, sizeof grains, "grains:\n" BUMPS BED, bumps);
    snprintf(text, sizeof text, CHUTE "%s%s",
             feeds
                 ? "domain: {low: [-10 mm, 0, -2 mm], high: [60 mm, 10 mm, 50 mm], boundary: {y: "
                   "periodic}}\nmaser: {axis: x, from: 0 m, to: 20 mm}\n"
                   "removals: {end: {low: [55 mm, 0, -2 mm], high: [60 mm, 10 mm, 50 mm], every: 1 "
                   "ms}}\n"
                 : "domain: {low: [0 mm, 0, -2 mm], high: [20 mm, 10 mm, 50 mm], boundary: {x: "
                   "periodic, y: periodic}}\n",
             grains);
    return text;
}

static int by_position(const void *left, const void *right)
{
    return memcmp(left, right, sizeof(v3));
}

// Places in the stretch, those of the copies, are those of the periodic chute to the last bit, whatever is downstream.
TEST(the_stretch_moves_as_the_periodic_chute_alone)
{
    enum { STEPS = 4000, GRAINS = 130 };
    sim alone;
    sim with;
    REQUIRE(sim_open(&alone, chute(false), NULL, 0, NULL));
    REQUIRE(sim_step(&alone, STEPS));
    frame a = sim_frame(&alone);
    REQUIRE(sim_open(&with, chute(true), NULL, 0, NULL));
    REQUIRE(sim_step(&with, STEPS));
    frame b = sim_frame(&with);
    static v3 was[GRAINS];
    int64_t grains = 0;
    double crossed = 0;
    for (int64_t i = 0; i < a.ball.count; i++) {
        if (a.ball.set[i] != 1)
            continue;
        REQUIRE(grains < GRAINS);
        was[grains++] = a.ball.position[i];
        crossed += a.ball.image[i].x;
    }
    qsort(was, GRAINS, sizeof *was, by_position);
    int64_t same = 0;
    for (int64_t i = 0; i < b.ball.count; i++)
        same += bsearch(&b.ball.position[i], was, GRAINS, sizeof *was, by_position) != NULL;
    // in this run none is back upstream at the end
    CHECK_MSG(same == GRAINS, "%lld", (long long)same);
    const int64_t let_go = world_flows_of(with.w).streamed;
    CHECK_MSG(crossed > 60 && (double)let_go == crossed, "%g %lld", crossed, (long long)let_go);
    const double turned = b.ledger.turned_over;
    CHECK_MSG(fabs(b.ledger.residual) < 2e-3 * turned, "%g of %g", b.ledger.residual, turned);
    frame_clear(&a);
    frame_clear(&b);
    sim_close(&alone);
    sim_close(&with);
}

static uint64_t hash_after(const world_options *options, int64_t steps)
{
    sim s;
    if (!sim_open(&s, chute(true), NULL, 0, options) || !sim_step(&s, steps))
        return 0;
    const uint64_t hash = sim_hash(&s);
    sim_close(&s);
    return hash;
}

TEST(the_bits_do_not_depend_on_threads_widths_and_skins)
{
    const int64_t steps = 1500;
    const uint64_t one = hash_after(NULL, steps);
    const world_options threads = options_of(3, 0, 0);
    const world_options narrow = options_of(1, 1, 0);
    const world_options wide = options_of(2, 0, 0.4e-3);
    CHECK(one != 0 && hash_after(&threads, steps) == one);
    CHECK(hash_after(&narrow, steps) == one);
    CHECK(hash_after(&wide, steps) == one);
}

TEST(a_restart_goes_on_to_the_bit)
{
    sim whole;
    sim rest;
    image im = {0};
    REQUIRE(sim_open(&whole, chute(true), NULL, 0, NULL));
    REQUIRE(sim_step(&whole, 1234));
    REQUIRE(world_image(whole.w, &im, NULL) == SCREE_OK);
    const world_flows flows = world_flows_of(whole.w);
    CHECK(flows.streamed > 0 && image_flows(&im).streamed == flows.streamed);
    REQUIRE(sim_read(&rest, chute(true), NULL, 0));
    REQUIRE(sim_restore(&rest, &im, NULL));
    CHECK(sim_hash(&rest) == sim_hash(&whole));
    REQUIRE(sim_step(&whole, 777));
    REQUIRE(sim_step(&rest, 777));
    CHECK(sim_hash(&rest) == sim_hash(&whole));
    image_clear(&im);
    sim_close(&whole);
    sim_close(&rest);
}

// Grains that come back to the beginning of the stretch lie on other triangles of a floor than they did.
TEST(a_floor_of_triangles_is_the_plane)
{
    static const char text[] =
        CHUTE "domain: {low: [-10 mm, 0, -2 mm], high: [60 mm, 10 mm, 50 mm], boundary: {y: "
              "periodic}}\nmaser: {axis: x, from: 0 m, to: 20 mm}\ngrains:\n" BED;
    static const case_override set[] = {
        {"grains.bed.packing.low", "[0.2 mm, 0, 0]"},
        {"grains.bed.velocity", "[0.5 m/s, 0.3 m/s, 0]"},
        {"walls.floor", "{material: glass, mesh: {file: maser-floor.obj, unit: mm}}"}};
    sim plane;
    sim mesh;
    sim rest;
    image im = {0};
    FILE *file = fopen("maser-floor.obj", "w");
    REQUIRE(file);
    fprintf(file, "v -14 -4 0\nv 64 -4 0\nv 64 14 0\nv -14 14 0\nf 1 2 3\nf 1 3 4\n");
    REQUIRE(fclose(file) == 0);
    REQUIRE(sim_open(&plane, text, set, 2, NULL));
    REQUIRE(sim_open(&mesh, text, set, 3, NULL));
    CHECK(sim_step(&plane, 501) && sim_step(&mesh, 501));
    CHECK(sim_hash(&plane) == sim_hash(&mesh));
    CHECK(world_image(mesh.w, &im, NULL) == SCREE_OK);
    CHECK(sim_read(&rest, text, set, 3) && sim_restore(&rest, &im, NULL));
    CHECK(sim_step(&plane, 700) && sim_step(&mesh, 700) && sim_step(&rest, 700));
    CHECK(sim_hash(&plane) == sim_hash(&mesh));
    CHECK(sim_hash(&rest) == sim_hash(&mesh));
    image_clear(&im);
    sim_close(&plane);
    sim_close(&mesh);
    sim_close(&rest);
}

TEST(momentum_changes_by_what_the_copies_bring)
{
    // A train that meets nothing has the momentum of as many balls as there are.
    sim s;
    REQUIRE(sim_open(&s, train, NULL, 0, NULL));
    REQUIRE(sim_step(&s, 3333));
    frame f = sim_frame(&s);
    double momentum = 0;
    double mass = 0;
    for (int64_t i = 0; i < f.ball.count; i++) {
        momentum += f.ball.mass[i] * f.ball.velocity[i].x;
        mass += f.ball.mass[i];
    }
    CHECK_NEAR(momentum, mass, 1e-15 * mass);
    frame_clear(&f);
    sim_close(&s);
}

static void refuses(const case_override *set, int sets, const char *words)
{
    case_source source = {train, strlen(train), "train.yaml"};
    const case_families families = all_families();
    const case_context context = {.families = &families, .override = set, .overrides = sets};
    model m = {0};
    fault_list faults = {0};
    fault_list notes = {0};
    bool told = false;
    CHECK(case_parse(&source, &context, &m, &faults, &notes) == SCREE_BAD_INPUT);
    for (int i = 0; i < faults.count; i++)
        told = told || strstr(faults.item[i].what, words);
    CHECK_MSG(told, "'%s' is not told", words);
    fault_list_clear(&faults);
    fault_list_clear(&notes);
}

TEST(what_it_does_not_go_with_is_refused_by_name)
{
    const case_override walls[] = {{"domain.boundary", "{x: periodic}"}};
    refuses(walls, 1, "maser: the domain is periodic along x");
    const case_override outside[] = {{"maser.to", "2 m"}};
    refuses(outside, 1, "is not inside of the domain");
    const case_override solver[] = {{"solver", "nonsmooth"}};
    refuses(solver, 1, "maser: the nonsmooth solver");
    const case_override gear[] = {{"run.integrator", "gear"}};
    refuses(gear, 1, "integrator: gear");
    const case_override grows[] = {{"grains.balls.growth", "{rate: 1/s}"}};
    refuses(grows, 1, "the growth of 'balls'");
    const case_override locked[] = {{"grains.balls.locked", "rotation"}};
    refuses(locked, 1, "are no balls that turn");
    const case_override removal[] = {
        {"removals", "{out: {low: [1 cm, -1 cm, -1 cm], high: [1 m, 1 cm, 1 cm], every: 1 ms}}"}};
    refuses(removal, 1, "the removal 'out' reaches into the stretch");
    const case_override stages[] = {{"stages", "[{name: one, until: 1 s}]"}};
    refuses(stages, 1, "maser: it does not go with stages");
    const case_override servo[] = {
        {"walls",
         "{lid: {material: glass, plane: {point: [0, 0, 5 mm], normal: [0, 0, -1]}, drive: "
         "{law: force, axis: [0, 0, -1], force: 1 N, mass: 1 g}}}"}};
    refuses(servo, 1, "maser: grains move the wall 'lid'");
}

static void world_refuses(const case_override *set, int sets, const world_options *options,
                          const char *words)
{
    sim s = {0};
    scree_error error = {0};
    REQUIRE(sim_read(&s, train, set, sets));
    CHECK(world_create(&s.m, options, &s.w, &error) == SCREE_BAD_INPUT);
    CHECK_MSG(strstr(error.what, words), "'%s' is not in '%s: %s'", words, error.where, error.what);
    world_destroy(s.w);
    model_clear(&s.m);
}

TEST(what_no_stretch_can_be_made_of_is_refused)
{
    const world_options parts = {.parts = 2};
    world_refuses(NULL, 0, &parts, "cannot be dealt to several parts");
    const case_override empty[] = {{"grains.balls.packing.origin", "[5 cm, 0, 0]"}};
    world_refuses(empty, 1, NULL, "no grain that moves starts between");
    const case_override room[] = {{"domain.low", "[-1 mm, -1 cm, -1 cm]"}};
    world_refuses(room, 1, NULL, "grains that swing back need a diameter there");
    const case_override narrow[] = {{"maser.to", "4 mm"}};
    world_refuses(narrow, 1, NULL, "stretch: the stretch along the x axis is 0.004 m long");
}

#define ACROSS(x, normal)                                                                          \
    "{gate: {material: glass, plane: {point: [" x ", 0, 0], normal: [" normal ", 0, 0]}}}"
#define DRIVEN(x, v)                                                                               \
    "{gate: {material: glass, plane: {point: [" x ", 0, 0], normal: [-1, 0, 0]}, drive: {law: "    \
    "velocity, velocity: [" v ", 0, 0]}}}"

// The stretch reaches from 0 to 20 mm; what no grain in it can reach is none of its business.
TEST(a_plane_across_the_axis_may_stand_out_of_reach_of_the_stretch)
{
    static const char *const may[] = {ACROSS("0.9 m", "-1"), ACROSS("25 mm", "-1"),
                                      ACROSS("-4 mm", "1"), DRIVEN("0.9 m", "0.1 m/s")};
    static const char *const must_not[] = {
        ACROSS("20.5 mm", "-1"), ACROSS("-0.5 mm", "1"),
        "{gate: {material: glass, plane: {point: [0, 0, -5 mm], normal: [0.1, 0, 1]}}}"};
    for (int i = 0; i < 4; i++) {
        const case_override set[] = {{"walls", may[i]}};
        sim s;
        REQUIRE(sim_open(&s, train, set, 1, NULL));
        CHECK(sim_step(&s, 100));
        sim_close(&s);
    }
    for (int i = 0; i < 3; i++) {
        const case_override set[] = {{"walls", must_not[i]}};
        world_refuses(set, 1, NULL, "the wall 'gate' ends in the stretch from 0 to 0.02 m");
    }
}

// The first ball comes to a plane at 0.1 m as a ball of its own would: what is downstream is no part of the stretch.
TEST(balls_bounce_back_from_a_plane_downstream)
{
    const case_override set[] = {{"walls", ACROSS("0.1 m", "-1")}};
    sim s;
    REQUIRE(sim_open(&s, train, set, 1, NULL));
    REQUIRE(sim_step(&s, 9000));
    frame f = sim_frame(&s);
    double farthest = 0;
    int64_t back = 0;
    for (int64_t i = 0; i < f.ball.count; i++) {
        farthest = fmax(farthest, f.ball.position[i].x);
        back += f.ball.velocity[i].x < 0;
    }
    CHECK(back > 0 && farthest < 0.1);
    frame_clear(&f);
    sim_close(&s);
}

TEST(a_wall_that_comes_to_the_stretch_stops_the_run)
{
    const case_override set[] = {{"walls", DRIVEN("30 mm", "-1 m/s")},
                                 {"run.deepest_overlap", "none"}};
    sim s;
    scree_error error = {0};
    REQUIRE(sim_open(&s, train, set, 2, NULL));
    CHECK(world_step(s.w, 2000, &error) == SCREE_DIVERGED);
    CHECK_MSG(strstr(error.what, "the wall 'gate' comes to the stretch"), "%s", error.what);
    sim_close(&s);
}

TEST_MAIN
