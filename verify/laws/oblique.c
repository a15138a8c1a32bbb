// oblique.c - oblique impacts under the laws of partial slip: special and ordinary material of Zhang 1998
// chapter 5, the oblique test of Chung and Ooi below gross sliding, and the superball.
#include "law/yield.h"
#include "base/constants.h"
#include "verify/laws/laws.h"

#include <stdio.h>

// --- special material -----------------------------------------------------------------------------------------------

// V23: a latching spring with e = 1/2 whose tangential stiffness is 2/7 of K_1, mu = 0.4.
static strike special(const claim *claim, const char *tangential, double ratio, double parts,
                      bool *good)
{
    const double k1 = 1e8;
    const double speed = 0.1;
    const double mass = 2699 * 4.0 / 3.0 * PI * 1e-3;
    char laws[240];
    strike got;
    snprintf(laws, sizeof laws,
             "normal: {law: walton-braun, stiffness: 1e8 N/m, restitution: 0.5}, tangential: {%s}",
             tangential);
    strike_job job = {.laws = laws,
                      .ball = law_aluminium,
                      .other = rigid_floor,
                      .radius = 0.1,
                      .normal = speed,
                      .tangential = ratio * speed,
                      .step = 0.5 * PI * 1.5 * sqrt(mass / k1) / parts,
                      .longest = 10 * PI * sqrt(mass / k1),
                      .phase = 1,
                      .exponent = 1,
                      .friction = 0.4};
    *good = strike_measure(claim, &job, &got);
    got.patch /= -ratio * speed; // beta
    return got;
}

static const char improved[] =
    "law: vu-quoc-zhang, friction: 0.4, stiffness_ratio: 0.2857142857142857";
static const char latch[] = "law: walton-braun, friction: 0.4, stiffness_ratio: 0.2857142857142857";

static void special_slides(verify *verify)
{
    static const double slides[][2] = {{1.4, .500}, {2, .050}, {3, -.300}, {4, -.475}};
    claim claim;
    bool good;
    for (int i = 0; i < 4; i++) {
        if (!claim_begin(&claim, verify, "V23, Zhang 1998 (C.25)", "V23 v_st/v_n=%g, 40 steps",
                         slides[i][0]))
            continue;
        strike strike = special(&claim, improved, slides[i][0], 40, &good);
        if (good)
            claim_absolute(&claim, "beta", strike.patch, slides[i][1], 1e-3);
    }
}

static void special_sticks(verify *verify)
{
    static const struct {
        double ratio, improved, latch;
    } sticks[] = {{.5, .578, .539}, {1, .552, .344}};
    claim claim;
    bool good;
    for (int i = 0; i < 2; i++) {
        if (!claim_begin(&claim, verify, "V23, Zhang 1998, figure 5.12",
                         "V23 v_st/v_n=%g, 4000 steps", sticks[i].ratio))
            continue;
        strike strike = special(&claim, improved, sticks[i].ratio, 4000, &good);
        if (good)
            claim_relative(&claim, "beta", strike.patch, sticks[i].improved, 1e-2);
        strike = special(&claim, latch, sticks[i].ratio, 4000, &good);
        if (good)
            claim_relative(&claim, "beta of Walton-Braun", strike.patch, sticks[i].latch, 1e-2);
    }
}

// Just below the ratio from which on it slides.
static void special_between(verify *verify)
{
    claim claim;
    bool good;
    if (!claim_begin(&claim, verify, "V23, Zhang 1998, figure 5.13",
                     "V23 v_st/v_n=1.389, 40 steps"))
        return;
    strike strike = special(&claim, improved, 1.389, 40, &good);
    if (good) {
        claim_relative(&claim, "beta", strike.patch, .503, 5e-3);
        claim_relative(&claim, "least Q / mu P", strike.least, .992, 5e-3);
    }
    // the table has the printed scheme, an Euler step; the law integrates its curve exactly
    strike = special(&claim, latch, 1.389, 40, &good);
    if (good) {
        claim_noted(&claim, "beta of Walton-Braun", strike.patch, .224);
        claim_noted(&claim, "least Q / mu P of Walton-Braun", strike.least, .739);
        claim_noted(&claim, "mean Q / mu P of Walton-Braun", strike.mean, .83);
    }
}

// --- ordinary material ----------------------------------------------------------------------------------------------

