// test_growth.c - radii that change while a case runs, against closed forms; what it brings, in the books.
#include "harness.h"
#include "support/scenes.h"

#include "base/constants.h"
#include "measure/solids.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HEAD                                                                                       \
    "scree: 1\nmaterials: {soft: {density: 1000 kg/m^3, young: 20 MPa, poisson: 0.25}}\n"          \
    "domain: {low: [-9 m, -9 m, -9 m], high: [9 m, 9 m, 9 m]}\n"

static double ball_mass(double radius)
{
    return 1000 * (4 * PI / 3) * (radius * radius * radius);
}

// A ball that just touches two planes and grows by 1 mm/s. The law has a stiffness k and a dashpot c.
static const char between[] = HEAD
    "pairs: {default: {normal: {law: linear, stiffness: 20 kN/m, restitution: 1}, tangential: "
    "none}}\n"
    "shapes: {ball: {ball: {radius: 1 cm}}}\n"
    "walls:\n"
    "  floor: {material: soft, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}\n"
    "  lid: {material: soft, plane: {point: [0, 0, 2 cm], normal: [0, 0, -1]}}\n"
    "grains: [{name: one, shape: ball, material: soft, growth: {velocity: 1 mm/s}, packing: {law: "
    "lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [0, 0, 1 cm]}}]\n"
    "run: {duration: 1 s, step: 2e-5 s, ledger: true}\n";

TEST(a_ball_pushes_two_walls_apart)
{
    sim s;
    REQUIRE(sim_open(&s, between, NULL, 0, NULL));
    REQUIRE(sim_step(&s, 25000));
    frame f = sim_frame(&s);
    const double overlap = 1e-3 * 0.5;
    const double force = 20e3 * overlap;
    CHECK_NEAR(f.ball.radius[0], 0.01 + overlap, 1e-12);
    CHECK_NEAR(f.ball.mass[0], ball_mass(0.01 + overlap), 1e-11 * f.ball.mass[0]);
    CHECK_NEAR(f.wall[0].force.z, -force, 1e-8 * force);
    CHECK_NEAR(f.wall[1].force.z, force, 1e-8 * force);
    CHECK_NEAR(f.ball.position[0].z, 0.01, 1e-12);
    CHECK_NEAR(f.ledger.elastic, 20e3 * overlap * overlap, 1e-8 * f.ledger.elastic);
    CHECK_NEAR(f.ledger.growth, f.ledger.elastic, 1e-8 * f.ledger.elastic);
    CHECK_NEAR(f.ledger.residual, 0, 1e-9 * f.ledger.turned_over);
    frame_clear(&f);
    sim_close(&s);
}

// Dashpots act on the rate of the overlap: each wall is pushed by k d + c v, and c v^2 is lost at each.
TEST(dashpots_feel_the_growth)
{
    const case_override set[] = {
        {"pairs.default.normal", "{law: linear, stiffness: 20 kN/m, damping: 30 N s/m}"},
        {"grains.one.growth.velocity", "20 mm/s"}};
    sim s;
    REQUIRE(sim_open(&s, between, set, 2, NULL));
    REQUIRE(sim_step(&s, 2500));
    frame f = sim_frame(&s);
    const double overlap = 20e-3 * 0.05;
    const double lost = 2 * 30 * (20e-3 * 20e-3) * 0.05;
    CHECK_NEAR(f.wall[1].force.z, 20e3 * overlap + 30 * 20e-3, 1e-6);
    CHECK_NEAR(f.ledger.damping, lost, 1e-3 * lost);
    CHECK_NEAR(f.ledger.growth, lost + 20e3 * overlap * overlap, 1e-5 * f.ledger.growth);
    frame_clear(&f);
    sim_close(&s);
}

// A ball that falls and spins: mass that comes has its motion, so it falls as any other; the energy is booked.
static const char falling[] = HEAD
    "gravity: [0, 0, -9.81 m/s^2]\n"
    "pairs: {default: {normal: {law: linear, stiffness: 0.1 N/m, restitution: 1}, tangential: "
    "none}}\n"
    "shapes: {ball: {ball: {radius: 1 cm}}}\n"
    "grains: [{name: one, shape: ball, material: soft, velocity: [1 m/s, 0, 2 m/s], spin: [0, 30 "
    "rad/s, 0], growth: {rate: 2/s, from: 0.1 s, until: 0.4 s}, packing: {law: lattice, spacing: "
    "[1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [0, 0, 0]}}]\n"
    "run: {duration: 1 s, step: 1 ms, ledger: true}\n";

static double residual_of(const char *text, const case_override *set, int sets, int64_t steps)
{
    sim s;
    if (!sim_open(&s, text, set, sets, NULL) || !sim_step(&s, steps))
        return NAN;
    frame f = sim_frame(&s);
    const double residual = f.ledger.residual / f.ledger.turned_over;
    frame_clear(&f);
    sim_close(&s);
    return residual;
}

