// test_energy_cell.c - the ledger of a cell that deforms beside walls (world/cell_work.c): energies of motion are against the
// flow, in which a wall that stands works. A closed form, and whole scenes whose books close to second order in the step.
#include "harness.h"
#include "support/scenes.h"

#include <math.h>
#include <stdio.h>

static frame_ledger ledger_after(const char *text, double seconds)
{
    sim s;
    frame_ledger ledger = {0};
    if (!CHECK(sim_open(&s, text, NULL, 0, NULL)))
        return ledger;
    if (CHECK(sim_step(&s, (int64_t)(seconds / world_dt(s.w) + 0.5)))) {
        frame f = sim_frame(&s);
        ledger = f.ledger;
        frame_clear(&f);
    }
    sim_close(&s);
    return ledger;
}

// A ball that lies on a floor is taken along by the flow with v0 = rate y. It slips until it rolls with 5/7 v0 (Routh 1905),
// which has cost m v0^2 / 7; and against the flow it had no energy and has m v0^2 / 7. The floor, which stands, has given
// both: the impulse 2/7 m v0 of friction, times v0. The same where the floor moves along with the ball, but for a
// velocity that both have more.
static void check_slip(const char *drive, double floor_speed)
{
    static const double pi = 3.14159265358979323846;
    const double mass = 2500 * 4.0 / 3.0 * pi * 1e-6;
    const double overlap = mass * 9.81 / 1e5;
    const double flow = 10 * 0.1;
    const double speed = flow - floor_speed;
    char text[1600];
    snprintf(
        text, sizeof text,
        "scree: 1\ngravity: [0, 0, -9.81 m/s^2]\n"
        "domain: {low: [0, 0, 0], high: [20 cm, 20 cm, 20 cm], boundary: {x: periodic, y: "
        "periodic, z: open}}\n"
        "materials: {soft: {density: 2500 kg/m^3, young: 20 MPa, poisson: 0.25}}\n"
        "pairs: {default: {normal: {law: linear, stiffness: 100 kN/m, restitution: 0.5}, "
        "tangential: {law: cundall-strack, friction: 0.3, damping_ratio: 0.3}}}\n"
        "shapes: {ball: {ball: {radius: 1 cm}}}\n"
        "walls: {floor: {material: soft, plane: {point: [0, 0, 0], normal: [0, 0, 1]}%s}}\n"
        "grains: [{name: one, shape: ball, material: soft, packing: {law: lattice, spacing: [1 m, "
        "1 m, 1 m], counts: [1, 1, 1], origin: [10 cm, 10 cm, %.17g m]}}]\n"
        "cell: {rate: {xy: 10/s}}\n"
        "run: {duration: 1 s, step: 20 us, ledger: true}\n",
        drive, 0.01 - overlap);
    const frame_ledger ledger = ledger_after(text, 0.2);
    const double impulse = 2 * mass * speed / 7;
    CHECK_REL(ledger.friction + ledger.damping, mass * speed * speed / 7, 2e-3);
    CHECK_REL(ledger.kinetic, mass * speed * speed / 7, 2e-3);
    CHECK_REL(ledger.cell, impulse * flow, 2e-3);
    CHECK_NEAR(ledger.walls, -impulse * floor_speed, 2e-3 * impulse);
    CHECK_NEAR(ledger.residual, 0, 3e-4 * ledger.turned_over);
}

TEST(a_floor_that_stands_works_against_the_flow)
{
    check_slip("", 0);
    check_slip(", drive: {law: velocity, velocity: [0.4 m/s, 0, 0]}", 0.4);
}

// ---- whole scenes

typedef struct bed {
    const char *name, *shape, *fraction;
    const char *cell;   // NULL: it is sheared
    const char *walls;  // NULL: those of the domain alone
    const char *motion; // of the grains at the start; NULL: none
} bed;

static const char ball[] = "{ball: {radius: 2 mm}}";
static const char cube[] = "{polyhedron: {builder: {platonic: cube, size: 3 mm}}}";
static const char pair[] =
    "{clump: {balls: [{at: [-1 mm, 0, 0], radius: 2 mm}, {at: [1 mm, 0, 0], radius: 1.5 mm}]}}";
static const bed beds[] = {
    {.name = "shear", .shape = ball, .fraction = "0.5"},
    {.name = "rates",
     .shape = ball,
     .fraction = "0.5",
     .cell = "rate: {xx: -5/s, yy: 3/s, xy: 10/s}"},
    {.name = "borders",
     .shape = ball,
     .fraction = "0.5",
     .cell = "rate: {xy: 10/s}, motion: borders"},
    {.name = "servo",
     .shape = ball,
     .fraction = "0.5",
     .cell = "stress: {xx: 1 kPa, yy: 1 kPa}, limit: 5/s"},
    {.name = "lid",
     .shape = ball,
     .fraction = "0.48",
     .walls =
         "walls: {top: {material: g, plane: {point: [0, 0, 15 mm], normal: [0, 0, -1]}, drive: "
         "{law: velocity, velocity: [0.1 m/s, 0, -1 cm/s]}}}\n"},
    {.name = "clumps", .shape = pair, .fraction = "0.55", .motion = "temperature: 0.01 m^2/s^2, "},
    {.name = "cubes", .shape = cube, .fraction = "0.4"},
};

static const char *text_or(const char *text, const char *otherwise)
{
    return text ? text : otherwise;
}

// Over what was turned over.
static double residual(const bed *is, const char *step)
{
    char text[1600];
    snprintf(text, sizeof text,
             "scree: 1\ngravity: [0, 0, -9.81 m/s^2]\n"
             "domain: {low: [0, 0, 0], high: [20 mm, 20 mm, 16 mm], boundary: {x: periodic, y: "
             "periodic, z: wall}, material: g}\n"
             "materials: {g: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.25}}\n"
             "pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: {law: mindlin, "
             "friction: 0.4}}}\n"
             "shapes: {b: %s}\n%s"
             "grains: [{name: bed, shape: b, material: g, %spacking: {law: dense, "
             "volume_fraction: %s}}]\n"
             "cell: {%s}\nrun: {duration: 1 s, step: %s, ledger: true}\n",
             is->shape, text_or(is->walls, ""), text_or(is->motion, ""), is->fraction,
             text_or(is->cell, "rate: {xy: 10/s}"), step);
    const frame_ledger ledger = ledger_after(text, 6e-3);
    CHECK_MSG(ledger.friction > 0 && ledger.cell != 0, "%s", is->name);
    return fabs(ledger.residual) / ledger.turned_over;
}

TEST(books_of_cells_beside_walls_are_second_order)
{
    for (size_t i = 0; i < sizeof beds / sizeof *beds; i++) {
        const double coarse = residual(&beds[i], "4 us");
        const double fine = residual(&beds[i], "2 us");
        CHECK_MSG(coarse < 2e-5, "%s: %g of what was turned over", beds[i].name, coarse);
        CHECK_MSG(fine < 0.35 * coarse, "%s: %g, with half of the step %g", beds[i].name, coarse,
                  fine);
    }
}

TEST_MAIN
