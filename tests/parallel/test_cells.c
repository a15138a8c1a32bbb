// test_cells.c - cells that deform: the same bits for any number of threads, parts, widths and skins, and for a run that is
// saved and goes on, before and after the tilt has come to half a length, also beside walls; contacts do not feel that.
#include "harness.h"
#include "support/scenes.h"

#include <math.h>

// Balls, clumps and cubes, and triangles in the plane, close enough to meet soon.
#define MATTER                                                                                     \
    "materials: {m: {density: 1000 kg/m^3, young: 10 MPa, poisson: 0.3}}\n"                        \
    "pairs: {default: {normal: {law: linear, stiffness: 100 kN/m, restitution: 0.5}, tangential: " \
    "{law: cundall_strack, friction: 0.3}}}\n"

static const char solid[] =
    "scree: 1\ngravity: 0\n"
    "domain: {low: [0 m, 0 m, 0 m], high: [1 m, 1 m, 1 m], boundary: {x: periodic, y: periodic, "
    "z: periodic}}\n" MATTER "shapes:\n  b: {ball: {radius: {distribution: uniform, from: 2 cm, "
    "to: 8 cm}}}\n"
    "  c: {clump: {balls: [{at: [-3 cm, 0 m, 0 m], radius: 5 cm}, {at: [3 cm, 0 m, 0 m], radius: "
    "4 cm}]}}\n"
    "  k: {spheropolyhedron: {builder: {box: [8 cm, 6 cm, 6 cm]}, radius: 1 cm}}\n"
    "grains:\n"
    "  - {name: g, shape: b, material: m, packing: {law: random, count: 100, inside: domain, seed: "
    "7}}\n"
    "  - {name: h, shape: c, material: m, packing: {law: random, count: 40, inside: domain, seed: "
    "8}}\n"
    "  - {name: k, shape: k, material: m, packing: {law: random, count: 30, inside: domain, seed: "
    "9}}\n"
    "cell: {rate: {xx: -1/s, xy: 25/s, yz: 8/s, xz: -12/s}, stress: {yy: 100 Pa}, limit: 5/s}\n"
    "run: {steps: 1, step: 0.1 ms, ledger: true, deepest_overlap: none}\n";

static const char flat[] =
    "scree: 1\ndimensions: 2\ngravity: 0\n"
    "domain: {low: [0 m, 0 m], high: [1 m, 1 m], boundary: {x: periodic, y: periodic}}\n" MATTER
    "shapes:\n  b: {ball: {radius: 2 cm}}\n"
    "  k: {spheropolygon: {vertices: [[-2 cm, -1 cm], [2 cm, -1 cm], [0 m, 2 cm]], radius: 0.5 "
    "cm}}\n"
    "grains:\n"
    "  - {name: g, shape: b, material: m, packing: {law: random, count: 180, inside: domain, seed: "
    "7}}\n"
    "  - {name: k, shape: k, material: m, packing: {law: random, count: 80, inside: domain, seed: "
    "9}}\n"
    "cell: {rate: {xx: -1/s, xy: 25/s}}\nrun: {steps: 1, step: 0.1 ms, ledger: true, "
    "deepest_overlap: none}\n";

// Between walls that rub, one of which moves: they work against the flow, and the state has that work.
static const char walled[] =
    "scree: 1\ngravity: 0\n"
    "domain: {low: [0 m, 0 m, 0 m], high: [1 m, 1 m, 0.6 m], boundary: {x: periodic, y: periodic, "
    "z: wall}, material: m}\n" MATTER "shapes:\n  b: {ball: {radius: 6 cm}}\n"
    "  k: {spheropolyhedron: {builder: {box: [8 cm, 6 cm, 6 cm]}, radius: 1 cm}}\n"
    "walls: {lid: {material: m, plane: {point: [0 m, 0 m, 0.56 m], normal: [0, 0, -1]}, drive: "
    "{law: velocity, velocity: [1 m/s, 0 m/s, -0.5 m/s]}}}\n"
    "grains:\n"
    "  - {name: g, shape: b, material: m, packing: {law: random, count: 90, high: [1 m, 1 m, 0.55 "
    "m], seed: 7}}\n"
    "  - {name: k, shape: k, material: m, packing: {law: random, count: 60, high: [1 m, 1 m, 0.55 "
    "m], seed: 9}}\n"
    "cell: {rate: {xx: -1/s, xy: 25/s}, stress: {yy: 100 Pa}, limit: 5/s}\n"
    "run: {steps: 1, step: 0.1 ms, ledger: true, deepest_overlap: none}\n";

