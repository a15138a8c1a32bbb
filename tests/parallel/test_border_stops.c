// test_border_stops.c - a wall that comes to a periodic border stops the run at the same step whatever the threads, parts and skin,
// and whether steps are asked for one by one or all at once.
#include "harness.h"
#include "support/scenes.h"

#include <string.h>

static const char text[] =
    "scree: 1\ndimensions: 2\ngravity: 0\n"
    "domain: {low: [-3 cm, -3 cm], high: [3 cm, 3 cm], boundary: {x: periodic, y: periodic}}\n"
    "materials: {m: {density: 2500 kg/m^3, young: 20 MPa, poisson: 0.25}}\n"
    "pairs: {default: {normal: {law: hertz, restitution: 0.6}, tangential: none}}\n"
    "shapes: {bead: {ball: {radius: 2 mm}}}\n"
    "walls: {ram: {material: m, box: {low: [-1 cm, -2 cm, -1 cm], high: [1 cm, -1 cm, 1 cm], side: "
    "outside}, "
    "drive: {law: velocity, velocity: [1.3 m/s, 0, 0]}}}\n"
    "grains: [{name: bed, shape: bead, material: m, temperature: 2 m^2/s^2, packing: {law: "
    "lattice, "
    "spacing: [5 mm, 5 mm], low: [-28 mm, 0 mm], high: [28 mm, 28 mm]}}]\n"
    "run: {steps: 4000, step: 10 us, deepest_overlap: none}\n";

enum { STEPS = 4000 };

// The step at which it stops.
static int64_t stops_at(const world_options *options, int64_t at_once)
{
    sim s;
    scree_error error = {0};
    scree_status status = SCREE_OK;
    if (!CHECK(sim_open(&s, text, NULL, 0, options)))
        return -1;
    while (status == SCREE_OK && world_steps(s.w) < STEPS)
        status = world_step(s.w, at_once, &error);
    const int64_t steps = world_steps(s.w);
    CHECK(status == SCREE_DIVERGED && strstr(error.what, "comes to the periodic border along x"));
    sim_close(&s);
    return steps;
}

TEST(a_wall_at_a_border_stops_all_alike)
{
    const world_options plain = options_of(1, 0, 0);
    const world_options wide = options_of(2, 1, 2e-3);
    const world_options narrow = options_of(1, 0, 1e-5);
    world_options dealt = options_of(2, 0, 3e-4);
    dealt.parts = 3;
    const int64_t step = stops_at(&plain, STEPS);
    CHECK_MSG(step > 0 && step < STEPS, "%lld", (long long)step);
    CHECK(stops_at(&plain, 1) == step);
    CHECK(stops_at(&wide, 17) == step);
    CHECK(stops_at(&narrow, STEPS) == step);
    CHECK(stops_at(&dealt, STEPS) == step);
}

TEST_MAIN
