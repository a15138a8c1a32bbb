// rest.c - what must stay as it is: momentum, a pile at rest, the bits of a case that is spelt or scaled
// otherwise.
#include "verify/verify.h"

#include "base/constants.h"

#include <stdlib.h>

static const char frictional[] =
    "normal: {law: hertz, restitution: 0.5}, tangential: {law: mindlin, friction: 0.5}, "
    "rolling: {law: elastic-plastic, friction: 0.1}";

// --- momentum -------------------------------------------------------------------------------------------------------

typedef struct momentum {
    v3 linear, angular; // angular about the origin
} momentum;

static momentum momentum_of(const scene *s, const v3 *x, const v3 *u, const v3 *w)
{
    momentum p = {{0, 0, 0}, {0, 0, 0}};
    for (int i = 0; i < s->balls; i++) {
        double m = ball_mass(s, i);
        double r = s->ball[i].radius;
        p.linear = v3_add(p.linear, v3_scale(m, u[i]));
        p.angular = v3_add(
            p.angular, v3_add(v3_scale(m, v3_cross(x[i], u[i])), v3_scale(0.4 * m * r * r, w[i])));
    }
    return p;
}

static void conservation(verify *v)
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
    scene s = {.laws = frictional,
               .material = {{2500, 1e8, 0.25}},
               .materials = 1,
               .ball = ball,
               .balls = 2,
               .reach = 1,
               .step = 1e-6};
    claim c;
    trial t;
    if (!claim_begin(&c, v, "Newton's third law", "conservation, oblique impact") ||
        !trial_open(&t, &c, &s))
        return;
    if (trial_step(&t, 2000) && trial_look(&t)) {
        v3 x[2];
        v3 u[2];
        v3 w[2];
        for (int i = 0; i < 2; i++) {
            x[i] = ball[i].position;
            u[i] = ball[i].velocity;
            w[i] = ball[i].spin;
        }
        momentum a = momentum_of(&s, x, u, w);
        momentum b = momentum_of(&s, t.f.body.position, t.f.body.velocity, t.f.body.spin);
        claim_at_least(&c, "change of velocity, m/s", v3_norm(v3_sub(t.f.body.velocity[1], u[1])),
                       0.1);
        claim_at_most(&c, "momentum, relative",
                      v3_norm(v3_sub(b.linear, a.linear)) / v3_norm(a.linear), 1e-12);
        claim_at_most(&c, "angular momentum, relative",
                      v3_norm(v3_sub(b.angular, a.angular)) / v3_norm(a.angular), 1e-12);
    }
    trial_close(&t);
}

// --- rest -----------------------------------------------------------------------------------------------------------

// A tower of balls settles, and then stands for a million steps.
static void tower_rests(verify *v)
{
    const double r = 0.005;
    for (int balls = 1; balls <= 3; balls += 2) {
        scene_ball ball[3];
        claim c;
        trial t;
        double before[3];
        double sunk = 0;
        for (int i = 0; i < balls; i++)
            ball[i] = (scene_ball){.radius = r, .position = {0, 0, r + 2 * r * i}};
        scene s = {.laws = frictional,
                   .material = {{2500, 1e8, 0.25}},
                   .materials = 1,
                   .ball = ball,
                   .balls = balls,
                   .floor = true,
                   .gravity = {0, 0, -9.81},
                   .reach = 0.1,
                   .step = 1e-5};
        if (!claim_begin(&c, v, "at rest", "rest, %d on a plane", balls) || !trial_open(&t, &c, &s))
            continue;
        bool good = trial_step(&t, 200000) && trial_look(&t);
        for (int i = 0; good && i < balls; i++)
            before[i] = t.f.body.position[i].z;
        good = good && trial_step(&t, 1000000) && trial_look(&t);
        for (int i = 0; good && i < balls; i++)
            sunk = fmax(sunk, fabs(t.f.body.position[i].z - before[i]) / (2 * r));
        if (good)
            claim_at_most(&c, "sunk in 1e6 steps, diameters", sunk, 1e-9);
        trial_close(&t);
    }
}

// Overlap that carries `load` between a ball and a plane, or a ball of the same stuff (r_eff of the two).
static double overlap_under(double load, double e_star, double r_eff)
{
    return pow(load / (4.0 / 3.0 * e_star * sqrt(r_eff)), 2.0 / 3.0);
}

// A ball on three balls a hundred times smaller, on a plane. A small ball is held at two points, so both forces on it
// are along the line between them, half as steep as the slope of the large ball there; friction above the tangent of
// that holds it. It begins with the overlaps that carry the weight: a large mass on contacts tuned to a small one would
// swing for millions of steps.
static void size_ratio(verify *v)
{
    const double large = 0.1;
    const double small = 0.001;
    const double out = 0.01;
    const double e_plane = 0.5 * 7e10 / (1 - 0.0625);
    scene_ball ball[4] = {
        {.radius = small}, {.radius = small}, {.radius = small}, {.radius = large}};
    claim c;
    trial t;
    double drift = 0;
    double speed = 0;
    double weight = 0;
    scene s = {.laws = frictional,
               .material = {{2500, 7e10, 0.25}},
               .materials = 1,
               .ball = ball,
               .balls = 4,
               .floor = true,
               .gravity = {0, 0, -9.81},
               .reach = 0.5,
               .step = 5e-8};
    for (int i = 0; i < 4; i++)
        weight += 9.81 * ball_mass(&s, i);
    double share = weight / 3;
    double below = overlap_under(share, e_plane, small);
    double above = overlap_under(share, e_plane, large * small / (large + small));
    double apart = large + small - above;
    for (int i = 0; i < 3; i++)
        ball[i].position =
            v3_make(out * cos(2 * PI * i / 3), out * sin(2 * PI * i / 3), small - below);
    ball[3].position.z = small - below + sqrt(apart * apart - out * out);
    if (!claim_begin(&c, v, "at rest", "rest, size ratio 100") || !trial_open(&t, &c, &s))
        return;
    v3 before[4];
    bool good = trial_step(&t, 100000) && trial_look(&t);
    for (int i = 0; good && i < 4; i++)
        before[i] = t.f.body.position[i];
    good = good && trial_step(&t, 1000000) && trial_look(&t);
    for (int i = 0; good && i < 4; i++) {
        drift = fmax(drift, v3_norm(v3_sub(t.f.body.position[i], before[i])));
        speed = fmax(speed, v3_norm(t.f.body.velocity[i]));
    }
    if (good) {
        claim_relative(&c, "load on the plane, N", -t.f.wall[0].force.z, weight, 0.01);
        claim_at_most(&c, "moved in 1e6 steps, small diameters", drift / (2 * small), 1e-4);
        claim_at_most(&c, "largest speed, m/s", speed, 1e-4);
    }
    trial_close(&t);
}

