// label: sanitize
// test_scattering.c - balls that the nonsmooth solver shoots at balls, edges, corners and rims, in steps of several
// lengths: what misses goes on as if nothing were there, and what hits is thrown where the place of the touch on its
// way sends it, v - (1 + e)(v.n) n with n at that place, and from there. Of an edge, a rim or a corner that is the way
// of a ball past a line or a point.
#include "harness.h"
#include "support/scenes.h"

#include <math.h>
#include <stdio.h>

static const double radius = 1e-3;

typedef struct shot {
    const char *target;  // sections of the case: walls or more shapes
    const char *grains;  // more of them
    const char *shape;   // of what is shot; NULL: a ball
    const char *gravity; // NULL: none
    v3 from, velocity;
    double restitution, step;
    int steps;
} shot;

typedef struct flight {
    v3 velocity, position; // of what was shot
    v3 other, beyond;      // velocity and place of the next grain
    v3 spin;
} flight;

static bool write_block(void)
{
    FILE *f = fopen("block.obj", "w");
    if (!f)
        return false;
    fprintf(f,
            "v -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nv -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\n"
            "f 1 3 2\nf 1 4 3\nf 5 6 7\nf 5 7 8\nf 1 2 6\nf 1 6 5\nf 2 3 7\nf 2 7 6\nf 3 4 8\nf 3 "
            "8 7\nf 4 1 5\nf 4 "
            "5 8\n");
    return fclose(f) == 0;
}

static flight fly(const shot *q)
{
    static const char *const ball = "ball: {radius: 1 mm}";
    char text[3000];
    sim s;
    flight out = {.velocity = {NAN, NAN, NAN}};
    snprintf(text, sizeof text,
             "scree: 1\nsolver: nonsmooth\ngravity: %s\nnonsmooth: {impact_speed: 5 cm/s}\n"
             "materials: {m: {density: 2500 kg/m^3, young: 1 GPa, poisson: 0.25}}\n"
             "pairs: {default: {normal: {law: hertz, restitution: %g}, tangential: none}}\n"
             "domain: {low: [-2 m, -2 m, -2 m], high: [2 m, 2 m, 2 m]}\n"
             "shapes: {shot: {%s}, big: {ball: {radius: 3 mm}}}\n%s"
             "grains:\n  - {name: shot, shape: shot, material: m, turn: [0 rad, 0 rad, 0 rad], "
             "velocity: [%.17g m/s, "
             "%.17g m/s, %.17g m/s], packing: {law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, "
             "1, 1], origin: "
             "[%.17g m, %.17g m, %.17g m]}}\n%s"
             "run: {duration: 10 s, step: %.17g s}\n",
             q->gravity ? q->gravity : "0", q->restitution, q->shape ? q->shape : ball,
             q->target ? q->target : "", q->velocity.x, q->velocity.y, q->velocity.z, q->from.x,
             q->from.y, q->from.z, q->grains ? q->grains : "", q->step);
    if (!CHECK(sim_open(&s, text, NULL, 0, NULL)))
        return out;
    CHECK(sim_step(&s, q->steps));
    frame f = sim_frame(&s);
    out.velocity = f.ball.velocity[0];
    out.position = f.ball.position[0];
    out.spin = f.ball.spin[0];
    if (q->grains) {
        out.other = f.ball.velocity[f.ball.count - 1];
        out.beyond = f.ball.position[f.ball.count - 1];
    }
    frame_clear(&f);
    sim_close(&s);
    return out;
}

// What leaves a blow at velocity v relative to something still, with the centre at b from the line through the thing
// it hits, across v, and `sum` from it at the touch.
static v3 thrown(v3 v, v3 b, double sum, double restitution)
{
    double off = v3_norm(b), speed = v3_norm(v);
    if (!(off < sum))
        return v;
    v3 n = v3_scale(1 / sum, v3_fma(b, -sqrt(sum * sum - off * off) / speed, v));
    return v3_fma(v, -(1 + restitution) * v3_dot(v, n), n);
}

static void check_v3(v3 is, v3 wanted, double scale, const char *what, double b)
{
    CHECK_MSG(v3_norm(v3_sub(is, wanted)) < scale,
              "%s, b = %g: (%.9g, %.9g, %.9g), not (%.9g, %.9g, %.9g)", what, b, is.x, is.y, is.z,
              wanted.x, wanted.y, wanted.z);
}

