// test_integrators.c - the schemes of motion that a case can choose, in the whole engine: a free body with moments 1,
// 2, 3 against Jacobi's functions, a ball on a spring against its cosine, impacts of balls and clumps by their energy.
//
// The tables of docs/integration.md and docs/rotation.md are what this prints.
#include "harness.h"
#include "support/scenes.h"
#include "support/tops.h"

#include <math.h>

enum { SPLIT, AXES, LEAPFROG, GEAR, SCHEMES };
static const case_override schemes[SCHEMES] = {{"run.rotation", "split"},
                                               {"run.rotation", "axes"},
                                               {"run.rotation", "leapfrog"},
                                               {"run.integrator", "gear"}};

// The order that the errors of three steps show, each half of the one before.
static double order_of(const double *error)
{
    return log2(error[0] / error[2]) / 2;
}

static void print(const char *what, const double *error, int count)
{
    printf("%-32s", what);
    for (int i = 0; i < count; i++)
        printf(" %8.1e", error[i]);
    printf("\n");
}

// ---- a free body

static const char top[] =
    "scree: 1\ngravity: 0\nmaterials: {one: {density: 1 kg/m^3, young: 1 MPa, poisson: 0.2}}\n"
    "pairs: {default: {normal: {law: linear, stiffness: 1 mN/m}, tangential: none}}\n"
    "shapes: {top: {clump: {volume: 1 m^3, inertia: [1 m^5, 2 m^5, 3 m^5], balls: [{at: [1 m, 0, "
    "0], radius: 1 m}, "
    "{at: [-1 m, 0, 0], radius: 1 m}]}}}\n"
    "domain: {low: [-9 m, -9 m, -9 m], high: [9 m, 9 m, 9 m]}\n"
    "grains: [{name: one, shape: top, material: one, turn: [0, 0, 0], spin: [%.17g rad/s, %.17g "
    "rad/s, %.17g rad/s], "
    "packing: {law: lattice, counts: [1, 1, 1], spacing: [1 m, 1 m, 1 m], origin: [0 m, 0 m, 0 "
    "m]}}]\n"
    "run: {duration: 30 s, step: %.17g s}\n";

// From w_y at its largest: the largest relative error of the energy, and that of the spin in body axes after 30 s.
static void tumble(int k, double dt, double *energy, double *spin)
{
    free_top t = free_top_make(v3_make(1, 2, 3), v3_make(.01, 1, .01));
    double from = 0.5 * free_top_flip(&t);
    v3 w = free_top_spin(&t, from);
    char text[2048];
    sim s;
    snprintf(text, sizeof text, top, w.x, w.y, w.z, dt);
    REQUIRE(sim_open(&s, text, &schemes[k], 1, NULL));
    frame f = sim_frame(&s);
    double start = f.ledger.kinetic;
    *energy = 0;
    for (int part = 1; part <= 30; part++) {
        frame_clear(&f);
        CHECK(sim_step(&s, (int64_t)(1 / dt + 0.5)));
        f = sim_frame(&s);
        *energy = fmax(*energy, fabs(f.ledger.kinetic / start - 1));
    }
    v3 seen = q4_rotate(q4_conjugate(f.ball.orientation[0]), f.ball.spin[0]);
    *spin = v3_norm(v3_sub(seen, free_top_spin(&t, from + f.time)));
    frame_clear(&f);
    sim_close(&s);
}

TEST(free_body)
{
    double energy[SCHEMES][3], spin[SCHEMES][3];
    printf("steps of 20, 10, 5 ms               energy                     spin\n");
    for (int k = 0; k < SCHEMES; k++) {
        for (int n = 0; n < 3; n++)
            tumble(k, 0.02 / (1 << n), &energy[k][n], &spin[k][n]);
        printf("%-32s %8.1e %8.1e %8.1e %8.1e %8.1e %8.1e\n", schemes[k].value, energy[k][0],
               energy[k][1], energy[k][2], spin[k][0], spin[k][1], spin[k][2]);
    }
    for (int k = SPLIT; k <= LEAPFROG; k++) {
        CHECK_NEAR(order_of(energy[k]), 2, 0.1);
        CHECK_NEAR(order_of(spin[k]), 2, 0.3);
    }
    CHECK_NEAR(order_of(energy[GEAR]), 4, 0.1);
    CHECK(order_of(spin[GEAR]) > 3.9);
    CHECK(energy[SPLIT][0] < 5e-6 && energy[LEAPFROG][0] < 5e-5 && energy[GEAR][0] < 3e-7);
}

