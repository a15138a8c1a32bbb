// label: sanitize
// test_arms.c - where the force of a contact of balls acts: on the line of centres, as R_i - overlap R_j/(R_i + R_j)
// from the centre of i, on a wall R - overlap. So a ball that grows becomes the plane, the spin that a ball takes
// from an impact is that of a ball of its radius, and no pair gains angular momentum, with either solver.
#include "harness.h"
#include "support/scenes.h"

#include <math.h>
#include <stdio.h>

static const double radius = 5e-3;

#define HEAD                                                                                       \
    "scree: 1\nsolver: %s\ngravity: 0\nnonsmooth: {diameter: 1 cm, settling: 4.5}\n"               \
    "materials: {m: {density: 2500 kg/m^3, young: 20 MPa, poisson: 0.25}}\n"                       \
    "pairs: {default: {normal: {law: hertz, restitution: 0.7}, tangential: {law: mindlin, "        \
    "friction: %g}}}\n"                                                                            \
    "domain: {low: [-1e5 m, -1e5 m, -1e5 m], high: [1e5 m, 1e5 m, 1e5 m]}\n"

// A ball, and what it hits: a ball of another radius, fixed or free, or (ratio 0) the plane.
typedef struct blow {
    const char *solver;
    double friction, ratio;
    bool fixed;
    double gap, speed, along; // of the first touch; along the normal and across it
    double step;
    int steps;
} blow;

static const char *const lattice =
    "packing: {law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: ";

static bool strike(const blow *q, sim *s)
{
    char text[2400];
    int at = snprintf(text, sizeof text, HEAD, q->solver, q->friction);
    at += snprintf(
        text + at, sizeof text - (size_t)at, "shapes: {ball: {ball: {radius: %.17g m}}%s", radius,
        q->ratio > 0 ? ""
                     : "}\nwalls: {floor: {material: m, plane: {point: 0, normal: [0, 0, 1]}}}\n");
    if (q->ratio > 0)
        at += snprintf(text + at, sizeof text - (size_t)at, ", other: {ball: {radius: %.17g m}}}\n",
                       q->ratio * radius);
    at += snprintf(
        text + at, sizeof text - (size_t)at,
        "grains:\n  - {name: shot, shape: ball, material: m, velocity: [%.17g m/s, 0, %.17g m/s], "
        "%s[0, 0, %.17g m]}}\n",
        q->along, -q->speed, lattice, radius + q->gap);
    if (q->ratio > 0)
        at += snprintf(
            text + at, sizeof text - (size_t)at,
            "  - {name: other, shape: other, material: m, fixed: %s, %s[0, 0, %.17g m]}}\n",
            q->fixed ? "true" : "false", lattice, -q->ratio * radius);
    snprintf(text + at, sizeof text - (size_t)at,
             "run: {duration: 1 s, step: %.17g s, deepest_overlap: none}\n", q->step);
    return sim_open(s, text, NULL, 0, NULL) && sim_step(s, q->steps);
}

static double spin_after(const blow *q)
{
    sim s;
    bool there = strike(q, &s);
    CHECK(there);
    if (!there)
        return NAN;
    frame f = sim_frame(&s);
    double spin = f.ball.spin[0].y;
    frame_clear(&f);
    sim_close(&s);
    return spin;
}

static blow fall(const char *solver)
{
    bool smooth = solver[0] == 's';
    blow q = {.solver = solver, .friction = 100, .gap = 1e-4, .speed = 3.9, .along = 3.9};
    q.step = smooth ? 2e-6 : 1e-4;
    q.steps = smooth ? 300 : 20;
    return q;
}

// One blow of the nonsmooth solver sticks: R spin is 5/7 of the speed along the plane, whatever the gap was before it.
// On its way to another ball the ball has gone along by gap/speed times that, and so sees a part of its speed, of the
// gap over the distance of their centres, along their surfaces as well.
TEST(spin_of_a_blow)
{
    for (int i = 0; i < 6; i++) {
        blow q = fall("nonsmooth");
        q.gap = 7e-5 * i;
        CHECK_REL(radius * spin_after(&q), 5.0 / 7 * q.along, 1e-9);
        q.ratio = 3;
        q.fixed = true;
        q.along = 0.01; // so that it does not move round the other ball
        CHECK_REL(radius * spin_after(&q), 5.0 / 7 * q.along * (1 + q.gap / (4 * radius)), 1e-5);
    }
}

