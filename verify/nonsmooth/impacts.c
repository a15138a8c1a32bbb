// impacts.c - impacts by Newton's law wherever in a step they are: T3; how much spin an impact takes.
#include "verify/nonsmooth/nonsmooth.h"

#include <stdio.h>

static const double radius = 0.005;

static void append_balls(text_buffer *text)
{
    text_append(text, "shapes: {ball: {ball: {radius: 5 mm}}}\n");
}

// --- T3 -------------------------------------------------------------------------------------------------------------

typedef struct bounce {
    bool pair;
    double phase, step; // phase: way to the touch in steps
    const char *settings, *laws;
    int64_t most; // steps
} bounce;

static void write_bounce(const bounce *bounce, text_buffer *text)
{
    const double v = 1;
    const impulse_case given = {.settings = bounce->settings,
                                .laws = bounce->laws,
                                .young = 1e8,
                                .step = bounce->step,
                                .reach = 1};
    impulse_head(&given, text);
    append_balls(text);
    if (!bounce->pair)
        text_append(
            text, "walls: {floor: {material: m, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}}\n");
    text_append(text, "grains:\n");
    double away = bounce->phase * v * bounce->step;
    if (bounce->pair)
        impulse_grain(text, "low", "ball", v3_make(0, 0, -radius), v3_make(0, 0, v / 2),
                      impulse_still);
    impulse_grain(text, "high", "ball", v3_make(0, 0, radius + away),
                  v3_make(0, 0, bounce->pair ? -v / 2 : -v), impulse_still);
}

// Speed of parting over that of closing.
static bool rebound(const claim *claim, const bounce *bounce, double *e)
{
    trial trial;
    text_buffer text = {0};
    write_bounce(bounce, &text);
    if (!impulse_open(&trial, claim, &text))
        return false;
    for (int64_t n = 0; n < bounce->most && trial_step(&trial, 1) && trial_look(&trial); n++) {
        const frame_balls *balls = &trial.frame.ball;
        double speed =
            bounce->pair ? balls->velocity[1].z - balls->velocity[0].z : balls->velocity[0].z;
        double gap = bounce->pair ? balls->position[1].z - balls->position[0].z - 2 * radius
                                  : balls->position[0].z - radius;
        *e = speed;
        if ((speed > 0 && gap > 0) || (n > 20 && fabs(speed) < 1e-9))
            break;
    }
    bool good = trial.world != NULL;
    trial_close(&trial);
    return good;
}

static void restitution(verify *verify)
{
    enum { PHASES = 8 };
    static const double restitutions[] = {0.01, 0.1, 0.2, 0.5, 0.8, 1};
    static const struct {
        const char *name, *settings;
    } mode[] = {{"speculative", "iterations: 50"},
                {"relax", "iterations: 50, speculative: false, relax: 20"},
                {"both", "iterations: 50, relax: 20"},
                {"plain", "iterations: 50, speculative: false"}};
    claim claim;
    for (int i = 0; i < 2 * 4 * 6; i++) {
        int pair = i / 24;
        int m = i / 6 % 4;
        double e = restitutions[i % 6];
        double least = 9;
        double most = -9;
        double got = 0;
        char laws[80];
        bool good = true;
        if (!claim_begin(&claim, verify, "Newton", "T3 %s %s e=%g", mode[m].name,
                         pair ? "pair" : "plane", e))
            continue;
        snprintf(laws, sizeof laws, "normal: {law: hertz, restitution: %g}, tangential: none", e);
        for (int k = 0; k < PHASES && good; k++) {
            const bounce bounce = {pair, 0.05 + 0.125 * k, 1e-3, mode[m].settings, laws, 2000};
            good = rebound(&claim, &bounce, &got);
            least = fmin(least, got);
            most = fmax(most, got);
        }
        if (!good)
            continue;
        if (m == 3 && e < 0.2) { // an overlap that was never paid for is pushed out
            claim_noted(&claim, "restitution, least", least, e);
            claim_noted(&claim, "restitution, largest", most, 0.168);
            continue;
        }
        claim_absolute(&claim, "restitution, least", least, e, 1e-4);
        claim_absolute(&claim, "restitution, largest", most, e, 1e-4);
    }
}

