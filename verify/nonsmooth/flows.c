// flows.c - flows with both solvers, over five seeds: the slope of a pile on a rough base, that of a
// filling in a turning drum, and what a silo discharges. The means may differ by 5 % or by two standard errors of the
// difference.
#include "verify/nonsmooth/nonsmooth.h"

#include "base/constants.h"

#include <stdio.h>

enum { SEEDS = 5 };
static const double pi = PI, g = 9.81, d = 0.01;
// Overlaps are 1e-4 of a diameter, at a third of the steps that 1e10 Pa would need.
static const double young = 1e9;
static const char laws[] =
    "normal: {law: hertz, restitution: 0.3}, tangential: {law: mindlin, friction: 0.5}, "
    "rolling: {law: elastic-plastic, "
    "friction: 0.1, damping: 0.3}, twisting: {law: constant, friction: 0.1}";
// A speed above which restitution counts that does not hang on the step: the smooth solver has it at all speeds.
static const char settings[] = "impact_speed: 5 cm/s";

typedef double measure_of_run(const claim *claim, const impulse_case *given,
                              int seed); // NAN: broken

static void both_solvers(verify *verify, const char *name, const char *what, const char *unit,
                         measure_of_run *run)
{
    double sum[2] = {0, 0};
    double square[2] = {0, 0};
    claim claim;
    if (!claim_begin(&claim, verify, "both solvers", "%s", name))
        return;
    for (int smooth = 0; smooth < 2; smooth++)
        for (int seed = 1; seed <= SEEDS; seed++) {
            const impulse_case given = {
                .smooth = smooth,
                .settings = smooth ? NULL : settings,
                .laws = laws,
                .plate = "normal: {law: hertz, restitution: 0.3}, tangential: none",
                .young = young,
                .gravity = {0, 0, -g},
                .step = smooth ? 0 : 5e-4,
                .reach = 1,
                .run = "deepest_overlap: none, on_loss: remove"};
            double got = run(&claim, &given, seed);
            if (!isfinite(got))
                return;
            sum[smooth] += got;
            square[smooth] += got * got;
        }
    double mean[2];
    double error2 = 0;
    for (int i = 0; i < 2; i++) {
        mean[i] = sum[i] / SEEDS;
        error2 += fmax(square[i] / SEEDS - mean[i] * mean[i], 0) / (SEEDS - 1);
    }
    char words[64];
    snprintf(words, sizeof words, "%s, nonsmooth, %s", what, unit);
    claim_noted(&claim, words, mean[0], mean[1]);
    snprintf(words, sizeof words, "its difference to smooth, %s", unit);
    claim_absolute(&claim, words, mean[0] - mean[1], 0, fmax(0.05 * mean[1], 2 * sqrt(error2)));
}

// --- pile on a rough base -------------------------------------------------------------------------------------------

// A column of balls, loosely put, falls together on a layer of balls that are fixed. Of a cone with the slope s, the
// mean height is H/4 and the mean distance from its axis half the radius of its foot: s = 2 z/r.
static double pile_slope(const claim *claim, const impulse_case *given, int seed)
{
    double height = 0;
    double away = 0;
    double angle = NAN;
    double low = 0.5 * d;
    int moving = 0;
    trial trial;
    text_buffer text = {0};
    impulse_head(given, &text);
    text_append_format(&text,
                       "shapes: {base: {ball: {radius: 5 mm}}, ball: {ball: {radius: "
                       "{distribution: uniform, from: 4.5 mm, to: 5 "
                       "mm}}}}\n"
                       "grains:\n"
                       "  base: {shape: base, material: m, fixed: true, packing: {law: lattice, "
                       "type: hexagonal, spacing: [1 cm, 8.66 "
                       "mm, 1 cm], counts: [60, 70, 1], origin: [-30 cm, -30 cm, 0]}}\n"
                       "  pile: {shape: ball, material: m, packing: {law: lattice, spacing: [11 "
                       "mm, 11 mm, 11 mm], counts: [6, 6, "
                       "14], "
                       "origin: [-27.5 mm, -27.5 mm, 12 mm], jitter: 0.4 mm, seed: %d}}\n",
                       seed);
    if (!impulse_open(&trial, claim, &text))
        return NAN;
    if (trial_step(&trial, world_step_at(trial.world, 1.5)) && trial_look(&trial)) {
        for (int64_t i = 0; i < trial.frame.ball.count; i++) {
            v3 x = trial.frame.ball.position[i];
            if (isinf(trial.frame.ball.mass[i]) || x.z < -d)
                continue;
            height += x.z - low;
            away += sqrt(x.x * x.x + x.y * x.y);
            moving++;
        }
        angle = atan(2 * height / away) * 180 / pi;
    }
    trial_close(&trial);
    return moving > 0 ? angle : NAN;
}

// --- drum -----------------------------------------------------------------------------------------------------------