// The plane is the limit of balls, and what is missing falls as R_i/R_j.
static void check_limit(const blow *shot, bool fixed)
{
    blow q = *shot;
    q.ratio = 0;
    double plane = spin_after(&q), before = 0;
    q.fixed = fixed;
    for (q.ratio = 10; q.ratio < 2e6; q.ratio *= 10) {
        double off = fabs(spin_after(&q) - plane) / fabs(plane);
        CHECK_MSG(off < 0.5 / q.ratio + 1e-9, "%s, %g times as large: off by %g", q.solver, q.ratio,
                  off);
        CHECK_MSG(q.ratio < 50 || off < 0.3 * before + 1e-6, "%s, %g times: %g after %g", q.solver,
                  q.ratio, off, before);
        before = off;
    }
}

TEST(a_ball_becomes_the_plane)
{
    blow smooth = fall("smooth"), nonsmooth = fall("nonsmooth"), pressed = nonsmooth;
    smooth.speed = nonsmooth.speed = 1;
    smooth.along = nonsmooth.along = 0.1;
    pressed.gap = -2e-4;
    pressed.speed = 0;
    pressed.along = 0.1;
    pressed.steps = 1; // it overlaps from the start
    for (int fixed = 0; fixed < 2; fixed++) {
        check_limit(&smooth, fixed);
        check_limit(&nonsmooth, fixed);
        check_limit(&pressed, fixed);
    }
}

// Two balls in an overlap get one impulse t across the line of centres. Each turns with the arm R_i - overlap R_j/(R_i
// + R_j), so I_i w_i/(m_i v_i) is that arm, and both arms add up to the distance of the centres.
TEST(arms_in_an_overlap)
{
    static const double ratios[] = {1, 1.2, 1.5, 3, 20, 1000};
    for (int i = 0; i < 6; i++) {
        const double other = ratios[i] * radius, overlap = 2e-4;
        blow q = fall("nonsmooth");
        q.ratio = ratios[i];
        q.gap = -overlap;
        q.speed = 0;
        q.along = 0.3;
        q.steps = 1;
        q.friction = 100;
        sim s;
        REQUIRE(strike(&q, &s));
        frame f = sim_frame(&s);
        const double given = q.along - f.ball.velocity[0].x, taken = f.ball.velocity[1].x;
        const double arm = 0.4 * radius * radius * f.ball.spin[0].y / given;
        const double arm_b = 0.4 * other * other * f.ball.spin[1].y / taken;
        CHECK(given > 1e-4);
        if (ratios[i] == 1 || ratios[i] > 1.26) {
            CHECK_REL(arm, radius - overlap * other / (radius + other), 1e-8);
            CHECK_REL(arm_b, other - overlap * radius / (radius + other), 1e-8);
        }
        CHECK_REL(arm + arm_b, radius + other - overlap, 1e-8);
        frame_clear(&f);
        sim_close(&s);
    }
}

// Orbital and spin angular momentum about the y axis of the two balls.
static double angular_momentum(const frame *f, double *scale)
{
    double sum = 0;
    *scale = 0;
    for (int i = 0; i < 2; i++) {
        double r = f->ball.radius[i], mass = 2500 * 4.0 / 3 * 3.14159265358979323846 * r * r * r;
        v3 l = v3_scale(mass, v3_add(v3_cross(f->ball.position[i], f->ball.velocity[i]),
                                     v3_scale(0.4 * r * r, f->ball.spin[i])));
        sum += l.y;
        *scale = fmax(*scale, mass * v3_norm(f->ball.velocity[i]) * r);
    }
    return sum;
}

TEST(pairs_keep_angular_momentum)
{
    static const double ratios[] = {1, 1.2, 3, 20};
    for (int solver = 0; solver < 2; solver++)
        for (int i = 0; i < 4; i++) {
            blow q = fall(solver ? "nonsmooth" : "smooth"), start;
            q.ratio = ratios[i];
            q.friction = 0.4;
            q.along = 1;
            start = q;
            start.steps = 0;
            double l[2], scale;
            for (int end = 0; end < 2; end++) {
                sim s;
                REQUIRE(strike(end ? &q : &start, &s));
                frame f = sim_frame(&s);
                l[end] = angular_momentum(&f, &scale);
                CHECK(!end || fabs(f.ball.spin[0].y) > 1);
                frame_clear(&f);
                sim_close(&s);
            }
            CHECK_MSG(fabs(l[1] - l[0]) < 1e-12 * scale, "%s, ratio %g: %g to %g of %g", q.solver,
                      q.ratio, l[0], l[1], scale);
        }
}

TEST_MAIN
