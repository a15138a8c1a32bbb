// label: sanitize
// test_in_turn.c - blows of two bodies at several places in the order in which these come: a prism of many sides bounces
// as a cylinder does (closed form), a bar that falls nearly flat parts at both ends.
#include "harness.h"
#include "support/scenes.h"

#include <math.h>
#include <stdio.h>

#define HEAD                                                                                       \
    "scree: 1\nsolver: nonsmooth\ngravity: 0\n"                                                    \
    "materials: {hard: {density: 2500 kg/m^3, young: 10 GPa, poisson: 0.25}}\n"                    \
    "domain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\n"                                   \
    "walls: {floor: {material: hard, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}}\n"

static const double radius = 0.01;

// On an edge at 1 m/s, sliding through the blow: the velocity across loses mu (1 + e) v, and the spin is that times R over
// the square of the radius of gyration. Nine of 64 edges are near enough to touch within the step of 1 ms; all of them
// at once would leave next to no spin.
TEST(a_prism_of_many_sides_bounces_as_a_cylinder)
{
    static const char text[] =
        HEAD "pairs: {default: {normal: {law: hertz, restitution: 0.8}, tangential: {law: mindlin, "
             "friction: 0.1}}}\n"
             "shapes: {log: {polyhedron: {builder: {prism: {sides: 64, radius: 1 cm, length: 2 "
             "cm}}}}}\n"
             "grains: [{name: log, shape: log, material: hard, turn: [90 deg, 0, 0], velocity: [1 "
             "m/s, 0, -1 m/s], packing: {law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, "
             "1], origin: [0, 0, 10.2 mm]}}]\n"
             "run: {duration: 1 s, step: 1 ms, ledger: true}\n";
    const double turned = 2 * 3.14159265358979323846 / 64;
    const double gyration2 = radius * radius * (2 + cos(turned)) / 6; // of a regular polygon
    const double lost = 0.1 * 1.8;
    sim s;
    REQUIRE(sim_open(&s, text, NULL, 0, NULL));
    CHECK(sim_step(&s, 3));
    frame f = sim_frame(&s);
    CHECK_NEAR(f.ball.velocity[0].z, 0.8, 1e-9);
    CHECK_NEAR(f.ball.velocity[0].x, 1 - lost, 1e-9);
    // The push acts on the floor, which is as far below the edge as that still has to go.
    CHECK_NEAR(f.ball.spin[0].y, lost * (radius + 0.2e-3) / gyration2, 1e-6);
    CHECK(fabs(f.ledger.residual) < 1e-12 * f.ledger.turned_over);
    frame_clear(&f);
    sim_close(&s);
}

// A bar that falls nearly flat on a floor without friction. Its first edge has a blow, which turns it; the other comes the
// faster then, and so on from edge to edge: at last both part, and of the energy is left some, not all.
TEST(a_bar_that_falls_nearly_flat_goes_from_edge_to_edge)
{
    static const char text[] =
        HEAD "pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: none}}\n"
             "shapes: {bar: {polyhedron: {builder: {box: [10 cm, 2 cm, 2 cm]}}}}\n"
             "grains: [{name: bar, shape: bar, material: hard, turn: [0, 0.002 rad, 0], velocity: "
             "[0, 0, -1 m/s], packing: {law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], "
             "origin: [0, 0, 10.2 mm]}}]\n"
             "run: {duration: 1 s, step: 1 ms, ledger: true}\n";
    const double gyration2 = (0.1 * 0.1 + 0.02 * 0.02) / 12;
    sim s;
    REQUIRE(sim_open(&s, text, NULL, 0, NULL));
    CHECK(sim_step(&s, 1));
    frame f = sim_frame(&s);
    const double velocity = f.ball.velocity[0].z;
    const double spin = f.ball.spin[0].y;
    const double left = velocity * velocity + gyration2 * spin * spin;
    const double rim = 0.05 * fabs(spin);
    CHECK_MSG(velocity - rim > 0, "%g m/s, %g at the rim", velocity, rim);
    CHECK_MSG(left > 0.1 && left < 1, "%g of the energy is left", left);
    CHECK(fabs(f.ledger.residual) < 1e-12 * f.ledger.turned_over);
    frame_clear(&f);
    sim_close(&s);
}

TEST_MAIN