TEST(mass_that_comes_has_the_motion_of_the_grain)
{
    sim s;
    REQUIRE(sim_open(&s, falling, NULL, 0, NULL));
    REQUIRE(sim_step(&s, 500));
    frame f = sim_frame(&s);
    const double radius = 0.01 * exp(2 * 0.3);
    CHECK_NEAR(f.ball.radius[0], radius, 1e-12);
    CHECK_NEAR(f.ball.mass[0], ball_mass(radius), 1e-10 * f.ball.mass[0]);
    CHECK_NEAR(f.ball.position[0].z, 2 * 0.5 - 0.5 * 9.81 * 0.25, 1e-12);
    CHECK_NEAR(f.ball.spin[0].y, 30, 1e-10);
    CHECK(fabs(f.ledger.growth) > 1e-3);
    frame_clear(&f);
    sim_close(&s);
    const case_override finer[] = {{"run.step", "0.5 ms"}};
    const double coarse = residual_of(falling, NULL, 0, 450);
    const double fine = residual_of(falling, finer, 1, 900);
    CHECK_MSG(fabs(coarse) < 1e-5 && fabs(coarse) > 3.5 * fabs(fine), "%g %g", coarse, fine);
}

TEST(a_grain_that_swells_keeps_mass_and_angular_momentum)
{
    const case_override set[] = {{"grains.one.growth.keeps", "mass"}};
    sim s;
    REQUIRE(sim_open(&s, falling, set, 1, NULL));
    REQUIRE(sim_step(&s, 500));
    frame f = sim_frame(&s);
    const double ratio = exp(2 * 0.3);
    CHECK_NEAR(f.ball.mass[0], ball_mass(0.01), 1e-12 * f.ball.mass[0]);
    CHECK_NEAR(f.ball.spin[0].y, 30 / (ratio * ratio), 1e-9);
    // The solid fraction goes by what it fills, not by what it weighs.
    const double volume = ball_mass(0.01 * ratio) / 1000;
    CHECK_NEAR(solids_of(&s.m, &f.ball).volume, volume, 1e-9 * volume);
    CHECK_NEAR(f.ledger.residual, 0, 1e-12 * f.ledger.turned_over);
    frame_clear(&f);
    sim_close(&s);
}

TEST(radii_follow_a_table)
{
    FILE *file = fopen("factors.csv", "w");
    REQUIRE(file);
    fprintf(file, "t, factor\n0, 2\n0.1, 3\n0.2, 1\n");
    fclose(file);
    const case_override set[] = {{"grains.one.growth", "{file: factors.csv, from: 50 ms}"}};
    static const double at[] = {50, 100, 150, 200, 250, 300};
    static const double factor[] = {1, 1.25, 1.5, 1, 0.5, 0.5};
    sim s;
    REQUIRE(sim_open(&s, falling, set, 1, NULL));
    for (int i = 0; i < 6; i++) {
        REQUIRE(sim_step(&s, 50));
        frame f = sim_frame(&s);
        CHECK_NEAR(f.time, 1e-3 * at[i], 1e-12);
        CHECK_NEAR(f.ball.radius[0], 0.01 * factor[i], 1e-14);
        frame_clear(&f);
    }
    sim_close(&s);
}

// Balls in a periodic box, close together, that rub and knock while they grow to a solid fraction that follows.
static const char crowd[] =
    "scree: 1\nmaterials: {soft: {density: 1000 kg/m^3, young: 20 MPa, poisson: 0.25}}\n"
    "pairs: {default: {normal: {law: linear, stiffness: 2 kN/m, restitution: 0.7}, tangential: "
    "{law: cundall-strack, friction: 0.3}}}\n"
    "domain: {low: [0, 0, 0], high: [6 cm, 6 cm, 6 cm], boundary: {x: periodic, y: periodic, z: "
    "periodic}}\n"
    "shapes: {ball: {ball: {radius: 5 mm}}}\n"
    "grains: [{name: all, shape: ball, material: soft, temperature: 0.02 m^2/s^2, growth: {rate: "
    "2.5/s}, packing: {law: random, count: 100, seed: 3}}]\n"
    "run: {duration: 1 s, step: 40 us, ledger: true}\n";

