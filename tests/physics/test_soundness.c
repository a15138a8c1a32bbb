// test_soundness.c - whether the dashpots of the contacts of now are sound in steps of this length (world/soundness.c): of one
// contact in closed form; in a packing that a cell presses the limit is where energy begins to come from nothing. And `auto`
// stays below it there, and does not ask probes.
#include "harness.h"
#include "support/scenes.h"

#include <math.h>

static double share_of(sim *s)
{
    scree_error e;
    step_soundness now = {.share = NAN};
    frame f = sim_frame(s);
    CHECK(world_soundness(s->w, &f, &now, &e) == SCREE_OK);
    frame_clear(&f);
    return now.share;
}

// A ball in a wall, slowed down by c along the normal alone: c dt/m; across it by the dashpot that is 2/7 of the mass away.
static const char lonely[] =
    "scree: 1\nmaterials: {m: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.25}}\n"
    "pairs: {default: {normal: {law: linear, stiffness: 10 kN/m, damping: 20 N s/m}, tangential: "
    "none}}\n"
    "shapes: {b: {ball: {radius: 1 cm}}}\n"
    "domain: {low: [-9 cm, -9 cm, 0], high: [9 cm, 9 cm, 9 cm], boundary: {z: wall}, material: m}\n"
    "grains: [{name: one, shape: b, material: m, packing: {law: lattice, spacing: [1 m, 1 m, 1 m], "
    "counts: [1, 1, 1], origin: [0, 0, 9.99 mm]}}]\n"
    "run: {duration: 1 s, step: 10 us}\n";

TEST(one_contact)
{
    const double mass = 2500 * 4 * 3.14159265358979323846 / 3 * 1e-6;
    sim s;
    REQUIRE(sim_open(&s, lonely, NULL, 0, NULL));
    CHECK_NEAR(share_of(&s), 20 * 10e-6 / mass, 1e-6);
    sim_close(&s);
    const case_override leapfrog = {"run.integrator", "leapfrog"};
    REQUIRE(sim_open(&s, lonely, &leapfrog, 1, NULL));
    CHECK_NEAR(share_of(&s), 20 * 10e-6 / mass / 2, 1e-6);
    sim_close(&s);
    const case_override away = {"grains.one.packing.origin", "[0, 0, 2 cm]"};
    REQUIRE(sim_open(&s, lonely, &away, 1, NULL));
    CHECK(share_of(&s) == 0);
    sim_close(&s);
}

static const char pressed[] =
    "scree: 1\ngravity: 0\n"
    "domain: {low: [0,0,0], high: [8 cm, 8 cm, 8 cm], boundary: {x: periodic, y: periodic, z: "
    "periodic}}\n"
    "materials: {m: {density: 2500 kg/m^3, young: 100 MPa, poisson: 0.25}}\n"
    "pairs: {default: {normal: {law: hertz, restitution: 0.3}, tangential: {law: mindlin, "
    "friction: 0.5}}}\n"
    "shapes: {b: {ball: {radius: 1 cm}}}\n"
    "grains: [{name: b, shape: b, material: m, packing: {law: dense, count: 74}}]\n"
    "cell: {rate: {isotropic: -0.5/s}}\n"
    "run: {ledger: true, duration: 0.06 s, step: auto}\n";

typedef struct pressing {
    double share, missed;
} pressing;

static pressing press(const char *step)
{
    sim s;
    pressing out = {NAN, NAN};
    const case_override set[] = {{"run.step", step}};
    if (!CHECK(sim_open(&s, pressed, set, 1, NULL)))
        return out;
    const int64_t steps = (int64_t)(0.06 / world_dt(s.w));
    if (CHECK(sim_step(&s, steps))) {
        frame f = sim_frame(&s);
        out = (pressing){share_of(&s), fabs(f.ledger.residual) / f.ledger.turned_over};
        frame_clear(&f);
    }
    sim_close(&s);
    return out;
}

TEST(a_pressed_packing)
{
    const pressing automatic = press("auto");
    const pressing sound = press("12 us");
    const pressing unsound = press("20 us");
    CHECK_MSG(automatic.share < 1 && automatic.missed < 1e-3, "%g %g", automatic.share,
              automatic.missed);
    CHECK_MSG(sound.share < 0.95 && sound.missed < 1e-3, "%g %g", sound.share, sound.missed);
    CHECK_MSG(unsound.share > 1 && unsound.missed > 0.05, "%g %g", unsound.share, unsound.missed);
}

static const char falling[] =
    "scree: 1\nsolver: nonsmooth\nmaterials: {m: {density: 2500 kg/m^3}}\n"
    "pairs: {default: {normal: {law: linear, stiffness: 10 kN/m, restitution: 0.8}, tangential: "
    "none}}\n"
    "shapes: {b: {ball: {radius: 1 cm}}}\n"
    "domain: {low: [-9 cm, -9 cm, 0], high: [9 cm, 9 cm, 9 cm], boundary: {z: wall}, material: m}\n"
    "grains: [{name: one, shape: b, material: m, packing: {law: lattice, spacing: [1 m, 1 m, 1 m], "
    "counts: [1, 1, 1], origin: [0, 0, 6 cm]}}]\n"
    "run: {duration: 1 s}\n";

// Looking changes nothing: not the step, however often.
TEST(probes_have_no_say)
{
    const case_override often[] = {{"probes", "{e: {law: contacts, every: 1 us}}"}};
    const case_override odd[] = {{"probes", "{e: {law: contacts, every: 0.0137 s}}"}};
    const case_override frames[] = {{"output.every", "1 us"}};
    sim plain;
    sim other;
    REQUIRE(sim_open(&plain, pressed, NULL, 0, NULL));
    REQUIRE(sim_open(&other, pressed, often, 1, NULL));
    CHECK(world_dt(plain.w) == world_dt(other.w));
    sim_close(&other);
    REQUIRE(sim_open(&other, pressed, odd, 1, NULL));
    CHECK(world_dt(plain.w) == world_dt(other.w));
    sim_close(&other);
    sim_close(&plain);
    REQUIRE(sim_open(&plain, falling, NULL, 0, NULL));
    REQUIRE(sim_open(&other, falling, frames, 1, NULL));
    CHECK(world_dt(other.w) > 0.4 * world_dt(plain.w));
    sim_close(&other);
    sim_close(&plain);
}

TEST_MAIN
