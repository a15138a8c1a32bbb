// test_clumps.c - bodies of several balls: free fall, free rotation, collisions without loss, mass properties.
#include "harness.h"
#include "support/scenes.h"

#include "shape/clump.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HEAD                                                                                       \
    "scree: 1\nmaterials: {soft: {density: 2500 kg/m^3, young: 20 MPa, poisson: 0.25}}\n"          \
    "pairs: {default: {normal: {law: hertz, restitution: 1}, tangential: none}}\n"
#define TRIPOD                                                                                     \
    "tripod: {clump: {mass: sum, balls: [{at: [0 m, 0 m, 0 m], radius: 3 mm}, {at: [6 mm, 0 m, 0 " \
    "m], radius: 2 mm}, "                                                                          \
    "{at: [0 m, "                                                                                  \
    "5 "                                                                                           \
    "mm, 1 mm], radius: 2.5 mm}, {at: [1 mm, -1 mm, 7 mm], radius: 1.5 mm}]}}"

static const char thrown[] = HEAD "gravity: [1 m/s^2, 0, -9.81 m/s^2]\nshapes: {" TRIPOD "}\n"
                                  "domain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\n"
                                  "grains: [{name: one, shape: tripod, material: soft, velocity: "
                                  "[0.5 m/s, 0.2 m/s, 2 m/s], spin: [40 rad/s, 5 "
                                  "rad/s, -70 rad/s], packing: {law: lattice, counts: [1, 1, 1], "
                                  "spacing: [1 m, 1 m, 1 m], origin: [0 m, 0 m, 0 "
                                  "m]}}]\n"
                                  "run: {duration: 1 s, step: 20 us, ledger: true}\n";

typedef struct sums {
    v3 momentum, centre;
    double mass;
} sums;

// Of the balls as the frame shares the mass out: exact where the mass is the sum of the balls'.
static sums sums_of(const frame *f)
{
    sums s = {{0, 0, 0}, {0, 0, 0}, 0};
    for (int64_t i = 0; i < f->ball.count; i++) {
        s.mass += f->ball.mass[i];
        s.momentum = v3_fma(s.momentum, f->ball.mass[i], f->ball.velocity[i]);
        s.centre = v3_fma(s.centre, f->ball.mass[i], f->ball.position[i]);
    }
    s.centre = v3_scale(1 / s.mass, s.centre);
    return s;
}

static v3 angular(const frame *f, v3 about, v3 drift)
{
    v3 l = {0, 0, 0};
    for (int64_t i = 0; i < f->ball.count; i++) {
        double m = f->ball.mass[i], r = f->ball.radius[i];
        v3 x = v3_sub(f->ball.position[i], about), v = v3_sub(f->ball.velocity[i], drift);
        l = v3_add(l,
                   v3_add(v3_scale(m, v3_cross(x, v)), v3_scale(0.4 * m * r * r, f->ball.spin[i])));
    }
    return l;
}

TEST(falls_on_a_parabola_and_turns_freely)
{
    sim s;
    REQUIRE(sim_open(&s, thrown, NULL, 0, NULL));
    frame f = sim_frame(&s);
    sums start = sums_of(&f);
    v3 l0 = angular(&f, start.centre, v3_scale(1 / start.mass, start.momentum));
    double energy = f.ledger.kinetic + f.ledger.gravitational, kinetic = f.ledger.kinetic;
    frame_clear(&f);
    CHECK(kinetic > 0 && v3_norm(l0) > 0);
    for (int part = 1; part <= 5; part++) {
        REQUIRE(sim_step(&s, 2000));
        f = sim_frame(&s);
        double t = f.time;
        sums now = sums_of(&f);
        v3 want = v3_make(0.5 * t + 0.5 * t * t, 0.2 * t, 2 * t - 0.5 * 9.81 * t * t);
        v3 l = angular(&f, now.centre, v3_scale(1 / now.mass, now.momentum));
        CHECK_NEAR(v3_norm(v3_sub(v3_sub(now.centre, start.centre), want)), 0, 1e-12);
        CHECK_MSG(v3_norm(v3_sub(l, l0)) < 1e-11 * v3_norm(l0), "angular momentum is off by %.3g",
                  v3_norm(v3_sub(l, l0)) / v3_norm(l0));
        CHECK_NEAR(f.ledger.kinetic + f.ledger.gravitational, energy, 1e-7 * kinetic);
        frame_clear(&f);
    }
    sim_close(&s);
}

