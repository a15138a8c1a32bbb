// test_forces.c - forces that no contact makes, against closed forms; what they do, in the books.
#include "harness.h"
#include "support/scenes.h"

#include "base/constants.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HEAD                                                                                       \
    "scree: 1\nmaterials: {soft: {density: 1000 kg/m^3, young: 20 MPa, poisson: 0.25}}\n"          \
    "pairs: {default: {normal: {law: linear, stiffness: 0.1 N/m, restitution: 0.5}, tangential: "  \
    "none}}\n"                                                                                     \
    "domain: {low: [-9 m, -9 m, -9 m], high: [9 m, 9 m, 9 m]}\n"

static const char one[] = HEAD
    "shapes:\n"
    "  ball: {ball: {radius: 1 cm}}\n"
    "  twin: {clump: {balls: [{at: [-1 cm, 0, 0], radius: 1 cm}, {at: [1 cm, 0, 0], radius: 1 "
    "cm}]}}\n"
    "forces: {well: {law: spring, point: [0, 0, 0], rate: 5 rad/s}}\n"
    "grains: [{name: one, shape: ball, material: soft, packing: {law: lattice, spacing: [1 m, 1 m, "
    "1 m], counts: [1, 1, 1], origin: [1 m, 0, 0]}}]\n"
    "run: {duration: 10 s, step: 2 ms, ledger: true}\n";

typedef struct seen {
    v3 at, velocity;
    double residual, drag, kinetic;
} seen;

static seen after(const char *text, const case_override *set, int sets, int64_t steps)
{
    sim s;
    seen out = {{NAN, 0, 0}, {0, 0, 0}, NAN, NAN, NAN};
    if (!sim_open(&s, text, set, sets, NULL))
        return out;
    if (sim_step(&s, steps)) {
        frame f = sim_frame(&s);
        const int last = (int)f.ball.count - 1; // the centre of all balls of a clump
        const v3 sum = v3_add(f.ball.position[0], f.ball.position[last]);
        const v3 speeds = v3_add(f.ball.velocity[0], f.ball.velocity[last]);
        out.at = v3_scale(0.5, sum);
        out.velocity = v3_scale(0.5, speeds);
        out.residual = f.ledger.residual / f.ledger.turned_over;
        out.drag = f.ledger.drag;
        out.kinetic = f.ledger.kinetic;
        frame_clear(&f);
    }
    sim_close(&s);
    return out;
}

// x = cos(w t), a ball and a clump, both solvers; of second order in the step (impulses: in the velocities of theirs).
TEST(a_grain_swings_in_a_harmonic_well)
{
    static const char *const shapes[] = {"ball", "twin"};
    for (int k = 0; k < 2; k++) {
        const case_override coarse[] = {{"grains.one.shape", shapes[k]}};
        const case_override fine[] = {{"grains.one.shape", shapes[k]}, {"run.step", "1 ms"}};
        const double t = 0.7;
        const seen two = after(one, coarse, 1, 350);
        const seen four = after(one, fine, 2, 700);
        const double error = fabs(two.at.x - cos(5 * t));
        const double less = fabs(four.at.x - cos(5 * t));
        CHECK_MSG(error < 1e-4 && error > 3.5 * less, "%g %g", error, less);
        CHECK_NEAR(two.velocity.x, -5 * sin(5 * t), 5e-4);
        CHECK_MSG(fabs(two.residual) < 1e-4 && fabs(two.residual) > 3.5 * fabs(four.residual),
                  "%g %g", two.residual, four.residual);
    }
    const case_override nonsmooth[] = {{"solver", "nonsmooth"}};
    const seen there = after(one, nonsmooth, 1, 350);
    CHECK_NEAR(there.at.x, cos(5 * 0.7), 2e-2); // half a step late
    CHECK_NEAR(there.residual, 0, 1e-4);
}

