// cells.c - cells that deform against closed forms: lattices under isotropic compression, a row of grains with dashpots, gases
// without forces, void ratios.
#include "verify/scenes/scenes.h"

#include "base/constants.h"

#include <math.h>

// --- a simple cubic lattice -----------------------------------------------------------------------------------------

// 4^3 balls of radius R that touch; at the spacing d each contact has the overlap 2 R - d and the force F. The stress is
// that of one contact on the square d^2: p = F/d^2. Nothing moves against the flow of the cell, so its work is the energy
// that contacts hold.
typedef struct lattice {
    const char *name, *law;
    double (*force)(double overlap);
    double (*energy)(double overlap);
} lattice;

static const double radius = 0.01, spring = 1e5, young = 1e8, poisson = 0.25;

static double linear_force(double overlap)
{
    return spring * overlap;
}
static double linear_energy(double overlap)
{
    return 0.5 * spring * overlap * overlap;
}
static double hertz_stiffness(void)
{
    return 4.0 / 3 * young / (2 * (1 - poisson * poisson)) * sqrt(0.5 * radius);
}
static double hertz_force(double overlap)
{
    return hertz_stiffness() * pow(overlap, 1.5);
}
static double hertz_energy(double overlap)
{
    return 0.4 * hertz_stiffness() * pow(overlap, 2.5);
}

static void one_lattice(verify *verify, const lattice *of)
{
    enum { SIDE = 4, GRAINS = SIDE * SIDE * SIDE, STEPS = 2000 };
    const double strain = -0.01;
    claim claim;
    trial trial;
    text_buffer text = {0};
    if (!claim_begin(&claim, verify, "p = F(2 R - d)/d^2 of a simple cubic lattice",
                     "cell: lattice, %s", of->name))
        return;
    text_append_format(
        &text,
        "scree: 1\ngravity: 0\ndomain: {low: [0 m, 0 m, 0 m], high: [%.17g m, %.17g m, %.17g m], "
        "boundary: {x: periodic, y: periodic, z: periodic}}\nmaterials: {m: {density: 1e7 kg/m^3, "
        "young: %g Pa, poisson: %g}}\npairs: {default: {normal: {%s, restitution: 1}, tangential: "
        "none}}\nshapes: {b: {ball: {radius: %g m}}}\ngrains:\n  - {name: g, shape: b, material: "
        "m, "
        "packing: {law: lattice, spacing: [%.17g m, %.17g m, %.17g m], counts: [4, 4, 4], origin: "
        "[%.17g m, %.17g m, %.17g m]}}\ncell: {rate: {isotropic: %g/s}}\nrun: {steps: 1, step: %g "
        "s, ledger: true}\n",
        SIDE * 2 * radius, SIDE * 2 * radius, SIDE * 2 * radius, young, poisson, of->law, radius,
        2 * radius, 2 * radius, 2 * radius, radius, radius, radius, strain, 1.0 / STEPS);
    if (trial_open_buffer(&trial, &claim, &text) && trial_step(&trial, STEPS) &&
        trial_look(&trial)) {
        const frame_cell *cell = &trial.frame.cell;
        const double spacing = 2 * radius * exp(strain);
        const double overlap = 2 * radius - spacing;
        const double stress = of->force(overlap) / (spacing * spacing);
        const double energy = 3 * GRAINS * of->energy(overlap);
        const double solids = GRAINS * 4.0 / 3 * PI * radius * radius * radius;
        claim_relative(&claim, "stress xx, Pa", cell->contact.of[CELL_XX] / cell->volume, stress,
                       1e-6);
        claim_relative(&claim, "stress zz, Pa", cell->contact.of[CELL_ZZ] / cell->volume, stress,
                       1e-6);
        claim_relative(&claim, "work of the cell, J", trial.frame.ledger.cell, energy, 1e-5);
        claim_at_most(&claim, "shear stress, Pa", fabs(cell->contact.of[CELL_XY] / cell->volume),
                      1e-9 * stress);
        claim_relative(&claim, "solid fraction", solids / cell->volume, PI / 6 * exp(-3 * strain),
                       1e-9);
    }
    trial_close(&trial);
    text_buffer_clear(&text);
}

// --- grains with dashpots -------------------------------------------------------------------------------------------

// A row of three balls that touch each other and their images along x. With dL/dt = -r L each contact closes at r d, so
// its dashpot c takes c r^2 d^2 a second: in all 3/2 c r d0^2 (1 - exp(-2 r t)).
static void row_of_three(verify *verify)
{
    enum { STEPS = 4000 };
    const double rate = 0.02;
    const double dashpot = 1e4;
    claim claim;
    trial trial;
    text_buffer text = {0};
    if (!claim_begin(&claim, verify, "work of three springs and three dashpots",
                     "cell: a row of three"))
        return;
    text_append_format(
        &text,
        "scree: 1\ngravity: 0\ndomain: {low: [0 m, 0 m, 0 m], high: [%.17g m, 0.1 m, 0.1 m], "
        "boundary: {x: periodic, y: periodic, z: periodic}}\nmaterials: {m: {density: 1e7 "
        "kg/m^3}}\npairs: {default: {normal: {law: linear, stiffness: %g N/m, damping: %g N s/m}, "
        "tangential: none}}\nshapes: {b: {ball: {radius: %g m}}}\ngrains:\n  - {name: g, shape: b, "
        "material: m, packing: {law: lattice, spacing: [%.17g m, 1 m, 1 m], counts: [3, 1, 1], "
        "origin: [%.17g m, 0.05 m, 0.05 m]}}\ncell: {rate: {xx: %g/s}}\nrun: {steps: 1, step: %g "
        "s, ledger: true}\n",
        6 * radius, spring, dashpot, radius, 2 * radius, radius, -rate, 1.0 / STEPS);
    if (trial_open_buffer(&trial, &claim, &text) && trial_step(&trial, STEPS) &&
        trial_look(&trial)) {
        const double lost = 1.5 * dashpot * rate * 4 * radius * radius * (1 - exp(-2 * rate));
        const double overlap = 2 * radius * (1 - exp(-rate));
        const double held = 3 * 0.5 * spring * overlap * overlap;
        const double closing = rate * 2 * radius * exp(-rate);
        const double force = spring * overlap + dashpot * closing;
        const frame_cell *cell = &trial.frame.cell;
        claim_relative(&claim, "damping, J", trial.frame.ledger.damping, lost, 1e-3);
        claim_relative(&claim, "work of the cell, J", trial.frame.ledger.cell, lost + held, 1e-3);
        claim_relative(&claim, "stress xx, Pa", cell->contact.of[CELL_XX] / cell->volume,
                       force / 0.01, 1e-6);
    }
    trial_close(&trial);
    text_buffer_clear(&text);
}