// Hertz and Mindlin-Deresiewicz, e = 1; speeds of the surfaces over mu Vn.
typedef struct elastic_job {
    const char *tangential;
    scene_material material;
    double radius, mu, normal, parts;
} elastic_job;

static strike elastic_strike(const claim *claim, const elastic_job *job, double ratio, bool *good)
{
    char laws[200];
    strike got;
    const scene_material *material = &job->material;
    const double r = job->radius;
    const double e_star = material->young / (1 - material->poisson * material->poisson);
    const double mass = material->density * 4.0 / 3.0 * PI * r * r * r;
    const hertz_peak peak = hertz_peak_of(r, e_star, mass, job->normal);
    snprintf(laws, sizeof laws, "normal: {law: hertz}, tangential: {law: %s, friction: %g}",
             job->tangential, job->mu);
    strike_job blow = {.laws = laws,
                       .ball = job->material,
                       .other = rigid_floor,
                       .radius = job->radius,
                       .normal = job->normal,
                       .tangential = ratio * job->mu * job->normal,
                       .step = peak.duration / job->parts,
                       .longest = 3 * peak.duration};
    *good = strike_measure(claim, &blow, &got);
    got.patch /= job->mu * job->normal;
    got.spin *= job->radius / (job->mu * job->normal);
    return got;
}

// psi before an impact after which it is -1, to which it rises from below.
static double psi_before(const claim *claim, const elastic_job *job, double kappa, bool *good)
{
    double low = 4.5;
    double high = 5;
    *good = true;
    for (int i = 0; i < 12 && *good; i++) {
        const double middle = 0.5 * (low + high);
        const strike strike = elastic_strike(claim, job, middle / kappa, good);
        if (kappa * strike.patch < -1)
            low = middle;
        else
            high = middle;
    }
    return 0.5 * (low + high);
}

// V24: psi = kappa Vst / (mu Vn), kappa = 2 (1 - nu) / (2 - nu).
static void ordinary_material(verify *verify)
{
    static const double psi[][2] = {{1, .079},     {2, -.809},  {3, -1.379},
                                    {3.6, -1.481}, {4, -1.436}, {6, .235}};
    static const char *const law[] = {"mindlin-deresiewicz", "vu-quoc-zhang"};
    const double kappa = 1.4 / 1.7;
    claim claim;
    bool good;
    for (int l = 0; l < 2; l++) {
        const elastic_job job = {.tangential = law[l],
                                 .material = {2700, 7e10, 0.3},
                                 .radius = 0.01,
                                 .mu = 0.3,
                                 .normal = 1e-3,
                                 .parts = 4000};
        for (size_t i = 0; i < sizeof psi / sizeof *psi; i++) {
            if (!claim_begin(&claim, verify, "V24, Zhang 1998, figure 5.14", "V24 %s psi1=%g",
                             law[l], psi[i][0]))
                continue;
            strike strike = elastic_strike(&claim, &job, psi[i][0] / kappa, &good);
            if (good)
                claim_absolute(&claim, "psi2", kappa * strike.patch, psi[i][1], 0.01);
        }
        if (!claim_begin(&claim, verify, "V24, Maw et al. 1976", "V24 %s psi2=-1", law[l]))
            continue;
        const double before = psi_before(&claim, &job, kappa, &good);
        if (!good)
            return;
        claim_absolute(&claim, "psi1", before, 4.765, 5e-3);
        claim_noted(&claim, "psi1, printed", before, 4.682);
    }
}

// Test 5 of Chung and Ooi where the contact sticks for a part of the impact: spin against the finite elements of the
// paper, and the test 7 of that paper for the laws of partial slip.
static void chung_ooi(verify *verify)
{
    static const double fem[][2] = {
        {0.89, .665}, {1.90, 1.793}, {2.76, 2.856}, {3.89, 4.041}, {5.66, 4.941}};
    static const char *const law[] = {"mindlin-deresiewicz", "vu-quoc-zhang"};
    claim claim;
    bool good;
    for (int l = 0; l < 2; l++) {
        const elastic_job job = {.tangential = law[l],
                                 .material = {7850, 2.08e11, 0.3},
                                 .radius = 1e-5,
                                 .mu = 0.3,
                                 .normal = 5,
                                 .parts = 2000};
        for (size_t i = 0; i < sizeof fem / sizeof *fem; i++) {
            if (!claim_begin(&claim, verify, "Chung & Ooi 2011, FEM", "Chung-Ooi 5 %s x=%g", law[l],
                             fem[i][0]))
                continue;
            strike strike = elastic_strike(&claim, &job, fem[i][0], &good);
            if (good)
                claim_absolute(&claim, "R spin / (mu Vn)", strike.spin, fem[i][1], 0.25);
        }
    }
}

