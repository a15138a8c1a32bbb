// label: sanitize
// test_sliding_friction.c - a sled on a belt that moves away under it: while it slides it is dragged along with mu_d m
// g, at any step; whether a contact slides is kept across a restart. What slides from its first touch to its end takes
// mu_d times the impulse along the normal.
#include "harness.h"
#include "support/scenes.h"

#include <math.h>
#include <stdio.h>

static const double mu_d = 0.3, gravity = 9.81;

// Three balls in a triangle stand on the plane, with the overlap at which they carry their weight.
static bool sled(sim *s, const char *tangential, double step, bool only_read)
{
    const double radius = 5e-3, stiffness = 1e4,
                 mass = 3 * 2500 * 4.0 / 3 * 3.14159265358979323846 * radius * radius * radius;
    char text[2000];
    snprintf(text, sizeof text,
             "scree: 1\ngravity: [0, 0, -%g m/s^2]\ndomain: {low: [-1 m, -1 m, -1 m], high: [1 m, "
             "1 m, 1 m]}\n"
             "materials: {m: {density: 2500 kg/m^3, young: 1 MPa, poisson: 0.25}}\n"
             "pairs: {default: {normal: {law: linear, stiffness: %g N/m, restitution: 0.3}, "
             "tangential: {%s}}}\n"
             "shapes: {sled: {clump: {balls: [{at: [0, 0, 0], radius: 5 mm}, {at: [20 mm, 0, 0], "
             "radius: 5 mm}, {at: [0, 20 "
             "mm, 0], radius: 5 mm}]}}}\n"
             "walls: {belt: {material: m, plane: {point: 0, normal: [0, 0, 1]}, drive: {law: "
             "velocity, velocity: [0.5 "
             "m/s, 0, 0]}}}\n"
             "grains: [{name: sled, shape: sled, material: m, turn: [0 rad, 0 rad, 0 rad], "
             "packing: {law: lattice, spacing: "
             "[1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [0, 0, %.17g m]}}]\n"
             "run: {duration: 1 s, step: %.17g s}\n",
             gravity, stiffness, tangential, radius - mass * gravity / 3 / stiffness, step);
    return only_read ? sim_read(s, text, NULL, 0) : sim_open(s, text, NULL, 0, NULL);
}

// Mean acceleration along the belt between two times.
static double acceleration(const char *tangential, int steps)
{
    const double period = 2e-3; // about that of the sled on its contacts
    const int from = 10 * steps,
              to = 40 * steps; // it is still slower than the belt then: 0.24 of 0.5 m/s
    double speed[2];
    sim s;
    bool there = sled(&s, tangential, period / steps, false) && sim_step(&s, from);
    for (int k = 0; there && k < 2; k++) {
        frame f = sim_frame(&s);
        speed[k] = f.ball.velocity[0].x;
        frame_clear(&f);
        if (k == 0)
            there = sim_step(&s, to - from);
    }
    CHECK(there);
    sim_close(&s);
    return there ? (speed[1] - speed[0]) / (period / steps * (to - from)) : NAN;
}

TEST(the_belt_drags_with_sliding_friction)
{
    static const char *const laws[] = {
        "law: cundall-strack, friction: 0.5, dynamic_friction: 0.3",
        "law: cundall-strack, friction: 0.5, dynamic_friction: 0.3, damping_ratio: 0.3"};
    static const int steps[] = {20, 200, 2000};
    for (int l = 0; l < 2; l++)
        for (int k = 0; k < 3; k++)
            CHECK_REL(acceleration(laws[l], steps[k]), mu_d * gravity, 1e-3);
}

