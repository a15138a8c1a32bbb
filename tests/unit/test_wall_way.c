// test_wall_way.c - how often lists are built beside a plane that turns: its size has no part in it, only how far it
// comes nearer to grains; and a grain that a tilting plane comes up to is met in time. label: sanitize
#include "harness.h"
#include "state/bodies.h"
#include "support/scenes.h"

#include <math.h>

#define HEAD                                                                                       \
    "scree: 1\nmaterials: {glass: {density: 2500 kg/m^3, young: 5 MPa, poisson: 0.25}}\n"          \
    "pairs: {default: {normal: {law: hertz, restitution: 0.6}, tangential: {law: mindlin, "        \
    "friction: 0.4}}}\n"                                                                           \
    "shapes: {bead: {ball: {radius: 5 mm}}}\n"                                                     \
    "domain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\n"                                   \
    "run: {duration: 9 s, step: 20 us, deepest_overlap: none}\n"
#define PLATE(axis, rate)                                                                          \
    "walls: {plate: {material: glass, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, drive: {law: " \
    "rotation, "                                                                                   \
    "axis: " axis ", point: [0, 0, 0], rate: " rate "}}}\n"
#define GRAIN(at)                                                                                  \
    "grains: [{name: one, shape: bead, material: glass, packing: {law: lattice, spacing: [1 m, 1 " \
    "m, 1 m], "                                                                                    \
    "counts: [1, 1, 1], origin: " at "}}]\n"
#define NONSMOOTH "solver: nonsmooth\n"

static int64_t builds_of(const char *text, int64_t steps)
{
    sim s;
    if (!CHECK(sim_open(&s, text, NULL, 0, NULL)) || !CHECK(sim_step(&s, steps)))
        return -1;
    int64_t builds = world_pulse_of(s.w).list_builds;
    sim_close(&s);
    return builds;
}

TEST(a_plane_that_turns_about_its_normal_comes_nearer_to_nothing)
{
    const char *smooth =
        HEAD PLATE("[0, 0, 1]", "20 rad/s") "gravity: 0\n" GRAIN("[10 cm, 0, 10 cm]");
    const char *nonsmooth =
        HEAD NONSMOOTH PLATE("[0, 0, 1]", "20 rad/s") "gravity: 0\n" GRAIN("[10 cm, 0, 10 cm]");
    CHECK(builds_of(smooth, 500) == 1);
    CHECK(builds_of(nonsmooth, 500) == 1);
}

// 0.01 rad/s for 10 ms: 1e-4 rad, and 15 um at a grain 15 cm away.
TEST(a_plane_that_tilts_slowly_leaves_lists_alone)
{
    const char *text =
        HEAD PLATE("[0, 1, 0]", "0.01 rad/s") "gravity: 0\n" GRAIN("[10 cm, 0, 10 cm]");
    CHECK(builds_of(text, 500) == 1);
}

// About -y the half at positive x comes up: the grain, 1 cm above the plane at x = 50 cm, is met after 0.02 rad, and is
// above the plane ever after.
TEST(a_grain_far_out_is_met_by_a_tilting_plane)
{
    sim s;
    REQUIRE(sim_open(&s,
                     HEAD PLATE("[0, -1, 0]", "1 rad/s") "gravity: 0\n" GRAIN("[50 cm, 0, 1.5 cm]"),
                     NULL, 0, NULL));
    double least = INFINITY;
    bool met = false;
    for (int n = 0; n < 150; n++) {
        REQUIRE(sim_step(&s, 20));
        double angle = world_time(s.w);
        const bodies *o = world_bodies(s.w, 0);
        const double *x = o->position[o->now][0].v;
        double gap = cos(angle) * x[2] - sin(angle) * x[0] - x[3];
        least = fmin(least, gap);
        met = met || gap < 0;
    }
    CHECK(met && least > -5e-4);
    CHECK(world_pulse_of(s.w).list_builds < 300);
    sim_close(&s);
}

TEST_MAIN
