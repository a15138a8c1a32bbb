// rest.c - what must stay as it is: momentum, the bits of a case that is spelt or scaled otherwise.
#include "verify/verify.h"

#include <stdlib.h>

static const char frictional[] =
    "normal: {law: hertz, restitution: 0.5}, tangential: {law: mindlin, friction: 0.5}, "
    "rolling: {law: elastic-plastic, friction: 0.1}";

// --- momentum -------------------------------------------------------------------------------------------------------

typedef struct momentum {
    v3 linear, angular; // angular about the origin
} momentum;

static momentum momentum_of(const scene *scene, const v3 *x, const v3 *u, const v3 *w)
{
    momentum momentum = {{0, 0, 0}, {0, 0, 0}};
    for (int i = 0; i < scene->balls; i++) {
        double m = ball_mass(scene, i);
        double r = scene->ball[i].radius;
        const v3 orbit = v3_scale(m, v3_cross(x[i], u[i]));
        const v3 turn = v3_scale(0.4 * m * r * r, w[i]);
        momentum.linear = v3_add(momentum.linear, v3_scale(m, u[i]));
        momentum.angular = v3_add(momentum.angular, v3_add(orbit, turn));
    }
    return momentum;
}

static void conservation(verify *verify)
{
    const scene_ball ball[2] = {
        {.radius = 0.005,
         .position = {0.01, 0.02, -0.01},
         .velocity = {0.9, 0.3, -0.2},
         .spin = {10, -40, 25}},
        {.radius = 0.003,
         .position = {0.0178, 0.0223, -0.0103},
         .velocity = {-0.4, 0.5, 0.6},
         .spin = {-60, 5, 90}},
    };
    scene scene = {.laws = frictional,
                   .material = {{2500, 1e8, 0.25}},
                   .materials = 1,
                   .ball = ball,
                   .balls = 2,
                   .reach = 1,
                   .step = 1e-6};
    claim claim;
    trial trial;
    if (!claim_begin(&claim, verify, "Newton's third law", "conservation, oblique impact") ||
        !trial_open(&trial, &claim, &scene))
        return;
    if (trial_step(&trial, 2000) && trial_look(&trial)) {
        v3 x[2];
        v3 u[2];
        v3 w[2];
        for (int i = 0; i < 2; i++) {
            x[i] = ball[i].position;
            u[i] = ball[i].velocity;
            w[i] = ball[i].spin;
        }
        momentum first = momentum_of(&scene, x, u, w);
        momentum second = momentum_of(&scene, trial.frame.ball.position, trial.frame.ball.velocity,
                                      trial.frame.ball.spin);
        claim_at_least(&claim, "change of velocity, m/s",
                       v3_norm(v3_sub(trial.frame.ball.velocity[1], u[1])), 0.1);
        claim_at_most(&claim, "momentum, relative",
                      v3_norm(v3_sub(second.linear, first.linear)) / v3_norm(first.linear), 1e-12);
        claim_at_most(&claim, "angular momentum, relative",
                      v3_norm(v3_sub(second.angular, first.angular)) / v3_norm(first.angular),
                      1e-12);
    }
    trial_close(&trial);
}

// --- the same in other words ----------------------------------------------------------------------------------------

static bool hash_of(const claim *claim, const char *text, uint64_t *hash)
{
    trial trial;
    scree_error error;
    if (!trial_open_text(&trial, claim, text) || !trial_step(&trial, 3000))
        return false;
    bool good = world_hash(trial.world, hash, &error) == SCREE_OK;
    if (!good)
        claim_broken(claim, &error);
    trial_close(&trial);
    return good;
}

static void other_units(verify *verify)
{
    static const char metres[] =
        "scree: 1\ngravity: [0.3 m/s^2, 0 m/s^2, -9.81 m/s^2]\n"
        "domain: {low: [0 m, 0 m, 0 m], high: [0.021 m, 0.021 m, 0.05 m], boundary: {x: wall, y: "
        "periodic, z: wall}, "
        "material: glass}\n"
        "materials: {glass: {density: 2500 kg/m^3, young: 70000000 Pa, poisson: 0.22}}\n"
        "pairs: {default: {normal: {law: hertz, restitution: 0.8}, tangential: {law: mindlin, "
        "friction: 0.4}}}\n"
        "shapes: {bead: {ball: {radius: {distribution: uniform, from: 0.0014 m, to: 0.0016 m}}}}\n"
        "grains: {g: {shape: bead, material: glass, velocity: [0.35 m/s, 0.1 m/s, -0.7 m/s], "
        "packing: {law: random, count: 100, seed: 7}}}\n"
        "run: {duration: 0.1 s, step: 0.0000101 s}\n";
    static const char millimetres[] =
        "scree: 1\ngravity: [300 mm/s^2, 0 mm/s^2, -981 cm/s^2]\n"
        "domain: {low: [0 mm, 0 mm, 0 mm], high: [21 mm, 2.1 cm, 50e3 um], boundary: {x: wall, y: "
        "periodic, z: wall}, "
        "material: glass}\n"
        "materials: {glass: {density: 2.5 g/cm^3, young: 0.07 GPa, poisson: 22 %}}\n"
        "pairs: {default: {normal: {law: hertz, restitution: 80 %}, tangential: {law: mindlin, "
        "friction: 0.40}}}\n"
        "shapes: {bead: {ball: {radius: {distribution: uniform, from: 1.4 mm, to: 1.6 mm}}}}\n"
        "grains: {g: {shape: bead, material: glass, velocity: [350 mm/s, 1 dm/s, -0.7 mm/ms], "
        "packing: {law: random, count: 100, seed: 7}}}\n"
        "run: {duration: 100 ms, step: 10.1 us}\n";
    claim claim;
    uint64_t a;
    uint64_t b;
    if (!claim_begin(&claim, verify, "invariant 4", "same hash in m and mm"))
        return;
    if (hash_of(&claim, metres, &a) && hash_of(&claim, millimetres, &b))
        claim_at_most(&claim, "hashes that differ", a != b, 0);
}

