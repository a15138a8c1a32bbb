// stacks.c - what stands shall stand: columns and blocks of cubes, an arch of wedges, of 10 GPa; a bed
// of balls, of 70 GPa.
#include "verify/nonsmooth/nonsmooth.h"

#include "base/constants.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double pi = PI, g = 9.81;
static const char laws[] =
    "normal: {law: hertz, restitution: 0.3}, tangential: {law: mindlin, friction: 0.6}";

// --- cubes ----------------------------------------------------------------------------------------------------------

typedef struct block {
    int along, high;      // cubes
    double edge;          // m
    double step;          // s; 0: auto
    double settle, stand; // s
} block;

// Largest motion of a cube while it stands, in edges.
static bool stands(const claim *claim, const block *block, double *moved, double *speed)
{
    const impulse_case given = {
        .laws = laws, .young = 1e10, .gravity = {0, 0, -g}, .step = block->step, .reach = 20};
    trial trial;
    text_buffer text = {0};
    impulse_head(&given, &text);
    text_append_format(
        &text,
        "shapes: {cube: {polyhedron: {builder: {box: [%g m, %g m, %g m]}}}}\n"
        "walls: {floor: {material: m, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}}\n"
        "grains: {cubes: {shape: cube, material: m, turn: [0, 0, 0], packing: {law: lattice, "
        "spacing: "
        "[%g m, %g m, %g m], counts: [%d, %d, %d], origin: [0, 0, %g m]}}}\n",
        block->edge, block->edge, block->edge, block->edge, block->edge, block->edge, block->along,
        block->along, block->high, 0.5 * block->edge);
    if (!impulse_open(&trial, claim, &text))
        return false;
    *moved = *speed = 0;
    bool good = trial_step(&trial, world_step_at(trial.world, block->settle)) && trial_look(&trial);
    int64_t n = trial.frame.ball.count;
    v3 *start = good ? malloc((size_t)n * sizeof *start) : NULL;
    if (start)
        memcpy(start, trial.frame.ball.position, (size_t)n * sizeof *start);
    good = start &&
           trial_step(&trial, world_step_at(trial.world, block->stand) - trial.frame.step) &&
           trial_look(&trial);
    for (int64_t i = 0; good && i < n; i++) {
        *moved =
            fmax(*moved, v3_norm(v3_sub(trial.frame.ball.position[i], start[i])) / block->edge);
        *speed = fmax(*speed, v3_norm(trial.frame.ball.velocity[i]));
    }
    free(start);
    trial_close(&trial);
    return good;
}

static void cubes(verify *verify, block block, double most)
{
    double moved;
    double speed;
    char quantity[48];
    claim claim;
    if (!claim_begin(&claim, verify, "stands", "stack %dx%dx%d of %g cm, %g s", block.along,
                     block.along, block.high, 100 * block.edge, block.stand))
        return;
    if (!stands(&claim, &block, &moved, &speed))
        return;
    snprintf(quantity, sizeof quantity, "motion after the first %g s, edges", block.settle);
    claim_at_most(&claim, quantity, moved, most);
    claim_noted(&claim, "largest speed at the end, m/s", speed, 0);
}

// --- arch -----------------------------------------------------------------------------------------------------------

enum { WEDGES = 10 };
static const double inner = 0.4, outer = 0.6, depth = 0.2; // m

// A wedge of the arch by its eight corners, about its centre of mass, which is that of a trapezium.
static v3 write_wedge(text_buffer *text, int i)
{
    double from = pi * i / WEDGES;
    double to = pi * (i + 1) / WEDGES;
    double mid = 0.5 * (from + to);
    double r = cos(0.5 * pi / WEDGES) *
               (inner + (outer - inner) / 3 * (inner + 2 * outer) / (inner + outer));
    v3 middle = v3_make(-r * cos(mid), 0, r * sin(mid));
    text_append_format(text, "  w%d: {polyhedron: {vertices: [", i);
    for (int k = 0; k < 8; k++) {
        double angle = k & 1 ? to : from;
        double away = k & 2 ? outer : inner;
        double y = k & 4 ? 0.5 * depth : -0.5 * depth;
        text_append_format(text, "%s[%.17g m, %.17g m, %.17g m]", k ? ", " : "",
                           -away * cos(angle) - middle.x, y, away * sin(angle) - middle.z);
    }
    text_append(text, "]}}\n");
    return middle;
}