// Local damping takes its share of the pull on the way in and adds it on the way out, so that a swing ends at the part
// sqrt((1 - alpha)/(1 + alpha)) of where it began, after pi/(2 w) (1/sqrt(1 - alpha) + 1/sqrt(1 + alpha)): 0.651 s here.
TEST(a_damped_grain_swings_less_far)
{
    static const char *const shapes[] = {"ball", "twin"};
    for (int k = 0; k < 2; k++) {
        const case_override coarse[] = {{"grains.one.shape", shapes[k]},
                                        {"run.damping", "{local: 0.3}"}};
        const case_override fine[] = {
            {"grains.one.shape", shapes[k]}, {"run.damping", "{local: 0.3}"}, {"run.step", "1 ms"}};
        const seen there = after(one, coarse, 2, 326);
        CHECK_NEAR(there.at.x, -sqrt(0.7 / 1.3), 2e-3);
        CHECK_NEAR(there.velocity.x, 0, 3e-2);
        const seen two = after(one, coarse, 2, 250);
        const seen four = after(one, fine, 3, 500);
        CHECK_MSG(fabs(two.residual) < 1e-3 && fabs(two.residual) > 3 * fabs(four.residual),
                  "%g %g", two.residual, four.residual);
    }
}

// From a place off the axis of a frame that turns a grain is flung out: r = cosh(w t).
TEST(a_centrifuge_flings_outwards)
{
    const case_override set[] = {
        {"forces.well", "{law: spring, point: [0, 0, 3 m], axis: [0, 0, 2], rate: 5 rad/s, "
                        "outwards: true}"}};
    const seen there = after(one, set, 1, 200);
    CHECK_NEAR(there.at.x, cosh(5 * 0.4), 1e-3);
    CHECK_NEAR(there.at.z, 0, 1e-12);
    CHECK_NEAR(there.residual, 0, 1e-4);
}

// x = 1 - g t^2/2 until it is there, and on the other side as a ball that is thrown up.
TEST(a_grain_falls_to_a_centre)
{
    const case_override set[] = {
        {"forces.well", "{law: towards, point: [0, 0, 0], acceleration: 8 m/s^2}"}};
    const seen there = after(one, set, 1, 200);
    CHECK_NEAR(there.at.x, 1 - 4 * 0.16, 1e-10);
    CHECK_NEAR(there.velocity.x, -8 * 0.4, 1e-10);
    CHECK_NEAR(there.residual, 0, 1e-12);
    const seen beyond = after(one, set, 1, 500); // 0.5 s there, 0.5 s on
    CHECK_NEAR(beyond.at.x, -1, 2e-2);
}

// v = u + (v0 - u) exp(-t/tau), tau = m/(6 pi eta R); with gravity the speed at last is g tau.
TEST(drag_of_stokes_relaxes)
{
    const double mass = 1000 * 4 * PI / 3 * 1e-6;
    const double tau = mass / (6 * PI * 0.1 * 0.01);
    const case_override coarse[] = {
        {"forces.well", "{law: drag, viscosity: 0.1 Pa s, velocity: [0, 3 m/s, 0]}"},
        {"grains.one.velocity", "[2 m/s, 0, 0]"},
        {"gravity", "[0, 0, -9.81 m/s^2]"},
        {"run.step", "20 ms"}};
    const case_override fine[] = {coarse[0], coarse[1], coarse[2], {"run.step", "10 ms"}};
    const double t = 0.4;
    const double left = exp(-t / tau);
    const seen two = after(one, coarse, 4, 20);
    const seen four = after(one, fine, 4, 40);
    CHECK_NEAR(two.velocity.x, 2 * left, 1e-4);
    CHECK_NEAR(two.velocity.y, 3 * (1 - left), 1e-4);
    CHECK_NEAR(two.velocity.z, -9.81 * tau * (1 - left), 1e-4);
    const double error = fabs(two.velocity.x - 2 * left);
    const double less = fabs(four.velocity.x - 2 * left);
    CHECK_MSG(error > 3.5 * less, "%g %g", error, less);
    CHECK_MSG(fabs(two.residual) > 3.5 * fabs(four.residual), "%g %g", two.residual, four.residual);
    CHECK(fabs(two.residual) < 1e-3);
    const case_override impulses[] = {
        coarse[0], coarse[1], coarse[2], {"run.step", "10 ms"}, {"solver", "nonsmooth"}};
    const seen there = after(one, impulses, 5, 40);
    CHECK_NEAR(there.velocity.x, 2 * left, 5e-3);
    CHECK_NEAR(there.residual, 0, 1e-2);
}

