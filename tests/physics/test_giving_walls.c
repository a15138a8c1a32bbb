// label: sanitize
// test_giving_walls.c - what grains feel of walls that give way: the restitution that is asked for, whatever the wall weighs
// and wherever it is struck; and a servo that has the mass it is given.
#include "harness.h"
#include "support/scenes.h"

#include "base/constants.h"

#include <math.h>
#include <stdio.h>

#define HEAD                                                                                       \
    "scree: 1\ngravity: 0\n"                                                                       \
    "materials: {soft: {density: 1000 kg/m^3, young: 500 MPa, poisson: 0.25}}\n"                   \
    "domain: {low: [-9 m, -9 m, -9 m], high: [9 m, 9 m, 9 m]}\n"

static const double ball_mass = 1000 * 4 * PI / 3 * 1e-6;
static const char *const solvers[] = {"smooth", "nonsmooth"};

// A ball that comes down on a block at 1 m/s; the block is a solid of 48 cm^3 about the origin.
static const char struck[] = HEAD
    "pairs: {default: {normal: {law: linear, stiffness: 2 MN/m, restitution: 0.5}, tangential: "
    "none}}\n"
    "shapes: {ball: {ball: {radius: 1 cm}}}\n"
    "walls: {block: {material: soft, box: {low: [-2 cm, -3 cm, -1 cm], high: [2 cm, 3 cm, 1 cm], "
    "side: outside}}}\n"
    "grains: [{name: one, shape: ball, material: soft, velocity: [0, 0, -1 m/s], packing: {law: "
    "lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [0, 0, 20.1 mm]}}]\n"
    "run: {duration: 1 s, step: 2e-7 s}\n";

// How fast ball and block part where they touched, against each other.
static double parting(sim *s)
{
    frame f = sim_frame(s);
    const frame_wall *block = &f.wall[0];
    const v3 ball = f.ball.position[0];
    const double turning =
        block->spin.x * (ball.y - block->position.y) - block->spin.y * (ball.x - block->position.x);
    const double u = f.ball.velocity[0].z - block->velocity.z - turning;
    frame_clear(&f);
    return u;
}

static double blow(const char *drive, const char *at, const char *more, const char *value)
{
    const case_override set[] = {{"walls.block.drive", drive},
                                 {"grains.one.packing.origin", at},
                                 {more ? more : "title", value}};
    sim s;
    if (!sim_open(&s, struck, set, 3, NULL))
        return NAN;
    const bool went = sim_step(&s, 4000);
    const double u = went ? parting(&s) : NAN;
    sim_close(&s);
    return u;
}

TEST(a_light_wall_gives_the_restitution_that_is_asked_for)
{
    static const double ratio[] = {10, 1, 0.1};
    static const char *const laws[] = {"{law: linear, stiffness: 2 MN/m, restitution: 0.5}",
                                       "{law: hertz, restitution: 0.5}"};
    for (int i = 0; i < 6; i++) {
        const double mass = ratio[i / 2] * ball_mass;
        char body[120];
        char force[120];
        snprintf(body, sizeof body, "{law: body, density: %.9g kg/m^3}", mass / 48e-6);
        snprintf(force, sizeof force, "{law: force, axis: [0, 0, 1], force: 0 N, mass: %.9g kg}",
                 mass);
        const char *of = "pairs.default.normal";
        CHECK_NEAR(blow(body, "[0, 0, 20.1 mm]", of, laws[i % 2]), 0.5, 2e-3);
        CHECK_NEAR(blow(force, "[0, 0, 20.1 mm]", of, laws[i % 2]), 0.5, 2e-3);
    }
}

// Off its centre the block turns as well. About an axle it only turns; held along z it is as heavy as any wall.
TEST(so_does_one_that_is_struck_off_its_centre)
{
    static const char *const drives[] = {
        "{law: body, density: 1000 kg/m^3}",
        "{law: body, density: 50 kg/m^3}",
        "{law: body, density: 50 kg/m^3, axis: [0, 1, 0]}",
        "{law: body, density: 50 kg/m^3, free: [x, y]}",
    };
    for (int i = 0; i < 4; i++)
        CHECK_NEAR(blow(drives[i], "[1.5 cm, 2 cm, 20.1 mm]", NULL, "blow"), 0.5, 4e-3);
}

TEST(a_grain_with_corners_feels_it_too)
{
    const char *drive = "{law: body, density: 87.266 kg/m^3}";
    const char *rod = "{spheropolyhedron: {vertices: [[0 mm, 0 mm, -1 mm], [0 mm, 0 mm, 1 mm]], "
                      "radius: 1 cm}}";
    const double upright = blow(drive, "[0, 0, 21.1 mm]", "shapes.ball", rod);
    CHECK_NEAR(upright, 0.5, 0.02);
}

// One at the end of its way does not go on that way, and so is no lighter than a wall that stands.
TEST(one_that_is_held_is_as_heavy_as_any_wall)
{
    const char *held = "{law: force, axis: [0, 0, 1], force: -1 uN, mass: 0.4 g, low: 0 m}";
    CHECK_NEAR(blow(held, "[0, 0, 20.1 mm]", NULL, "blow"), 0.5, 2e-3);
}