static const char *const cases[] = {solid, flat, walled};
enum { CASES = 3, STEPS = 220, PART = 110 };

static uint64_t hash_after(const char *text, const world_options *options, int64_t steps)
{
    sim s;
    if (!sim_open(&s, text, NULL, 0, options) || !sim_step(&s, steps))
        abort();
    const uint64_t hash = sim_hash(&s);
    sim_close(&s);
    return hash;
}

static void try_layouts(const char *text)
{
    int widths[4];
    const int count = widths_here(widths);
    const world_options plain = options_of(1, 0, 0);
    const uint64_t want = hash_after(text, &plain, STEPS);
    for (int i = 0; i<count; i += count> 1 ? count - 1 : 1) {
        const world_options other = options_of(i ? 2 : 1, widths[i], i ? 0.02 : 0);
        CHECK_MSG(hash_after(text, &other, STEPS) == want, "width %d", widths[i]);
    }
    for (int parts = 2; parts < 6; parts += 3) {
        world_options other = options_of(1, 0, 0);
        other.parts = parts;
        other.poison = true;
        CHECK_MSG(hash_after(text, &other, STEPS) == want, "%d parts", parts);
    }
}

static void try_going_on(const char *text)
{
    scree_error error;
    sim whole;
    const world_options plain = options_of(1, 0, 0);
    const uint64_t want = hash_after(text, &plain, STEPS);
    REQUIRE(sim_open(&whole, text, NULL, 0, &plain));
    for (int64_t step = PART; step < STEPS; step += PART) {
        image im = {0};
        sim part;
        world_options other = options_of(1, 1, 0);
        other.parts = 3;
        REQUIRE(sim_step(&whole, PART));
        REQUIRE(world_image(whole.w, &im, &error) == SCREE_OK && sim_read(&part, text, NULL, 0));
        REQUIRE(sim_restore(&part, &im, &other) && sim_step(&part, STEPS - step));
        CHECK_MSG(sim_hash(&part) == want, "saved after %d", (int)step);
        sim_close(&part);
        image_clear(&im);
    }
    sim_close(&whole);
}

// The tilt comes to half a length and less than that is left of it; the contacts that were there before are there after it,
// and what they hold does not jump.
static void try_reduction(void)
{
    sim s;
    REQUIRE(sim_open(&s, flat, NULL, 0, NULL));
    double tilt = 0;
    double elastic = 0;
    int64_t contacts = 0;
    int jumps = 0;
    for (int step = 0; step < 700; step++) {
        REQUIRE(sim_step(&s, 1));
        frame f = sim_frame(&s);
        const double now = f.cell.edges.of[CELL_XY];
        CHECK(fabs(now) <= 0.5 * f.cell.edges.of[CELL_XX]);
        if (fabs(now - tilt) > 0.1) {
            jumps++;
            CHECK_MSG(fabs(f.ledger.elastic - elastic) < 0.1 * elastic, "%g J becomes %g J",
                      elastic, f.ledger.elastic);
            CHECK(llabs((long long)(f.contact.count - contacts)) <= contacts / 4);
            CHECK(contacts > 20);
        }
        tilt = now;
        elastic = f.ledger.elastic;
        contacts = f.contact.count;
        frame_clear(&f);
    }
    CHECK(jumps == 2);
    sim_close(&s);
}

TEST(threads_parts_widths_and_skins)
{
    for (int i = 0; i < CASES; i++)
        try_layouts(cases[i]);
}

TEST(saved_in_the_middle_of_it)
{
    for (int i = 0; i < CASES; i++)
        try_going_on(cases[i]);
}

TEST(tilt_comes_to_half_a_length)
{
    try_reduction();
}

TEST_MAIN