TEST(a_box_is_filled_to_a_solid_fraction)
{
    sim s;
    REQUIRE(sim_open(&s, crowd, NULL, 0, NULL));
    REQUIRE(sim_step(&s, 2500));
    frame f = sim_frame(&s);
    const double radius = 5e-3 * exp(0.25);
    double volume = 0;
    for (int64_t i = 0; i < f.ball.count; i++)
        volume += 4 * PI / 3 * pow(f.ball.radius[i], 3);
    CHECK_NEAR(volume / 216e-6, 100 * 4 * PI / 3 * pow(radius, 3) / 216e-6, 1e-12);
    CHECK(f.contact.count > 30 && f.ledger.growth > 0 && f.ledger.friction > 0);
    CHECK_NEAR(f.ledger.residual, 0, 3e-3 * f.ledger.turned_over);
    CHECK_NEAR(f.ledger.worst, 0, 1e-2 * f.ledger.turned_over);
    frame_clear(&f);
    sim_close(&s);
    // a crowd has chaos: over fewer meetings, the residual falls with the square of the step
    const case_override fine[] = {{"run.step", "10 us"}};
    const double one = residual_of(crowd, NULL, 0, 1000);
    const double other = residual_of(crowd, fine, 1, 4000);
    CHECK_MSG(fabs(one) < 3e-3 && fabs(other) < 0.2 * fabs(one), "%g %g", one, other);
}

// Of impulses: overlaps of growth are pushed out, the mass is booked to rounding.
TEST(impulses_push_out_what_grows)
{
    const case_override set[] = {
        {"solver", "nonsmooth"}, {"run.step", "1 ms"}, {"grains.all.growth.rate", "0.5/s"}};
    sim s;
    REQUIRE(sim_open(&s, crowd, set, 3, NULL));
    REQUIRE(sim_step(&s, 300));
    frame f = sim_frame(&s);
    const double radius = 5e-3 * exp(0.15);
    double deepest = 0;
    CHECK_NEAR(f.ball.radius[0], radius, 1e-12);
    for (int64_t i = 0; i < f.contact.count; i++)
        deepest = fmax(deepest, f.contact.overlap[i]);
    CHECK_MSG(deepest < 0.03 * radius, "%g", deepest / radius);
    CHECK_NEAR(f.ledger.residual, 0, 1e-9 * f.ledger.turned_over);
    frame_clear(&f);
    sim_close(&s);
}

// Shrinking grains go in the step in which they are too small, each by itself.
static const char shrinking[] = HEAD
    "pairs: {default: {normal: {law: linear, stiffness: 500 N/m, restitution: 0.5}, tangential: "
    "none}}\n"
    "gravity: [0, 0, -9.81 m/s^2]\n"
    "shapes: {ball: {ball: {radius: {distribution: uniform, from: 2 mm, to: 4 mm}}}}\n"
    "walls: {floor: {material: soft, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}}\n"
    "grains: [{name: all, shape: ball, material: soft, growth: {rate: -4/s, removed_below: 2 "
    "mm}, packing: {law: random, count: 60, seed: 3, low: [0, 0, 0], high: [4 cm, 4 cm, 4 cm]}}]\n"
    "run: {duration: 1 s, step: 20 us, ledger: true}\n";

TEST(grains_that_shrink_are_taken_out_in_time)
{
    sim s;
    REQUIRE(sim_open(&s, shrinking, NULL, 0, NULL));
    frame start = sim_frame(&s);
    REQUIRE(start.ball.count == 60);
    for (int k = 1; k <= 6; k++) {
        REQUIRE(sim_step(&s, 500));
        const double left = exp(-4 * 0.01 * k);
        int64_t want = 0;
        for (int64_t i = 0; i < 60; i++)
            want += start.ball.radius[i] * left >= 2e-3;
        frame f = sim_frame(&s);
        CHECK_MSG(f.ball.count == want, "%d of %d", (int)f.ball.count, (int)want);
        CHECK(world_flows_of(s.w).removed == 60 - want);
        for (int64_t i = 0; i < f.ball.count; i++)
            CHECK(f.ball.radius[i] >= 2e-3);
        CHECK_NEAR(f.ledger.residual, 0, 1e-3 * f.ledger.turned_over);
        frame_clear(&f);
    }
    frame_clear(&start);
    sim_close(&s);
}

// The step is that for the smallest that grains become.
TEST(auto_step_holds_for_the_smallest)
{
    const case_override shrinks[] = {{"run.step", "auto"},
                                     {"shapes.ball", "{ball: {radius: 4 mm}}"},
                                     {"grains.all.velocity", "[0, 0, -1 m/s]"}};
    const case_override small[] = {{"run.step", "auto"},
                                   {"shapes.ball", "{ball: {radius: 2 mm}}"},
                                   {"grains.all.velocity", "[0, 0, -1 m/s]"},
                                   {"grains.all.growth", "none"}};
    sim s;
    sim other;
    REQUIRE(sim_open(&s, shrinking, shrinks, 3, NULL));
    REQUIRE(sim_open(&other, shrinking, small, 4, NULL));
    const double step = world_step_choice(s.w)->duration;
    const double want = world_step_choice(other.w)->duration;
    CHECK_NEAR(step, want, 1e-9 * want);
    sim_close(&s);
    sim_close(&other);
}