// ---- a ball on a spring

#define SOFT "materials: {soft: {density: 2500 kg/m^3, young: 20 MPa, poisson: 0.25}}\n"
#define STILL "0 m/s^2", "none"
#define STICKS "2 m/s^2", "{law: cundall-strack, friction: 9}"

// It never leaves the floor.
static const char spring[] =
    "scree: 1\n" SOFT "gravity: [%s, 0, -9.81 m/s^2]\n"
    "pairs: {default: {normal: {law: linear, stiffness: 10 kN/m}, tangential: %s}}\n"
    "shapes: {ball: {ball: {radius: 1 cm}}}\n"
    "domain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\n"
    "walls: {floor: {material: soft, plane: {point: [0 m, 0 m, 0 m], normal: [0, 0, 1]}}}\n"
    "grains:\n  - {name: one, shape: ball, material: soft, packing: {law: lattice, spacing: [3 cm, "
    "3 cm, 3 cm], "
    "counts: [1, 1, 1], origin: [0 m, 0 m, 9.995 mm]}}\n"
    "run: {duration: 5 ms, step: %.17g s}\n";
static const double until = 5e-3, stiffness = 1e4;

// Where it is at the end, and the largest error of the energy on the way, as a share of that of the swinging.
static v3 swing(int k, const char *slope, const char *drag, double dt, double *energy)
{
    char text[2048];
    sim s;
    v3 x = {NAN, NAN, NAN};
    double start = NAN, worst = 0;
    snprintf(text, sizeof text, spring, slope, drag, dt);
    if (!CHECK(sim_open(&s, text, &schemes[k], 1, NULL)))
        return x;
    for (int n = 0; n <= (int)(until / dt + 0.5) && CHECK(n == 0 || sim_step(&s, 1)); n++) {
        frame f = sim_frame(&s);
        double now = f.ledger.kinetic + f.ledger.elastic + f.ledger.gravitational;
        if (n == 0)
            start = now;
        worst = fmax(worst, fabs(now - start));
        x = f.ball.position[0];
        frame_clear(&f);
    }
    double wide = 2500 * 4.0 / 3 * 3.14159265358979323846 * 1e-6 * 9.81 / stiffness - 5e-6;
    if (energy)
        *energy = worst / (0.5 * stiffness * wide * wide);
    sim_close(&s);
    return x;
}

TEST(ball_on_a_spring)
{
    double mass = 2500 * 4.0 / 3 * 3.14159265358979323846 * 1e-6,
           rest = 0.01 - mass * 9.81 / stiffness;
    double want = rest + (9.995e-3 - rest) * cos(sqrt(stiffness / mass) * until);
    printf("steps of 100, 50, 25, 12.5 us\n");
    for (int k = SPLIT; k <= GEAR; k += GEAR) {
        double place[4], energy[4], stuck[4];
        v3 fine = swing(GEAR, STICKS, 1e-4 / 64, NULL);
        for (int n = 0; n < 4; n++) {
            place[n] = fabs(swing(k, STILL, 1e-4 / (1 << n), &energy[n]).z - want);
            stuck[n] = v3_norm(v3_sub(swing(k, STICKS, 1e-4 / (1 << n), NULL), fine));
        }
        print(schemes[k].value, place, 4);
        print("  energy", energy, 4);
        print("  on a friction spring", stuck, 4);
        CHECK_NEAR(order_of(place), k == GEAR ? 5 : 2, 0.15);
        CHECK_NEAR(order_of(energy), k == GEAR ? 4 : 2, 0.15);
        CHECK_MSG(stuck[0] < (k == GEAR ? 2e-11 : 2e-8) && stuck[1] < 0.27 * stuck[0], "%g %g",
                  stuck[0], stuck[1]);
    }
}

