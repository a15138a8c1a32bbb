// kit.c - what slow flows are computed with (docs/quasi-static.md): local damping, stiffness by the radius, scaled masses.
#include "verify/scenes/scenes.h"

#include <math.h>

static const scene_material soft = {2500, 20e6, 0.25};
static const double radius = 5e-3;
static const double pi = 3.14159265358979323846;

static scene at_floor(const scene_ball *ball, const char *laws, const char *run)
{
    return (scene){
        .laws = laws,
        .material = {soft},
        .materials = 1,
        .ball = ball,
        .balls = 1,
        .floor = true,
        .reach = 1,
        .run = run,
    };
}

// A spring takes (1 + a) of its energy on the way in, and gives (1 - a) of it back, each in a quarter of a period.
static void impact(verify *verify, bool linear, const char *name, const char *laws, const char *run,
                   double damping)
{
    claim claim;
    trial trial;
    const scene_ball ball = {
        .radius = radius, .position = {0, 0, 1.1 * radius}, .velocity = {0, 0, -1}};
    scene scene = at_floor(&ball, laws, run);
    if (!claim_begin(&claim, verify, "e = root of (1 - a)/(1 + a)", "kit: damped impact, %s", name))
        return;
    scene.step = 4e-7;
    double begun = 0;
    double ended = 0;
    bool good = trial_open(&trial, &claim, &scene);
    for (int i = 0; good && i < 1500 && !(ended > 0); i++) {
        good = trial_step(&trial, 5) && trial_look(&trial);
        const bool touches = good && trial.frame.contact.count > 0;
        if (touches && !(begun > 0))
            begun = trial.frame.time;
        if (good && !touches && begun > 0)
            ended = trial.frame.time;
    }
    if (good) {
        const double spring = 2e4;
        const double swing = sqrt(ball_mass(&scene, 0) / spring);
        const double way_in = 0.5 * pi * swing / sqrt(1 + damping);
        const double way_out = 0.5 * pi * swing / sqrt(1 - damping);
        const double e = sqrt((1 - damping) / (1 + damping));
        claim_relative(&claim, "speed after over before", trial.frame.ball.velocity[0].z, e, 2e-3);
        if (linear)
            claim_relative(&claim, "duration, s", ended - begun, way_in + way_out, 1e-2);
    }
    trial_close(&trial);
}

static void fall(verify *verify)
{
    claim claim;
    trial trial;
    const scene_ball ball = {.radius = radius, .velocity = {0, 1, 0}};
    scene scene =
        at_floor(&ball, "normal: {law: hertz}, tangential: none", "damping: {local: 0.4}");
    if (!claim_begin(&claim, verify, "g (1 - a) down, g (1 + a) up", "kit: damped fall"))
        return;
    scene.floor = false;
    scene.gravity = v3_make(0, -2, -5);
    scene.reach = 9;
    scene.step = 1e-4;
    if (trial_open(&trial, &claim, &scene) && trial_step(&trial, 2000) && trial_look(&trial)) {
        const v3 velocity = trial.frame.ball.velocity[0];
        claim_relative(&claim, "speed of the fall, m/s", -velocity.z, 0.6 * 5 * 0.2, 1e-9);
        claim_relative(&claim, "speed of the rise, m/s", velocity.y, 1 - 1.4 * 2 * 0.2, 1e-9);
    }
    trial_close(&trial);
}

// k = 2 E R*, and its impact.
static void by_radius(verify *verify)
{
    claim claim;
    trial trial;
    const double overlap = 1e-5;
    const double small = 0.5 * radius;
    const scene_ball ball[2] = {
        {.radius = radius, .position = {0, 0, 0}},
        {.radius = small, .position = {0, 0, radius + small - overlap}},
    };
    scene scene = at_floor(ball, "normal: {law: linear, modulus: 3e6 Pa}, tangential: none", NULL);
    if (!claim_begin(&claim, verify, "k = 2 E R*", "kit: stiffness by the radius"))
        return;
    scene.balls = 2;
    scene.floor = false;
    if (trial_open(&trial, &claim, &scene) && trial_look(&trial)) {
        const double r_eff = radius * small / (radius + small);
        claim_relative(&claim, "push, N", trial.frame.contact.normal_force[0],
                       2 * 3e6 * r_eff * overlap, 1e-9);
    }
    trial_close(&trial);
}

// A ball at rest on its spring.
static double rest_of(const claim *claim, const char *run, double *force)
{
    trial trial;
    const scene_ball ball = {.radius = radius, .position = {0, 0, radius}};
    scene scene = at_floor(
        &ball, "normal: {law: linear, stiffness: 2e4 N/m, restitution: 0.2}, tangential: none",
        run);
    scene.gravity = v3_make(0, 0, -9.81);
    double step = NAN;
    *force = NAN;
    if (trial_open(&trial, claim, &scene) && trial_step(&trial, 4000) && trial_look(&trial)) {
        step = world_dt(trial.world);
        *force = -trial.frame.wall[0].force.z;
    }
    trial_close(&trial);
    return step;
}

static void scaled(verify *verify)
{
    claim claim;
    double force;
    double heavy;
    if (!claim_begin(&claim, verify, "weight m g, step times root of S", "kit: scaled masses"))
        return;
    const double step = rest_of(&claim, NULL, &force);
    const double longer = rest_of(&claim, "mass_scaling: 100", &heavy);
    const double weight = 2500 * 4.0 / 3 * pi * radius * radius * radius * 9.81;
    claim_relative(&claim, "force on the floor, N", heavy, weight, 1e-6);
    claim_relative(&claim, "the same over that without", heavy / force, 1, 1e-6);
    claim_relative(&claim, "step over that without", longer / step, 10, 1e-3);
}

void verify_scene_kit(verify *verify)
{
    static const char spring[] = "normal: {law: linear, stiffness: 2e4 N/m}, tangential: none";
    static const char solid[] = "normal: {law: hertz, restitution: 1}, tangential: none";
    impact(verify, true, "linear, 0.3", spring, "damping: {local: 0.3}", 0.3);
    impact(verify, true, "linear, 0.8", spring, "damping: {local: 0.8}", 0.8);
    impact(verify, false, "hertz, 0.5", solid, "damping: {local: 0.5}", 0.5);
    fall(verify);
    by_radius(verify);
    scaled(verify);
}
