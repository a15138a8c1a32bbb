// label: sanitize
// test_machines.c - walls that are bodies, servos, belts, tables and gates: the same bits for any threads, vector widths and
// parts, and for a run that is saved and resumed in the middle of their motion.
#include "harness.h"
#include "support/scenes.h"

#include <stdio.h>
#include <stdlib.h>

static const char machines[] =
    "scree: 1\ngravity: [0, 0, -9.81 m/s^2]\n"
    "materials: {soft: {density: 2500 kg/m^3, young: 5 MPa, poisson: 0.25}}\n"
    "pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: {law: mindlin, "
    "friction: "
    "0.4}, rolling: {law: constant, friction: 0.05}}}\n"
    "domain: {low: [-20 cm, -20 cm, -10 cm], high: [20 cm, 20 cm, 30 cm]}\n"
    "shapes: {bead: {ball: {radius: 2.5 mm}}, dice: {spheropolyhedron: {builder: {platonic: cube, "
    "size: 3 mm}, radius: 1 mm}}}\n"
    "walls:\n"
    "  floor: {material: soft, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, surface: {velocity: "
    "[0.3 m/s, 0, 0], rotation: {axis: [0, 0, 1], rate: 5 rad/s}, factor: '1 + sin(100 "
    "rad/s*t)'}}\n"
    "  plate: {material: soft, box: {low: [-12 mm, -2 cm, 8 mm], high: [-4 mm, 2 cm, 12 mm], side: "
    "outside}, drive: {law: body, density: 3000 kg/m^3, spin: [20 rad/s, 5 rad/s, 0]}}\n"
    "  wheel: {material: soft, box: {low: [8 mm, -2 cm, 4 mm], high: [16 mm, 2 cm, 10 mm], side: "
    "outside}, drive: {law: body, density: 3000 kg/m^3, axis: [0, 1, 0]}}\n"
    "  press: {material: soft, disk: {centre: [0, 0, 36 mm], normal: [0, 0, 1], radius: 3 cm}, "
    "drive: {law: servo, axis: [0, 0, -1], force: 3 N, speed: 0.6 m/s}}\n"
    "  shaker: {material: soft, disk: {centre: [0, 3 cm, 1 cm], normal: [0, 1, 0], radius: 3 cm}, "
    "drive: {law: table, file: shaker.csv, interpolation: cubic, repeat: true}}\n"
    "  gate: {material: soft, disk: {centre: [0, -3 cm, 1 cm], normal: [0, 1, 0], radius: 3 cm}, "
    "until: 5 ms}\n"
    "grains:\n"
    "  - {name: beads, shape: bead, material: soft, velocity: [0, 0, -1 m/s], packing: {law: "
    "random, "
    "count: 60, low: [-25 mm, -25 mm, 14 mm], high: [25 mm, 25 mm, 34 mm], seed: 1}}\n"
    "  - {name: dice, shape: dice, material: soft, velocity: [0, 0, -1 m/s], packing: {law: "
    "random, "
    "count: 10, low: [-25 mm, -25 mm, 14 mm], high: [25 mm, 25 mm, 34 mm], seed: 2}}\n"
    "run: {duration: 1 s, ledger: true, step: 1e-5 s, deepest_overlap: 0.9}\n";

static const char *const solvers[] = {"smooth", "nonsmooth"};
static const char *const step[] = {"1e-5 s", "2e-4 s"};
static const int steps[] = {620, 31};
static const int saved[] = {495, 501, 24, 26}; // around the end of the gate

static bool write_shaker(void)
{
    FILE *file = fopen("shaker.csv", "w");
    if (!file)
        return false;
    fprintf(file, "t y rx ry rz\n0 0 0 0 0\n0.002 0.001 0.05 0 0\n0.004 0 0 0.05 0\n");
    return fclose(file) == 0;
}

static uint64_t life(int solver, const world_options *options, int save_at)
{
    const case_override set[] = {{"solver", solvers[solver]}, {"run.step", step[solver]}};
    sim whole;
    sim rest;
    image im = {0};
    scree_error error = {0};
    if (!sim_open(&whole, machines, set, 2, options))
        return 0;
    if (save_at == 0) {
        const uint64_t hash = sim_step(&whole, steps[solver]) ? sim_hash(&whole) : 0;
        sim_close(&whole);
        return hash;
    }
    bool ok = sim_step(&whole, save_at) && world_image(whole.w, &im, &error) == SCREE_OK;
    sim_close(&whole);
    ok = ok && sim_read(&rest, machines, set, 2) && sim_restore(&rest, &im, options) &&
         sim_step(&rest, steps[solver] - save_at);
    const uint64_t hash = ok ? sim_hash(&rest) : 0;
    image_clear(&im);
    sim_close(&rest);
    return hash;
}

TEST(machines_have_the_same_bits)
{
    REQUIRE(write_shaker());
    for (int solver = 0; solver < 2; solver++) {
        int width[4];
        const int widths = widths_here(width);
        const world_options plain = options_of(1, width[widths - 1], 0);
        const uint64_t hash = life(solver, &plain, 0);
        REQUIRE(hash != 0);
        for (int i = 0; i<widths; i += widths> 1 ? widths - 1 : 1) { // scalar and widest
            const world_options other = options_of(1 + i % 3, width[i], 1e-3 * (i + 1));
            CHECK_MSG(life(solver, &other, 0) == hash, "%s, width %d", solvers[solver], width[i]);
        }
        world_options parts = options_of(2, 0, 0);
        parts.parts = 3;
        if (solver == 0)
            CHECK_MSG(life(solver, &parts, 0) == hash, "3 parts");
        for (int i = 0; i < 2; i++)
            CHECK_MSG(life(solver, &plain, saved[2 * solver + i]) == hash, "%s, saved at %d",
                      solvers[solver], saved[2 * solver + i]);
    }
}

// What a drive leaves out stays left out: a body about an axis that the case gives does not move along, also where the case
// of a run is read again.
TEST(their_resolved_case_has_the_same_bits)
{
    REQUIRE(write_shaker());
    const world_options plain = options_of(1, 0, 0);
    const case_families families = all_families();
    sim s;
    sim again;
    REQUIRE(sim_open(&s, machines, NULL, 0, &plain));
    char *text = case_resolved(&s.m, &families);
    if (CHECK(text && sim_open(&again, text, NULL, 0, &plain))) {
        CHECK(sim_step(&s, 300) && sim_step(&again, 300) && sim_hash(&s) == sim_hash(&again));
        sim_close(&again);
    }
    free(text);
    sim_close(&s);
}

TEST(their_books_close)
{
    REQUIRE(write_shaker());
    for (int solver = 0; solver < 2; solver++) {
        const case_override set[] = {{"solver", solvers[solver]}, {"run.step", step[solver]}};
        sim s;
        REQUIRE(sim_open(&s, machines, set, 2, NULL) && sim_step(&s, steps[solver]));
        frame f = sim_frame(&s);
        CHECK(f.ledger.walls != 0 && f.wall[5].absent && v3_norm(f.wall[1].velocity) > 0.01);
        CHECK_NEAR(f.ledger.residual, 0, (solver ? 1e-2 : 1e-3) * f.ledger.turned_over);
        frame_clear(&f);
        sim_close(&s);
    }
}

TEST_MAIN