// ---- impacts

static const char pair[] =
    "scree: 1\ngravity: 0\ndomain: {low: [-10 cm, -10 cm, -10 cm], high: [10 cm, 10 cm, 10 cm]}\n"
    "materials: {stuff: {density: 2500 kg/m^3, young: 1 GPa, poisson: 0.3}}\n"
    "pairs: {default: {normal: {%s}, tangential: none}}\nshapes: {ball: {ball: {radius: 1 "
    "cm}}}\ngrains:\n"
    "  - {name: left, shape: ball, material: stuff, velocity: [0.5 m/s, 0 m/s, 0 m/s], packing: "
    "{law: lattice, "
    "spacing: [1 cm, 1 cm, 1 cm], counts: [1, 1, 1], origin: [-1 cm, 0 cm, 0 cm]}}\n"
    "  - {name: right, shape: ball, material: stuff, velocity: [-0.5 m/s, 0 m/s, 0 m/s], packing: "
    "{law: lattice, "
    "spacing: [1 cm, 1 cm, 1 cm], counts: [1, 1, 1], origin: [%.17g cm, 0 cm, 0 cm]}}\n"
    "run: {duration: 1 ms, step: %.17g ms}\n";

// Root mean square, over sixteen phases of the first touch within a step, of the error of the restitution e.
static double impact(const char *integrator, const char *law, double e, double per)
{
    double sum = 0,
           dt = 0.323 /
                (per + 0.37); // no multiple of the contact time, or both ends would err alike
    for (int k = 0; k < 16; k++) {
        char text[2048];
        const case_override set = {"run.integrator", integrator};
        sim s;
        snprintf(text, sizeof text, pair, law, 1.01 + (k + 0.5) / 16 * 0.1 * dt, dt);
        if (!CHECK(sim_open(&s, text, &set, 1, NULL)))
            return NAN;
        CHECK(sim_step(&s, (int64_t)(1 / dt)));
        frame f = sim_frame(&s);
        double off = 2 * f.ball.velocity[1].x - e;
        sum += off * off / 16;
        frame_clear(&f);
        sim_close(&s);
    }
    return sqrt(sum);
}

TEST(two_balls)
{
    static const struct {
        const char *name, *law;
        double e;
    } laws[] = {{"linear", "law: linear, stiffness: 0.495e6 N/m, restitution: 1", 1},
                {"hertz", "law: hertz, restitution: 1", 1},
                {"linear", "law: linear, stiffness: 0.495e6 N/m, restitution: 0.5", 0.5},
                {"hertz", "law: hertz, restitution: 0.5", 0.5}};
    printf("steps of a 25th, 50th, 100th, 200th of the contact time\n");
    for (size_t l = 0; l < sizeof laws / sizeof *laws; l++)
        for (int k = 0; k < INTEGRATORS; k++) {
            double error[4];
            char what[64];
            for (int n = 0; n < 4; n++)
                error[n] = impact(integrator_names[k], laws[l].law, laws[l].e, 25 << n);
            snprintf(what, sizeof what, "%-6s e = %-3g %s", laws[l].name, laws[l].e,
                     integrator_names[k]);
            print(what, error, 4);
            bool late = k == INTEGRATOR_LEAPFROG && laws[l].e < 1;
            CHECK_MSG(order_of(error + 1) > (late ? 0.8 : 1.7), "%s: %g", what,
                      order_of(error + 1));
            CHECK_MSG(error[0] < (late ? 2e-2 : 5e-3), "%s: %g", what, error[0]);
        }
}

