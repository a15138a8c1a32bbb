// energy.c - nothing gains energy: a collapse of balls (T12), and boxes that strike with a corner.
#include "verify/nonsmooth/nonsmooth.h"

#include <math.h>
#include <stdio.h>

static const double g = 9.81;

// --- T12 ------------------------------------------------------------------------------------------------------------

static void write_collapse(const char *settings, double e, text_buffer *text)
{
    char laws[120];
    snprintf(laws, sizeof laws,
             "normal: {law: hertz, restitution: %g}, tangential: {law: mindlin, friction: 0.5}", e);
    const impulse_case given = {.settings = settings,
                                .laws = laws,
                                .young = 1e8,
                                .gravity = {0, 0, -g},
                                .step = 5e-4,
                                .reach = 0.3};
    impulse_head(&given, text);
    text_append(
        text,
        "shapes: {ball: {ball: {radius: {distribution: uniform, from: 4.5 mm, to: 5 "
        "mm}}}}\nwalls:\n"
        "  bottom: {material: m, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}\n"
        "  left: {material: m, plane: {point: [0, 0, 0], normal: [1, 0, 0]}}\n"
        "  right: {material: m, plane: {point: [6 cm, 0, 0], normal: [-1, 0, 0]}}\n"
        "  front: {material: m, plane: {point: [0, 0, 0], normal: [0, 1, 0]}}\n"
        "  back: {material: m, plane: {point: [0, 6 cm, 0], normal: [0, -1, 0]}}\n"
        "grains: {balls: {shape: ball, material: m, packing: {law: lattice, spacing: [10.8 mm, "
        "10.8 mm, 12 "
        "mm], counts: [5, 5, 8], origin: [8.5 mm, 8.5 mm, 20 mm], jitter: 0.3 mm, seed: 7}}}\n");
}

// Of motion and height, J.
static double energy_of(const frame *frame)
{
    double sum = 0;
    for (int64_t i = 0; i < frame->ball.count; i++) {
        v3 v = frame->ball.velocity[i];
        v3 w = frame->ball.spin[i];
        double r = frame->ball.radius[i];
        double m = frame->ball.mass[i];
        sum +=
            m * (0.5 * v3_dot(v, v) + 0.2 * r * r * v3_dot(w, w) + g * frame->ball.position[i].z);
    }
    return sum;
}

static void collapse(verify *verify, const char *mode, const char *settings, double e)
{
    enum { STEPS = 2000 };
    double before = 0;
    double start = 0;
    double gains = 0;
    double largest = 0;
    claim claim;
    trial trial;
    text_buffer text = {0};
    if (!claim_begin(&claim, verify, "energy", "T12 %s e=%g", mode, e))
        return;
    write_collapse(settings, e, &text);
    if (!impulse_open(&trial, &claim, &text))
        return;
    for (int i = 0; i <= STEPS && trial_step(&trial, i > 0) && trial_look(&trial); i++) {
        double now = energy_of(&trial.frame);
        if (i == 0)
            start = before = now;
        gains += fmax(now - before, 0);
        largest = fmax(largest, now - before);
        before = now;
    }
    if (trial.world) {
        claim_at_most(&claim, "sum of all gains / energy", gains / start, 1e-5);
        claim_noted(&claim, "largest of a step / energy", largest / start, 1.1e-6);
    }
    trial_close(&trial);
}

// --- eccentric impacts ----------------------------------------------------------------------------------------------

// Where a rod strikes with an end while its centre goes on, Newton's law and Coulomb's taken together may give energy:
// friction may work in the direction in which the end slid before (Kane 1984). Without its guard the simultaneous
// solution of these impacts gains up to a fifth. One after the other they cannot: each row by itself only takes.
//
// A rod of 20 x 2 x 2 cm, tilted and sliding along at `speed`, a little out of the plane, falls on the floor at 1 m/s;
// without weight.
typedef struct rod_fall {
    bool cascade;
    double friction, restitution, tilt, speed; // tilt: rad
} rod_fall;

static void write_rod(const rod_fall *fall, text_buffer *text)
{
    char laws[120];
    char kind[120];
    snprintf(laws, sizeof laws,
             "normal: {law: hertz, restitution: %g}, tangential: {law: mindlin, friction: %g}",
             fall->restitution, fall->friction);
    snprintf(kind, sizeof kind, "rod, turn: [0.1 rad, %.17g rad, 0.05 rad]", fall->tilt);
    const impulse_case given = {
        .settings = fall->cascade ? "impact_speed: 1 mm/s, impact_sweeps: 500, impact: cascade"
                                  : "impact_speed: 1 mm/s, impact_sweeps: 500",
        .laws = laws,
        .young = 1e10,
        .step = 1e-3,
        .reach = 10,
        .run = "ledger: true"};
    impulse_head(&given, text);
    text_append(
        text,
        "shapes: {rod: {polyhedron: {builder: {box: [20 cm, 2 cm, 2 cm]}}}}\n"
        "walls: {floor: {material: m, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}}\ngrains:\n");
    impulse_grain(text, "rod", kind, v3_make(0, 0, 0.11), v3_make(fall->speed, 0.1, -1),
                  impulse_still);
}