// A ball that hits a plane with 1 m/s and slides all the time; its first touch is the share of a step after the start.
// Its change of speed along the plane over that across it.
static double pull_of(const char *normal, const char *tangential, double step, double share)
{
    char text[1500];
    sim s;
    snprintf(
        text, sizeof text,
        "scree: 1\ngravity: [0, 0, 0]\ndomain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\n"
        "materials: {m: {density: 2500 kg/m^3, young: 70 MPa, poisson: 0.25}}\n"
        "pairs: {default: {normal: {%s}, tangential: {%s}}}\n"
        "shapes: {ball: {ball: {radius: 1.5 mm}}}\n"
        "walls: {floor: {material: m, plane: {point: 0, normal: [0, 0, 1]}}}\n"
        "grains: [{name: one, shape: ball, material: m, velocity: [8 m/s, 0, -1 m/s], packing: "
        "{law: "
        "lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [0, 0, %.17g m]}}]\n"
        "run: {duration: 1 s, step: %.17g s, deepest_overlap: none}\n",
        normal, tangential, 1.5e-3 + share * step, step);
    bool there = sim_open(&s, text, NULL, 0, NULL) && sim_step(&s, (int)(5e-4 / step));
    CHECK_MSG(there, "%s, %s", normal, tangential);
    double pull = NAN;
    if (there) {
        frame f = sim_frame(&s);
        const v3 v = f.ball.velocity[0];
        CHECK(v.z > 0);
        pull = (8 - v.x) / (v.z + 1);
        frame_clear(&f);
    }
    sim_close(&s);
    return pull;
}

TEST(what_slides_through_an_impact_takes_its_friction)
{
    static const char *const normal[] = {
        "law: linear, stiffness: 20 kN/m, restitution: 0.6",
        "law: linear, stiffness: 20 kN/m, restitution: 0.05",
        "law: hertz, restitution: 0.6",
        "law: hunt-crossley, restitution: 0.5",
        "law: walton-braun, stiffness: 20 kN/m, restitution: 0.6",
    };
    for (int n = 0; n < 5; n++)
        for (int k = 0; k < 8; k++) {
            const char *one = "law: cundall-strack, friction: 0.2, damping_ratio: 0.3";
            const char *two =
                "law: cundall-strack, friction: 0.4, dynamic_friction: 0.2, damping_ratio: 0.3";
            const double share = (k + 0.5) / 8;
            CHECK_REL(pull_of(normal[n], one, 5e-6, share), 0.2, 1e-9);
            CHECK_REL(pull_of(normal[n], two, 5e-6, share), 0.2, 1e-9);
        }
}

// A run that is cut while it slides goes on with the same bits.
TEST(sliding_is_kept_across_a_restart)
{
    const char *laws = "law: cundall-strack, friction: 0.5, dynamic_friction: 0.3";
    sim whole, rest;
    image im = {0};
    scree_error error;
    REQUIRE(sled(&whole, laws, 2e-5, false) && sled(&rest, laws, 2e-5, true));
    CHECK(sim_step(&whole, 400) && world_image(whole.w, &im, &error) == SCREE_OK);
    CHECK(sim_restore(&rest, &im, NULL) && sim_step(&whole, 300) && sim_step(&rest, 300));
    CHECK(sim_hash(&whole) == sim_hash(&rest));
    image_clear(&im);
    sim_close(&whole);
    sim_close(&rest);
}

// A ball pressed into a plane, without speed along the normal, that slides: some dashpots go by the speed of approach,
// which is none.
static void slide_at_rest(const char *normal, const char *tangential)
{
    char text[1500];
    sim s;
    snprintf(
        text, sizeof text,
        "scree: 1\ngravity: [0, 0, 0]\ndomain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\n"
        "materials: {m: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.25, yield: 1 MPa}}\n"
        "pairs: {default: {normal: {%s}, tangential: {%s}, rolling: {law: elastic-plastic, "
        "friction: 0.1}}}\n"
        "shapes: {ball: {ball: {radius: 5 mm}}}\n"
        "walls: {floor: {material: m, plane: {point: 0, normal: [0, 0, 1]}}}\n"
        "grains: [{name: one, shape: ball, material: m, velocity: [1 m/s, 0, 0], packing: {law: "
        "lattice, spacing: "
        "[1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [0, 0, 4.99 mm]}}]\n"
        "run: {duration: 1 s, step: 1 us, deepest_overlap: none}\n",
        normal, tangential);
    REQUIRE(sim_open(&s, text, NULL, 0, NULL));
    CHECK_MSG(sim_step(&s, 20), "%s, %s", normal, tangential);
    frame f = sim_frame(&s);
    const double u = f.ball.velocity[0].x;
    CHECK_MSG(u < 1 && u > 0.9, "%s, %s: %g m/s", normal, tangential, u);
    frame_clear(&f);
    sim_close(&s);
}

