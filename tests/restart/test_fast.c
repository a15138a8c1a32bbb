// test_fast.c - a world with a given step goes on after a snapshot even when its grains have become so fast that a case
// would not be allowed to begin with that step; another step is refused as it is at the start.
#include "harness.h"
#include "support/scenes.h"

static const char text[] =
    "scree: 1\n"
    "domain: {low: [0 m, 0 m, 0 m], high: [1 m, 1 m, 1 m], boundary: {x: periodic}}\n"
    "materials: {soft: {density: 2500 kg/m^3, young: 20 MPa, poisson: 0.25}}\n"
    "pairs: {default: {normal: {law: hertz}, tangential: none}}\n"
    "shapes: {ball: {ball: {radius: 5 mm}}}\n"
    "grains: [{name: all, shape: ball, material: soft, packing: {law: lattice, counts: [2, 1, 1], "
    "spacing: [0.5 m, 1 m, 1 m], origin: [0.1 m, 0.5 m, 0.5 m]}}]\n"
    "run: {step: 50 us, steps: 100}\n";

TEST(grains_that_became_fast_go_on)
{
    sim s;
    sim again = {0};
    image im = {0};
    scree_error error = {0};
    const world_options options = options_of(1, 0, 0);
    const v3 velocity[] = {{5000, 0, 0}, {5000, 0, 0}};
    REQUIRE(sim_open(&s, text, NULL, 0, NULL));
    CHECK(world_write(s.w, WORLD_VELOCITY, NULL, velocity, 2, &error) == SCREE_OK);
    CHECK(sim_step(&s, 10));
    CHECK(world_image(s.w, &im, &error) == SCREE_OK);
    REQUIRE(sim_read(&again, text, NULL, 0));
    CHECK(sim_restore(&again, &im, &options));
    CHECK(sim_step(&again, 10) && sim_step(&s, 10));
    CHECK(sim_hash(&again) == sim_hash(&s));
    sim_close(&again);

    const case_override longer = {"run.step", "51 us"};
    REQUIRE(sim_read(&again, text, &longer, 1));
    CHECK(world_restore(&again.m, &options, &im, &again.w, &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.what, "is too long");
    sim_close(&again);
    sim_close(&s);
    image_clear(&im);
}

TEST_MAIN
