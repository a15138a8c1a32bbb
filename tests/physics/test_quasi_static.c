// test_quasi_static.c - local damping, stiffness by the radius, scaled masses, against closed forms; and that their worlds
// have the same bits however they are computed (docs/quasi-static.md).
#include "harness.h"
#include "support/scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

// ---- local damping

// Work of a damped spring: (1 + a) k A^2/2 on the way in, (1 - a) k A^2/2 on the way out, whatever its law; so what comes
// back of the speed is the root of (1 - a)/(1 + a). The ways take a quarter of a period each, of springs (1 +- a) k.
typedef struct strike {
    const char *shape, *normal, *more;
    const char *integrator, *rotation;
    double damping;
    int dimensions;
} strike;

#define BALL "ball: {radius: 5 mm}"
#define BAR                                                                                        \
    "clump: {balls: [{at: [-4 mm, 0 mm, 0 mm], radius: 5 mm}, {at: [4 mm, 0 mm, 0 mm], radius: 5 " \
    "mm}]}"
#define SPRING "{law: linear, stiffness: 20 kN/m}"

static const strike strikes[] = {
    {BALL, SPRING, "", "velocity-verlet", "split", 0.3, 3},
    {BALL, SPRING, "", "leapfrog", "split", 0.8, 3},
    {BALL, "{law: hertz, restitution: 1}", "", "velocity-verlet", "split", 0.5, 3},
    {BAR, SPRING, "", "velocity-verlet", "split", 0.3, 3},
    {BAR, SPRING, "", "velocity-verlet", "leapfrog", 0.3, 3},
    {BALL, SPRING, "", "velocity-verlet", "split", 0.3, 2},
    {BALL, "{law: linear, modulus: 2 MPa}", "", "velocity-verlet", "split", 0.3, 3},
    {BALL, SPRING, "mass_scaling: 100, ", "velocity-verlet", "split", 0.3, 3},
};

static bool open_strike(sim *s, const strike *is, double step)
{
    char text[2000];
    const char *flat = is->dimensions == 2 ? "dimensions: 2\n" : "";
    snprintf(
        text, sizeof text,
        "scree: 1\n%sgravity: 0\nmaterials: {m: {density: 2500 kg/m^3, young: 20 MPa, poisson: "
        "0.25}}\npairs: {default: {normal: %s, tangential: none}}\n"
        "domain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\nshapes: {s: {%s}}\n"
        "walls: {floor: {material: m, plane: {point: [0, 0, 0], normal: [0, 1, 0]}}}\n"
        "grains:\n  - {name: one, shape: s, material: m, velocity: [0.3 m/s, -1 m/s, 0 m/s], "
        "turn: [0, 0, 0], packing: {law: lattice, counts: [1, 1, 1], spacing: [1 m, 1 m, 1 m], "
        "origin: [0 m, 5.5 mm, 0 m]}}\n"
        "run: {duration: 1 s, step: %.17g s, integrator: %s, rotation: %s, ledger: true, "
        "deepest_overlap: none, %s"
        "damping: {local: %g}}\n",
        flat, is->normal, is->shape, step, is->integrator, is->rotation, is->more, is->damping);
    char *turn =
        is->dimensions == 3 && is->shape[0] == 'c' ? NULL : strstr(text, "turn: [0, 0, 0], ");
    if (turn) // balls begin as they are
        memmove(turn, turn + 17, strlen(turn + 17) + 1);
    return sim_open(s, text, NULL, 0, NULL);
}