static const double speeds[] = {0.6, 2.43, 20}; // m/s; 2.43 after a fall of 0.3 m
static const double steps[] = {1e-4, 4.1e-4, 3e-3};

// From above along -z in a direction askew to the target, at the offset b.
static void check_shot(shot q, v3 target, v3 aside, double sum, const char *what)
{
    for (int i = 0; i < 9; i++)
        for (double b = 0; b < 1.205; b += 0.05) {
            if (fabs(b - 1) < 0.01 || !harness_takes(i / 3 + i % 3))
                continue; // it grazes, or is one of many for a sanitizer
            double speed = speeds[i / 3];
            q.step = steps[i % 3];
            q.restitution = i % 2 ? 1 : 0.5;
            q.velocity = v3_make(0, 0, -speed);
            double before = 6.3e-3 + 0.37 * speed * q.step;
            q.from = v3_add(v3_fma(target, b * sum, aside), v3_make(0, 0, before));
            q.steps = (int)(2 * before / (speed * q.step)) + 3;
            flight end = fly(&q);
            v3 wanted = thrown(q.velocity, v3_scale(b * sum, aside), sum, q.restitution);
            check_v3(end.velocity, wanted, 1e-6 * speed, what, b);
            double whole = q.steps * q.step,
                   until = b < 1 ? (before - sum * sqrt(1 - b * b)) / speed : whole;
            v3 place = v3_fma(v3_fma(q.from, until, q.velocity), whole - until, wanted);
            check_v3(end.position, place, b < 1 ? 1e-6 * speed * whole : 1e-12, what, b);
        }
}

static const char *const big =
    "  - {name: big, shape: big, material: m, fixed: true, packing: {law: lattice, spacing: "
    "[1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [0 m, 0 m, 0 m]}}\n";

TEST(balls_at_a_fixed_ball)
{
    const v3 zero = {0, 0, 0};
    check_shot((shot){.grains = big}, zero, v3_make(0.8, 0.6, 0), 4e-3, "a fixed ball");
}

TEST(balls_at_edges_corners_and_rims)
{
    static const struct {
        const char *text;
        v3 at, aside;
    } wall[] = {
        {"walls: {it: {material: m, box: {low: [-1 cm, -1 cm, -1 cm], high: [1 cm, 1 cm, 0 cm], "
         "side: outside}}}\n",
         {1e-2, 0.1e-2, 0},
         {1, 0, 0}},
        {"walls: {it: {material: m, box: {low: [-1 cm, -1 cm, -1 cm], high: [1 cm, 1 cm, 0 cm], "
         "side: outside}}}\n",
         {1e-2, 1e-2, 0},
         {0.6, 0.8, 0}},
        {"walls: {it: {material: m, disk: {centre: [0 m, 0 m, 0 m], normal: [0, 0, 1], radius: 1 "
         "cm}}}\n",
         {0.6e-2, 0.8e-2, 0},
         {0.6, 0.8, 0}},
        {"walls: {it: {material: m, cylinder: {from: [0 m, 0 m, -2 cm], to: [0 m, 0 m, 0 m], "
         "radius: 1 cm, side: "
         "outside}}}\n",
         {0.6e-2, 0.8e-2, 0},
         {0.6, 0.8, 0}},
        {"walls: {it: {material: m, mesh: {file: block.obj, unit: cm}}}\n",
         {1e-2, 0.1e-2, 0},
         {1, 0, 0}},
        {"walls: {it: {material: m, mesh: {file: block.obj, unit: cm}}}\n",
         {1e-2, 1e-2, 0},
         {0.6, 0.8, 0}},
        {"walls: {it: {material: m, cone: {from: [0 m, 0 m, -2 cm], to: [0 m, 0 m, 0 m], "
         "radius_from: 5 mm, "
         "radius_to: 1 cm, side: outside}}}\n",
         {0.6e-2, 0.8e-2, 0},
         {0.6, 0.8, 0}},
    };
    static const char *const name[] = {
        "an edge of a box",  "a corner of a box",  "a rim of a disk",         "a rim of a rod",
        "an edge of a mesh", "a corner of a mesh", "the wide end of a funnel"};
    REQUIRE(write_block());
    for (int i = 0; i < 7; i++)
        check_shot((shot){.target = wall[i].text}, wall[i].at, wall[i].aside, radius, name[i]);
}