// Two balls with a strong dashpot part with the speed that is asked for at the step that `auto` takes, whatever the
// integrator: what the phase of the touch does to it stays small.
TEST(two_balls_with_strong_dashpots)
{
    static const struct {
        const char *law;
        double e;
    } laws[] = {
        {"law: linear, stiffness: 0.495e6 N/m, restitution: 0.05", 0.05},
        {"law: linear, stiffness: 0.495e6 N/m, restitution: 0.1", 0.1},
        {"law: hertz, restitution: 0.05", 0.05},
        {"law: hertz, restitution: 0.02", 0.02},
    };
    printf("restitution with strong dashpots, steps of auto\n");
    for (size_t l = 0; l < sizeof laws / sizeof *laws; l++)
        for (int k = 0; k < INTEGRATORS; k++)
            for (int phase = 0; phase < 3; phase++) {
                const case_override set[] = {
                    {"run.integrator", integrator_names[k]},
                    {"run.step", "auto"},
                    {"run.duration", "1.5 ms"},
                };
                char text[2048];
                sim s;
                snprintf(text, sizeof text, pair, laws[l].law, 1.01 + 1e-4 * phase, 1.0);
                REQUIRE(sim_open(&s, text, set, 3, NULL));
                CHECK(sim_step(&s, world_step_at(s.w, 1.5e-3)));
                frame f = sim_frame(&s);
                const double got = 2 * f.ball.velocity[1].x;
                const double off = k == INTEGRATOR_LEAPFROG ? 0.2 : 0.03;
                printf("%-60s %-16s %.4f\n", laws[l].law, integrator_names[k], got);
                CHECK_MSG(fabs(got / laws[l].e - 1) < off, "%s, %s: %g", laws[l].law,
                          integrator_names[k], got);
                frame_clear(&f);
                sim_close(&s);
            }
}

static const char gas[] =
    "scree: 1\ngravity: 0\n" SOFT
    "pairs: {default: {normal: {law: hertz, restitution: 1}, tangential: none}}\n"
    "shapes: {tripod: {clump: {balls: [{at: [0 m, 0 m, 0 m], radius: 3 mm}, {at: [6 mm, 0 m, 0 m], "
    "radius: 2 mm}, "
    "{at: [0 m, 5 mm, 1 mm], radius: 2.5 mm}, {at: [1 mm, -1 mm, 7 mm], radius: 1.5 mm}]}}}\n"
    "domain: {low: [0 m, 0 m, 0 m], high: [7 cm, 7 cm, 7 cm], boundary: {x: periodic, y: wall, z: "
    "wall}, material: "
    "soft}\n"
    "grains:\n"
    "  - {name: a, shape: tripod, material: soft, velocity: [1 m/s, 0.3 m/s, 0 m/s], spin: [0 "
    "rad/s, 200 rad/s, 0 "
    "rad/s], packing: {law: random, count: 12, low: [0 m, 8 mm, 8 mm], high: [7 cm, 6.2 cm, 6.2 "
    "cm], seed: 1}}\n"
    "  - {name: b, shape: tripod, material: soft, velocity: [-1 m/s, 0 m/s, 0.5 m/s], packing: "
    "{law: random, count: "
    "12, low: [0 m, 8 mm, 8 mm], high: [7 cm, 6.2 cm, 6.2 cm], seed: 2}}\n"
    "run: {duration: 40 ms, step: %.17g us}\n";

// Largest relative error of the energy, seen twenty times in 40 ms.
static double gas_error(int k, double us)
{
    char text[4096];
    sim s;
    snprintf(text, sizeof text, gas, us);
    if (!CHECK(sim_open(&s, text, &schemes[k], 1, NULL)))
        return NAN;
    frame f = sim_frame(&s);
    double start = f.ledger.kinetic, worst = 0;
    frame_clear(&f);
    for (int part = 0; part < 20 && CHECK(sim_step(&s, (int64_t)(2000 / us))); part++) {
        f = sim_frame(&s);
        worst = fmax(worst, fabs(f.ledger.kinetic + f.ledger.elastic - start) / start);
        frame_clear(&f);
    }
    sim_close(&s);
    return worst;
}

TEST(clumps_in_a_box)
{
    printf("steps of 8, 4, 2, 1 us\n");
    for (int k = 0; k < SCHEMES; k++) {
        double error[4];
        for (int n = 0; n < 4; n++)
            error[n] = gas_error(k, 8.0 / (1 << n));
        print(schemes[k].value, error, 4);
        CHECK_MSG(error[0] < 1e-4, "%s: %g", schemes[k].value, error[0]);
        CHECK_MSG(error[3] < 0.03 * error[0], "%s: %g", schemes[k].value, error[3] / error[0]);
    }
}

TEST_MAIN
