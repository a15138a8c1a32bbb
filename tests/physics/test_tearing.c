// label: sanitize
// test_tearing.c - what is lost as a contact across a gap tears does not depend on how far the bodies go in that step.
#include "harness.h"
#include "support/scenes.h"

#include <math.h>
#include <stdio.h>

// A ball on the outside of a cylinder, or on a plane, that leaves with this speed; J lost when it is gone.
static double lost_at(const char *wall, double speed)
{
    char text[2000];
    sim s;
    double lost = NAN;
    const double step = 1e-5;
    const double away = 4e-5; // m, far beyond the reach
    snprintf(
        text, sizeof text,
        "scree: 1\ngravity: 0\ndomain: {low: [-1 cm, -1 cm, -1 cm], high: [1 cm, 1 cm, 1 cm]}\n"
        "materials: {m: {density: 1e9 kg/m^3, young: 20 MPa, poisson: 0.3}}\n"
        "pairs: {default: {normal: {law: jkr, work_of_adhesion: 0.1 J/m^2}, tangential: none}}\n"
        "shapes: {ball: {ball: {radius: 1 mm}}}\n"
        "walls: {w: {material: m, %s}}\n"
        "grains: {b: {shape: ball, material: m, velocity: [0, 0, %.17g m/s], packing: {law: "
        "lattice, counts: [1, 1, 1], spacing: [1 mm, 1 mm, 1 mm], origin: [0, 0, 1.9999 mm]}}}\n"
        "run: {duration: 1 s, step: %.17g s, ledger: true}\n",
        wall, speed, step);
    if (!CHECK(sim_open(&s, text, NULL, 0, NULL)))
        return lost;
    if (CHECK(sim_step(&s, 3 + (int64_t)(away / (speed * step))))) {
        frame f = sim_frame(&s);
        CHECK(f.contact.count == 0);
        lost = f.ledger.plastic;
        frame_clear(&f);
    }
    sim_close(&s);
    return lost;
}

TEST(a_contact_loses_the_same_however_fast_it_tears)
{
    static const char *const walls[] = {
        "cylinder: {from: [0, -5 mm, 0], to: [0, 5 mm, 0], radius: 1 mm, side: outside}",
        "plane: {point: [0, 0, 1 mm], normal: [0, 0, 1]}",
    };
    for (int i = 0; i < 2; i++) {
        const double slowly = lost_at(walls[i], 5e-3);
        CHECK(slowly > 0);
        for (double speed = 0.5; speed < 5; speed *= 2)
            CHECK_REL(lost_at(walls[i], speed), slowly, 1e-12);
    }
}

TEST_MAIN
