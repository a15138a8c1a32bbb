// test_wall_speeds.c - how fast a wall may hit a grain, as the choice of the step sees it: of motions that follow each other
// the fastest, of those that go at one time the sum; of a turn what is far from its axis.
#include "harness.h"
#include "support/scenes.h"

#include <stdio.h>

#define CLOSE 1e-9

// Half of the head-on speed, m/s: that of the wall.
static double speed_of(const char *drive)
{
    char text[2048];
    sim s;
    step_choice choice;
    scree_error error;
    snprintf(text, sizeof text,
             "scree: 1\ngravity: 0\n"
             "materials: {soft: {density: 2500 kg/m^3, young: 20 MPa, poisson: 0.25}}\n"
             "pairs: {default: {normal: {law: hertz, restitution: 0.8}, tangential: {law: none}}}\n"
             "shapes: {ball: {ball: {radius: 1 cm}}}\n"
             "domain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\n"
             "walls:\n"
             "  plate: {material: soft, disk: {centre: [0, 0, -5 cm], normal: [0, 0, 1], radius: "
             "5 cm}, drive: %s}\n"
             "grains: [{name: one, shape: ball, material: soft, packing: {law: lattice, spacing: "
             "[3 cm, 3 cm, 3 cm], counts: [1, 1, 1], origin: [0, 0, 0]}}]\n"
             "run: {duration: 10 s, step: auto}\n",
             drive);
    if (!CHECK(sim_read(&s, text, NULL, 0)))
        return 0;
    const bool chosen = CHECK(step_choose(&s.m, ".", &choice, &error) == SCREE_OK);
    model_clear(&s.m);
    return chosen ? 0.5 * choice.speed : 0;
}

TEST(one_after_the_other_is_no_sum)
{
    const double speed = speed_of("[{law: velocity, velocity: [0, 0, 1 m/s], to: 10 ms}, {law: "
                                  "velocity, velocity: [3 m/s, 0, 0], from: 10 ms, to: 20 ms}, "
                                  "{law: velocity, velocity: [0, 0, -2 m/s], from: 20 ms}]");
    CHECK_REL(speed, 3, CLOSE);
}

TEST(at_one_time_speeds_add_up)
{
    const double speed = speed_of("[{law: velocity, velocity: [0, 0, 1 m/s], to: 15 ms}, {law: "
                                  "velocity, velocity: [3 m/s, 0, 0], from: 10 ms, to: 20 ms}, "
                                  "{law: velocity, velocity: [0, 0, -2 m/s], from: 20 ms}]");
    CHECK_REL(speed, 4, CLOSE);
}

// About the axis of the disk its rim is 5 cm away; 1 cm more once it has been moved.
TEST(an_axis_is_as_far_as_the_wall_has_come)
{
    const double alone = speed_of("[{law: rotation, axis: [0, 0, 1], rate: 100 rad/s}]");
    const double moved = speed_of("[{law: velocity, velocity: [1 m/s, 0, 0], to: 10 ms}, {law: "
                                  "rotation, axis: [0, 0, 1], rate: 100 rad/s, point: [0, 0, 0], "
                                  "from: 10 ms}]");
    CHECK_REL(alone, 5, CLOSE);
    CHECK_REL(moved, 6, CLOSE);
}

// Nobody knows where the axis is by then: the domain is what the wall may be seen in.
TEST(without_an_end_a_way_may_be_any)
{
    const double speed = speed_of("[{law: velocity, velocity: [1 m/s, 0, 0]}, {law: rotation, "
                                  "axis: [0, 0, 1], rate: 1 rad/s, point: [0, 0, 0]}]");
    CHECK_REL(speed, 1 + sqrt(2), CLOSE);
}

TEST_MAIN