// --- a gas without forces -------------------------------------------------------------------------------------------

// Free grains in a flow: in a cell that is compressed, v - L x times the length stays; in a shear g the velocity along x
// against the flow loses g t times that along y.
enum { FREE = 40 };

static bool open_gas(trial *trial, const claim *claim, const char *rate)
{
    text_buffer text = {0};
    text_append(
        &text,
        "scree: 1\ngravity: 0\ndomain: {low: [0 m, 0 m, 0 m], high: [1 m, 1 m, 1 m], "
        "boundary: {x: periodic, y: periodic, z: periodic}}\nmaterials: {m: {density: 1 "
        "kg/m^3}}\npairs: {default: {normal: {law: linear, stiffness: 1e-8 N/m}, tangential: "
        "none}}\nshapes: {b: {ball: {radius: 0.1 mm}}}\ngrains:\n");
    for (int i = 0; i < FREE; i++) {
        text_append_format(&text,
                           "  - {name: g%d, shape: b, material: m, velocity: [%.17g m/s, %.17g "
                           "m/s, %.17g m/s], packing: {law: random, count: 1, seed: %d, inside: "
                           "domain}}\n",
                           i, sin(1.0 * i), cos(2.0 * i), sin(3.0 * i + 1), i + 1);
    }
    text_append_format(&text, "cell: {rate: {%s}}\nrun: {steps: 1, step: 1e-3 s}\n", rate);
    const bool good = trial_open_buffer(trial, claim, &text);
    text_buffer_clear(&text);
    return good;
}

static void compressed_gas(verify *verify)
{
    claim claim;
    trial trial;
    if (!claim_begin(&claim, verify, "v' L stays in a cell of length L", "cell: gas, compressed"))
        return;
    if (open_gas(&trial, &claim, "isotropic: -0.5/s") && trial_step(&trial, 2000) &&
        trial_look(&trial)) {
        const double dt = world_dt(trial.world);
        double worst = 0;
        for (int i = 0; i < FREE; i++) {
            const double given[3] = {sin(1.0 * i), cos(2.0 * i), sin(3.0 * i + 1)};
            for (int axis = 0; axis < 3; axis++) {
                const double length = trial.frame.cell.edges.of[axis];
                const double middle = trial.frame.cell.gradient.of[axis];
                const double flow = middle / (1 + 0.5 * dt * middle);
                const double at = v3_component(trial.frame.ball.position[i], axis);
                const double moves = v3_component(trial.frame.ball.velocity[i], axis);
                const double own = moves - flow * at;
                const double off = own * length - given[axis];
                worst = fmax(worst, fabs(off));
            }
        }
        claim_relative(&claim, "length, m", trial.frame.cell.edges.of[CELL_XX], exp(-1.0), 1e-7);
        claim_at_most(&claim, "largest deviation of v' L, m^2/s", worst, 1e-11);
    }
    trial_close(&trial);
}

static void sheared_gas(verify *verify)
{
    claim claim;
    trial trial;
    if (!claim_begin(&claim, verify, "v'_x + g t v'_y stays in a shear g", "cell: gas, sheared"))
        return;
    if (open_gas(&trial, &claim, "xy: 2/s") && trial_step(&trial, 2000) && trial_look(&trial)) {
        double worst = 0;
        for (int i = 0; i < FREE; i++) {
            const v3 at = trial.frame.ball.position[i];
            const v3 moves = trial.frame.ball.velocity[i];
            const double passed = 2 * trial.frame.time;
            const double own = moves.x - 2 * at.y + passed * moves.y;
            const double off_x = own - sin(1.0 * i);
            const double off_y = moves.y - cos(2.0 * i);
            const double off_z = moves.z - sin(3.0 * i + 1);
            worst = fmax(worst, fabs(off_x));
            worst = fmax(worst, fabs(off_y));
            worst = fmax(worst, fabs(off_z));
        }
        claim_at_most(&claim, "largest deviation of velocities, m/s", worst, 1e-11);
        claim_at_most(&claim, "tilt after four lengths, m",
                      fabs(trial.frame.cell.edges.of[CELL_XY]), 1e-11);
    }
    trial_close(&trial);
}

void verify_scene_cells(verify *verify)
{
    const lattice lattices[] = {
        {"linear", "law: linear, stiffness: 100 kN/m", linear_force, linear_energy},
        {"hertz", "law: hertz", hertz_force, hertz_energy},
    };
    for (size_t i = 0; i < sizeof lattices / sizeof *lattices; i++)
        one_lattice(verify, &lattices[i]);
    row_of_three(verify);
    compressed_gas(verify);
    sheared_gas(verify);
}