// The largest energy after a step over that before it, less 1, until the rod is gone.
static bool strike(const claim *claim, const rod_fall *fall, double *gain)
{
    double before = 0;
    trial trial;
    text_buffer text = {0};
    write_rod(fall, &text);
    if (!impulse_open(&trial, claim, &text))
        return false;
    for (int i = 0; i <= 150 && trial_step(&trial, i > 0) && trial_look(&trial); i++) {
        double now = trial.frame.ledger.kinetic;
        if (i > 0)
            *gain = fmax(*gain, now / before - 1);
        before = now;
    }
    bool good = trial.world != NULL;
    trial_close(&trial);
    return good;
}

static void eccentric(verify *verify)
{
    static const double friction[] = {0, 0.3, 1};
    static const double restitution[] = {0.5, 0.9, 1};
    enum { TILTS = 6, SPEEDS = 11 };
    claim claim;
    for (int i = 0; i < 18; i++) {
        rod_fall fall = {
            .cascade = i >= 9, .friction = friction[i / 3 % 3], .restitution = restitution[i % 3]};
        double gain = 0;
        bool good =
            claim_begin(&claim, verify, "energy guard", "eccentric, %s mu=%g e=%g",
                        fall.cascade ? "cascade" : "simultaneous", fall.friction, fall.restitution);
        if (!good)
            continue;
        for (int k = 0; good && k < TILTS * SPEEDS; k++) {
            fall.tilt = 0.3 + 0.18 * (k % TILTS);
            fall.speed = -1.5 + 0.3 * floor(k / (double)TILTS);
            good = strike(&claim, &fall, &gain);
        }
        if (good)
            claim_at_most(&claim, "largest gain of a step / energy", gain, 1e-9);
    }
}

// --- Newton's cradle of boxes ---------------------------------------------------------------------------------------

// Five cubes of 10 cm, four of which touch, with e = 1 and no friction; the fifth comes at 1 m/s. `backwards`: their ids are
// in the other order.
static void cradle(verify *verify, bool backwards)
{
    enum { CUBES = 5, STEPS = 60 };
    const impulse_case given = {.settings = "impact: cascade",
                                .laws =
                                    "normal: {law: hertz, restitution: 1}, tangential: {law: none}",
                                .young = 1e10,
                                .step = 1e-3,
                                .reach = 2};
    claim claim;
    trial trial;
    text_buffer text = {0};
    if (!claim_begin(&claim, verify, "Newton", "cradle of boxes%s", backwards ? ", backwards" : ""))
        return;
    impulse_head(&given, &text);
    text_append(&text, "shapes: {c: {polyhedron: {builder: {platonic: cube, size: 10 cm}}}}\n"
                       "grains:\n");
    for (int k = 0; k < CUBES; k++) {
        const int i = backwards ? CUBES - 1 - k : k;
        char name[8];
        snprintf(name, sizeof name, "c%d", i);
        impulse_grain(&text, name, "c, turn: [0, 0, 0]", v3_make(i == 0 ? -0.02 : 0.1 * i, 0, 0),
                      v3_make(i == 0, 0, 0), impulse_still);
    }
    if (!impulse_open(&trial, &claim, &text))
        return;
    if (trial_step(&trial, STEPS) && trial_look(&trial)) {
        double others = 0;
        double last = 0;
        double spin = 0;
        for (int k = 0; k < CUBES; k++) {
            const double speed = trial.frame.ball.velocity[k].x;
            spin = fmax(spin, v3_norm(trial.frame.ball.spin[k]));
            if (k == (backwards ? 0 : CUBES - 1))
                last = speed;
            else
                others = fmax(others, fabs(speed));
        }
        claim_relative(&claim, "speed of the last, m/s", last, 1, 1e-6);
        claim_at_most(&claim, "fastest of the others, m/s", others, 1e-6);
        claim_at_most(&claim, "fastest spin, rad/s", spin, 1e-6);
    }
    trial_close(&trial);
}

void verify_nonsmooth_energy(verify *verify)
{
    static const double restitution[] = {0.01, 0.5, 0.9};
    static const struct {
        const char *name, *settings;
    } mode[] = {{"plain", "iterations: 100, impact_sweeps: 100, speculative: false"},
                {"speculative", "iterations: 100, impact_sweeps: 100"},
                {"both", "iterations: 100, impact_sweeps: 100, relax: 30"}};
    for (int i = 0; i < 9; i++)
        if (verify->full || i % 3 == 1)
            collapse(verify, mode[i / 3].name, mode[i / 3].settings, restitution[i % 3]);
    eccentric(verify);
    cradle(verify, false);
    cradle(verify, true);
}
