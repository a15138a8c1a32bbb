// test_growth_bits.c - radii that grow and shrink, and forces that no contact makes: the same bits for any number of threads,
// parts, widths and skins, and for a run that is saved and goes on.
#include "harness.h"
#include "support/scenes.h"

// Balls that grow, balls that shrink and go, fixed ones, clumps and cubes beside them, a stream whose balls grow as they
// come.
static const char solid[] =
    "scree: 1\n"
    "domain: {low: [0 m, 0 m, 0 m], high: [1 m, 1 m, 1 m], boundary: {x: periodic, y: wall, z: "
    "wall}, material: m}\n"
    "gravity: [0, 0, -9.81 m/s^2]\n"
    "materials: {m: {density: 1000 kg/m^3, young: 10 MPa, poisson: 0.3}}\n"
    "pairs: {default: {normal: {law: linear, stiffness: 100 kN/m, restitution: 0.5}, tangential: "
    "{law: cundall-strack, friction: 0.3}}}\n"
    "shapes:\n  b: {ball: {radius: {distribution: uniform, from: 2 cm, to: 7 cm}}}\n"
    "  c: {clump: {balls: [{at: [-3 cm, 0 m, 0 m], radius: 5 cm}, {at: [3 cm, 0 m, 0 m], radius: "
    "4 cm}]}}\n"
    "  k: {spheropolyhedron: {builder: {box: [8 cm, 6 cm, 6 cm]}, radius: 1 cm}}\n"
    "grains:\n"
    "  - {name: g, shape: b, material: m, growth: {rate: 4/s, until: 15 ms}, packing: {law: "
    "random, count: 70, inside: domain, seed: 7}}\n"
    "  - {name: s, shape: b, material: m, growth: {velocity: -20 cm/s, keeps: mass, removed_below: "
    "2 cm}, packing: {law: random, count: 40, inside: domain, seed: 6}}\n"
    "  - {name: f, shape: b, material: m, fixed: true, growth: {velocity: 1 m/s}, packing: {law: "
    "random, count: 5, inside: domain, seed: 5}}\n"
    "  - {name: h, shape: c, material: m, packing: {law: random, count: 20, inside: domain, seed: "
    "8}}\n"
    "  - {name: k, shape: k, material: m, packing: {law: random, count: 20, inside: domain, seed: "
    "9}}\n"
    "streams:\n"
    "  in: {shape: b, material: m, rate: 2000/s, growth: {rate: -5/s, removed_below: 1 cm}, low: "
    "[0, 0, 0.5 m], high: [1 m, 1 m, 1 m], velocity: [0, 0, -1 m/s]}\n"
    "forces:\n"
    "  wind: {law: drag, time: 50 ms, velocity: [3 m/s, 0, 0]}\n"
    "  well: {law: spring, point: [0, 0, 50 cm], axis: [1, 0, 0], rate: 30 rad/s}\n"
    "run: {steps: 1, step: 0.1 ms, ledger: true, deepest_overlap: none}\n";

enum { STEPS = 220, PART = 110 };

static uint64_t hash_after(const case_override *set, int sets, const world_options *options)
{
    sim s;
    if (!sim_open(&s, solid, set, sets, options) || !sim_step(&s, STEPS))
        abort();
    const uint64_t hash = sim_hash(&s);
    sim_close(&s);
    return hash;
}

static const case_override settings[] = {{"run.ledger", "true"}, {"run.ledger", "false"}};

TEST(layouts_do_not_matter)
{
    int widths[4];
    const int count = widths_here(widths);
    for (int k = 0; k < 2; k++) {
        const world_options plain = options_of(1, 0, 0);
        const uint64_t want = hash_after(&settings[k], 1, &plain);
        const world_options other = options_of(2, widths[0], 0.02);
        CHECK_MSG(hash_after(&settings[k], 1, &other) == want, "width %d of %d", widths[0], count);
        world_options parts = options_of(2, 0, 0);
        parts.parts = 3;
        parts.poison = true;
        CHECK_MSG(hash_after(&settings[k], 1, &parts) == want, "parts");
    }
}

TEST(a_run_goes_on)
{
    scree_error error;
    image im = {0};
    sim whole;
    sim part;
    const world_options plain = options_of(1, 0, 0);
    world_options other = options_of(1, 1, 0);
    other.parts = 2;
    const uint64_t want = hash_after(settings, 1, &plain);
    REQUIRE(sim_open(&whole, solid, settings, 1, &plain));
    REQUIRE(sim_step(&whole, PART));
    REQUIRE(world_image(whole.w, &im, &error) == SCREE_OK);
    REQUIRE(sim_read(&part, solid, settings, 1));
    REQUIRE(sim_restore(&part, &im, &other) && sim_step(&part, STEPS - PART));
    CHECK(sim_hash(&part) == want);
    const world_flows flows = world_flows_of(part.w);
    CHECK_MSG(flows.removed > 3, "%d", (int)flows.removed);
    sim_close(&part);
    sim_close(&whole);
    image_clear(&im);
}

TEST_MAIN