TEST(a_damped_spring_gives_back_what_it_should)
{
    for (size_t i = 0; i < sizeof strikes / sizeof *strikes; i++) {
        const strike *is = &strikes[i];
        const double step = is->more[0] ? 2e-6 : 4e-7;
        sim s;
        if (!CHECK(open_strike(&s, is, step)))
            continue;
        frame f = {0};
        double time = 0;
        bool touched = false;
        bool over = false;
        for (int k = 0; k < 1000 && !over; k++) {
            CHECK(sim_step(&s, 40));
            frame_clear(&f);
            f = sim_frame(&s);
            touched = touched || f.contact.count > 0;
            over = touched && f.contact.count == 0;
            time = f.time;
        }
        const double back = f.ball.velocity[0].y;
        const double wanted = sqrt((1 - is->damping) / (1 + is->damping));
        CHECK_MSG(fabs(back / wanted - 1) < 2e-3, "strike %zu: %g of the speed comes back, not %g",
                  i, back, wanted);
        CHECK_NEAR(f.ball.velocity[0].x, 0.3, 1e-12); // no force acts along it
        CHECK_MSG(fabs(f.ledger.residual) < 1e-4 * f.ledger.turned_over,
                  "strike %zu: residual %g of %g", i, f.ledger.residual, f.ledger.turned_over);
        CHECK_REL(f.ledger.damping, f.ledger.start * (1 - back * back / 1.09 - 0.09 / 1.09), 2e-3);
        CHECK(time > 5e-4);
        frame_clear(&f);
        sim_close(&s);
    }
}

// In free fall each component for itself: g (1 - a) while it falls faster, g (1 + a) while it rises.
TEST(free_fall_is_damped_along_each_axis)
{
    static const char text[] =
        "scree: 1\ngravity: [2 m/s^2, -3 m/s^2, -10 m/s^2]\n"
        "materials: {m: {density: 2500 kg/m^3, young: 20 MPa, poisson: 0.25}}\n"
        "pairs: {default: {normal: {law: hertz, restitution: 1}, tangential: none}}\n"
        "domain: {low: [-9 m, -9 m, -9 m], high: [9 m, 9 m, 9 m]}\n"
        "shapes: {b: {ball: {radius: 5 mm}}, c: {" BAR "}}\n"
        "grains:\n"
        "  - {name: rest, shape: b, material: m, packing: {law: lattice, counts: [1, 1, 1], "
        "spacing: [1 m, 1 m, 1 m], origin: [0 m, 0 m, 0 m]}}\n"
        "  - {name: thrown, shape: c, material: m, velocity: [0 m/s, 0 m/s, 1 m/s], packing: {law: "
        "lattice, counts: [1, 1, 1], spacing: [1 m, 1 m, 1 m], origin: [1 m, 0 m, 0 m]}}\n"
        "  - {name: free, shape: b, material: m, packing: {law: lattice, counts: [1, 1, 1], "
        "spacing: [1 m, 1 m, 1 m], origin: [2 m, 0 m, 0 m]}}\n"
        "run: {duration: 1 s, step: 0.1 ms, ledger: true, damping: {local: 0.4, except: [free]}}\n";
    sim s;
    REQUIRE(sim_open(&s, text, NULL, 0, NULL));
    CHECK(sim_step(&s, 5000));
    frame f = sim_frame(&s);
    const double t = 0.5;
    const double top = 1 / 14.0; // where the thrown one turns round
    REQUIRE(f.ball.count == 4);
    CHECK_NEAR(f.ball.velocity[0].x, 0.6 * 2 * t, 1e-9);
    CHECK_NEAR(f.ball.velocity[0].y, -0.6 * 3 * t, 1e-9);
    CHECK_NEAR(f.ball.velocity[0].z, -0.6 * 10 * t, 1e-9);
    CHECK_NEAR(f.ball.velocity[1].z, -6 * (t - top), 1e-3); // turns within a step
    CHECK_NEAR(f.ball.velocity[3].z, -10 * t, 1e-9);
    CHECK_MSG(fabs(f.ledger.residual) < 1e-9 * fabs(f.ledger.start), "residual %g",
              f.ledger.residual);
    frame_clear(&f);
    sim_close(&s);
}

// ---- many grains: books, and bits

