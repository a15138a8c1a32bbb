// twirl.c - springs of bodies that turn about their common normal: no energy comes of it.
//
// Two balls that an attraction of 1 N holds together, and a ball that 1 N presses on a floor, swing on their tangential
// spring for 1 s with omega dt = 0.18, omega^2 = 7/2 K/m, while they turn about the normal with 100 rad/s. A spring
// that is turned by the whole turn of a step before it takes up the slip of that step gains the energy exp(Omega omega
// dt t/2) of its swing, some four thousand times; the leapfrog's own energy swings by (omega dt)^2/4.
#include "verify/laws/laws.h"

#include "base/constants.h"

#include <stdio.h>

static const double radius = 5e-3, push = 1e-3, stiffness = 2e4, turn = 100;

static double mass_of_ball(void)
{
    return 2500 * 4.0 / 3.0 * PI * radius * radius * radius;
}

typedef struct twirl_job {
    const char *integrator;
    bool pair;
    double turn;
} twirl_job;

// The force of the spring changes the velocity of a ball by Q/m and the spin times the radius by 5/2 of that; so they
// begin, and nothing but the spring swings.
static void write_balls(text_buffer *text, const twirl_job *job, double depth)
{
    static const char *const at =
        "packing: {law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [0, 0, ";
    double share = job->pair ? 0.5 : 1;
    double spin = 2.5 * share * push / radius;
    double height = radius - share * depth;
    text_append_format(text,
                       "  - {name: upper, shape: ball, material: m, velocity: [%.17g m/s, 0, 0], "
                       "spin: [0, %.17g rad/s, %.17g "
                       "rad/s], %s%.17g m]}}\n",
                       -share * push, spin, job->turn, at, height);
    if (job->pair)
        text_append_format(text,
                           "  - {name: lower, shape: ball, material: m, velocity: [%.17g m/s, 0, "
                           "0], spin: [0, %.17g rad/s, "
                           "%.17g rad/s], %s%.17g m]}}\n",
                           share * push, spin, job->turn, at, -height);
}

static bool open_twirl(trial *trial, const claim *claim, const twirl_job *job, double step)
{
    text_buffer text = {0};
    text_append_format(
        &text,
        "scree: 1\ngravity: [0, 0, %.17g m/s^2]\nmaterials: {m: {density: 2500 kg/m^3, young: 20 "
        "MPa, poisson: "
        "0.25}}\npairs: {default: {normal: {law: linear, stiffness: 20 kN/m}, tangential: {law: "
        "cundall-strack, "
        "friction: 10}, cohesion: %s}}\nshapes: {ball: {ball: {radius: 5 mm}}}\ndomain: {low: [-1 "
        "m, -1 m, -1 m], "
        "high: [1 m, 1 m, 1 m]}\n%sgrains:\n",
        job->pair ? 0 : -1 / mass_of_ball(),
        job->pair ? "{law: dmt, work_of_adhesion: 63.6619772 J/m^2}" : "none",
        job->pair ? "" : "walls: {floor: {material: m, plane: {point: 0, normal: [0, 0, 1]}}}\n");
    write_balls(&text, job, 1 / stiffness);
    text_append_format(&text, "run: {duration: 9 s, step: %.17g s, integrator: %s, ledger: true}\n",
                       step, job->integrator);
    bool good = trial_open_buffer(trial, claim, &text);
    text_buffer_clear(&text);
    return good;
}

// Largest gain of energy, and largest residual of the books, over the energy of the swing.
static bool twirl_measure(const claim *claim, const twirl_job *job, double *gain, double *residual)
{
    enum { LOOKS = 40 };
    const double mass = mass_of_ball() * (job->pair ? 0.5 : 1);
    const double swing = 0.5 * 3.5 * mass * push * push;
    const double step = 0.18 / sqrt(stiffness / mass);
    trial trial;
    *gain = -INFINITY;
    *residual = 0;
    if (!open_twirl(&trial, claim, job, step))
        return false;
    for (int i = 0;
         i < LOOKS && trial_step(&trial, (int64_t)(1 / step / LOOKS)) && trial_look(&trial); i++) {
        const frame_ledger *ledger = &trial.frame.ledger;
        *gain = fmax(*gain,
                     (ledger->kinetic + ledger->elastic + ledger->gravitational - ledger->start) /
                         swing);
        *residual = fmax(*residual, fabs(ledger->residual) / swing);
    }
    bool good = trial.world != NULL;
    trial_close(&trial);
    return good;
}

void verify_laws_twirl(verify *verify)
{
    static const struct {
        const char *name, *integrator;
        bool pair;
    } row[] = {{"two balls", "velocity-verlet", true},
               {"two balls, gear", "gear", true},
               {"a ball on the floor", "velocity-verlet", false}};
    claim claim;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        twirl_job turns = {row[i].integrator, row[i].pair, turn};
        twirl_job still = turns;
        double gain;
        double residual;
        double without;
        double left;
        still.turn = 0;
        if (!claim_begin(&claim, verify, "no gain, as without turns", "twirl %s", row[i].name) ||
            !twirl_measure(&claim, &turns, &gain, &residual) ||
            !twirl_measure(&claim, &still, &without, &left))
            continue;
        claim_absolute(&claim, "gain of energy, of the swing", gain, without, 1e-3);
        claim_absolute(&claim, "residual of the books, of the swing", residual, left, 1e-3);
    }
}
