// test_regions_flow.c - grains that come in regions, by batches, with a temperature and a mass to end with, and go from
// regions by chance: the same bits for any threads and parts and through images in the middle of a batch; amounts to the
// step; the books.
// label: sanitize
#include "harness.h"
#include "support/scenes.h"

#include <math.h>

// A ball weighs 0.0335 g, so 1 g is full with the thirtieth. A step is 50 us.
static const char text[] =
    "scree: 1\ngravity: [0, 0, -9.81 m/s^2]\nsolver: %s\n"
    "materials: {m: {density: 1 g/cm^3, young: 1 MPa, poisson: 0.25}}\n"
    "pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: {law: mindlin, "
    "friction: "
    "0.3}}}\n"
    "shapes: {ball: {ball: {radius: 2 mm}}}\n"
    "domain: {low: [-5 cm, -5 cm, 0 cm], high: [5 cm, 5 cm, 20 cm], boundary: {x: periodic, z: "
    "wall}, material: m}\nrandom: {seed: 5}\n"
    "regions: {hopper: {cone: {from: [0 m, 0 m, 8 cm], to: [0 m, 0 m, 12 cm], radius_from: 1 cm, "
    "radius_to: 3 cm}},\n"
    "  bed: {difference: [{cylinder: {from: [0 m, 0 m, 0 m], to: [0 m, 0 m, 6 cm], radius: 3 cm}},"
    " {ball: {centre: [0 m, 0 m, 3 cm], radius: 1 cm}}]}}\n"
    "grains: [{name: g, shape: ball, material: m, temperature: 0.01 m^2/s^2, packing: {law: "
    "random, "
    "count: 60, inside: bed}}]\n"
    "streams: [{name: s, shape: ball, material: m, inside: hopper, rate: 30 g/s, mass: 1 g, every: "
    "10 ms, velocity: -0.5 m/s, temperature: 0.02 m^2/s^2},\n"
    "  {name: t, shape: ball, material: m, inside: {slab: {point: [0 m, 0 m, 15 cm], normal: [0, "
    "0, "
    "-1], thickness: 2 cm}}, rate: 500/s, count: 12, velocity: 1 m/s}]\n"
    "removals: {out: {inside: {half-space: {point: [0 m, 0 m, 1 cm], normal: [0, 0, -1]}}, every: "
    "3 "
    "ms, fraction: 0.3}}\n"
    "run: {duration: 1 s, step: %s, ledger: true, on_loss: remove}\n";

typedef struct flow {
    const char *solver, *step;
    int steps; // of 45 ms
} flow;

static const flow flows[] = {{"smooth", "50 us", 900}, {"nonsmooth", "500 us", 90}};

// Steps in stretches, each in a world of its own that goes on from an image.
static uint64_t relay(const flow *is, const world_options *options, int stretches)
{
    char case_text[3000];
    snprintf(case_text, sizeof case_text, text, is->solver, is->step);
    sim scene[2] = {0};
    sim *now = &scene[0];
    sim *next = &scene[1];
    if (!sim_open(now, case_text, NULL, 0, options))
        return 0;
    bool good = sim_step(now, is->steps / stretches);
    for (int i = 1; good && i < stretches; i++) {
        good = sim_hand_over(now, next, case_text, NULL, options);
        sim *empty = now;
        now = next;
        next = empty;
        good = good && sim_step(now, is->steps / stretches);
    }
    const uint64_t hash = good ? sim_hash(now) : 0;
    sim_close(now);
    return hash;
}

TEST(the_same_bits)
{
    for (int i = 0; i < 2; i++) {
        const bool smooth = i == 0;
        const world_options one = options_of(1, 0, 0);
        const world_options two = options_of(2, 1, 0);
        world_options parts = options_of(1, 0, 0);
        parts.parts = 3;
        parts.poison = true;
        const uint64_t hash = relay(&flows[i], &one, 1);
        CHECK(hash != 0);
        CHECK(relay(&flows[i], &two, 1) == hash);
        CHECK(relay(&flows[i], &one, 9) == hash);
        CHECK(!smooth || relay(&flows[i], &parts, 5) == hash);
    }
}

TEST(amounts_are_exact_to_the_step_and_books_balance)
{
    for (int i = 0; i < 2; i++) {
        char case_text[3000];
        snprintf(case_text, sizeof case_text, text, flows[i].solver, flows[i].step);
        sim scene = {0};
        const world_options one = options_of(1, 0, 0);
        REQUIRE(sim_open(&scene, case_text, NULL, 0, &one));
        // The first batch is all that is due in 10 ms: 0.3 g, of which the ninth ball begins at 0.268 g.
        REQUIRE(sim_step(&scene, 1));
        const stream_tally first = world_stream_tally(scene.w, 0);
        CHECK_MSG(first.made + first.missing == 9, "%d", (int)(first.made + first.missing));
        REQUIRE(sim_step(&scene, flows[i].steps - 1));
        const stream_tally all = world_stream_tally(scene.w, 0);
        const stream_tally other = world_stream_tally(scene.w, 1);
        CHECK_MSG(all.made + all.missing == 30, "%d", (int)(all.made + all.missing));
        CHECK(other.made == 12 && other.missing == 0);
        const world_flows flown = world_flows_of(scene.w);
        CHECK_MSG(flown.removed > 5, "%d", (int)flown.removed);
        CHECK(world_grains(scene.w) == 60 + flown.streamed - flown.removed - flown.lost);
        frame look = sim_frame(&scene);
        const frame_ledger *books = &look.ledger;
        CHECK_MSG(fabs(books->residual) < 1e-3 * books->turned_over, "%g of %g", books->residual,
                  books->turned_over);
        frame_clear(&look);
        sim_close(&scene);
    }
}

TEST_MAIN
