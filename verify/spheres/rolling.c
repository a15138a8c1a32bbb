// rolling.c - slipping and rolling on a plane: MFiX-DEM case 04, balls and disks on an incline, a pair of Dosta.
//
// A ball that rolls without slipping down an incline has the acceleration g sin(a) / (1 + k), k = 2/5 for a ball and
// 1/2 for a disk; it slips where tan(a) > mu (1 + 1/k), and then has g (sin(a) - mu cos(a)) and the spin rate mu g
// cos(a) / (k R).
#include "verify/verify.h"

#include "base/constants.h"

#include <stdio.h>

// --- DEM04 ----------------------------------------------------------------------------------------------------------

// The friction of a contact over what its push allows.
static double mobilised(const frame_contacts *contacts, double mu)
{
    double push = contacts->normal_force[0];
    v3 drag = v3_sub(contacts->force[0], v3_scale(v3_dot(contacts->force[0], contacts->normal[0]),
                                                  contacts->normal[0]));
    return v3_norm(drag) / (mu * push);
}

// The time, the speed of the centre, that of the rim against the centre, and their difference.
typedef struct skid {
    double time, speed, rim, slip;
} skid;

static skid skid_of(const frame *frame, double radius)
{
    skid now = {.time = frame->time,
                .speed = frame->ball.velocity[0].x,
                .rim = radius * frame->ball.spin[0].y};
    now.slip = now.speed - now.rim;
    return now;
}

// The moment between two looks at which the slip ends, for it does not end at one of them.
static skid skid_between(skid before, skid after)
{
    const double share = before.slip / (before.slip - after.slip);
    return (skid){.time = before.time + share * (after.time - before.time),
                  .speed = before.speed + share * (after.speed - before.speed),
                  .rim = before.rim + share * (after.rim - before.rim)};
}

// A ball resting on a plane is given a speed: it slips until 2/7 u0 / (mu g).
static void slipping_ball(verify *verify)
{
    const double g = 9.80665;
    const double r = 5e-4;
    const double k = 1e4;
    const double u0 = 0.1;
    const double m = 1e4 * 4.0 / 3.0 * PI * r * r * r;
    claim claim;
    for (int i = 1; i <= 5; i++) {
        double mu = 0.2 * i;
        char laws[160];
        bool slipped = false;
        skid before = {0};
        skid after = {.slip = 1};
        trial trial;
        scene_ball ball = {.radius = r, .position = {0, 0, r - m * g / k}, .velocity = {u0, 0, 0}};
        snprintf(laws, sizeof laws,
                 "normal: {law: linear, stiffness: 1e4 N/m}, tangential: {law: cundall-strack, "
                 "stiffness: 1e4 N/m, "
                 "friction: %.1f}",
                 mu);
        scene scene = {.laws = laws,
                       .material = {{1e4, INFINITY, 0}},
                       .materials = 1,
                       .ball = &ball,
                       .balls = 1,
                       .floor = true,
                       .gravity = {0, 0, -g},
                       .reach = 0.1,
                       .step = PI * sqrt(m / k) / 50};
        if (!claim_begin(&claim, verify, "MFiX-DEM04", "MFIX-DEM04 mu=%.1f", mu) ||
            !trial_open(&trial, &claim, &scene))
            continue;
        while ((!slipped || after.slip > 0) && trial_step(&trial, 1) && trial_look(&trial) &&
               trial.frame.time < 0.1) {
            slipped = slipped || mobilised(&trial.frame.contact, mu) > 0.999999;
            before = after;
            after = skid_of(&trial.frame, r);
        }
        if (trial.world) {
            const skid end = skid_between(before, after);
            claim_relative(&claim, "mu g t / u0 at the end of slip", mu * g * end.time / u0,
                           2.0 / 7.0, 5e-3);
            claim_relative(&claim, "u / u0", end.speed / u0, 5.0 / 7.0, 5e-4);
            claim_relative(&claim, "R spin / u0", end.rim / u0, 5.0 / 7.0, 5e-4);
        }
        trial_close(&trial);
    }
}

// --- inclines -------------------------------------------------------------------------------------------------------