TEST(what_slides_at_rest_on_its_contact_is_dragged)
{
    static const char *const normal[] = {"law: hertz, restitution: 0.5",
                                         "law: hunt-crossley, restitution: 0.8",
                                         "law: hunt-crossley, restitution: 0.8, exact: false",
                                         "law: linear, stiffness: 10 kN/m, restitution: 0.5"};
    static const char *const tangential[] = {
        "law: mindlin, friction: 0.3", "law: mindlin, friction: 0.5, dynamic_friction: 0.3",
        "law: cundall-strack, friction: 0.3, stiffness_ratio: 0.8",
        "law: mindlin-deresiewicz, friction: 0.3"};
    for (int n = 0; n < 4; n++)
        for (int t = 0; t < 4; t++)
            slide_at_rest(normal[n], tangential[t]);
}

// A ball that a belt drags from rest until it rolls with it loses m V^2/7, whatever friction and dashpots are: all of it to
// friction, for it slides as long as it loses anything.
static void on_the_belt(const char *laws)
{
    const double speed = 0.7;
    const double radius = 5e-3;
    const double mass = 2500 * 4.0 / 3 * 3.14159265358979323846 * radius * radius * radius;
    char text[1200];
    sim s;
    snprintf(text, sizeof text,
             "scree: 1\ngravity: [0, 0, -9.81 m/s^2]\ndomain: {low: [-1 m, -1 m, -1 m], high: [1 "
             "m, 1 m, 1 m]}\n"
             "materials: {m: {density: 2500 kg/m^3, young: 1 MPa, poisson: 0.25}}\n"
             "pairs: {default: {%s}}\nshapes: {ball: {ball: {radius: 5 mm}}}\n"
             "walls: {belt: {material: m, plane: {point: 0, normal: [0, 0, 1]}, surface: "
             "{velocity: [0.7 m/s, 0, 0]}}}\n"
             "grains: [{name: one, shape: ball, material: m, packing: {law: lattice, spacing: [1 "
             "m, 1 m, 1 m], "
             "counts: [1, 1, 1], origin: [0, 0, %.17g m]}}]\nrun: {duration: 1 s, step: 20 us, "
             "ledger: true}\n",
             laws, radius - mass * 9.81 / 1e4);
    if (CHECK(sim_open(&s, text, NULL, 0, NULL)) && CHECK(sim_step(&s, 10000))) {
        frame f = sim_frame(&s);
        const double lost = mass * speed * speed / 7;
        CHECK_MSG(fabs(f.ball.velocity[0].x / (speed * 2 / 7) - 1) < 1e-3, "%s: %g", laws,
                  f.ball.velocity[0].x);
        CHECK_REL(f.ledger.friction, lost, 2e-3);
        CHECK_NEAR(f.ledger.damping, 0, 1e-3 * lost);
        CHECK_NEAR(f.ledger.residual, 0, 1e-5 * lost);
        frame_clear(&f);
    }
    sim_close(&s);
}

TEST(what_slides_loses_to_friction)
{
    const char *const normal = "normal: {law: linear, stiffness: 1e4 N/m, restitution: 0.1}, ";
    const char *const tangential[] = {
        "tangential: {law: cundall-strack, friction: 0.2, damping_ratio: 1}",
        "tangential: {law: mindlin, friction: 0.2}",
        "tangential: {law: mindlin, friction: 0.3, dynamic_friction: 0.2}",
        "tangential: {law: viscous-coulomb, friction: 0.2, damping: 50 N s/m}",
    };
    char laws[300];
    for (size_t k = 0; k < sizeof tangential / sizeof *tangential; k++) {
        snprintf(laws, sizeof laws, "%s%s", normal, tangential[k]);
        on_the_belt(laws);
    }
}

TEST_MAIN
