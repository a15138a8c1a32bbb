// label: sanitize
// test_step_change.c - a branch that goes on with another step: time goes on, nothing jumps, second order stays, drives
// keep their phase, and the branch can itself be saved and resumed to the bit.
#include "harness.h"
#include "support/scenes.h"

#include <math.h>
#include <stdlib.h>

#define HEAD                                                                                       \
    "scree: 1\nmaterials: {soft: {density: 2500 kg/m^3, young: 20 MPa, poisson: 0.25}}\n"          \
    "shapes: {ball: {ball: {radius: 1 cm}}}\n"                                                     \
    "domain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\n"
#define ONE                                                                                        \
    "packing: {law: lattice, spacing: [3 cm, 3 cm, 3 cm], counts: [1, 1, 1], origin: [0 m, 0 m, "  \
    "1 cm]}}\n"

// The same world with another step, from an image; integrator NULL: that of the text.
static bool branch(const sim *from, const char *text, const char *integrator, const char *step,
                   sim *to)
{
    image im = {0};
    scree_error e = {0};
    const case_override set[2] = {{"run.step", step}, {"run.integrator", integrator}};
    world_options o = options_of(1, 0, 0);
    bool ok = CHECK(world_image(from->w, &im, &e) == SCREE_OK) &&
              CHECK(sim_read(to, text, set, integrator ? 2 : 1)) && CHECK(sim_restore(to, &im, &o));
    image_clear(&im);
    return ok;
}

// Under constant forces kick and drift are exact, if the kick goes from the middle of the old step to the middle of the
// new one: a grain on a parabola, and a piston that a force pushes.
static const char flight[] = HEAD
    "gravity: [0, 0, -9.81 m/s^2]\n"
    "pairs: {default: {normal: {law: linear, stiffness: 10 kN/m}, tangential: none}}\n"
    "walls: {piston: {material: soft, disk: {centre: [0.5 m, 0 m, 0 m], normal: [1, 0, 0], radius: "
    "5 cm},\n"
    "                 drive: {law: force, axis: [1, 0, 0], force: -3 N, mass: 2 kg}},\n"
    "        shaker: {material: soft, disk: {centre: [-0.5 m, 0 m, 0 m], normal: [1, 0, 0], "
    "radius: 5 cm},\n"
    "                 drive: {law: oscillation, direction: [0, 0, 1], amplitude: 1 cm, frequency: "
    "7 Hz}}}\n"
    "grains:\n  - {name: one, shape: ball, material: soft, velocity: [0.5 m/s, 0 m/s, 3 m/s], " ONE
    "run: {duration: 1 s, step: 1e-4 s}\n";

static void fly(const char *integrator)
{
    const case_override set = {"run.integrator", integrator};
    static const char *const steps[] = {"3.7e-5 s", "2.2e-4 s", "1e-4 s"};
    static const double length[] = {3.7e-5, 2.2e-4, 1e-4};
    sim a, b;
    REQUIRE(sim_open(&a, flight, &set, 1, NULL) && sim_step(&a, 777));
    double t = world_time(a.w);
    CHECK_REL(t, 0.0777, 1e-12);
    for (int k = 0; k < 3; k++) {
        REQUIRE(branch(&a, flight, integrator, steps[k], &b));
        sim_close(&a);
        CHECK(world_time(b.w) == t && world_dt(b.w) == length[k]);
        CHECK(sim_step(&b, 500));
        t += 500 * length[k];
        CHECK_REL(world_time(b.w), t, 1e-12);
        t = world_time(b.w);
        frame f = sim_frame(&b);
        REQUIRE(f.ball.count == 1 && f.walls == 2);
        CHECK_NEAR(f.ball.position[0].x, 0.5 * t, 1e-12);
        CHECK_NEAR(f.ball.position[0].z, 0.01 + 3 * t - 0.5 * 9.81 * t * t, 1e-12);
        CHECK_NEAR(f.ball.velocity[0].z, 3 - 9.81 * t, 1e-12);
        CHECK_NEAR(f.wall[0].position.x, 0.5 - 0.5 * 1.5 * t * t, 1e-12);
        CHECK_NEAR(f.wall[1].position.z, 0.01 * sin(2 * 3.14159265358979323846 * 7 * t), 1e-12);
        CHECK(f.time == t && f.step == 777 + 500 * (k + 1));
        frame_clear(&f);
        a = b;
    }
    sim_close(&a);
}

TEST(nothing_jumps_under_constant_forces)
{
    fly("velocity-verlet");
    fly("gear");
}

// A branch before the first step begins with the velocities of the case.
TEST(nothing_jumps_at_the_start)
{
    static const char *const integrators[] = {"velocity-verlet", "gear"};
    for (int k = 0; k < 2; k++) {
        const case_override set = {"run.integrator", integrators[k]};
        sim a, b;
        REQUIRE(sim_open(&a, flight, &set, 1, NULL) &&
                branch(&a, flight, integrators[k], "3e-5 s", &b));
        CHECK(sim_step(&b, 1000));
        frame f = sim_frame(&b);
        REQUIRE(f.ball.count == 1);
        double t = world_time(b.w);
        CHECK_REL(t, 0.03, 1e-12);
        CHECK_NEAR(f.ball.position[0].x, 0.5 * t, 1e-12);
        CHECK_NEAR(f.ball.position[0].z, 0.01 + 3 * t - 0.5 * 9.81 * t * t, 1e-12);
        frame_clear(&f);
        sim_close(&a);
        sim_close(&b);
    }
}