#define CROWD(more)                                                                                \
    "scree: 1\ngravity: [1 m/s^2, 0, -9.81 m/s^2]\n"                                               \
    "materials: {m: {density: 2500 kg/m^3, young: 5 MPa, poisson: 0.25}}\n"                        \
    "pairs: {default: {normal: {law: linear, modulus: 1 MPa, restitution: 0.9}, tangential: "      \
    "{law: cundall-strack, friction: 0.5}}}\n"                                                     \
    "domain: {low: [0 m, 0 m, 0 m], high: [5 cm, 5 cm, 20 cm], boundary: {x: periodic, y: wall, "  \
    "z: wall}, material: m}\n"                                                                     \
    "shapes: {b: {ball: {radius: {distribution: uniform, from: 3 mm, to: 4 mm}}}, c: {" BAR "}}\n" \
    "grains:\n"                                                                                    \
    "  - {name: balls, shape: b, material: m, velocity: [0 m/s, 0 m/s, -0.5 m/s], packing: {law: " \
    "random, count: 90, low: [0 cm, 0 cm, 0 cm], high: [5 cm, 5 cm, 2.5 cm], seed: 1}}\n"          \
    "  - {name: bars, shape: c, material: m, velocity: [0 m/s, 0 m/s, -1 m/s], packing: {law: "    \
    "random, count: 6, low: [0 cm, 0 cm, 2.5 cm], high: [5 cm, 5 cm, 5.5 cm], seed: 2}}\n"         \
    "  - {name: free, shape: b, material: m, velocity: [0 m/s, 0 m/s, -1 m/s], packing: {law: "    \
    "random, count: 20, low: [0 cm, 0 cm, 5.5 cm], high: [5 cm, 5 cm, 7.5 cm], seed: 3}}\n"        \
    "streams:\n  rain: {shape: c, material: m, low: [1 cm, 1 cm, 11 cm], high: [4 cm, 4 cm, 13 "   \
    "cm], rate: 200/s, velocity: [0 m/s, 0 m/s, -1 m/s]}\n"                                        \
    "run: {duration: 1 s, step: 20 us, ledger: true, orientation: true, damping: {local: 0.4, "    \
    "except: [free]}" more "}\n"

static const char crowd[] = CROWD("");
static const char heavy[] = CROWD(", mass_scaling: 9");

static double books_of(const char *text, const char *step, int64_t steps)
{
    const case_override set = {"run.step", step};
    sim s;
    if (!CHECK(sim_open(&s, text, &set, 1, NULL) && sim_step(&s, steps)))
        return 1;
    frame f = sim_frame(&s);
    const double ratio = f.ledger.residual / f.ledger.turned_over;
    CHECK_MSG(f.contact.count > 20, "%lld contacts", (long long)f.contact.count);
    frame_clear(&f);
    sim_close(&s);
    return fabs(ratio);
}

TEST(the_books_of_damped_grains_balance)
{
    const double long_step = books_of(crowd, "40 us", 1500);
    const double short_step = books_of(crowd, "20 us", 3000);
    CHECK_MSG(long_step < 2e-3 && short_step < 0.7 * long_step, "residuals %g, %g", long_step,
              short_step);
    CHECK(books_of(heavy, "40 us", 2000) < 2e-3);
}

static void same_bits(const char *text)
{
    enum { STEPS = 1200, HALF = 701 };
    uint64_t hash = 0;
    const world_options ways[] = {
        {.threads = 1},
        {.threads = 2, .width = 1, .skin = 1e-3},
        {.threads = 1, .parts = 3},
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        sim s;
        if (!CHECK(sim_open(&s, text, NULL, 0, &ways[i]) && sim_step(&s, STEPS)))
            continue;
        const uint64_t own = sim_hash(&s);
        hash = i == 0 ? own : hash;
        CHECK_MSG(own == hash, "way %zu has other bits", i);
        sim_close(&s);
    }
    sim first;
    sim second;
    REQUIRE(sim_open(&first, text, NULL, 0, &ways[0]) && sim_step(&first, HALF));
    REQUIRE(sim_hand_over(&first, &second, text, NULL, &ways[2]));
    CHECK(sim_step(&second, STEPS - HALF));
    CHECK(sim_hash(&second) == hash);
    sim_close(&second);
}

