// label: sanitize
// test_lying_ball.c - a ball that flies hits another that lies on the floor, or in a groove of two fixed balls, off its
// centre: the blow goes along the line of centres at the touch, whatever the step and wherever in it that is, and both
// are afterwards where two are that fly, touch and go on.
#include "harness.h"
#include "support/scenes.h"

#include <math.h>
#include <stdio.h>

static const double radius = 5e-3, restitution = 0.6;

typedef struct pair {
    v3 from, velocity; // of the ball that flies; the other lies at 0
    double step;
    bool groove;
} pair;

static bool open_pair(sim *s, const pair *q)
{
    char text[3000];
    snprintf(text, sizeof text,
             "scree: 1\nsolver: nonsmooth\ngravity: 0\nnonsmooth: {impact_speed: 1 cm/s, "
             "impact_sweeps: 1000}\n"
             "materials: {m: {density: 2500 kg/m^3, young: 10 GPa, poisson: 0.25}}\n"
             "pairs: {default: {normal: {law: hertz, restitution: %g}, tangential: none}}\n"
             "domain: {low: [-9 m, -9 m, -9 m], high: [9 m, 9 m, 9 m]}\n"
             "shapes: {ball: {ball: {radius: %.17g m}}}\n%s"
             "grains:\n"
             "  - {name: flying, shape: ball, material: m, velocity: [%.17g m/s, %.17g m/s, %.17g "
             "m/s], packing: {law: lattice, counts: [1, 1, 1], spacing: [1 m, 1 m, 1 m], origin: "
             "[%.17g m, %.17g m, %.17g m]}}\n"
             "  - {name: lying, shape: ball, material: m, packing: {law: lattice, counts: [1, 1, "
             "1], spacing: [1 m, 1 m, 1 m], origin: [0 m, 0 m, 0 m]}}\n%s"
             "run: {duration: 1 s, step: %.17g s, ledger: true}\n",
             restitution, radius,
             q->groove ? ""
                       : "walls: {floor: {material: m, plane: {point: [0 m, 0 m, -5 mm], normal: "
                         "[0, 0, 1]}}}\n",
             q->velocity.x, q->velocity.y, q->velocity.z, q->from.x, q->from.y, q->from.z,
             q->groove ? "  - {name: groove, shape: ball, material: m, fixed: true, packing: {law: "
                         "lattice, counts: [1, 2, 1], spacing: [1 m, 12 mm, 1 m], origin: [0 m, -6 "
                         "mm, -8 mm]}}\n"
                       : "",
             q->step);
    return sim_open(s, text, NULL, 0, NULL);
}

// The time of the touch, and the line of centres then.
static double touch_of(const pair *q, v3 *n)
{
    const double vv = v3_dot(q->velocity, q->velocity), xv = v3_dot(q->from, q->velocity);
    const double far = v3_dot(q->from, q->from) - 4 * radius * radius;
    const double time = (-xv - sqrt(xv * xv - vv * far)) / vv;
    *n = v3_unit(v3_scale(-1, v3_fma(q->from, time, q->velocity)));
    return time;
}

// What the ground lets the other one do of an impulse n: the part that does not lead into it. In the groove that is
// along it, for both sides are pressed; off the floor it is what is level.
static v3 led(const pair *q, v3 n)
{
    return q->groove ? v3_make(n.x, 0, 0) : v3_make(n.x, n.y, 0);
}

static void check_pair(const pair *q)
{
    sim s;
    v3 n;
    const double time = touch_of(q, &n);
    const int steps = (int)ceil(time / q->step) + 2;
    if (!CHECK(open_pair(&s, q)))
        return;
    CHECK(sim_step(&s, steps));
    frame f = sim_frame(&s);
    const v3 way = led(q, n);
    const double p = (1 + restitution) * v3_dot(n, q->velocity) / (1 + v3_dot(n, way));
    const v3 flying = v3_fma(q->velocity, -p, n), lying = v3_scale(p, way);
    const double after = steps * q->step - time;
    const v3 at = v3_fma(v3_fma(q->from, time, q->velocity), after, flying);
    const double wrong =
        v3_norm(v3_sub(f.ball.velocity[0], flying)) + v3_norm(v3_sub(f.ball.velocity[1], lying));
    const double off = v3_norm(v3_sub(f.ball.position[0], at)) +
                       v3_norm(v3_sub(f.ball.position[1], v3_scale(after, lying)));
    CHECK_MSG(wrong < 1e-6, "%s, %g s: speeds off by %g m/s", q->groove ? "groove" : "floor",
              q->step, wrong);
    CHECK_MSG(off < 1e-7, "%s, %g s: off by %g m", q->groove ? "groove" : "floor", q->step, off);
    CHECK_NEAR(f.ledger.residual, 0, 1e-13 * f.ledger.turned_over);
    frame_clear(&f);
    sim_close(&s);
}

TEST(a_ball_that_lies_is_hit_along_the_line_of_centres_at_the_touch)
{
    static const double steps[] = {2e-3, 1.3e-3, 0.9e-3, 0.31e-3};
    static const v3 aside[] = {{6e-3, 0, 0}, {5e-3, 2e-3, 0}, {0, 0, 0}, {-7e-3, 1e-3, 0}};
    const v3 velocity = {0.2, 0.1, -2};
    for (int i = 0; i < 2 * 4 * 4; i++) {
        const v3 at = v3_add(aside[i % 4], v3_make(0, 0, 7e-3));
        check_pair(&(pair){.from = v3_fma(at, -7e-3, velocity),
                           .velocity = velocity,
                           .step = steps[i / 4 % 4],
                           .groove = i / 16});
    }
}

TEST_MAIN
