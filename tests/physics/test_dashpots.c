// label: sanitize
// test_dashpots.c - dashpots across the normal are of second order in the step, from the first touch on: whatever the
// phase of the touch within a step, four times smaller errors with half the step.
//
// Their rates are brought forward to the time of the positions, and the first step of a contact counts with a weight
// (docs/integration.md). Balls hit a plane or another ball obliquely; others get stuck on a plane while they spin,
// where the spin is known in closed form.
#include "harness.h"
#include "support/scenes.h"

#include <math.h>
#include <stdio.h>

enum { PHASES = 8 };

static const double radius = 5e-3, speed = 1, density = 2500, third_pi = 4.1887902047863909846;

#define HEAD                                                                                       \
    "scree: 1\nsolver: smooth\ngravity: 0\n"                                                       \
    "materials: {m: {density: 2500 kg/m^3, young: 20 MPa, poisson: 0.25}}\n"                       \
    "domain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\n"                                   \
    "shapes: {ball: {ball: {radius: 5 mm}}}\n"

// A ball that touches a plane, or a ball at rest, at the time (1 + phase) dt.
typedef struct blow {
    const char *laws;
    bool plane;
    double slip;     // over the speed of approach
    double spin;     // about the normal and across it, rad/s
    double duration; // s
} blow;

typedef struct outcome {
    v3 velocity, spin;
} outcome;

static outcome strike(const blow *q, double dt, double phase, int steps)
{
    static const char *const place =
        "packing: {law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: ";
    const double before = (1 + phase) * dt, height = q->plane ? radius : 2 * radius;
    outcome o = {{NAN, NAN, NAN}, {NAN, NAN, NAN}};
    char text[2400];
    sim s;
    int at = snprintf(text, sizeof text, HEAD "pairs: {default: {%s}}\n", q->laws);
    if (q->plane)
        at += snprintf(text + at, sizeof text - (size_t)at,
                       "walls: {floor: {material: m, plane: {point: 0, normal: [0, 0, 1]}}}\n");
    at += snprintf(
        text + at, sizeof text - (size_t)at,
        "grains:\n  - {name: shot, shape: ball, material: m, velocity: [%.17g m/s, 0, %.17g m/s], "
        "spin: [0, %.17g rad/s, %.17g rad/s], %s[%.17g m, 0, %.17g m]}}\n",
        q->slip * speed, -speed, q->spin, q->spin, place, -q->slip * speed * before,
        height + speed * before);
    if (!q->plane)
        at += snprintf(text + at, sizeof text - (size_t)at,
                       "  - {name: target, shape: ball, material: m, %s[0, 0, 0]}}\n", place);
    snprintf(text + at, sizeof text - (size_t)at,
             "run: {duration: 1 s, step: %.17g s, deepest_overlap: none}\n", dt);
    bool there = sim_open(&s, text, NULL, 0, NULL) && sim_step(&s, steps);
    CHECK(there);
    if (!there)
        return o;
    frame f = sim_frame(&s);
    o = (outcome){f.ball.velocity[0], f.ball.spin[0]};
    frame_clear(&f);
    sim_close(&s);
    return o;
}

static double apart(outcome a, outcome b)
{
    double across = hypot(a.velocity.x - b.velocity.x, a.velocity.y - b.velocity.y);
    return hypot(across, radius * v3_norm(v3_sub(a.spin, b.spin)));
}

// The blow is over by then.
static double error_after(const blow *q, int steps, outcome exact)
{
    double sum = 0;
    for (int i = 0; i < PHASES; i++) {
        double e = apart(strike(q, q->duration / steps, (i + 0.5) / PHASES, 2 * steps), exact);
        sum += e * e / PHASES;
    }
    return sqrt(sum);
}

