// label: sanitize
// test_energy_nonsmooth.c - the books of the nonsmooth solver close to the last digits: its impulses are known, and
// with the heights of the middle of a step, to which its velocities belong, gravity is as well. What is left is the
// rotation of bodies with unequal moments.
#include "harness.h"
#include "support/scenes.h"

#include <math.h>
#include <stdio.h>

static frame_ledger ledger_of(sim *s)
{
    frame f = sim_frame(s);
    frame_ledger l = f.ledger;
    frame_clear(&f);
    return l;
}

static void check_books(const char *name, const case_override *set, double part)
{
    const scene *what = scene_find(name);
    sim s;
    world_options o = options_of(2, 0, 0);
    REQUIRE(what && sim_open(&s, what->text, set, 2, &o));
    for (int k = 0; k < 4; k++) {
        REQUIRE(sim_step(&s, what->steps / 4));
        frame_ledger l = ledger_of(&s);
        CHECK_MSG(fabs(l.residual) <= part * l.turned_over, "%s %s: %g J of %g J", what->name,
                  set[1].value, l.residual, l.turned_over);
        CHECK(l.turned_over > 0);
    }
    sim_close(&s);
}

// Impacts, friction, rolling, attraction, relaxation, lids, drums, streams, removals. With sweeps in single precision
// the velocities still are those that the impulses give in double precision, but of hubs.
TEST(books_close)
{
    static const struct {
        const char *scene;
        double part, single; // of what is turned over
    } all[] = {{"nonsmooth-bed", 1e-13, 1e-6},     {"nonsmooth-sticky", 1e-13, 1e-13},
               {"nonsmooth-stirred", 1e-13, 1e-6}, {"nonsmooth-mesh", 1e-13, 1e-13},
               {"nonsmooth-hubs", 1e-13, 1e-5},    {"nonsmooth-stream", 1e-13, 1e-6},
               {"nonsmooth-solids", 1e-4, 1e-4},   {"nonsmooth-outlines", 1e-13, 1e-13}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const case_override twice[] = {{"run.ledger", "true"}, {"nonsmooth.precision", "double"}},
                            once[] = {{"run.ledger", "true"}, {"nonsmooth.precision", "single"}};
        check_books(all[i].scene, twice, all[i].part);
        check_books(all[i].scene, once, all[i].single);
    }
}

#define BALL                                                                                       \
    "materials: {hard: {density: 2500 kg/m^3, young: 70 GPa, poisson: 0.25}}\nshapes: {ball: "     \
    "{ball: {radius: 1 "                                                                           \
    "cm}}}\ndomain: {low: [-1 m, -1 m, -1 m], high: [9 m, 1 m, 1 m]}\n"
#define ONE(at, more)                                                                              \
    "grains: [{name: one, shape: ball, material: hard, " more                                      \
    " packing: {law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: " at "}}]\n"
static const double mass = 2500 * 4.0 / 3.0 * 3.14159265358979323846 * 1e-6;

// A piston that comes with V sends a ball away with (1 + e) V: its work is (1 + e) m V^2, the impact takes
// (1 - e^2)/2 m V^2 of it.
TEST(a_piston)
{
    const double e = 0.5;
    sim s;
    REQUIRE(sim_open(
        &s,
        "scree: 1\nsolver: nonsmooth\nnonsmooth: {impact_speed: 0.1 m/s}\ngravity: 0\n" BALL
        "pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: none}}\n"
        "walls: {piston: {material: hard, plane: {point: [0 m, 0 m, 0 m], normal: [1, 0, 0]}, "
        "drive: {law: velocity, "
        "velocity: [1 m/s, 0 m/s, 0 m/s]}}}\n" ONE("[12 mm, 0 m, 0 m]",
                                                   "") "run: {duration: 1 s, step: 0.3 ms, ledger: "
                                                       "true}\n",
        NULL, 0, NULL));
    CHECK(sim_step(&s, 30));
    frame_ledger l = ledger_of(&s);
    CHECK_REL(l.walls, (1 + e) * mass, 1e-12);
    CHECK_REL(l.damping, 0.5 * (1 - e * e) * mass, 1e-12);
    CHECK_REL(l.kinetic, 0.5 * (1 + e) * (1 + e) * mass, 1e-12);
    CHECK_NEAR(l.residual, 0, 1e-15 * mass);
    sim_close(&s);
}

// A ball that falls and bounces with e = 1 rises as high as it fell from: each blow has the speed of the touch, wherever
// in its step that is, and the books know of no damping.
TEST(a_bouncing_ball)
{
    const double g = 10, h = 1e-3;
    sim s;
    REQUIRE(sim_open(
        &s,
        "scree: 1\nsolver: nonsmooth\ngravity: [0, 0, -10 m/s^2]\n" BALL
        "pairs: {default: {normal: {law: hertz, restitution: 1}, tangential: none}}\n"
        "walls: {floor: {material: hard, plane: {point: [0 m, 0 m, 0 m], normal: [0, 0, 1]}}}\n" //
        ONE("[0 m, 0 m, 0.11 m]", "") "run: {duration: 1 s, step: 1 ms, ledger: true}\n",
        NULL, 0, NULL));
    double before = 0;
    int bounces = 0;
    for (int i = 0; i < 600; i++) {
        REQUIRE(sim_step(&s, 1));
        frame f = sim_frame(&s);
        double v = f.ball.velocity[0].z;
        bounces += before < 0 && v > 0;
        CHECK_NEAR(f.ledger.damping, 0, 1e-13 * mass);
        if (before > 0 && v <= 0)
            CHECK_NEAR(f.ball.position[0].z - 0.5 * h * v, 0.11, g * h * h);
        CHECK_NEAR(f.ledger.residual, 0, 1e-14 * mass);
        before = v;
        frame_clear(&f);
    }
    CHECK(bounces == 2);
    sim_close(&s);
}