// A drum of 12 cm, 4 cm long between smooth ends, a third full, at 10 rpm: how far the centre of mass hangs to the
// side, over the last two of three seconds.
static double drum_slope(const claim *claim, const impulse_case *given, int seed)
{
    enum { LOOKS = 40 };
    double sum = 0;
    trial trial;
    text_buffer text = {0};
    impulse_head(given, &text);
    text_append_format(
        &text,
        "shapes: {ball: {ball: {radius: {distribution: uniform, from: 4.5 mm, to: 5 mm}}}}\n"
        "walls:\n  drum: {material: m, cylinder: {from: [0, -0.5 m, 0], to: [0, 0.5 m, 0], radius: "
        "6 "
        "cm, side: inside}, "
        "drive: {law: rotation, axis: [0, 1, 0], rate: 10 rpm}}\n"
        "  near: {material: plate, plane: {point: [0, -2 cm, 0], normal: [0, 1, 0]}}\n"
        "  far: {material: plate, plane: {point: [0, 2 cm, 0], normal: [0, -1, 0]}}\n"
        "grains: {balls: {shape: ball, material: m, packing: {law: lattice, spacing: [10.5 mm, 10 "
        "mm, "
        "10.5 mm], counts: "
        "[7, 4, 5], origin: [-31.5 mm, -15 mm, -36 mm], jitter: 0.2 mm, seed: %d}}}\n",
        seed);
    if (!impulse_open(&trial, claim, &text))
        return NAN;
    bool good = trial_step(&trial, world_step_at(trial.world, 1));
    for (int n = 1; good && n <= LOOKS; n++) {
        double x = 0;
        double z = 0;
        good = trial_step(&trial, world_step_at(trial.world, 1 + 2.0 * n / LOOKS) -
                                      world_steps(trial.world)) &&
               trial_look(&trial);
        for (int64_t i = 0; good && i < trial.frame.ball.count; i++) {
            x += trial.frame.ball.mass[i] * trial.frame.ball.position[i].x;
            z += trial.frame.ball.mass[i] * trial.frame.ball.position[i].z;
        }
        sum += atan2(fabs(x), -z) * 180 / pi;
    }
    trial_close(&trial);
    return good ? sum / LOOKS : NAN;
}

// --- silo -----------------------------------------------------------------------------------------------------------

// Mass above the outlet, kg.
static double mass_inside(trial *trial)
{
    double mass = 0;
    for (int64_t i = 0; i < trial->frame.ball.count; i++)
        if (trial->frame.ball.position[i].z > 0)
            mass += trial->frame.ball.mass[i];
    return mass;
}

// Rough walls 12 cm apart, smooth ones 4 cm apart. A stopper falls away with 1 m/s from a slot of 5 cm; the discharge
// from 0.1 s to 0.6 s later, kg/s.
static double silo_rate(const claim *claim, const impulse_case *given, int seed)
{
    const double opens = 0.45;
    const double from = opens + 0.1;
    const double to = opens + 0.6;
    trial trial;
    text_buffer text = {0};
    impulse_head(given, &text);
    text_append_format(
        &text,
        "shapes: {ball: {ball: {radius: {distribution: uniform, from: 4.75 mm, to: 5.25 mm}}}}\n"
        "walls:\n  left: {material: m, plane: {point: [0, 0, 0], normal: [1, 0, 0]}}\n"
        "  right: {material: m, plane: {point: [12 cm, 0, 0], normal: [-1, 0, 0]}}\n"
        "  near: {material: plate, plane: {point: [0, 0, 0], normal: [0, 1, 0]}}\n"
        "  far: {material: plate, plane: {point: [0, 4 cm, 0], normal: [0, -1, 0]}}\n"
        "  west: {material: m, box: {low: [-5 cm, -5 cm, -2 cm], high: [3.5 cm, 9 cm, 0], side: "
        "outside}}\n"
        "  east: {material: m, box: {low: [8.5 cm, -5 cm, -2 cm], high: [17 cm, 9 cm, 0], side: "
        "outside}}\n"
        "  stopper: {material: m, box: {low: [3.5 cm, -5 cm, -2 cm], high: [8.5 cm, 9 cm, 0], "
        "side: "
        "outside}, drive: {law: velocity, velocity: [0, 0, -1 m/s], from: %.17g s}}\n"
        "grains: {balls: {shape: ball, material: m, packing: {law: lattice, counts: [10, 3, 30], "
        "spacing: [11.5 mm, 13 mm, 11.2 mm], origin: [8.2 mm, 7 mm, 6 mm], jitter: 0.3 mm, seed: "
        "%d}}}\n",
        opens, seed);
    if (!impulse_open(&trial, claim, &text))
        return NAN;
    bool good = trial_step(&trial, world_step_at(trial.world, from)) && trial_look(&trial);
    double before = good ? mass_inside(&trial) : 0;
    good = good && trial_step(&trial, world_step_at(trial.world, to) - world_steps(trial.world)) &&
           trial_look(&trial);
    double rate = good ? (before - mass_inside(&trial)) / (to - from) : NAN;
    trial_close(&trial);
    return rate;
}

void verify_nonsmooth_flows(verify *verify)
{
    if (!verify->full)
        return;
    both_solvers(verify, "pile on a rough base", "slope", "deg", pile_slope);
    both_solvers(verify, "drum", "slope", "deg", drum_slope);
    both_solvers(verify, "silo", "discharge", "kg/s", silo_rate);
}
