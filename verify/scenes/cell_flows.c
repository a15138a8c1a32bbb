// cell_flows.c - many grains in cells that deform: the work of the cell is stress times rate times volume, and what grains
// lose and hold; servos reach their stress; a flow does not know along which axes it goes, nor who moves by.
#include "verify/scenes/scenes.h"

#include <math.h>
#include <stdio.h>

static const char box[] =
    "scree: 1\ngravity: 0\ndomain: {low: [0 m, 0 m, 0 m], high: [1 m, 1 m, 1 m], boundary: {x: "
    "periodic, y: periodic, z: periodic}}\nmaterials: {m: {density: 1000 kg/m^3, young: 10 MPa, "
    "poisson: 0.3}}\nshapes: {b: {ball: {radius: 8 cm}}}\n";

// --- work -----------------------------------------------------------------------------------------------------------

static void work_of(verify *verify, const char *name, const char *cell, int64_t steps)
{
    claim claim;
    trial trial;
    text_buffer text = {0};
    if (!claim_begin(&claim, verify, "work = V stress : rate = loss + change", "cell: work, %s",
                     name))
        return;
    text_append_format(
        &text,
        "%spairs: {default: {normal: {law: linear, stiffness: 100 kN/m, restitution: 0.5}, "
        "tangential: {law: cundall_strack, friction: 0.4}}}\ngrains:\n  - {name: g, shape: b, "
        "material: m, packing: {law: random, count: 130, inside: domain, seed: 7}}\ncell: {%s}\n"
        "run: {steps: 1, step: 0.2 ms, ledger: true}\n",
        box, cell);
    double work = 0;
    double power = 0;
    double begun = 0;
    bool good = trial_open_buffer(&trial, &claim, &text);
    for (int64_t i = 0; good && i < steps; i++) {
        good = trial_step(&trial, 1) && trial_look(&trial);
        if (!good)
            break;
        const frame_cell *is = &trial.frame.cell;
        const cell_matrix sum = cell_add(&is->contact, 1, &is->motion);
        const double now = -cell_contract(&is->gradient, &sum);
        work += i ? 0.5 * (power + now) * world_dt(trial.world) : 0;
        begun = i ? begun : trial.frame.ledger.cell;
        power = now;
    }
    if (good) {
        const frame_ledger *ledger = &trial.frame.ledger;
        const double is = ledger->kinetic + ledger->elastic;
        const double change = is - ledger->start;
        const double lost = ledger->friction + ledger->damping;
        const double since = ledger->cell - begun;
        claim_relative(&claim, "loss + change over the work", (lost + change) / ledger->cell, 1,
                       1e-3);
        claim_relative(&claim, "V stress : rate over the work", work / since, 1, 1e-3);
        claim_at_least(&claim, "share of the loss", lost / ledger->cell, 0.1);
    }
    trial_close(&trial);
    text_buffer_clear(&text);
}

// --- servos ---------------------------------------------------------------------------------------------------------

static void servo(verify *verify, const char *name, const char *pressure, double target,
                  const char *material)
{
    enum { STEPS = 18000, LOOKS = 50, BETWEEN = 20 };
    claim claim;
    trial trial;
    text_buffer text = {0};
    if (!claim_begin(&claim, verify, "mean stress within 0.5 % of its target", "cell: servo, %s",
                     name))
        return;
    text_append_format(
        &text,
        "scree: 1\ngravity: 0\ndomain: {low: [0 m, 0 m, 0 m], high: [1 m, 1 m, 1 m], boundary: {x: "
        "periodic, y: periodic, z: periodic}}\nmaterials: {m: {density: 2500 kg/m^3, young: %s, "
        "poisson: 0.25}}\npairs: {default: {normal: {law: hertz, restitution: 0.3}, tangential: "
        "{law: mindlin, friction: 0.3}}}\nshapes: {b: {ball: {radius: 8 cm}}}\ngrains:\n  - {name: "
        "g, shape: b, material: m, packing: {law: random, count: 130, inside: domain, seed: 7}}\n"
        "cell: {stress: {xx: %s, yy: %s, zz: %s}, limit: 5/s}\nrun: {duration: 1 s}\n",
        material, pressure, pressure, pressure);
    bool good = trial_open_buffer(&trial, &claim, &text);
    good = good && trial_step(&trial, STEPS);
    double mean[3] = {0};

    for (int i = 0; good && i < LOOKS; i++) {
        good = trial_step(&trial, BETWEEN) && trial_look(&trial);
        for (int axis = 0; good && axis < 3; axis++) {
            const frame_cell *cell = &trial.frame.cell;
            mean[axis] += frame_cell_stress(cell, axis) / LOOKS;
        }
    }
    if (good) {
        claim_relative(&claim, "stress xx, Pa", mean[0], target, 5e-3);
        claim_relative(&claim, "stress yy, Pa", mean[1], target, 5e-3);
        claim_relative(&claim, "stress zz, Pa", mean[2], target, 5e-3);
    }
    trial_close(&trial);
    text_buffer_clear(&text);
}

