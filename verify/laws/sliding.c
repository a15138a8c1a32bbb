// sliding.c - static and sliding friction: the mean force of a contact that slides at any step, and a sled
// that sticks and slips.
//
// A sled of mass m is held by a spring k and stands on a belt that moves with V. It is taken along until the spring
// pulls with mu_s P, and slips then: with x_d = mu_d P/k, A = (mu_s - mu_d) P/k and w^2 = k/m
//   x - x_d = A cos w t + (V/w) sin w t                                         until it is as fast as the belt again,
// which is where x - x_d = -A. So x swings by (A^2 + V^2/w^2)^(1/2) about x_d, and a round takes 2 A/V + (2/w) (pi -
// atan(A w/V)). The spring of the contact is 10^4 times as stiff as that of the sled, and is damped so weakly that its
// dashpot stays below mu_d P.
#include "verify/laws/laws.h"

#include "base/constants.h"

#include <stdio.h>

static const double mu_s = 0.5, mu_d = 0.3;
static const scene_material block = {2500, 1e8, 0.25};

// --- mean force -----------------------------------------------------------------------------------------------------

// The mean of drag over push while a contact is dragged on, beginning when it has slipped. `swing`: by how much the
// push goes up and down.
static double mean_drag(const law_set *set, int steps, double swing)
{
    const double depth = 1e-5;
    const double speed = 0.1;
    law_single single;
    law_single_begin(&single, set, 0.01, 1);
    law_motion motion = {.overlap = depth, .dt = 1e9};
    law_answer answer = law_single_step(&single, motion);
    motion.slip[0] = 1e-12;
    answer = law_single_step(&single, motion);
    // so many steps to the first slip
    motion.slip[0] = mu_s * answer.push / (fabs(answer.drag[0]) / motion.slip[0]) / steps;
    motion.dt = motion.slip[0] / speed;
    double force = 0;
    double push = 0;
    for (int i = 0; i < 60 * steps; i++) {
        motion.overlap = depth * (1 + swing * sin(2 * PI * i / (10.0 * steps)));
        answer = law_single_step(&single, motion);
        if (i < 10 * steps)
            continue;
        force -= answer.drag[0];
        push += answer.push;
    }
    return force / push;
}

static void sliding_force(verify *verify)
{
    static const struct {
        const char *name, *laws;
    } row[] = {
        {"cundall-strack",
         "normal: {law: linear, stiffness: 1e5 N/m}, tangential: {law: cundall-strack, friction: "
         "0.5, dynamic_friction: 0.3}"},
        {"cundall-strack damped",
         "normal: {law: linear, stiffness: 1e5 N/m}, tangential: {law: cundall-strack, "
         "friction: 0.5, dynamic_friction: 0.3, damping: 0.5 N s/m}"},
        {"mindlin",
         "normal: {law: hertz}, tangential: {law: mindlin, friction: 0.5, dynamic_friction: 0.3}"},
        {"mindlin total",
         "normal: {law: hertz}, tangential: {law: mindlin, friction: 0.5, dynamic_friction: 0.3, "
         "form: total}"},
    };
    static const int steps[] = {20, 200, 2000};
    const scene_material both[2] = {block, block};
    claim claim;
    law_set set;
    char name[64];
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        if (!claim_begin(&claim, verify, "mu_d P, single contact", "sliding friction %s",
                         row[i].name) ||
            !single_laws(&claim, row[i].laws, both, &set))
            continue;
        for (int k = 0; k < 3; k++) {
            snprintf(name, sizeof name, "drag / push, %d steps", steps[k]);
            claim_relative(&claim, name, mean_drag(&set, steps[k], 0), mu_d, 1e-3);
            snprintf(name, sizeof name, "drag / push that swings, %d", steps[k]);
            claim_relative(&claim, name, mean_drag(&set, steps[k], 0.1), mu_d, 1e-3);
        }
    }
}

// --- the sled -------------------------------------------------------------------------------------------------------

// Mass, spring and push are 1.
typedef struct sled {
    double period, low, high;
} sled;

static sled ride(const law_set *set, double belt, double step)
{
    const double depth = 1e-6;
    const double rounds = 4;
    law_single single;
    law_single_begin(&single, set, 0.01, 1);
    law_motion motion = {.overlap = depth, .dt = step};
    law_single_step(&single, motion);
    sled out = {0, 1, 0};
    double x = 0;
    double speed = belt;
    double first = 0;
    double last = 0;
    int crossings = 0;
    for (double time = 0; crossings <= rounds && time < 1e3; time += step) {
        double before = x;
        x += step * speed;
        motion.slip[0] = step * (speed - belt);
        speed += step * (law_single_step(&single, motion).drag[0] - x);
        if (before < mu_d && x >= mu_d) {
            last = time + step * (mu_d - before) / (x - before);
            if (crossings == 0)
                first = last;
            crossings++;
        }
        if (crossings > 0 && x > out.high)
            out.high = x;
        if (crossings > 0 && x < out.low)
            out.low = x;
    }
    out.period = (last - first) / rounds;
    return out;
}

static void stick_slip(verify *verify)
{
    static const char laws[] =
        "normal: {law: linear, stiffness: 1e6 N/m}, tangential: {law: cundall-strack, friction: "
        "0.5, dynamic_friction: 0.3, stiffness: 1e4 N/m, damping: 1 N s/m}";
    static const int steps[] = {20, 200, 2000};
    const scene_material both[2] = {block, block};
    const double belt = 0.02;
    const double jump = mu_s - mu_d;
    const double swing = sqrt(jump * jump + belt * belt);
    law_set set;
    claim claim;
    for (int k = 0; k < 3; k++) {
        if (!claim_begin(&claim, verify, "closed form, single contact",
                         "sliding friction sled, %d steps", steps[k]) ||
            !single_laws(&claim, laws, both, &set))
            continue;
        sled got = ride(&set, belt, 2 * PI / 100 / steps[k]);
        claim_relative(&claim, "stick-slip, period", got.period,
                       2 * jump / belt + 2 * (PI - atan(jump / belt)), 1e-3);
        claim_relative(&claim, "stick-slip, largest pull", got.high, mu_d + swing, 1e-3);
        claim_relative(&claim, "stick-slip, smallest pull", got.low, mu_d - swing, 5e-3);
    }
}

void verify_laws_sliding(verify *verify)
{
    sliding_force(verify);
    stick_slip(verify);
}
