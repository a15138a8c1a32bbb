// test_stage_steps.c - the step of `auto` is short enough for all stages of a case: stiffer grains, a fast wall and a
// strong gravity that come later limit it as if they had been there from the start.
#include "harness.h"
#include "support/scenes.h"

#define HEAD                                                                                       \
    "scree: 1\n"                                                                                   \
    "gravity: [0, 0, -9.81 m/s^2]\n"                                                               \
    "domain: {low: [0, 0, 0], high: [4 cm, 4 cm, 8 cm], boundary: {x: wall, y: wall, z: wall}, "   \
    "material: m}\n"                                                                               \
    "materials: {m: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.25}}\n"                       \
    "pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: none}}\n"               \
    "shapes: {b: {ball: {radius: 2 mm}}}\n"                                                        \
    "grains: [{name: g, shape: b, material: m, packing: {law: random, count: 30, seed: 1}}]\n"     \
    "run: {duration: 20 ms}\n"
#define LATER(set) HEAD "stages: [{name: first, until: 10 ms}, {name: second, set: " set "}]\n"
#define LID                                                                                        \
    "{material: m, plane: {point: [0, 0, 7.9 cm], normal: [0, 0, -1]}, drive: {law: velocity, "    \
    "velocity: [0, 0, -50 m/s]}}"

static double step_of(const char *text, const case_override *settings, int count)
{
    sim s;
    if (!CHECK(sim_open(&s, text, settings, count, NULL)))
        return NAN;
    const double step = world_step_choice(s.w)->step;
    CHECK(world_dt(s.w) == step);
    sim_close(&s);
    return step;
}

TEST(what_comes_later_limits_the_step)
{
    const case_override stiff = {"materials.m.young", "10 GPa"};
    const case_override lid = {"walls.lid", LID};
    const case_override strong = {"gravity", "[0, 0, -981 m/s^2]"};
    const double plain = step_of(HEAD, NULL, 0);
    CHECK(step_of(LATER("{materials.m.young: 10 GPa}"), NULL, 0) == step_of(HEAD, &stiff, 1));
    CHECK(step_of(LATER("{walls.lid: " LID "}"), NULL, 0) == step_of(HEAD, &lid, 1));
    CHECK(step_of(LATER("{gravity: [0, 0, -981 m/s^2]}"), NULL, 0) == step_of(HEAD, &strong, 1));
    CHECK(step_of(HEAD, &stiff, 1) < 0.2 * plain);
}

// A softer stage, and one with a step of its own, limit nothing.
TEST(a_step_of_its_own_limits_nothing)
{
    const double plain = step_of(HEAD, NULL, 0);
    CHECK(step_of(LATER("{materials.m.young: 1 MPa}"), NULL, 0) == plain);
    CHECK(step_of(LATER("{materials.m.young: 10 GPa, run.step: 1 us}"), NULL, 0) == plain);
}

TEST(the_reason_names_the_stage)
{
    sim s;
    REQUIRE(sim_open(&s, LATER("{materials.m.young: 10 GPa}"), NULL, 0, NULL));
    CHECK_HAS(world_step_choice(s.w)->reason, "in stage 'second' the fastest impact");
    sim_close(&s);
}

TEST_MAIN
