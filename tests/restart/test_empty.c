// test_empty.c - worlds without grains: only a stream, or nothing at all, and a restart from such a state.
// label: sanitize
#include "support/scenes.h"
#include "harness.h"

static const char stream_only[] =
    "scree: 1\n"
    "gravity: [0 m/s^2, 0 m/s^2, -9.81 m/s^2]\n"
    "domain: {low: [0 m, 0 m, 0 m], high: [4 cm, 4 cm, 10 cm], boundary: {x: wall, y: wall, z: wall}, material: "
    "glass}\n"
    "materials: {glass: {density: 2500 kg/m^3, young: 5 MPa, poisson: 0.25}}\n"
    "pairs: {default: {normal: {law: hertz, restitution: 0.8}, tangential: {law: mindlin, friction: 0.4}}}\n"
    "shapes: {bead: {ball: {radius: 2 mm}}}\n"
    "grains: []\n"
    "streams: {rain: {shape: bead, material: glass, low: [1 cm, 1 cm, 8 cm], high: [3 cm, 3 cm, 9 cm], velocity: [0 "
    "m/s, 0 m/s, -1 m/s],\n"
    "                 rate: 500/s, seed: 3}}\n"
    "run: {duration: 1 s, step: 2e-5 s}\n";

// What runs on from an empty state is what runs through.
TEST(a_stream_fills_an_empty_world)
{
    world_options o = options_of(1, 0, 0);
    sim whole = {0}, part = {0}, rest = {0};
    image im = {0};
    scree_error error;
    REQUIRE(sim_open(&whole, stream_only, NULL, 0, &o));
    REQUIRE(sim_open(&part, stream_only, NULL, 0, &o));
    CHECK(world_count(part.w) == 0);
    REQUIRE(world_image(part.w, &im, &error) == SCREE_OK);
    REQUIRE(sim_read(&rest, stream_only, NULL, 0));
    REQUIRE(sim_restore(&rest, &im, &o));
    CHECK(sim_step(&whole, 4000) && sim_step(&rest, 4000));
    CHECK(world_count(whole.w) > 20);
    CHECK(sim_hash(&whole) == sim_hash(&rest));
    image_clear(&im);
    sim_close(&whole), sim_close(&part), sim_close(&rest);
}

TEST(a_stream_out_of_the_domain_is_refused)
{
    const case_override out = {"streams.rain.high", "[3 cm, 3 cm, 11 cm]"};
    sim s = {0};
    world *w = NULL;
    scree_error error = {0};
    world_options o = options_of(1, 0, 0);
    REQUIRE(sim_read(&s, stream_only, &out, 1));
    CHECK(world_create(&s.m, &o, &w, &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.what, "out of the domain along z");
    sim_close(&s);
}

TEST_MAIN