// A ball that sticks to the floor and swings on its normal and tangential springs, never leaving it; the ledger is on.
static const char swing[] =
    HEAD "gravity: [2 m/s^2, 0, -9.81 m/s^2]\n"
         "pairs: {default: {normal: {law: linear, stiffness: 10 kN/m}, tangential: {law: "
         "cundall-strack, friction: 9}}}\n"
         "walls: {floor: {material: soft, plane: {point: [0 m, 0 m, 0 m], normal: [0, 0, 1]}}}\n"
         "grains:\n  - {name: one, shape: ball, material: soft, " ONE
         "run: {duration: 1 s, ledger: true, step: 1e-4 s}\n";

// Place after n steps of h and m of r h, with n h + m r h the same for all.
static frame swung(const char *integrator, int fine, bool change)
{
    char first[32], second[32];
    snprintf(first, sizeof first, "%.17g s", 4e-5 / fine);
    snprintf(second, sizeof second, "%.17g s", (change ? 2e-5 : 4e-5) / fine);
    const case_override set[2] = {{"run.step", first}, {"run.integrator", integrator}};
    sim a, b;
    frame f = {0};
    if (!sim_open(&a, swing, set, 2, NULL) || !sim_step(&a, 47 * fine) ||
        !branch(&a, swing, integrator, second, &b))
        abort();
    sim_close(&a);
    CHECK(sim_step(&b, (change ? 60 : 30) * fine));
    f = sim_frame(&b);
    sim_close(&b);
    return f;
}

TEST(second_order_stays)
{
    const char *verlet = "velocity-verlet";
    frame exact = swung(verlet, 64, false), coarse = swung(verlet, 1, true),
          fine = swung(verlet, 2, true);
    REQUIRE(exact.ball.count == 1 && coarse.ball.count == 1 && fine.ball.count == 1);
    CHECK_REL(coarse.time, exact.time, 1e-13);
    double size = v3_norm(v3_sub(exact.ball.position[0], v3_make(0, 0, 0.01)));
    double one = v3_norm(v3_sub(coarse.ball.position[0], exact.ball.position[0])),
           two = v3_norm(v3_sub(fine.ball.position[0], exact.ball.position[0]));
    CHECK_MSG(one < 0.02 * size && one > 3.4 * two && one < 4.6 * two, "%g m and %g m of %g m", one,
              two, size);
    double off = fabs(coarse.ledger.residual) / coarse.ledger.turned_over,
           half = fabs(fine.ledger.residual) / fine.ledger.turned_over;
    CHECK_MSG(off < 2e-3 && half < 0.35 * off, "the books are off by %g and %g", off, half);
    frame_clear(&exact);
    frame_clear(&coarse);
    frame_clear(&fine);
}

// The derivatives of Gear's scheme are scaled to the new step; what is left of its error is that of the arms of
// friction.
TEST(gear_stays_exact)
{
    frame exact = swung("gear", 64, false), coarse = swung("gear", 1, true),
          fine = swung("gear", 2, true);
    REQUIRE(exact.ball.count == 1 && coarse.ball.count == 1 && fine.ball.count == 1);
    double size = v3_norm(v3_sub(exact.ball.position[0], v3_make(0, 0, 0.01)));
    double one = v3_norm(v3_sub(coarse.ball.position[0], exact.ball.position[0])),
           two = v3_norm(v3_sub(fine.ball.position[0], exact.ball.position[0]));
    CHECK_MSG(one < 1e-5 * size && one > 3.4 * two, "%g m and %g m of %g m", one, two, size);
    frame_clear(&exact);
    frame_clear(&coarse);
    frame_clear(&fine);
}

// The same step is no branch: not a bit changes, and no column more is saved. Another one changes nothing before its
// first step, and can be saved and resumed anywhere.
TEST(a_branch_is_a_run_like_any_other)
{
    static const char *const names[] = {"stirred", "rolling", "stream", "leaping", "geared"};
    for (int i = 0; i < 5; i++) {
        const char *text = scene_find(names[i])->text;
        char same[32], other[32];
        sim a, b, c, d;
        image im = {0};
        scree_error e;
        REQUIRE(sim_open(&a, text, NULL, 0, NULL) && sim_step(&a, 150));
        snprintf(same, sizeof same, "%.17g s", world_dt(a.w));
        snprintf(other, sizeof other, "%.17g s", 0.6 * world_dt(a.w));
        REQUIRE(branch(&a, text, NULL, same, &b) && branch(&a, text, NULL, other, &c));
        CHECK(sim_hash(&a) == sim_hash(&b) && sim_step(&a, 60) && sim_step(&b, 60) &&
              sim_hash(&a) == sim_hash(&b));
        CHECK(world_image(b.w, &im, &e) == SCREE_OK &&
              !image_find(&im, "run/origin", IMAGE_F64, 2));
        image_clear(&im);
        double time = world_time(c.w);
        REQUIRE(branch(&c, text, NULL, other, &d)); // again before its first step
        CHECK(sim_step(&c, 40) && sim_step(&d, 40) && sim_hash(&c) == sim_hash(&d));
        CHECK_REL(world_time(c.w), time + 40 * 0.6 * world_dt(a.w), 1e-12);
        sim_close(&d);
        REQUIRE(branch(&c, text, NULL, other, &d)); // and in the middle
        CHECK(sim_hash(&c) == sim_hash(&d) && world_time(c.w) == world_time(d.w));
        CHECK_MSG(sim_step(&c, 40) && sim_step(&d, 40) && sim_hash(&c) == sim_hash(&d), "%s",
                  names[i]);
        CHECK(world_image(c.w, &im, &e) == SCREE_OK && image_find(&im, "run/origin", IMAGE_F64, 2));
        image_clear(&im);
        sim_close(&a);
        sim_close(&b);
        sim_close(&c);
        sim_close(&d);
    }
}

TEST_MAIN