typedef struct scale {
    double length, mass, time;
} scale;

static void write_scaled(text_buffer *text, scale scale)
{
    double l = scale.length;
    double speed = l / scale.time;
    double pull = speed / scale.time;
    double density = scale.mass / (l * l * l);
    double pressure = scale.mass / (l * scale.time * scale.time);
    text_append_format(
        text,
        "scree: 1\ngravity: [%.17g m/s^2, 0 m/s^2, %.17g m/s^2]\n"
        "domain: {low: [0 m, 0 m, 0 m], high: [%.17g m, %.17g m, %.17g m], "
        "boundary: {x: wall, y: periodic, z: wall}, material: glass}\n"
        "materials: {glass: {density: %.17g kg/m^3, young: %.17g Pa, poisson: 0.22}}\n"
        "pairs: {default: {%s}}\n"
        "shapes: {bead: {ball: {radius: {distribution: uniform, from: %.17g m, to: %.17g m}}}}\n",
        0.3 * pull, -9.81 * pull, 0.021 * l, 0.021 * l, 0.05 * l, 2500 * density, 7e7 * pressure,
        frictional, 0.0014 * l, 0.0016 * l);
    text_append_format(text,
                       "grains: {g: {shape: bead, material: glass, velocity: [%.17g m/s, %.17g "
                       "m/s, %.17g m/s], packing: {law: "
                       "lattice, spacing: [%.17g m, %.17g m, %.17g m], counts: [5, 5, 4], jitter: "
                       "%.17g m, seed: 3}}}\n"
                       "run: {steps: 1, step: %.17g s}\n",
                       0.35 * speed, 0.1 * speed, -0.7 * speed, 0.0042 * l, 0.0042 * l, 0.0042 * l,
                       0.0004 * l, 1e-5 * scale.time);
}

static bool open_scaled(trial *trial, const claim *claim, scale scale)
{
    text_buffer text = {0};
    write_scaled(&text, scale);
    bool good = !text.failed && trial_open_text(trial, claim, text.data) &&
                trial_step(trial, 5000) && trial_look(trial);
    text_buffer_clear(&text);
    return good;
}

static int differ(v3 a, double factor, v3 b)
{
    return (a.x * factor != b.x) + (a.y * factor != b.y) + (a.z * factor != b.z);
}

// Numbers of the balls that are not those of the others in other units.
static int64_t differences(const frame_balls *first, const frame_balls *second, scale unit)
{
    const double speed = unit.length / unit.time;
    const double force = unit.mass * unit.length / (unit.time * unit.time);
    int64_t others = 0;
    for (int64_t i = 0; i < first->count; i++) {
        others += differ(first->position[i], unit.length, second->position[i]);
        others += differ(first->velocity[i], speed, second->velocity[i]);
        others += differ(first->spin[i], 1 / unit.time, second->spin[i]);
        others += differ(first->force[i], force, second->force[i]);
    }
    return others;
}

static void powers_of_two(verify *verify)
{
    static const scale scales[] = {{8, 1, 1}, {1, 0.5, 1}, {1, 1, 2}, {8, 32, 0.25}};
    claim claim;
    trial first;
    trial second;
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
        scale unit = scales[i];
        if (!claim_begin(&claim, verify, "invariant 4", "bits, m*%g kg*%g s*%g", unit.length,
                         unit.mass, unit.time))
            continue;
        if (!open_scaled(&first, &claim, (scale){1, 1, 1}))
            continue;
        if (open_scaled(&second, &claim, unit)) {
            const int64_t others = differences(&first.frame.ball, &second.frame.ball, unit);
            claim_at_least(&claim, "contacts by then", (double)first.frame.contact.count, 50);
            claim_at_most(&claim, "numbers that differ", (double)others, 0);
            trial_close(&second);
        }
        trial_close(&first);
    }
}

void verify_rest(verify *verify)
{
    conservation(verify);
    other_units(verify);
    powers_of_two(verify);
}