// Ten wedges, 180 degrees, thickness 0.4 of the mean radius (0.107 is the least that stands), on the floor.
static void arch(verify *verify)
{
    const double settle = 2;
    const double stand = verify->full ? 60 : 8;
    const impulse_case given = {
        .laws = laws, .young = 1e10, .gravity = {0, 0, -g}, .step = 2e-3, .reach = 5};
    v3 middle[WEDGES];
    v3 start[WEDGES];
    double moved = 0;
    double speed = 0;
    claim claim;
    trial trial;
    text_buffer text = {0};
    if (!claim_begin(&claim, verify, "stands", "arch of %d, %g s", WEDGES, stand))
        return;
    impulse_head(&given, &text);
    text_append(
        &text,
        "walls: {floor: {material: m, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}}\nshapes:\n");
    for (int i = 0; i < WEDGES; i++)
        middle[i] = write_wedge(&text, i);
    text_append(&text, "grains:\n");
    for (int i = 0; i < WEDGES; i++) {
        char name[16];
        char kind[40];
        snprintf(name, sizeof name, "g%d", i);
        snprintf(kind, sizeof kind, "w%d, turn: [0, 0, 0]", i);
        impulse_grain(&text, name, kind, middle[i], impulse_still, impulse_still);
    }
    if (!impulse_open(&trial, &claim, &text))
        return;
    if (trial_step(&trial, world_step_at(trial.world, settle)) && trial_look(&trial)) {
        for (int i = 0; i < WEDGES; i++)
            start[i] = trial.frame.ball.position[i];
        if (trial_step(&trial, world_step_at(trial.world, stand) - trial.frame.step) &&
            trial_look(&trial)) {
            for (int i = 0; i < WEDGES; i++) {
                moved = fmax(moved, v3_norm(v3_sub(trial.frame.ball.position[i], start[i])) /
                                        (outer - inner));
                speed = fmax(speed, v3_norm(trial.frame.ball.velocity[i]));
            }
            claim_at_most(&claim, "motion after the first 2 s, edges", moved, 1e-4);
            claim_noted(&claim, "largest speed at the end, m/s", speed, 0);
        }
    }
    trial_close(&trial);
}

// --- bed ------------------------------------------------------------------------------------------------------------

static double mean_height(const trial *trial)
{
    double sum = 0;
    for (int64_t i = 0; i < trial->frame.ball.count; i++)
        sum += trial->frame.ball.position[i].z;
    return sum / (double)trial->frame.ball.count;
}

// 320 balls of 5 mm that have fallen from a loose lattice. With less than whole impulses they go on sinking, by 6e-4
// m/s with 85 % and 8 sweeps a step, although their overlaps are within the tolerance.
static void bed(verify *verify)
{
    const double from = 0.4;
    const double to = 0.6;
    claim claim;
    trial trial;
    text_buffer text = {0};
    if (!claim_begin(&claim, verify, "stands", "bed of 20 layers"))
        return;
    text_append(
        &text,
        "scree: 1\nsolver: nonsmooth\ngravity: [0, 0, -9.81 m/s^2]\n"
        "domain: {low: [0 m, 0 m, -1 cm], high: [24 mm, 24 mm, 2 m], boundary: {x: periodic, "
        "y: periodic, z: "
        "open}}\n"
        "materials: {m: {density: 2500 kg/m^3, young: 70 GPa, poisson: 0.25}}\n"
        "pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: {law: mindlin, "
        "friction: 0.5}}}\n"
        "shapes: {ball: {ball: {radius: {distribution: uniform, from: 2.3 mm, to: 2.7 mm}}}}\n"
        "walls: {floor: {material: m, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}}\n"
        "grains: {b: {shape: ball, material: m, packing: {law: lattice, counts: [4, 4, 20], "
        "spacing: [6 mm, 6 "
        "mm, 6 mm], origin: [3 mm, 3 mm, 3.5 mm], jitter: 0.3 mm, seed: 1}}}\n"
        "run: {duration: 1 s, deepest_overlap: 0.5}\n");
    if (!impulse_open(&trial, &claim, &text))
        return;
    if (trial_step(&trial, world_step_at(trial.world, from)) && trial_look(&trial)) {
        double before = mean_height(&trial);
        if (trial_step(&trial, world_step_at(trial.world, to) - trial.frame.step) &&
            trial_look(&trial))
            claim_at_most(&claim, "sinking from 0.4 to 0.6 s, m/s",
                          fabs(before - mean_height(&trial)) / (to - from), 2e-5);
    }
    trial_close(&trial);
}

void verify_nonsmooth_stacks(verify *verify)
{
    bed(verify);
    cubes(verify, (block){1, 10, 0.1, 3e-3, 2, 6}, 1e-4);
    cubes(verify, (block){3, 3, 0.1, 5e-3, 1, 6}, 1e-4);
    cubes(verify, (block){4, 4, 0.1, 5e-3, 2, 4}, 1e-4);
    arch(verify);
    if (!verify->full)
        return;
    cubes(verify, (block){1, 50, 0.01, 0, 4, 8}, 1e-3);
    cubes(verify, (block){10, 10, 0.1, 5e-3, 5, 60}, 1e-4);
}