// A step much longer than the time of relaxation is stable, and grains move with the fluid.
TEST(drag_is_stable)
{
    const case_override set[] = {
        {"forces.well", "{law: drag, time: 10 us, velocity: [0, 1 m/s, 0]}"},
        {"grains.one.velocity", "[0.1 m/s, 0, 0]"}};
    const seen there = after(one, set, 2, 800);
    CHECK_NEAR(there.at.y, 1.6, 0.1);
    CHECK(fabs(there.velocity.x) < 0.2);
}

// A gas of balls falls together to one heap around a point: it comes to rest there, pressed and denser than it was.
static const char heap[] = HEAD
    "shapes: {ball: {ball: {radius: {distribution: uniform, from: 4 mm, to: 6 mm}}}}\n"
    "forces:\n"
    "  centre: {law: towards, point: [0, 0, 0], acceleration: 20 m/s^2, core: 2 mm}\n"
    "  air: {law: drag, time: 50 ms}\n"
    "grains: [{name: all, shape: ball, material: soft, packing: {law: random, count: 120, seed: 5, "
    "low: [-6 cm, -6 cm, -6 cm], high: [6 cm, 6 cm, 6 cm]}}]\n"
    "run: {duration: 1 s, step: 50 us, ledger: true}\n";

// Part of the volume within a distance of the point that balls take whose centres are there.
static double solid_within(const frame *f, double distance)
{
    double volume = 0;
    for (int64_t i = 0; i < f->ball.count; i++) {
        if (v3_norm(f->ball.position[i]) < distance)
            volume += pow(f->ball.radius[i], 3);
    }
    return volume / pow(distance, 3);
}

TEST(a_heap_is_compacted_from_all_sides)
{
    sim s;
    const case_override stiff[] = {{"pairs.default.normal.stiffness", "2 kN/m"}};
    REQUIRE(sim_open(&s, heap, stiff, 1, NULL));
    frame start = sim_frame(&s);
    REQUIRE(sim_step(&s, 8000));
    frame f = sim_frame(&s);
    CHECK(solid_within(&start, 0.025) < 0.4);
    CHECK_MSG(solid_within(&f, 0.025) > 0.55, "%g", solid_within(&f, 0.025));
    CHECK_MSG(f.ledger.kinetic < 1e-3 * start.ledger.gravitational, "%g of %g", f.ledger.kinetic,
              start.ledger.gravitational);
    CHECK(f.ledger.drag > 0 && f.ledger.damping > 0);
    CHECK_NEAR(f.ledger.residual, 0, 2e-3 * f.ledger.turned_over);
    frame_clear(&start);
    frame_clear(&f);
    sim_close(&s);
}

