// restitution.c - coefficients of restitution: the whole range at four speeds, between balls and on a wall.
#include "law/yield.h"
#include "verify/verify.h"

#include "base/constants.h"

#include <math.h>
#include <stdio.h>

static const v3 slanted = {0.48, 0.6, 0.64}; // a unit vector along no axis
enum { SPEEDS = 4 };
static const double speeds[SPEEDS] = {0.01, 0.1, 1, 5};

// One world with four impacts between balls (different in size and material) and four on the floor, at four speeds.
static scene restitution_scene(const char *laws, scene_ball *ball, double step)
{
    scene scene = {.laws = laws,
                   .material = {{2500, 5e9, 0.25}, {4000, 2e10, 0.3}},
                   .materials = 2,
                   .ball = ball};
    scene.balls = 3 * SPEEDS;
    scene.floor = true;
    scene.floor_material = 1;
    scene.step = step;
    scene.reach = 4;
    scene.run = "deepest_overlap: none";
    for (int i = 0; i < SPEEDS; i++) {
        double gap = 1.37 * speeds[i] * step;
        double ra = 0.005;
        double rb = 0.003;
        v3 at = {0.1 * i, 0.5, 1};
        v3 to = v3_scale(ra + rb + gap, slanted);
        ball[3 * i] = (scene_ball){
            .radius = ra, .position = at, .velocity = v3_scale(0.5 * speeds[i], slanted)};
        ball[3 * i + 1] = (scene_ball){.radius = rb,
                                       .position = v3_add(at, to),
                                       .velocity = v3_scale(-0.5 * speeds[i], slanted),
                                       .material = 1};
        ball[3 * i + 2] = (scene_ball){
            .radius = ra, .position = {0.1 * i, -0.5, ra + gap}, .velocity = {0, 0, -speeds[i]}};
    }
    return scene;
}

// The rebound furthest from e, over all speeds.
static void claim_restitution(const claim *claim, const scene *scene, double e, double slowest,
                              bool wall)
{
    trial trial;
    double worst = e;
    if (!trial_open(&trial, claim, scene))
        return;
    bool good = trial_step(&trial, (int64_t)(8 * slowest / scene->step)) && trial_look(&trial);
    for (int i = 0; good && i < SPEEDS; i++) {
        const v3 *x = trial.frame.ball.position;
        const v3 *u = trial.frame.ball.velocity;
        int a = 3 * i;
        double got =
            wall ? u[a + 2].z / speeds[i]
                 : v3_dot(v3_unit(v3_sub(x[a + 1], x[a])), v3_sub(u[a + 1], u[a])) / speeds[i];
        if (!(fabs(got - e) <= fabs(worst - e)))
            worst = got;
    }
    if (good)
        claim_absolute(claim, wall ? "restitution on a wall, worst" : "restitution of balls, worst",
                       worst, e, 1e-3);
    trial_close(&trial);
}

void verify_restitution(verify *verify)
{
    static const double range[] = {0.02, 0.05, 0.1, 0.2, 0.3,  0.4, 0.5,
                                   0.6,  0.7,  0.8, 0.9, 0.95, 1};
    static const char *const law[] = {"law: hertz", "law: linear, stiffness: 1e6 N/m",
                                      "law: linear, stiffness: 1e6 N/m, tension: true"};
    static const char *const name[] = {"hertz", "linear", "linear with tension"};
    static const double parts[] = {
        200, 200, 2000}; // a pull that ends suddenly makes it first order in the step
    scene_ball ball[3 * SPEEDS];
    claim claim;
    for (int l = 0; l < 3; l++)
        for (size_t i = 0; i < sizeof range / sizeof *range; i++) {
            char laws[160];
            if (!claim_begin(&claim, verify, "V14, definition of e",
                             "restitution %s e=%g dt=tau/%g", name[l], range[i], parts[l]))
                continue;
            scene scene = restitution_scene("", ball, 1);
            const double m0 = ball_mass(&scene, 0);
            const double m1 = ball_mass(&scene, 1);
            const double both = m0 * m1 / (m0 + m1);
            double fastest = PI * sqrt(both / 1e6);
            double slowest = PI * sqrt(m0 / 1e6);
            if (l == 0) {
                const double r_eff = 0.005 * 0.003 / 0.008;
                const double e_star = 1 / ((1 - 0.0625) / 5e9 + (1 - 0.09) / 2e10);
                fastest = hertz_peak_of(r_eff, e_star, both, speeds[SPEEDS - 1]).duration;
                slowest = hertz_peak_of(0.005, e_star, m0, speeds[0]).duration;
            }
            snprintf(laws, sizeof laws, "normal: {%s, restitution: %g}, tangential: none", law[l],
                     range[i]);
            scene = restitution_scene(laws, ball, fastest / parts[l]);
            claim_restitution(&claim, &scene, range[i], slowest, false);
            claim_restitution(&claim, &scene, range[i], slowest, true);
        }
}