// Distances between the balls stay what they are.
TEST(is_rigid)
{
    sim s;
    REQUIRE(sim_open(&s, thrown, NULL, 0, NULL) && sim_step(&s, 5000));
    frame f = sim_frame(&s);
    const v3 *x = f.ball.position;
    CHECK_NEAR(v3_norm(v3_sub(x[1], x[0])), 6e-3, 1e-15);
    CHECK_NEAR(v3_norm(v3_sub(x[2], x[0])), sqrt(26e-6), 1e-15);
    CHECK_NEAR(v3_norm(v3_sub(x[3], x[1])), sqrt(25e-6 + 1e-6 + 49e-6), 1e-15);
    for (int i = 0; i < 4; i++)
        CHECK(f.ball.body[i] == f.ball.id[0]);
    frame_clear(&f);
    sim_close(&s);
}

static const char gas[] =
    HEAD "gravity: 0\nshapes: {" TRIPOD
         ", bean: {clump: {ellipsoid: {length: 9 mm, width: 7 mm, height: 5 mm}}}}\n"
         "domain: {low: [0 m, 0 m, 0 m], high: [6 cm, 6 cm, 6 cm], boundary: {x: periodic, y: "
         "periodic, z: periodic}}\n"
         "grains:\n"
         "  - {name: a, shape: tripod, material: soft, velocity: [1 m/s, 0.3 m/s, 0 m/s], spin: [0 "
         "rad/s, 200 rad/s, 0 "
         "rad/s], packing: {law: random, "
         "count: 16, seed: 1}}\n"
         "  - {name: b, shape: bean, material: soft, velocity: [-1 m/s, 0 m/s, 0.5 m/s], packing: "
         "{law: random, count: "
         "24, seed: 2}}\n"
         "run: {duration: 1 s, step: %s, ledger: true}\n";

// Elastic and frictionless: what collisions leave of the energy, as a share; the number of contacts that were made.
static double gas_error(const char *step, int steps)
{
    char text[4096];
    sim s;
    snprintf(text, sizeof text, gas, step);
    if (!CHECK(sim_open(&s, text, NULL, 0, NULL)))
        return NAN;
    frame f = sim_frame(&s);
    double start = f.ledger.kinetic, worst = 0;
    v3 p0 = sums_of(&f).momentum;
    frame_clear(&f);
    for (int k = 0; k < 10 && CHECK(sim_step(&s, steps / 10)); k++) {
        f = sim_frame(&s);
        double off = fabs(f.ledger.kinetic + f.ledger.elastic - start) / start;
        worst = off > worst ? off : worst;
        if (k == 9)
            CHECK_NEAR(v3_norm(v3_sub(sums_of(&f).momentum, p0)), 0,
                       1e-3 * v3_norm(p0)); // beans share by volume
        frame_clear(&f);
    }
    sim_close(&s);
    return worst;
}

TEST(collisions_keep_the_energy_to_second_order)
{
    double coarse = gas_error("8 us", 5000), fine = gas_error("2 us", 20000);
    CHECK_MSG(coarse < 1e-4, "energy is off by %.3g of it at 8 us", coarse);
    CHECK_MSG(fine < 0.2 * coarse, "energy is off by %.3g at 2 us, %.3g at 8 us", fine, coarse);
}

