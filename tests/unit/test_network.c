// test_network.c - the length of the network of contacts, from which sweeps are counted: towers between upright walls.
#include "harness.h"
#include "support/scenes.h"
#include "support/network_of.h"

#include <math.h>
#include <stdio.h>

// 3 x 3 towers of 8 balls that overlap a little, in a box that they touch on all sides.
static int depth_of(const char *gravity, const char *low)
{
    sim s;
    char text[1200];
    snprintf(text, sizeof text,
             "scree: 1\nsolver: nonsmooth\ngravity: %s\n"
             "domain: {low: [0.1 mm, 0.1 mm, %s], high: [29.8 mm, 29.8 mm, 1 m], boundary: {x: "
             "wall, y: wall, z: wall}, "
             "material: m}\n"
             "materials: {m: {density: 2000 kg/m^3, young: 1e7 Pa, poisson: 0.3}}\n"
             "pairs: {default: {normal: {law: hertz}, tangential: none}}\nshapes: {ball: {ball: "
             "{radius: 5 mm}}}\n"
             "grains: {b: {shape: ball, material: m, packing: {law: lattice, spacing: [9.9 mm, 9.9 "
             "mm, 9.9 mm], counts: [3, "
             "3, 8], origin: [5 mm, 5 mm, 5 mm]}}}\nrun: {steps: 1, step: 0.1 ms}\n",
             gravity, low);
    if (!sim_open(&s, text, NULL, 0, NULL))
        return -1;
    int depth = sim_step(&s, 1) ? world_effort_of(s.w, false).depth : -1;
    sim_close(&s);
    return depth;
}

// The floor carries them, and not the walls on which the outer ones lean.
TEST(towers_stand_on_the_floor)
{
    CHECK(depth_of("[0, 0, -9.81 m/s^2]", "0.1 mm") == 8);
}

TEST(towers_lean_on_a_wall_where_that_carries)
{
    CHECK(depth_of("[9.81 m/s^2, 0, 0]", "0.1 mm") == 3);
    CHECK(depth_of("[0, -6.9 m/s^2, -6.9 m/s^2]", "0.1 mm") == 3); // of floor and wall
}

// Without weight the longest way from any one wall.
TEST(weightless_towers_are_as_long_as_the_box)
{
    CHECK(depth_of("0", "0.1 mm") == 8);
}

// Balls that nothing carries hang between the walls.
TEST(towers_without_a_floor_hang_between_walls)
{
    CHECK(depth_of("[0, 0, -9.81 m/s^2]", "-1 m") == 2);
}

// A tower of `balls` and one of `times` their density on top, as it is or on its way down.
static bool tower(int balls, double times, const char *speed, const char *settings, sim *s)
{
    char text[1200];
    snprintf(text, sizeof text,
             "scree: 1\nsolver: nonsmooth\ngravity: [0, 0, -9.81 m/s^2]\nnonsmooth: {%s}\n"
             "domain: {low: [0, 0, 0.1 mm], high: [2 cm, 2 cm, 1 m], boundary: {x: periodic, y: "
             "periodic, z: wall}, "
             "material: m}\n"
             "materials: {m: {density: 2000 kg/m^3, young: 1e9 Pa, poisson: 0.3}, heavy: {density: "
             "%g kg/m^3, young: "
             "1e9 Pa, poisson: 0.3}}\n"
             "pairs: {default: {normal: {law: hertz}, tangential: none}}\nshapes: {ball: {ball: "
             "{radius: 4 mm}}}\n"
             "grains: {b: {shape: ball, material: m, velocity: [0, 0, %s], packing: {law: lattice, "
             "spacing: [1 cm, 1 cm, "
             "7.9 mm], counts: [1, 1, %d], origin: [5 mm, 5 mm, 4 mm]}}, top: {shape: ball, "
             "material: heavy, velocity: [0, "
             "0, %s], packing: {law: lattice, spacing: [1 cm, 1 cm, 1 cm], counts: [1, 1, 1], "
             "origin: [5 mm, 5 mm, %g "
             "mm]}}}\nrun: {steps: 9, step: 0.1 ms}\n",
             settings, 2000 * times, speed, balls, speed, 4 + 7.9 * balls);
    return sim_open(s, text, NULL, 0, NULL) && sim_step(s, 1);
}

// Sweeps are counted as if a ball of three times the mass were 2 x 3 layers more; with a hundred times they are mixed.
TEST(a_heavy_body_is_many_layers)
{
    sim s;
    REQUIRE(tower(7, 3, "0", "tolerance: 0.01", &s));
    CHECK(world_effort_of(s.w, false).depth == 8 && !network_of(s.w)->effort.mixed);
    CHECK(network_of(s.w)->effort.sweeps == (int64_t)ceil(1.25 * sqrt(8 * (8 + 6.0))));
    sim_close(&s);
    REQUIRE(tower(7, 100, "0", "tolerance: 0.01", &s));
    CHECK(network_of(s.w)->effort.mixed && network_of(s.w)->effort.settling == 4.5);
    sim_close(&s);
}

// A tower that comes down takes more sweeps than its weight asks for, unless they are counted by hand.
TEST(blows_take_more_sweeps)
{
    sim s;
    REQUIRE(tower(30, 4, "-1 m/s", "tolerance: 0.001, impact_speed: 10 m/s", &s));
    CHECK(network_of(s.w)->report.impact_sweeps == 0);
    CHECK(network_of(s.w)->report.iterations > network_of(s.w)->effort.sweeps);
    sim_close(&s);
    REQUIRE(tower(30, 4, "-1 m/s", "tolerance: 0.001, impact_speed: 10 m/s, iterations: 20", &s));
    CHECK(network_of(s.w)->report.iterations == 20);
    sim_close(&s);
}

TEST_MAIN