TEST(oblique_impacts)
{
#define HERTZ "normal: {law: hertz, restitution: 0.5}, tangential: {law: mindlin, friction: 0.3}"
#define LINEAR                                                                                     \
    "normal: {law: linear, stiffness: 1e4 N/m, restitution: 0.5}, "                                \
    "tangential: {law: cundall-strack, friction: 0.3, damping_ratio: 1}"
    // the dashpot of the last two is beyond friction at first touch, and below it later
    static const blow blows[] = {
        {HERTZ, true, 0.2, 20, 9e-4},     {HERTZ, true, 1, 20, 9e-4},
        {HERTZ, false, 0.2, 20, 7.8e-4},  {HERTZ, false, 1, 20, 7.8e-4},
        {LINEAR, true, 0.7, 20, 1.14e-3}, {LINEAR, true, 1, 20, 1.14e-3},
    };
    for (int i = 0; i < 6; i++) {
        outcome exact = strike(&blows[i], blows[i].duration / 6400, 0.5, 12800);
        double coarse = error_after(&blows[i], 25, exact),
               fine = error_after(&blows[i], 100, exact);
        CHECK_MSG(fine < coarse / 11, "blow %d: %.3g with 25 steps, %.3g with 100", i, coarse,
                  fine);
        CHECK_MSG(coarse < 1.5e-3 * speed, "blow %d: %.3g with 25 steps", i, coarse);
    }
#undef HERTZ
#undef LINEAR
}

// Without a tangential law nothing but the dashpot slows the spin, from the touch on: I dw/dt = -c w.
static double spin_error(const char *laws, double viscosity, int steps)
{
    const double mass = density * third_pi * radius * radius * radius,
                 inertia = 0.4 * mass * radius * radius;
    const blow q = {.laws = laws, .plane = true, .spin = 100, .duration = 2e-4};
    double sum = 0;
    for (int i = 0; i < PHASES; i++) {
        double dt = q.duration / steps, phase = (i + 0.5) / PHASES,
               since = q.duration - (1 + phase) * dt;
        outcome o = strike(&q, dt, phase, steps);
        double kept = q.spin * exp(-viscosity * since / inertia);
        sum += (pow(o.spin.y - kept, 2) + pow(o.spin.z - kept, 2)) / PHASES;
    }
    return sqrt(sum) / q.spin;
}

TEST(spins_on_a_contact)
{
    const char *laws = "normal: {law: hertz}, tangential: {law: none}, "
                       "rolling: {law: viscous, damping: 5e-5 N m s}, twisting: {law: viscous, "
                       "damping: 5e-5 N m s}";
    double coarse = spin_error(laws, 5e-5, 25), fine = spin_error(laws, 5e-5, 100);
    CHECK_MSG(coarse < 3e-3 && fine < coarse / 11, "%.3g with 25 steps, %.3g with 100", coarse,
              fine);
}

// A contact is kept for a step after the balls have parted; it is in no list, and no ball counts it.
TEST(a_ball_counts_the_contacts_of_the_list)
{
    static const char balls[] = HEAD
        "pairs: {default: {normal: {law: linear, stiffness: 1e5 N/m, restitution: 0.1}, "
        "tangential: none}}\n"
        "grains:\n  - {name: shot, shape: ball, material: m, velocity: [1 m/s, 0, 0], packing: "
        "{law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [0, 0, 0]}}\n"
        "  - {name: target, shape: ball, material: m, packing: {law: lattice, spacing: [1 m, 1 "
        "m, 1 m], counts: [1, 1, 1], origin: [10.01 mm, 0, 0]}}\n"
        "run: {duration: 1 s, step: 2e-6 s, deepest_overlap: none}\n";
    int apart = 0;
    int pushing = 0;
    sim s;
    REQUIRE(sim_open(&s, balls, NULL, 0, NULL));
    for (int i = 0; i < 600; i++) {
        CHECK(sim_step(&s, 1));
        frame f = sim_frame(&s);
        const int contacts = (int)f.contact.count;
        CHECK(f.ball.contacts[0] == contacts && f.ball.contacts[1] == contacts);
        pushing += contacts;
        apart += contacts == 0;
        frame_clear(&f);
    }
    CHECK_MSG(pushing > 100 && apart > 100, "%d steps with a contact, %d without", pushing, apart);
    sim_close(&s);
}

TEST_MAIN