TEST(damped_grains_have_the_same_bits_however_they_are_computed)
{
    same_bits(crowd);
    same_bits(heavy);
}

// ---- stiffness by the radius

// Two balls, or one at a wall, pressed together by a known overlap.
static double push_of(const char *grains, const char *walls)
{
    char text[2000];
    sim s;
    snprintf(text, sizeof text,
             "scree: 1\ngravity: 0\nmaterials: {m: {density: 2500 kg/m^3, young: 20 MPa, poisson: "
             "0.25}}\npairs: {default: {normal: {law: linear, modulus: 3 MPa, restitution: 0.5}, "
             "tangential: none}}\ndomain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\n"
             "shapes: {large: {ball: {radius: 6 mm}}, small: {ball: {radius: 3 mm}}}\n%s"
             "grains:\n%srun: {duration: 1 s}\n",
             walls, grains);
    if (!CHECK(sim_open(&s, text, NULL, 0, NULL)))
        return NAN;
    frame f = sim_frame(&s);
    const double push = f.contact.count == 1 ? f.contact.normal_force[0] : NAN;
    frame_clear(&f);
    sim_close(&s);
    return push;
}

#define AT(name, shape, z)                                                                         \
    "  - {name: " name ", shape: " shape ", material: m, packing: {law: lattice, counts: [1, 1, "  \
    "1], spacing: [1 m, 1 m, 1 m], origin: [0 m, 0 m, " z "]}}\n"

TEST(a_stiffness_by_modulus_goes_by_the_radii)
{
    const double modulus = 3e6;
    const double overlap = 0.01e-3;
    CHECK_REL(push_of(AT("a", "large", "0 mm") AT("b", "large", "11.99 mm"), ""),
              modulus * 6e-3 * overlap, 1e-9);
    CHECK_REL(push_of(AT("a", "large", "0 mm") AT("b", "small", "8.99 mm"), ""),
              2 * modulus * (6e-3 * 3e-3 / 9e-3) * overlap, 1e-9);
    CHECK_REL(
        push_of(AT("a", "small", "2.99 mm"),
                "walls: {floor: {material: m, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}}\n"),
        2 * modulus * 3e-3 * overlap, 1e-9);
}

// The step of auto follows the contact of the smallest grain: k/m* goes as E r/(rho r^3).
static double auto_step(const char *sizes, const char *run)
{
    char text[2000];
    sim s;
    snprintf(text, sizeof text,
             "scree: 1\ngravity: [0, 0, -9.81 m/s^2]\nmaterials: {m: {density: 2500 kg/m^3, young: "
             "20 MPa, poisson: 0.25}}\npairs: {default: {normal: {law: linear, modulus: 3 MPa, "
             "restitution: 0.5}, tangential: none}}\n"
             "domain: {low: [0 m, 0 m, 0 m], high: [1 m, 1 m, 1 m]}\nshapes: {b: {ball: {radius: "
             "%s}}}\ngrains:\n" AT("a", "b", "0.1 m") "run: {duration: 1 s%s}\n",
             sizes, run);
    if (!CHECK(sim_open(&s, text, NULL, 0, NULL)))
        return NAN;
    const double step = world_dt(s.w);
    sim_close(&s);
    return step;
}

TEST(the_step_of_auto_follows_radii_and_scaled_masses)
{
    const double step = auto_step("4 mm", "");
    CHECK_REL(auto_step("2 mm", "") / step, 0.5, 1e-3);
    CHECK_REL(auto_step("4 mm", ", mass_scaling: 100") / step, 10, 1e-3);
}