// Of free balls the relative velocity turns like that of one at a fixed ball, and the centre of mass goes on.
TEST(balls_at_a_free_ball)
{
    static const char *const free_big =
        "  - {name: big, shape: big, material: m, velocity: [3 m/s, 1 m/s, -1 m/s], packing: {law: "
        "lattice, spacing: "
        "[1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [0 m, 0 m, 0 m]}}\n";
    const v3 drift = {3, 1, -1};
    for (int i = 0; i < 9; i++)
        for (double b = 0; b < 1.205; b += 0.1) {
            if (fabs(b - 1) < 0.01 || !harness_takes(i / 3 + i % 3))
                continue;
            double speed = speeds[i / 3];
            v3 way = v3_make(0.36 * speed, 0.48 * speed, -0.8 * speed),
               across = v3_make(0.8, -0.6, 0);
            shot q = {.grains = free_big,
                      .velocity = v3_add(drift, way),
                      .restitution = 0.8,
                      .step = steps[i % 3]};
            double before = 7e-3 / speed + 0.3 * q.step;
            q.from = v3_fma(v3_scale(-before, way), b * 4e-3, across);
            q.steps = (int)(2 * before / q.step) + 3;
            flight end = fly(&q);
            v3 u = thrown(way, v3_scale(b * 4e-3, across), 4e-3, 0.8);
            check_v3(v3_sub(end.velocity, end.other), u, 1e-6 * speed, "a free ball", b);
            v3 sum = v3_fma(end.velocity, 27, end.other), all = v3_fma(q.velocity, 27, drift);
            check_v3(sum, all, 1e-12 * v3_norm(all), "their centre", b);
            double whole = q.steps * q.step,
                   until = b < 1 ? before - 4e-3 * sqrt(1 - b * b) / speed : whole;
            v3 apart = v3_fma(v3_fma(q.from, until, way), whole - until, u);
            check_v3(v3_sub(end.position, end.beyond), apart, 1e-6 * speed * whole, "their places",
                     b);
        }
}

// Through the air under gravity, past the edge of a block, of balls or of stone: as if nothing were there.
TEST(falling_past_an_edge)
{
    static const char *const block[] = {
        "walls: {it: {material: m, box: {low: [-1 cm, -1 cm, -1 cm], high: [1 cm, 1 cm, 0 cm], "
        "side: outside}}}\n",
        "walls: {it: {material: m, mesh: {file: block.obj, unit: cm}}}\n",
        "walls: {it: {material: m, disk: {centre: [0 m, 0 m, 0 m], normal: [0, 0, 1], radius: 1 "
        "cm}}}\n"};
    static const char *const shape[] = {
        "ball: {radius: 1 mm}", "polyhedron: {builder: {platonic: cube, size: 2 mm}}",
        "spheropolyhedron: {builder: {platonic: cube, size: 1.6 mm}, radius: 0.2 mm}",
        ("clump: {balls: [{at: [0 m, 0 m, 0 m], radius: 1 mm}, {at: [0 m, 0 m, 1 mm], radius: 1 "
         "mm}]}")};
    REQUIRE(write_block());
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++)
            for (int n = 0; n < 3; n++) {
                shot q = {.target = block[i],
                          .shape = shape[k],
                          .gravity = "[0, 0, -9.81 m/s^2]",
                          .from = {1.12e-2, 0.05e-2, 0.3},
                          .restitution = 0.5,
                          .step = (n == 0   ? 1e-4
                                   : n == 1 ? 4.1e-4
                                            : 2.9e-3)};
                q.steps = (int)(0.26 / q.step);
                flight end = fly(&q);
                CHECK_MSG(end.velocity.x == 0 && end.velocity.y == 0,
                          "block %d, grain %d: (%g, %g) m/s aside", i, k, end.velocity.x,
                          end.velocity.y);
                CHECK_NEAR(end.velocity.z, -9.81 * q.steps * q.step, 1e-12);
            }
}

TEST_MAIN