typedef struct incline {
    bool disk;
    double angle, mu, damping; // damping: of the tangential spring, as a fraction of critical
    const char *arm;
} incline;

typedef struct descent {
    double distance, speed, spin; // after 1 s; speed as the mean of v / t over the last tenth
    double overlap, radius;
} descent;

static scene incline_scene(const incline *incline, scene_ball *ball, char laws[200], char run[40])
{
    const double g = 9.8;
    const double k = incline->disk ? 1e7 : 1e4;
    const double r = 0.005; // masses of disks are per metre of depth
    double inertia = incline->disk ? 0.5 : 0.4;
    double mass = 2000 * (incline->disk ? PI * r * r : 4.0 / 3.0 * PI * r * r * r);
    double down = g * sin(incline->angle);
    double into = g * cos(incline->angle);
    double at = r - mass * into / k;
    double c = 2 * incline->damping * sqrt(k * mass / (1 + 1 / inertia));
    snprintf(laws, 200,
             "normal: {law: linear, stiffness: %g N/m}, tangential: {law: cundall-strack, "
             "stiffness: %g N/m, friction: "
             "%.17g, "
             "damping: %.17g N s/m}",
             k, k, incline->mu, c);
    snprintf(run, 40, "arm: %s", incline->arm);
    *ball = (scene_ball){.radius = r,
                         .position = incline->disk ? v3_make(0, at, 0) : v3_make(0, 0, at)};
    return (scene){.laws = laws,
                   .material = {{2000, INFINITY, 0}},
                   .materials = 1,
                   .ball = ball,
                   .balls = 1,
                   .floor = true,
                   .dimensions = incline->disk ? 2 : 3,
                   .gravity = incline->disk ? v3_make(down, -into, 0) : v3_make(down, 0, -into),
                   .reach = 20,
                   .step = PI * sqrt(mass / k) / 50,
                   .run = run};
}

static bool measure_descent(const claim *claim, const incline *incline, descent *out)
{
    enum { LOOKS = 97 };
    char laws[200];
    char run[40];
    scene_ball ball;
    trial trial;
    scene scene = incline_scene(incline, &ball, laws, run);
    double sum = 0;
    int64_t steps = (int64_t)(1 / scene.step);
    int64_t stride = steps / (10 * LOOKS);
    if (!trial_open(&trial, claim, &scene))
        return false;
    bool good = trial_step(&trial, steps - stride * LOOKS);
    for (int i = 0; good && i < LOOKS; i++) {
        good = trial_step(&trial, stride) && trial_look(&trial);
        if (good)
            sum += trial.frame.ball.velocity[0].x / trial.frame.time;
    }
    if (good) {
        double a = sum / LOOKS;
        double time = trial.frame.time;
        out->speed = a;
        out->distance = trial.frame.ball.position[0].x / (time * time);
        out->spin =
            fabs(incline->disk ? trial.frame.ball.spin[0].z : trial.frame.ball.spin[0].y) / time;
        out->overlap = scene.ball->radius - (incline->disk ? trial.frame.ball.position[0].y
                                                           : trial.frame.ball.position[0].z);
        out->radius = scene.ball->radius;
    }
    trial_close(&trial);
    return good;
}

static void rolling_down(verify *verify)
{
    const double g = 9.8;
    const double angle = 15 * PI / 180;
    const incline ball = {false, angle, 0.5, 0, "full"};
    const incline disk = {true, angle, 0.5, 0, "full"};
    const incline common = {false, angle, 0.5, 0, "common"};
    claim claim;
    descent descent;
    if (claim_begin(&claim, verify, "E6, G6", "E6 ball rolls") &&
        measure_descent(&claim, &ball, &descent)) {
        claim_absolute(&claim, "speed after 1 s, m/s", descent.speed, 1.8117, 1e-4);
        claim_relative(&claim, "distance after 1 s, m", descent.distance,
                       0.5 * g * sin(angle) / 1.4, 1e-4);
    }
    if (claim_begin(&claim, verify, "E6, arm R - overlap", "E6 ball rolls, common arm") &&
        measure_descent(&claim, &common, &descent)) {
        double arm = 1 - descent.overlap / descent.radius; // rolls on what is left of its radius
        claim_relative(&claim, "distance after 1 s, m", descent.distance,
                       0.5 * g * sin(angle) / (1 + 0.4 / (arm * arm)), 1e-5);
    }
    if (claim_begin(&claim, verify, "E6, G6", "E6 disk rolls (2D)") &&
        measure_descent(&claim, &disk, &descent)) {
        claim_relative(&claim, "speed after 1 s, m/s", descent.speed, g * sin(angle) / 1.5, 1e-4);
        claim_relative(&claim, "distance after 1 s, m", descent.distance,
                       0.5 * g * sin(angle) / 1.5, 1e-4);
    }
}

