// label: sanitize
// test_size_ratios.c - small balls among one that is ten to a thousand times as large, by the nonsmooth solver: what a
// small one hits, the large one, a wall or another small one, it leaves with the restitution of the law, in long steps
// and in short ones.
#include "harness.h"
#include "support/scenes.h"

#include <math.h>
#include <stdio.h>

static const double small = 1e-3; // m, radius
static const double restitution = 0.7;
static const double speed = 1; // m/s

static const double ratios[] = {1, 10, 100, 1000};
static const double steps[] = {1e-3, 1e-4, 1e-5};

// The large ball in the middle, a small one that flies at it along x, one that flies at the wall below it, two that fly
// at each other beside it; all are 0.4 mm from what they will hit.
static bool open_balls(sim *s, double ratio, double step)
{
    const double large = ratio * small;
    const double away = 0.4e-3;
    const double beside = large + 10e-3;
    const struct {
        const char *name, *shape;
        v3 at, velocity;
    } ball[] = {
        {"large", "large", {0, 0, 0}, {0, 0, 0}},
        {"at_large", "small", {large + small + away, 0, 0}, {-speed, 0, 0}},
        {"at_wall", "small", {0, beside, -large - 20e-3 + small + away}, {0, 0, -speed}},
        {"left", "small", {-small - 0.5 * away, beside, 0}, {0.5 * speed, 0, 0}},
        {"right", "small", {small + 0.5 * away, beside, 0}, {-0.5 * speed, 0, 0}},
    };
    char text[4000];
    int at = snprintf(
        text, sizeof text,
        "scree: 1\nsolver: nonsmooth\ngravity: 0\n"
        "materials: {m: {density: 2500 kg/m^3, young: 10 GPa, poisson: 0.25}}\n"
        "pairs: {default: {normal: {law: hertz, restitution: %g}, tangential: none}}\n"
        "domain: {low: [-3 m, -3 m, -3 m], high: [3 m, 3 m, 3 m]}\n"
        "shapes: {large: {ball: {radius: %.17g m}}, small: {ball: {radius: %.17g m}}}\n"
        "walls: {floor: {material: m, plane: {point: [0 m, 0 m, %.17g m], normal: [0, 0, 1]}}}\n"
        "run: {duration: 1 s, step: %.17g s}\ngrains:\n",
        restitution, large, small, -large - 20e-3, step);
    for (int i = 0; i < 5; i++)
        at += snprintf(
            text + at, sizeof text - (size_t)at,
            "  - {name: %s, shape: %s, material: m, velocity: [%.17g m/s, %.17g m/s, %.17g m/s], "
            "packing: {law: lattice, counts: [1, 1, 1], spacing: [1 m, 1 m, 1 m], origin: [%.17g "
            "m, %.17g m, %.17g m]}}\n",
            ball[i].name, ball[i].shape, ball[i].velocity.x, ball[i].velocity.y, ball[i].velocity.z,
            ball[i].at.x, ball[i].at.y, ball[i].at.z);
    return sim_open(s, text, NULL, 0, NULL);
}

static void check_balls(double ratio, double step)
{
    sim s;
    if (!CHECK(open_balls(&s, ratio, step)))
        return;
    CHECK(sim_step(&s, (int64_t)ceil(0.8e-3 / step) + 1));
    frame f = sim_frame(&s);
    const v3 *v = f.ball.velocity;
    const double at_large = (v[1].x - v[0].x) / speed;
    const double at_wall = v[2].z / speed;
    const double at_small = (v[4].x - v[3].x) / speed;
    CHECK_MSG(fabs(at_large - restitution) < 1e-9, "1:%g, %g s: large ball: %.12g", ratio, step,
              at_large);
    CHECK_MSG(fabs(at_wall - restitution) < 1e-9, "1:%g, %g s: wall: %.12g", ratio, step, at_wall);
    CHECK_MSG(fabs(at_small - restitution) < 1e-9, "1:%g, %g s: small ball: %.12g", ratio, step,
              at_small);
    frame_clear(&f);
    sim_close(&s);
}

TEST(small_balls_rebound_as_the_law_says_whatever_is_beside_them)
{
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++)
            check_balls(ratios[i], steps[k]);
}

TEST_MAIN