// A ball of half the density of the water swings about its surface with w^2 = 3 g/(2 R), a disk with 4 g/(pi R), in small
// swings; with a drag it comes to rest where the cap below has the weight of the ball.
TEST(a_grain_floats)
{
    const double radius = 0.01;
    const double g = 9.81;
    for (int flat = 0; flat < 2; flat++) {
        const case_override set[] = {
            {"forces.well", "{law: buoyancy, density: 2000 kg/m^3, level: 0 m}"},
            {"gravity", flat ? "[0, -9.81 m/s^2, 0]" : "[0, 0, -9.81 m/s^2]"},
            {"grains.one.packing.origin", flat ? "[0, 0.1 mm, 0]" : "[0, 0, 0.1 mm]"},
            {"run.step", "0.1 ms"},
            {"dimensions", flat ? "2" : "3"}};
        const double square = flat ? 4 * g / (PI * radius) : 1.5 * g / radius;
        const seen there = after(one, set, 5, 1000);
        const double height = flat ? there.at.y : there.at.z;
        CHECK_MSG(fabs(height - 1e-4 * cos(sqrt(square) * 0.1)) < 1e-7, "%d: %g", flat, height);
    }
    static const char *const shapes[] = {"ball", "twin"};
    for (int k = 0; k < 2; k++) {
        const case_override set[] = {
            {"forces.well", "{law: buoyancy, density: 1250 kg/m^3, level: 3 cm}"},
            {"forces.air", "{law: drag, time: 30 ms}"},
            {"gravity", "[0, 0, -9.81 m/s^2]"},
            {"grains.one.shape", shapes[k]},
            {"run.step", "1 ms"}};
        const seen there = after(one, set, 5, 3000);
        // Of the ball of the volume of all, as both have it.
        const double size = radius * cbrt(k + 1);
        const double z = (0.03 - there.at.z) / size;
        CHECK_NEAR((1 + z) * (1 + z) * (2 - z) / 4, 0.8, 1e-6);
    }
}

// v^2 = v0^2 + 2 a d behind a region of the length d, to the step in which it is entered and left; elsewhere, and of other
// grains, nothing changes. What it brings is booked.
TEST(a_push_in_a_region)
{
    static const char *const push[] = {
        "{law: push, acceleration: [3 m/s^2, 0, 0], inside: {box: {low: [1.5 m, -1 m, -1 m], high: "
        "[2.5 m, 1 m, 1 m]}}}",
        "{law: push, force: [12.566370614359172 mN, 0, 0], set: one, inside: {box: {low: [1.5 m, "
        "-1 "
        "m, -1 m], high: [2.5 m, 1 m, 1 m]}}}",
        "{law: push, acceleration: [3 m/s^2, 0, 0], set: other}"};
    for (int k = 0; k < 3; k++) {
        const case_override set[] = {
            {"forces.well", push[k]},
            {"grains.one.velocity", "[2 m/s, 0, 0]"},
            {"grains", "[{name: one, shape: ball, material: soft, packing: {law: lattice, spacing: "
                       "[1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [1 m, 0, 0]}}, {name: other, "
                       "shape: ball, material: soft, packing: {law: lattice, spacing: [1 m, 1 m, 1 "
                       "m], counts: [1, 1, 1], origin: [1 m, 5 m, 0]}}]"},
            {"run.step", "0.1 ms"}};
        const case_override ordered[] = {set[2], set[0], set[1], set[3]};
        sim s;
        REQUIRE(sim_open(&s, one, ordered, 4, NULL) && sim_step(&s, 8000));
        frame f = sim_frame(&s);
        const double reached = k == 2 ? 2 : sqrt(4 + 6);
        CHECK_MSG(fabs(f.ball.velocity[0].x - reached) < 1e-3, "%d: %g", k, f.ball.velocity[0].x);
        CHECK_MSG(fabs(f.ball.velocity[1].x - (k == 2 ? 2.4 : 0)) < 1e-9, "%d: %g", k,
                  f.ball.velocity[1].x);
        CHECK(f.ledger.drag < 0);
        const double gained = f.ledger.kinetic - 0.5 * f.ball.mass[0] * 4;
        CHECK_MSG(fabs(f.ledger.drag + gained) < 1e-3 * gained, "%g %g", f.ledger.drag, gained);
        frame_clear(&f);
        sim_close(&s);
    }
}

// By name and by a setting, as walls are.
TEST(a_force_is_taken_away)
{
    const case_override set[] = {{"forces", "{air: {law: drag, time: 1 ms}}"},
                                 {"forces.air", "none"}};
    sim s;
    REQUIRE(sim_read(&s, heap, set, 2));
    CHECK(s.m.forces == 0);
    model_clear(&s.m);
}

TEST_MAIN