// Two per cent to either side of the slope where slipping begins.
static void slip_threshold(verify *verify)
{
    const double g = 9.8;
    const double mu = 0.1;
    claim claim;
    for (int i = 0; i < 4; i++) {
        bool disk = i & 1, slips = i & 2;
        double k = disk ? 0.5 : 0.4;
        double angle = atan((slips ? 1.02 : 0.98) * mu * (1 + 1 / k));
        const incline incline = {disk, angle, mu, 0.5, "full"};
        descent descent;
        if (!claim_begin(&claim, verify, "E6, G6", "E6 %s, slope %s", disk ? "disk (2D)" : "ball",
                         slips ? "1.02 of slipping" : "0.98 of slipping"))
            continue;
        if (!measure_descent(&claim, &incline, &descent))
            continue;
        double a = slips ? g * (sin(angle) - mu * cos(angle)) : g * sin(angle) / (1 + k);
        double spin = slips ? mu * g * cos(angle) / (k * descent.radius) : a / descent.radius;
        claim_relative(&claim, "acceleration, m/s^2", 2 * descent.distance, a, 1e-3);
        claim_relative(&claim, "spin rate, rad/s^2", descent.spin, spin, 1e-3);
    }
}

// --- the second pair of Dosta et al. ---------------------------------------------------------------------------------

// A steel ball that lies on a wall of M1 under a pull of 45 degrees: tan is beyond 7/2 mu, so it slides from the start,
// but for the 2e-5 s in which its spring fills.
static void sliding_ball(verify *verify)
{
    const double r = 1e-3;
    const double pull = 5;
    const double mu = 0.2;
    const double mass = 7200 * 4.0 / 3.0 * PI * r * r * r;
    const double e_star = 1 / (0.96 / 2.1e11 + 0.96 / 1e9);
    const double overlap = cbrt(pow(0.75 * mass * pull / e_star, 2) / r);
    const scene_ball ball = {.radius = r, .position = {0, 0, r - overlap}};
    const scene scene = {
        .laws = "normal: {law: hertz, restitution: 0.4}, tangential: {law: mindlin, friction: 0.2}",
        .material = {{7200, 2.1e11, 0.2}, {2500, 1e9, 0.2}},
        .materials = 2,
        .ball = &ball,
        .balls = 1,
        .floor = true,
        .floor_material = 1,
        .gravity = {pull, 0, -pull},
        .reach = 0.1,
        .step = 5e-7};
    claim claim;
    trial trial;
    if (!claim_begin(&claim, verify, "Dosta et al. 2024, sliding", "Dosta steel on M1") ||
        !trial_open(&trial, &claim, &scene))
        return;
    if (trial_step(&trial, 10000) && trial_look(&trial)) {
        claim_relative(&claim, "speed after 5 ms, m/s", trial.frame.ball.velocity[0].x,
                       pull * (1 - mu) * 5e-3, 5e-3);
        claim_relative(&claim, "R spin after 5 ms, m/s", r * trial.frame.ball.spin[0].y,
                       2.5 * mu * pull * 5e-3, 5e-3);
        claim_relative(&claim, "push, N", trial.frame.contact.normal_force[0], mass * pull, 1e-6);
    }
    trial_close(&trial);
}

void verify_rolling(verify *verify)
{
    sliding_ball(verify);
    slipping_ball(verify);
    rolling_down(verify);
    slip_threshold(verify);
}
