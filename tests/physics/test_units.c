// label: sanitize
// test_units.c - no length, time or mass is hidden in the laws: a world in which all lengths, times and masses are other
// powers of two has the same bits, but for its exponents.
//
// Two balls hit each other off the centre, with spin, as balls of 4 mm and as grains of a micrometre, whose moments are
// 1e-20 N m and less. Springs beside dashpots are what may go by a number of its own: those that are empty (law/spring.h).
#include "harness.h"
#include "support/scenes.h"

#include <math.h>
#include <stdio.h>

// Exponents of two: of lengths, times and masses.
typedef struct units {
    int length, time, mass;
} units;

static double scaled(units u, double value, int mass, int length, int time)
{
    return ldexp(value, mass * u.mass + length * u.length + time * u.time);
}

typedef struct law_names {
    const char *normal;
    double stiffness; // N/m; 0: of the moduli
    const char *tangential, *rolling;
} law_names;

static int text_of(char *text, size_t room, law_names l, units u)
{
    char stiff[64] = "";
    const double radius = scaled(u, 0x1p-9, 0, 1, 0);
    const double speed = scaled(u, 1, 0, 1, -1);
    const double spin = scaled(u, 256, 0, 0, -1);
    if (l.stiffness > 0)
        snprintf(stiff, sizeof stiff, ", stiffness: %.17g N/m", scaled(u, l.stiffness, 1, 0, -2));
    return snprintf(
        text, room,
        "scree: 1\ngravity: [0, 0, 0]\ndomain: {low: [%.17g m, %.17g m, %.17g m], high: [%.17g m, "
        "%.17g m, %.17g m]}\n"
        "materials: {m: {density: %.17g kg/m^3, young: %.17g Pa, poisson: 0.25}}\n"
        "pairs: {default: {normal: {%s%s}, tangential: {%s}, rolling: {%s}}}\n"
        "shapes: {ball: {ball: {radius: %.17g m}}}\n"
        "grains:\n"
        "  - {name: one, shape: ball, material: m, packing: {law: lattice, spacing: [%.17g m, "
        "%.17g "
        "m, %.17g m], counts: [1, 1, 1], origin: [0, 0, 0]}}\n"
        "  - {name: two, shape: ball, material: m, velocity: [%.17g m/s, 0, %.17g m/s], spin: "
        "[%.17g rad/s, %.17g rad/s, 0], packing: {law: lattice, spacing: [%.17g m, %.17g m, %.17g "
        "m], counts: [1, 1, 1], origin: [0, 0, %.17g m]}}\n"
        "run: {steps: 200, step: %.17g s}\n",
        -512 * radius, -512 * radius, -512 * radius, 512 * radius, 512 * radius, 512 * radius,
        scaled(u, 2500, 1, -3, 0), scaled(u, 7e7, 1, -1, -2), l.normal, stiff, l.tangential,
        l.rolling, radius, radius, radius, radius, 0.75 * speed, -speed, spin, -2 * spin, radius,
        radius, radius, scaled(u, 0x1p-8 + 0x1p-19, 0, 1, 0), scaled(u, 0x1p-18, 0, 0, 1));
}

static frame life(law_names l, units u, int steps)
{
    char text[2500];
    sim s;
    frame f = {0};
    CHECK(text_of(text, sizeof text, l, u) < (int)sizeof text);
    if (CHECK(sim_open(&s, text, NULL, 0, NULL)) && CHECK(sim_step(&s, steps)))
        f = sim_frame(&s);
    sim_close(&s);
    return f;
}

static bool same(v3 a, v3 b, double times)
{
    return !(fabs(times * a.x - b.x) > 0 || fabs(times * a.y - b.y) > 0 ||
             fabs(times * a.z - b.z) > 0);
}

static void same_life(law_names l, units u, int steps)
{
    frame a = life(l, (units){0, 0, 0}, steps);
    frame b = life(l, u, steps);
    if (!CHECK(a.ball.count == 2 && b.ball.count == 2))
        return;
    for (int i = 0; i < 2; i++) {
        CHECK_MSG(same(a.ball.velocity[i], b.ball.velocity[i], scaled(u, 1, 0, 1, -1)),
                  "%s, %s, %s: velocity of ball %d after %d steps", l.normal, l.tangential,
                  l.rolling, i, steps);
        CHECK_MSG(same(a.ball.spin[i], b.ball.spin[i], scaled(u, 1, 0, 0, -1)),
                  "%s, %s, %s: spin of ball %d after %d steps", l.normal, l.tangential, l.rolling,
                  i, steps);
    }
    frame_clear(&a);
    frame_clear(&b);
}

TEST(a_small_world_is_a_large_one)
{
    static const law_names laws[] = {
        {"law: linear, restitution: 0.5", 2e4, "law: cundall-strack, friction: 0.3",
         "law: elastic-plastic, friction: 0.05, damping: 0.3"},
        {"law: hertz, restitution: 0.5", 0, "law: mindlin, friction: 0.3",
         "law: elastic-plastic, friction: 0.05, damping: 0.3"},
        {"law: hertz, restitution: 0.5", 0, "law: mindlin, friction: 0.3, form: total",
         "law: none"},
        {"law: linear, restitution: 0.5", 2e4,
         "law: cundall-strack, friction: 0.4, dynamic_friction: 0.2, damping_ratio: 0.5",
         "law: none"},
        {"law: kuwabara-kono, damping_time: 0", 0, "law: mindlin, friction: 0.3", "law: none"},
    };
    static const units grains[] = {{-12, -4, -36}, {-20, -10, -60}, {12, 4, 36}};
    for (size_t l = 0; l < sizeof laws / sizeof *laws; l++)
        for (size_t u = 0; u < sizeof grains / sizeof *grains; u++)
            for (int steps = 5; steps <= 45; steps += 10)
                same_life(laws[l], grains[u], steps);
}

TEST_MAIN