// Seed 004, table 9.1: the bean of 7.3, 6.1, 5.5 mm and 0.149 g.
TEST(ellipsoid_of_four_balls)
{
    v3 at[4];
    double radius[4];
    model_clump c = {.at = at, .radius = radius};
    double reach = 0;
    REQUIRE(clump_from_ellipsoid(&c, 7.3e-3, 6.1e-3, 5.5e-3, &reach, NULL) == SCREE_OK);
    CHECK_NEAR(v3_norm(c.at[0]), 0.9e-3, 1e-15);
    CHECK_NEAR(v3_norm(c.at[2]), 0.3e-3, 1e-15);
    CHECK_NEAR(reach, 3.65e-3, 1e-15);
    double density = 1.49e-4 / c.volume; // the mass that the table goes by
    double i[3] = {c.inertia.x, c.inertia.y, c.inertia.z}, least = fmin(i[0], fmin(i[1], i[2])),
           most = fmax(i[0], fmax(i[1], i[2]));
    CHECK_NEAR(density * least, 5.0258e-10, 1e-14);
    CHECK_NEAR(density * (i[0] + i[1] + i[2] - least - most), 6.2237e-10, 1e-14);
    CHECK_NEAR(density * most, 6.7423e-10, 1e-14);
    // Of two equal shorter axes the balls of the width would stand in one place and push twice: there is one of them.
    REQUIRE(clump_from_ellipsoid(&c, 7e-3, 5e-3, 5e-3, &reach, NULL) == SCREE_OK);
    CHECK(c.balls == 3 && v3_norm(c.at[2]) == 0 && c.radius[2] == 2.5e-3);
    CHECK_REL(c.volume, 3.14159265358979323846 / 6 * 7e-3 * 5e-3 * 5e-3, 1e-14);
    REQUIRE(clump_from_ellipsoid(&c, 7e-3, 7e-3, 5e-3, &reach, NULL) == SCREE_OK && c.balls == 4);
}

// Two equal balls that touch, askew: closed form along and across their axis.
TEST(dumbbell)
{
    v3 at[2] = {{1, 2, 3}, {1 + 1.2, 2, 3 + 1.6}};
    double radius[2] = {1, 1}, v = 4.0 / 3 * 3.14159265358979323846;
    model_clump c = {.balls = 2, .at = at, .radius = radius};
    double reach = 0, along = 0.8 * v, across = 0.8 * v + 2 * v;
    REQUIRE(clump_from_balls(&c, MASS_UNION, false, &reach, NULL) == SCREE_OK);
    double i[3] = {c.inertia.x, c.inertia.y, c.inertia.z}, least = fmin(i[0], fmin(i[1], i[2])),
           most = fmax(i[0], fmax(i[1], i[2]));
    CHECK_NEAR(c.volume, 2 * v, 1e-14);
    CHECK_NEAR(least, along, 1e-13);
    CHECK_NEAR(most, across, 1e-13);
    CHECK_NEAR(i[0] + i[1] + i[2], along + 2 * across, 1e-12);
    CHECK_NEAR(reach, 2, 1e-14);
    CHECK_NEAR(v3_norm(v3_add(at[0], at[1])), 0, 4e-15);
}

// The mean of the centres with the weights of the clump, which probes take, less the centre of mass, of the reach; and the
// sum of the weights less one.
static v3 missed_centre(const model_clump *c, bool flat, double *sum)
{
    v3 mean = {0, 0, 0};
    double all = 0;
    *sum = 0;
    for (int k = 0; k < c->balls; k++)
        all += pow(c->radius[k], flat ? 2 : 3);
    for (int k = 0; k < c->balls; k++) {
        const double by_volume = pow(c->radius[k], flat ? 2 : 3) / all;
        const double weight = by_volume * (c->level + v3_dot(c->slope, c->at[k]));
        *sum += weight;
        mean = v3_fma(mean, weight, c->at[k]);
    }
    *sum -= 1;
    return mean;
}

TEST(weights_have_the_centre_of_mass)
{
    const mass_overlap overlap[] = {MASS_UNION, MASS_SUM};
    for (int variant = 0; variant < 8; variant++) {
        const int balls = variant / 4 ? 5 : 3; // three are in a plane
        const bool flat = variant & 1;
        v3 at[5] = {{0, 0, 0}, {1.1, 0, 0}, {0.3, 0.8, 0}, {0.2, 0.1, 0.9}, {-0.6, 0.2, 0.3}};
        double radius[5] = {1, 0.7, 0.4, 0.5, 0.6};
        for (int k = 0; k < balls && flat; k++)
            at[k].z = 0;
        model_clump c = {.balls = balls, .at = at, .radius = radius};
        double reach;
        double sum;
        REQUIRE(clump_from_balls(&c, overlap[(variant >> 1) & 1], flat, &reach, NULL) == SCREE_OK);
        CHECK(v3_norm(missed_centre(&c, flat, &sum)) < 1e-14);
        CHECK(fabs(sum) < 1e-14);
        CHECK((v3_norm(c.slope) > 1e-3) == (overlap[(variant >> 1) & 1] == MASS_UNION));
    }
}

TEST_MAIN
