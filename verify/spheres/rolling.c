// rolling.c - a ball that slips until it rolls: MFiX-DEM case 04. (Balls and disks on an incline are cases with expected
// values, verify/cases/incline-*.yaml.)
#include "verify/verify.h"

#include "base/constants.h"

#include <stdio.h>

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

void verify_rolling(verify *verify)
{
    slipping_ball(verify);
}