// --- frames of reference --------------------------------------------------------------------------------------------

enum { CROWD = 60 };

// Grains on a lattice with velocities; axis 0 of the flow along `turn`, and all moving by besides.
static bool open_turned(trial *trial, const claim *claim, int turn, double past)
{
    static const char *const shears[] = {"xy", "yz"};
    text_buffer text = {0};
    text_append_format(
        &text,
        "%spairs: {default: {normal: {law: linear, stiffness: 100 kN/m, restitution: "
        "0.7}, tangential: {law: cundall_strack, friction: 0.4}}}\ngrains:\n",
        box);
    for (int i = 0; i < CROWD; i++) {
        const int column = i % 4;
        const int row = i / 4 % 4;
        const int layer = i / 16;
        const double at[3] = {
            0.1 + 0.25 * column,
            0.12 + 0.25 * row,
            0.13 + 0.25 * layer,
        };
        const double moves[3] = {
            sin(1.0 * i) + past,
            cos(2.0 * i) + past,
            sin(3.0 * i) + past,
        };
        double x[3];
        double v[3];
        for (int axis = 0; axis < 3; axis++) {
            x[(axis + turn) % 3] = at[axis];
            v[(axis + turn) % 3] = moves[axis];
        }
        text_append_format(
            &text,
            "  - {name: g%d, shape: b, material: m, velocity: [%.17g m/s, %.17g m/s, "
            "%.17g m/s], packing: {law: lattice, spacing: [1 m, 1 m, 1 m], counts: "
            "[1, 1, 1], origin: [%.17g m, %.17g m, %.17g m]}}\n",
            i, v[0], v[1], v[2], x[0], x[1], x[2]);
    }
    text_append_format(&text,
                       "cell: {rate: {%s: 3/s}}\nrun: {steps: 1, step: 0.1 ms, ledger: true}\n",
                       shears[turn]);
    const bool good = trial_open_buffer(trial, claim, &text);
    text_buffer_clear(&text);
    return good;
}

static void compare(const claim *claim, int turn, double past)
{
    trial first;
    trial other = {0};
    const int64_t steps = 2000;
    bool good = open_turned(&first, claim, 0, 0);
    good = good && open_turned(&other, claim, turn, past);
    good = good && trial_step(&first, steps) && trial_step(&other, steps);
    good = good && trial_look(&first) && trial_look(&other);
    if (good) {
        const frame_ledger *one = &first.frame.ledger;
        const frame_ledger *two = &other.frame.ledger;
        claim_at_least(claim, "damping, J", one->damping, 0.1);
        claim_relative(claim, "damping, J", two->damping, one->damping, 1e-6);
        claim_relative(claim, "friction, J", two->friction, one->friction, 1e-6);
        claim_relative(claim, "spins, J", two->rotational, one->rotational, 1e-6);
        if (past == 0)
            claim_relative(claim, "work of the cell, J", two->cell, one->cell, 1e-6);
    }
    trial_close(&first);
    trial_close(&other);
}

static void frames(verify *verify)
{
    claim claim;
    if (claim_begin(&claim, verify, "shear yz of what was turned with it", "cell: turned"))
        compare(&claim, 1, 0);
    if (claim_begin(&claim, verify, "all grains move by", "cell: moving by"))
        compare(&claim, 0, 0.7);
}

void verify_scene_cell_flows(verify *verify)
{
    work_of(verify, "shear", "rate: {xy: 5/s}", 1500);
    work_of(verify, "borders", "rate: {xy: 5/s}, motion: borders", 1500);
    work_of(verify, "compression", "rate: {isotropic: -0.5/s}", 1500);
    frames(verify);
    servo(verify, "10 kPa", "10 kPa", 1e4, "10 MPa");
    if (verify->full)
        servo(verify, "1 MPa", "1 MPa", 1e6, "1 GPa");
}
