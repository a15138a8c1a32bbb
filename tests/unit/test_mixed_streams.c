// test_mixed_streams.c - a stream that is a mixture by mass brings its mass and its shares to within a grain, with any
// number of threads and from a snapshot on.
#include "harness.h"
#include "scene/mixture.h"
#include "support/scenes.h"

#define HEAD                                                                                       \
    "scree: 1\nsolver: nonsmooth\ngravity: 0\n"                                                    \
    "materials: {glass: {density: 2500 kg/m^3}, steel: {density: 7800 kg/m^3}}\n"                  \
    "pairs: {default: {normal: {law: linear, stiffness: 1 kN/m}, tangential: none}}\n"             \
    "domain: {low: [0, 0, 0], high: [10 cm, 10 cm, 10 cm]}\n"                                      \
    "run: {duration: 1 s, step: 1 ms}\n"                                                           \
    "shapes:\n  small: {ball: {radius: 0.5 mm}}\n"                                                 \
    "  large: {ball: {radius: {distribution: uniform, from: 0.8 mm, to: 1.6 mm}}}\n"               \
    "  twin: {clump: {balls: [{at: [0, 0, 0], radius: 1 mm}, {at: [1 mm, 0, 0], radius: 1 mm}]}, " \
    "scale: {distribution: lognormal, by: volume, mean: 1, deviation: 0.3, from: 0.4, to: 2}, "    \
    "classes: 4}\n"

#define RAIN                                                                                       \
    HEAD "streams:\n  - name: rain\n    by: mass\n    mixture:\n"                                  \
         "      - {shape: small, material: glass, fraction: 0.25}\n"                               \
         "      - {shape: large, material: steel, fraction: 0.75}\n"                               \
         "    low: [0, 0, 0]\n    high: [10 cm, 10 cm, 10 cm]\n    rate: 20 g/s\n"

TEST(a_mixed_stream_brings_its_mass)
{
    sim s, other;
    const world_options two = options_of(2, 0, 0);
    REQUIRE(sim_open(&s, RAIN, NULL, 0, NULL) && sim_open(&other, RAIN, NULL, 0, &two));
    REQUIRE(sim_step(&s, 100) && sim_step(&other, 100));
    CHECK(world_streams(s.w) == 1 && sim_hash(&s) == sim_hash(&other));
    CHECK_STR(world_stream_tally(s.w, 0).name, "rain");
    frame seen = sim_frame(&s);
    double made[2] = {0}, largest = 0;
    for (int64_t i = 0; i < seen.ball.count; i++) {
        made[seen.ball.set[i]] += seen.ball.mass[i];
        largest = fmax(largest, seen.ball.mass[i]);
    }
    CHECK_NEAR(made[0] + made[1], 2e-3, 2 * largest);
    CHECK_NEAR(made[0], 0.25 * (made[0] + made[1]), largest);
    CHECK_REL(world_stream_tally(s.w, 0).asked, 20e-3 / mixture_mean_mass(&s.m, 0), 1e-12);
    frame_clear(&seen);
    // From a snapshot the row goes on where it was.
    image state = {0};
    scree_error error;
    sim later;
    REQUIRE(world_image(s.w, &state, &error) == SCREE_OK && sim_read(&later, RAIN, NULL, 0) &&
            sim_restore(&later, &state, NULL));
    REQUIRE(sim_step(&s, 50) && sim_step(&later, 50));
    CHECK(sim_hash(&s) == sim_hash(&later));
    image_clear(&state);
    sim_close(&later);
    sim_close(&other);
    sim_close(&s);
}

TEST_MAIN
