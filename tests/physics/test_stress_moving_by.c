// test_stress_moving_by.c - what all grains move in common is no stress: a sample that moves by has that of one that
// stands, and a servo does to both the same.
#include "harness.h"
#include "support/scenes.h"

#include "state/cell.h"

static const char text[] =
    "scree: 1\n"
    "gravity: 0\n"
    "domain: {low: [0, 0, 0], high: [4 cm, 4 cm, 4 cm], boundary: {x: periodic, y: periodic, z: "
    "periodic}}\n"
    "%s"
    "materials: {m: {density: 2500 kg/m^3}}\n"
    "pairs: {default: {normal: {law: linear, stiffness: 5 kN/m, restitution: 0.7}, tangential: "
    "{law: cundall-strack, friction: 0.4}}}\n"
    "shapes: {b: {ball: {radius: 4 mm}}}\n"
    "grains: [{name: g, shape: b, material: m, velocity: [%s], %spacking: {law: %s, seed: 4}}]\n"
    "run: {duration: 1 s, step: 20 us, ledger: true}\n";

typedef struct sample {
    double stress[CELL_PARTS];
    double edge;     // of the cell, along x, m
    double residual; // of the ledger, over what was turned over
} sample;

static sample after(const char *cell, const char *velocity, const char *state, const char *packing,
                    int steps)
{
    sample out = {.edge = 0};
    char case_text[2000];
    sim s;
    snprintf(case_text, sizeof case_text, text, cell, velocity, state, packing);
    if (!CHECK(sim_open(&s, case_text, NULL, 0, NULL)))
        return out;
    CHECK(sim_step(&s, steps));
    frame f = sim_frame(&s);
    for (int i = 0; i < CELL_PARTS; i++)
        out.stress[i] = frame_cell_stress(&f.cell, i);
    out.edge = f.cell.edges.of[CELL_XX];
    out.residual = fabs(f.ledger.residual) / f.ledger.turned_over;
    frame_clear(&f);
    sim_close(&s);
    return out;
}

TEST(grains_that_touch_nothing_have_no_stress)
{
    const sample is = after("", "1 m/s, 0.5 m/s, -2 m/s", "", "random, count: 20", 50);
    for (int i = 0; i < CELL_PARTS; i++)
        CHECK_NEAR(is.stress[i], 0, 1e-9); // of 2500 kg/m^3 times 0.08 times 4 m^2/s^2
}

static void compare(const char *cell, int steps)
{
    static const char packing[] = "dense, volume_fraction: 0.5";
    const char *state = "temperature: 0.01 m^2/s^2, ";
    const sample still = after(cell, "0, 0, 0", state, packing, steps);
    const sample moving = after(cell, "0.5 m/s, 0.2 m/s, -0.3 m/s", state, packing, steps);
    for (int i = 0; i < CELL_PARTS; i++)
        CHECK_NEAR(moving.stress[i], still.stress[i], 1e-6 * fabs(still.stress[CELL_XX]));
    CHECK_REL(moving.edge, still.edge, 1e-12);
    CHECK_MSG(still.residual < 1e-3 && moving.residual < 1e-3, "books are off by %g and %g",
              still.residual, moving.residual);
}

TEST(a_sample_that_moves_by_has_the_same_stress)
{
    compare("", 200);
    compare("cell: {rate: {xx: -2/s}}\n", 200);
}

TEST(a_servo_does_the_same_to_it)
{
    compare("cell: {stress: {xx: 2 kPa, yy: 2 kPa, zz: 2 kPa}, limit: 5/s}\n", 200);
}

// The flow that comes in from the borders is nought at the lower corner and not in the middle.
TEST(a_shear_by_the_borders_has_no_stress_of_its_own)
{
    const char *cell = "cell: {rate: {xy: 20/s}, motion: borders}\n";
    const sample is = after(cell, "0, 0, 0", "", "random, count: 20", 2);
    CHECK_NEAR(is.stress[CELL_YY], 0, 1e-9);
}

TEST_MAIN