// ---- what is not mended: grains that are struck off their own centre

static const char tilted[] = HEAD
    "pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: none}}\n"
    "shapes: {long: {spheropolyhedron: {vertices: [[-4 cm, 0 m, 0 m], [4 cm, 0 m, 0 m]], radius: 5 "
    "mm}}}\n"
    "walls: {floor: {material: soft, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}}\n"
    "grains: [{name: one, shape: long, material: soft, velocity: [0, 0, -1 m/s], turn: [0, 30 deg, "
    "0], packing: {law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [0, 0, 25.2 "
    "mm]}}]\n"
    "run: {duration: 1 s, step: 1e-6 s, orientation: true}\n";

// How fast its lower end rises when it parts from the floor.
static double rising(const char *solver, const char *step)
{
    const case_override set[] = {{"solver", solver}, {"run.step", step}};
    sim s;
    double u = NAN;
    if (!sim_open(&s, tilted, set, 2, NULL))
        return NAN;
    for (int i = 0; i < 4000 && isnan(u) && sim_step(&s, 1); i++) {
        frame f = sim_frame(&s);
        const bool touches = f.wall[0].force.z != 0;
        const v3 along = q4_rotate(f.ball.orientation[0], v3_make(0.04, 0, 0));
        const v3 turning = v3_cross(f.ball.spin[0], along);
        if (v3_norm(f.ball.spin[0]) > 1e-9 && !touches)
            u = f.ball.velocity[0].z + turning.z;
        frame_clear(&f);
    }
    sim_close(&s);
    return u;
}

// The dashpot is tuned to the mass, and the end of a rod that is tilted gives way as a third of that (docs/shapes.md).
TEST(ends_of_long_grains_part_more_slowly_by_forces)
{
    CHECK_NEAR(rising("smooth", "1 us"), 0.337, 0.01);
    CHECK_NEAR(rising("nonsmooth", "0.1 ms"), 0.5, 0.01);
}

// ---- servos

static const char pushing[] = HEAD
    "pairs: {default: {normal: {law: hertz, restitution: 0.1}, tangential: none}}\n"
    "shapes: {ball: {ball: {radius: 1 cm}}}\n"
    "walls: {plate: {material: soft, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}}\n"
    "grains: [{name: one, shape: ball, material: soft, packing: {law: lattice, spacing: [1 m, 1 m, "
    "1 m], counts: [1, 1, 1], origin: [0, 0, 10 mm]}}]\n"
    "run: {duration: 1 s, step: 0.02 ms}\n";

// With nothing before it, it is as fast as its mass makes it: v = F (t + T/2)/m, of which the half that hangs in it is
// late by T.
TEST(a_servo_alone_has_its_mass)
{
    for (int i = 0; i < 4; i++) {
        const bool turns = i > 1;
        const char *drive = turns
                                ? "{law: servo, axis: [0, 0, -1], torque: 2 mN*m, inertia: 1e-3 kg "
                                  "m^2, time: 1 ms}"
                                : "{law: servo, axis: [0, 0, -1], force: 2 N, mass: 1 kg, time: 1 "
                                  "ms}";
        const case_override set[] = {{"walls.plate.drive", drive}, {"solver", solvers[i % 2]}};
        sim s;
        REQUIRE(sim_open(&s, pushing, set, 2, NULL));
        REQUIRE(sim_step(&s, 2000));
        frame f = sim_frame(&s);
        const frame_wall *plate = &f.wall[0];
        const double speed = turns ? plate->spin.z : plate->velocity.z;
        CHECK_NEAR(speed, -2 * (0.04 + 0.5e-3), 1e-4);
        frame_clear(&f);
        sim_close(&s);
    }
}

// A ball that nothing holds is pushed with F m/(m + M), M its mass: of the layer, which is one ball, or what the case gives.
TEST(a_servo_pushes_no_more_than_its_mass_away)
{
    static const struct {
        const char *drive;
        double mass;
    } push[] = {
        {"{law: servo, axis: [0, 0, 1], force: 0.1 N}", 1000 * 4 * PI / 3 * 1e-6},
        {"{law: servo, axis: [0, 0, 1], force: 0.1 N, mass: 10 g}", 0.01},
    };
    for (int i = 0; i < 4; i++) {
        const case_override set[] = {{"walls.plate.drive", push[i / 2].drive},
                                     {"solver", solvers[i % 2]}};
        const double together = ball_mass + push[i / 2].mass;
        sim s;
        REQUIRE(sim_open(&s, pushing, set, 2, NULL));
        REQUIRE(sim_step(&s, 2500));
        frame f = sim_frame(&s);
        const double then = f.ball.velocity[0].z;
        frame_clear(&f);
        REQUIRE(sim_step(&s, 2500));
        f = sim_frame(&s);
        const double mean = ball_mass * (f.ball.velocity[0].z - then) / 0.05;
        const double wanted = 0.1 * ball_mass / together;
        CHECK_NEAR(mean, wanted, 0.02 * wanted);
        frame_clear(&f);
        sim_close(&s);
    }
}

TEST_MAIN