// ---- scaled masses

// What lies still weighs what it weighs.
TEST(scaled_masses_weigh_what_they_did)
{
    static const char text[] =
        "scree: 1\ngravity: [0, 0, -9.81 m/s^2]\n"
        "materials: {m: {density: 2500 kg/m^3, young: 5 MPa, poisson: 0.25}}\n"
        "pairs: {default: {normal: {law: linear, stiffness: 5 kN/m, restitution: 0.2}, tangential: "
        "{law: cundall-strack, friction: 0.5}}}\n"
        "domain: {low: [0 m, 0 m, 0 m], high: [3 cm, 6 cm, 20 cm], boundary: {x: periodic, y: "
        "periodic, z: wall}, material: m}\n"
        "shapes: {b: {ball: {radius: 3.5 mm}}, c: {" BAR "}}\n"
        "grains:\n"
        "  - {name: balls, shape: b, material: m, packing: {law: lattice, counts: [4, 4, 1], "
        "spacing: [7.5 mm, 7.5 mm, 7.2 mm], origin: [3 mm, 3 mm, 3.8 mm], jitter: 0.1 mm, seed: "
        "1}}\n"
        "  - {name: bar, shape: c, material: m, turn: [0, 0, 0], packing: {law: lattice, counts: "
        "[1, 1, 1], "
        "spacing: [1 m, 1 m, 1 m], origin: [15 mm, 45 mm, 5.1 mm]}}\n"
        "run: {duration: 1 s, mass_scaling: 1}\n";
    double height[2];
    for (int i = 0; i < 2; i++) {
        const case_override set = {"run.mass_scaling", i == 0 ? "1" : "100"};
        sim s;
        REQUIRE(sim_open(&s, text, &set, 1, NULL));
        CHECK(sim_step(&s, 8000));
        frame f = sim_frame(&s);
        double mass = 0;
        double sum = 0;
        for (int64_t k = 0; k < f.ball.count; k++) {
            mass += f.ball.mass[k];
            sum += f.ball.mass[k] * f.ball.position[k].z;
        }
        height[i] = sum / mass;
        const double balls = 16 * 2500 * 4.0 / 3 * pi * 3.5e-3 * 3.5e-3 * 3.5e-3;
        CHECK(mass > 1.01 * balls && mass < 1.6 * balls);
        CHECK_REL(-f.wall[0].force.z, mass * 9.81, 1e-4);
        CHECK(f.ledger.kinetic < 1e-9);
        frame_clear(&f);
        sim_close(&s);
    }
    CHECK_REL(height[1], height[0], 1e-6);
}

// A branch that scales masses keeps velocities, and what that brings of energy is told as added.
TEST(a_branch_may_scale_masses)
{
    sim was;
    sim is;
    const case_override set = {"run.mass_scaling", "9"};
    REQUIRE(sim_open(&was, crowd, NULL, 0, NULL) && sim_step(&was, 500));
    frame before = sim_frame(&was);
    world_options options = options_of(1, 0, 0);
    options.changed = true;
    REQUIRE(sim_hand_over(&was, &is, crowd, &set, &options));
    frame after = sim_frame(&is);
    REQUIRE(before.ball.count == after.ball.count);
    for (int64_t i = 0; i < after.ball.count; i++) {
        CHECK_REL(after.ball.mass[i], before.ball.mass[i], 1e-12);
        if (after.ball.contacts[i] == 0) // little turns it, over half a step
            CHECK_NEAR(v3_norm(v3_sub(after.ball.spin[i], before.ball.spin[i])), 0, 0.2);
    }
    CHECK(after.ledger.added > before.ledger.added);
    CHECK_NEAR(after.ledger.residual, before.ledger.residual, 1e-9 * after.ledger.turned_over);
    CHECK(sim_step(&is, 500));
    frame_clear(&before);
    frame_clear(&after);
    sim_close(&is);
}

TEST_MAIN