// --- spin in an impact -----------------------------------------------------------------------------------------------

typedef enum spin_way { SPIN_SMOOTH, SPIN_SIMULTANEOUS, SPIN_CASCADE, SPIN_WAYS } spin_way;

// A ball that turns falls on a plane without friction: the share of its spin that the impact takes.
static bool spin_taken(const claim *claim, spin_way way, const char *laws, v3 spin, double *share)
{
    const bool smooth = way == SPIN_SMOOTH;
    const impulse_case given = {.smooth = smooth,
                                .settings = way == SPIN_CASCADE ? "impact: cascade" : NULL,
                                .laws = laws,
                                .young = 1e9,
                                .step = smooth ? 1e-6 : 1e-3,
                                .reach = 1};
    trial trial;
    text_buffer text = {0};
    impulse_head(&given, &text);
    append_balls(&text);
    text_append(
        &text,
        "walls: {floor: {material: m, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}}\ngrains:\n");
    impulse_grain(&text, "ball", "ball", v3_make(0, 0, radius + 2e-4), v3_make(0, 0, -0.5), spin);
    if (!impulse_open(&trial, claim, &text))
        return false;
    while (trial_step(&trial, 1) && trial_look(&trial) && trial.frame.time < 0.01)
        if (trial.frame.ball.velocity[0].z > 0 && trial.frame.ball.position[0].z > radius)
            break;
    bool good = trial.world != NULL;
    if (good)
        *share = 1 - v3_dot(trial.frame.ball.spin[0], spin) / v3_dot(spin, spin);
    trial_close(&trial);
    return good;
}

// A spring is hardly wound up, a dashpot acts for a short time, and only a plain limit is reached.
static void spins(verify *verify)
{
    static const struct {
        const char *name, *law;
        bool upright;
    } row[] = {
        {"spring", "rolling: {law: elastic-plastic, friction: 0.1}", false},
        {"spring, damped", "rolling: {law: elastic-plastic, friction: 0.1, damping: 0.3}", false},
        {"stiff spring", "rolling: {law: elastic-plastic, friction: 1, stiffness: 0.2 N m}", false},
        {"dashpot", "rolling: {law: viscous, damping: 3e-5 N m s}", false},
        {"limit", "rolling: {law: constant, friction: 0.02}", false},
        {"twisted spring", "twisting: {law: elastic-plastic, friction: 0.1}", true},
        {"twisted dashpot", "twisting: {law: viscous, damping: 3e-5 N m s}", true}};
    claim claim;
    for (int i = 0; i < (int)(sizeof row / sizeof *row); i++) {
        char laws[160];
        double share[SPIN_WAYS] = {0};
        bool good =
            claim_begin(&claim, verify, "the smooth solver", "spin in an impact, %s", row[i].name);
        v3 spin = row[i].upright ? v3_make(0, 0, 20) : v3_make(20, 0, 0);
        snprintf(laws, sizeof laws, "normal: {law: hertz, restitution: 0.5}, tangential: none, %s",
                 row[i].law);
        for (spin_way way = 0; good && way < SPIN_WAYS; way++)
            good = spin_taken(&claim, way, laws, spin, &share[way]);
        if (!good)
            continue;
        claim_noted(&claim, "share taken, smooth solver", share[SPIN_SMOOTH], share[SPIN_SMOOTH]);
        claim_absolute(&claim, "share taken", share[SPIN_SIMULTANEOUS], share[SPIN_SMOOTH], 0.05);
        claim_absolute(&claim, "share taken, cascade", share[SPIN_CASCADE], share[SPIN_SMOOTH],
                       0.05);
    }
}

void verify_nonsmooth_impacts(verify *verify)
{
    restitution(verify);
    spins(verify);
}