// --- superball ------------------------------------------------------------------------------------------------------

static const double fall_of = 9.8, ball_radius = 2e-3; // m/s^2, m

static scene superball_scene(scene_ball *ball, double step)
{
    scene scene = {.laws = "normal: {law: linear, stiffness: 4e6 N/m, restitution: 1}, tangential: "
                           "{law: cundall-strack, "
                           "friction: 1000, stiffness_ratio: 0.2857142857142857}",
                   .material = {{1000, INFINITY, 0}, {1000, INFINITY, 0}},
                   .materials = 2,
                   .ball = ball,
                   .balls = 1,
                   .floor = true,
                   .floor_material = 1,
                   .gravity = {0, 0, -fall_of},
                   .reach = 1,
                   .step = step,
                   .run = "arm: full, deepest_overlap: none"};
    return scene;
}

// Goes on with a world of another step from where the ball is; for a time, or (0) until it has touched and left.
static bool superball_leg(const claim *claim, scene_ball *ball, double step, double time)
{
    trial trial;
    scene scene = superball_scene(ball, step);
    if (!trial_open(&trial, claim, &scene))
        return false;
    bool good = trial_step(&trial, (int64_t)(time / step)) && trial_look(&trial), touched = false;
    while (good && time == 0 && !(touched && trial.frame.contact.count == 0)) {
        touched = touched || trial.frame.contact.count > 0;
        good = trial_step(&trial, 1) && trial_look(&trial);
    }
    if (good) {
        ball->position = trial.frame.ball.position[0];
        ball->velocity = trial.frame.ball.velocity[0];
        ball->spin = trial.frame.ball.spin[0];
    }
    trial_close(&trial);
    return good;
}

// V18: a ball that keeps all its energy and whose surface comes back with the opposite speed goes to and fro between
// two places. Six bounces with the step of the table; flights, which are exact at any step, in worlds of longer ones.
void verify_superball(verify *verify)
{
    const double flight = 1e-6;
    const double impact = 1e-8;
    scene_ball ball = {.radius = ball_radius,
                       .position = {0.1, 0.1, 0.1},
                       .velocity = {0.4, 0, 0},
                       .spin = {0, -500, 0}};
    claim claim;
    if (!claim_begin(&claim, verify, "V18, Zhang 1998, B.2", "V18 superball"))
        return;
    for (int bounce = 1; bounce <= 6; bounce++) {
        char name[64];
        double w = ball.velocity.z;
        double high = ball.position.z - ball_radius;
        double touch = (w + sqrt(w * w + 2 * fall_of * high)) / fall_of; // from now
        if (!superball_leg(&claim, &ball, flight, touch - 2 * flight) ||
            !superball_leg(&claim, &ball, impact, 0))
            return;
        if (bounce != 1 && bounce != 6)
            continue;
        double way = bounce == 1 ? -1 : 1;
        double since = (ball.position.z - ball_radius) / ball.velocity.z;
        snprintf(name, sizeof name, "v_x after bounce %d, m/s", bounce);
        claim_relative(&claim, name, ball.velocity.x, way * (bounce == 1 ? 0.400001 : 0.400003),
                       1e-4);
        snprintf(name, sizeof name, "spin after bounce %d, rad/s", bounce);
        claim_relative(&claim, name, ball.spin.y, -way * (bounce == 1 ? 500.0006 : 500.004), 1e-4);
        snprintf(name, sizeof name, "x of bounce %d, m", bounce);
        claim_relative(&claim, name, ball.position.x - since * ball.velocity.x,
                       bounce == 1 ? 0.156569 : 0.043431, 1e-4);
    }
}

void verify_laws_oblique(verify *verify)
{
    special_slides(verify);
    special_sticks(verify);
    special_between(verify);
    ordinary_material(verify);
    chung_ooi(verify);
    verify_superball(verify);
}