// Grains that come while others fall already: what is added is their energy at the time at which all are counted,
// whatever they are. Nothing touches, so nothing is lost.
TEST(streams_of_all_shapes)
{
    static const char *const shapes[] = {
        "ball: {diameter: 4 mm}", "polyhedron: {builder: {platonic: cube, size: 4 mm}}",
        "spheropolyhedron: {builder: {platonic: tetrahedron, size: 4 mm}, radius: 0.5 mm}",
        "clump: {ring: {balls: 5, radius: 2 mm, ball_radius: 1.5 mm}}"};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        char text[1500];
        snprintf(text, sizeof text,
                 "scree: 1\nsolver: nonsmooth\ngravity: [1 m/s^2, 0, -9.81 m/s^2]\n"
                 "materials: {hard: {density: 2500 kg/m^3, young: 70 GPa, poisson: 0.25}}\n"
                 "pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: none}}\n"
                 "shapes: {grain: {%s}}\ndomain: {low: [0 m, 0 m, 0 m], high: [1 m, 1 m, 5 m]}\n"
                 "streams: [{name: new, shape: grain, material: hard, rate: 400/s, seed: 3, low: "
                 "[0.1 m, 0.1 m, 4 m], "
                 "high: [0.6 m, 0.9 m, 4.9 m], velocity: [0.1 m/s, 0 m/s, -3 m/s]}]\n"
                 "run: {duration: 1 s, step: 0.5 ms, ledger: true}\n",
                 shapes[i]);
        sim s;
        REQUIRE(sim_open(&s, text, NULL, 0, NULL));
        REQUIRE(sim_step(&s, 400));
        frame_ledger l = ledger_of(&s);
        CHECK(l.added != 0 && l.kinetic > 0);
        CHECK_MSG(fabs(l.residual) <= 1e-13 * l.turned_over, "%s: %g J of %g J", shapes[i],
                  l.residual, l.turned_over);
        sim_close(&s);
    }
}

// What laws against rolling and twisting take, their dashpots as well, is lost to rolling, whichever solver it is: a
// ball that rolls and twists on the spot, without friction, loses its spin to nothing else.
TEST(moments_are_booked_as_rolling)
{
    static const char *const laws[] = {"law: constant, friction: 0.05",
                                       "law: viscous, damping: 1e-4 N m s",
                                       "law: elastic-plastic, friction: 0.05"};
    const world_options one = options_of(1, 0, 0);
    for (int which = 0; which < 6; which++) {
        char text[1200];
        const bool smooth = which % 2 == 0;
        sim s;
        snprintf(text, sizeof text,
                 "scree: 1\nsolver: %s\ngravity: [0, 0, -10 m/s^2]\nmaterials: {hard: {density: "
                 "2500 kg/m^3, young: 70 MPa, "
                 "poisson: 0.25}}\nshapes: {ball: {ball: {radius: 1 cm}}}\n"
                 "domain: {low: [-5 cm, -5 cm, -5 cm], high: [5 cm, 5 cm, 5 cm]}\n"
                 "pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: none, "
                 "rolling: {%s}, twisting: "
                 "{%s}}}\nwalls: {floor: {material: hard, plane: {point: [0 m, 0 m, 0 m], normal: "
                 "[0, 0, 1]}}}\n" //
                 ONE("[0 m, 0 m, 0.01 m]",
                     "spin: [30 rad/s, 0 rad/s, 40 rad/s],") "run: {duration: 1 s, step: %s, "
                                                             "ledger: true}\n",
                 smooth ? "smooth" : "nonsmooth", laws[which / 2], laws[which / 2],
                 smooth ? "10 us" : "1 ms");
        REQUIRE(sim_open(&s, text, NULL, 0, &one));
        const double before = ledger_of(&s).rotational;
        REQUIRE(sim_step(&s, smooth ? 800 : 8));
        const frame_ledger l = ledger_of(&s);
        CHECK(before > 0.9 * 0.2 * mass * 1e-4 * 2500 && l.rolling > 0.01 * before);
        CHECK_MSG(fabs(before - l.rotational - l.rolling) < 2e-3 * before &&
                      l.damping < 2e-3 * before,
                  "%s, smooth %d: %g J of %g J lost, %g J by rolling, %g J by damping",
                  laws[which / 2], smooth, before - l.rotational, before, l.rolling, l.damping);
        sim_close(&s);
    }
}

TEST_MAIN