// --- the same in other words ----------------------------------------------------------------------------------------

static bool hash_of(const claim *c, const char *text, uint64_t *hash)
{
    trial t;
    scree_error error;
    if (!trial_open_text(&t, c, text) || !trial_step(&t, 3000))
        return false;
    bool good = world_hash(t.w, hash, &error) == SCREE_OK;
    if (!good)
        claim_broken(c, &error);
    trial_close(&t);
    return good;
}

static void other_units(verify *v)
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
    claim c;
    uint64_t a;
    uint64_t b;
    if (!claim_begin(&c, v, "invariant 4", "same hash in m and mm"))
        return;
    if (hash_of(&c, metres, &a) && hash_of(&c, millimetres, &b))
        claim_at_most(&c, "hashes that differ", a != b, 0);
}

typedef struct scale {
    double length, mass, time;
} scale;

static void write_scaled(text_buffer *b, scale k)
{
    double l = k.length;
    double speed = l / k.time;
    double pull = speed / k.time;
    double density = k.mass / (l * l * l);
    double pressure = k.mass / (l * k.time * k.time);
    text_append_format(
        b,
        "scree: 1\ngravity: [%.17g m/s^2, 0 m/s^2, %.17g m/s^2]\n"
        "domain: {low: [0 m, 0 m, 0 m], high: [%.17g m, %.17g m, %.17g m], "
        "boundary: {x: wall, y: periodic, z: wall}, material: glass}\n"
        "materials: {glass: {density: %.17g kg/m^3, young: %.17g Pa, poisson: 0.22}}\n"
        "pairs: {default: {%s}}\n"
        "shapes: {bead: {ball: {radius: {distribution: uniform, from: %.17g m, to: %.17g m}}}}\n",
        0.3 * pull, -9.81 * pull, 0.021 * l, 0.021 * l, 0.05 * l, 2500 * density, 7e7 * pressure,
        frictional, 0.0014 * l, 0.0016 * l);
    text_append_format(b,
                       "grains: {g: {shape: bead, material: glass, velocity: [%.17g m/s, %.17g "
                       "m/s, %.17g m/s], packing: {law: "
                       "lattice, spacing: [%.17g m, %.17g m, %.17g m], counts: [5, 5, 4], jitter: "
                       "%.17g m, seed: 3}}}\n"
                       "run: {steps: 1, step: %.17g s}\n",
                       0.35 * speed, 0.1 * speed, -0.7 * speed, 0.0042 * l, 0.0042 * l, 0.0042 * l,
                       0.0004 * l, 1e-5 * k.time);
}

static bool open_scaled(trial *t, const claim *c, scale k)
{
    text_buffer text = {0};
    write_scaled(&text, k);
    bool good =
        !text.failed && trial_open_text(t, c, text.data) && trial_step(t, 5000) && trial_look(t);
    text_buffer_clear(&text);
    return good;
}

static int differ(v3 a, double factor, v3 b)
{
    return (a.x * factor != b.x) + (a.y * factor != b.y) + (a.z * factor != b.z);
}

static void powers_of_two(verify *v)
{
    static const scale scales[] = {{8, 1, 1}, {1, 0.5, 1}, {1, 1, 2}, {8, 32, 0.25}};
    claim c;
    trial a;
    trial b;
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
        scale k = scales[i];
        if (!claim_begin(&c, v, "invariant 4", "bits, m*%g kg*%g s*%g", k.length, k.mass, k.time))
            continue;
        if (!open_scaled(&a, &c, (scale){1, 1, 1}))
            continue;
        if (open_scaled(&b, &c, k)) {
            int64_t others = 0;
            for (int64_t j = 0; j < a.f.body.count; j++) {
                others += differ(a.f.body.position[j], k.length, b.f.body.position[j]);
                others += differ(a.f.body.velocity[j], k.length / k.time, b.f.body.velocity[j]);
                others += differ(a.f.body.spin[j], 1 / k.time, b.f.body.spin[j]);
                others += differ(a.f.body.force[j], k.mass * k.length / (k.time * k.time),
                                 b.f.body.force[j]);
            }
            claim_at_least(&c, "contacts by then", (double)a.f.contact.count, 50);
            claim_at_most(&c, "numbers that differ", (double)others, 0);
            trial_close(&b);
        }
        trial_close(&a);
    }
}

void verify_rest(verify *v)
{
    conservation(v);
    tower_rests(v);
    size_ratio(v);
    other_units(v);
    powers_of_two(v);
}