// Stages begin and end it; radii stay where they are.
TEST(stages_switch_growth)
{
    static const char stages[] =
        "stages:\n"
        "  - {name: rest, until: 0.1 s, set: {grains.one.growth: none}}\n"
        "  - {name: grow, until: 0.1 s, set: {grains.one.growth: {rate: 1/s}}}\n"
        "  - {name: swell, until: 0.1 s, set: {grains.one.growth: {velocity: 1 cm/s}}}\n";
    char text[4000];
    snprintf(text, sizeof text, "%s%s", falling, stages);
    const case_override set[] = {{"grains.one.growth", "none"}, {"run.duration", "0.3 s"}};
    static const double want[] = {0.01, 0.011051709180756477, 0.012051709180756477};
    sim s;
    REQUIRE(sim_open(&s, text, set, 2, NULL));
    for (int i = 0; i < 3; i++) {
        REQUIRE(sim_step(&s, 100));
        frame f = sim_frame(&s);
        CHECK_NEAR(f.ball.radius[0], want[i], 1e-12);
        CHECK_NEAR(f.ledger.residual, 0, 1e-5 * f.ledger.turned_over);
        frame_clear(&f);
    }
    sim_close(&s);
}

// ---- limits: radii go to what a grain may start with, and no further

static const char alone[] =
    HEAD "pairs: {default: {normal: {law: linear, stiffness: 1 mN/m, restitution: 1}, tangential: "
         "none}}\n"
         "shapes: {ball: {ball: {radius: 1 cm}}}\n"
         "grains: [{name: one, shape: ball, material: soft, growth: {rate: 1000/s}, packing: {law: "
         "lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [0, 0, 0]}}]\n"
         "run: {duration: 1 s, step: 1 ms, on_loss: remove}\n";

// Steps until the world stops by itself, which must be in time; it can be looked at and saved after that.
static void stops(const case_override *set, int sets, const char *says)
{
    sim s;
    scree_error error = {0};
    REQUIRE(sim_open(&s, alone, set, sets, NULL));
    CHECK(world_step(s.w, 1000, &error) == SCREE_DIVERGED);
    CHECK_HAS(error.what, says);
    CHECK_HAS(error.hint, "`until`");
    frame f = sim_frame(&s);
    CHECK(f.ball.count == 1);
    if (f.ball.count == 1)
        CHECK_MSG(f.ball.radius[0] <= 1e9 && f.ball.radius[0] > 1e-18, "%g", f.ball.radius[0]);
    frame_clear(&f);
    CHECK(sim_hash(&s) != 0);
    sim_close(&s);
}

TEST(radii_that_run_away_end_the_run)
{
    const char large[] = "grain 0 of `one` would grow from 7.2e+08 m to a radius of 1.96e+09 m in "
                         "this step, more than 1e+09 m";
    const case_override nonsmooth[] = {{"solver", "nonsmooth"}};
    const case_override by_velocity[] = {
        {"grains.one.growth", "{velocity: 1e300 m/s, from: 2 ms}"}};
    stops(NULL, 0, large);
    stops(nonsmooth, 1, large);
    stops(by_velocity, 1, "to a radius of 1e+297 m");
}

TEST(radii_that_vanish_end_the_run)
{
    FILE *file = fopen("vanishes.csv", "w");
    REQUIRE(file);
    fputs("t, factor\n", file);
    for (int i = 0; i <= 10; i++)
        fprintf(file, "%g, 1e-%d\n", 0.05 * i, 2 * i);
    fclose(file);
    const case_override set[] = {{"grains.one.growth", "{file: vanishes.csv, keeps: mass}"}};
    stops(set, 1, "to a radius of 8.92e-16 m in this step, less than 1e-15 m");
}

// What grains that have left would have grown to is no size of the world.
TEST(grains_that_left_grow_no_more)
{
    static const char passing[] =
        "scree: 1\nmaterials: {soft: {density: 1000 kg/m^3, young: 20 MPa, poisson: 0.25}}\n"
        "domain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m], boundary: {x: periodic}}\n"
        "pairs: {default: {normal: {law: linear, stiffness: 1 mN/m, restitution: 1}, tangential: "
        "none}}\n"
        "shapes: {ball: {ball: {radius: 1 cm}}}\n"
        "streams: [{name: one, shape: ball, material: soft, growth: {rate: 20/s}, velocity: [0, 0, "
        "100 m/s], rate: 10/s, low: [-0.1 m, -0.1 m, -0.5 m], high: [0.1 m, 0.1 m, -0.4 m]}]\n"
        "run: {duration: 2 s, step: 1 ms, on_loss: remove}\n";
    sim s;
    REQUIRE(sim_open(&s, passing, NULL, 0, NULL));
    CHECK(sim_step(&s, 2000));
    sim_close(&s);
}

TEST_MAIN
