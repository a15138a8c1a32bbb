// label: sanitize
// test_second_blows.c - what a blow throws at something that was not near enough to be seen ahead of touch: it gets a
// blow of its own in the same step, with the restitution of its own, and does not go into it; thinly rounded grains,
// which that would stop; heavy ones on light ones. Against closed forms, and against runs that stopped.
#include "harness.h"
#include "support/scenes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define HEAD                                                                                       \
    "scree: 1\nsolver: nonsmooth\n"                                                                \
    "materials: {hard: {density: 2500 kg/m^3, young: 10 GPa, poisson: 0.25}}\n"                    \
    "pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: {law: mindlin, "        \
    "friction: 0.3}}}\n"

static double energy_left(sim *s, frame *f)
{
    *f = sim_frame(s);
    return fabs(f->ledger.residual) / f->ledger.turned_over;
}

// A grain at 2 m/s meets the first of two at rest, 0.3 mm apart, which then goes 1.5 mm in the step: e = 1/2 gives it
// (1 + e)/2 of 2 m/s, the second (1 + e)/2 of that, and leaves it (1 - e)/2.
static void check_row(const char *shape, const char *mode)
{
    char text[1800];
    snprintf(
        text, sizeof text,
        HEAD
        "gravity: 0\nnonsmooth: {impact_speed: 0.1 m/s, impact: %s}\n"
        "domain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\nshapes: {grain: {%s}}\n"
        "grains:\n  - {name: shot, shape: grain, material: hard, turn: [0 rad, 0 rad, 0 rad], "
        "velocity: [2 "
        "m/s, 0 m/s, 0 m/s], packing: {law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], "
        "origin: "
        "[0 m, 0 m, 0 m]}}\n"
        "  - {name: two, shape: grain, material: hard, turn: [0 rad, 0 rad, 0 rad], packing: {law: "
        "lattice, spacing: [10.3 mm, 1 m, 1 m], counts: [2, 1, 1], origin: [10.2 mm, 0 m, 0 m]}}\n"
        "run: {duration: 1 s, step: 1 ms, ledger: true}\n",
        mode, shape);
    sim s;
    frame f;
    REQUIRE(sim_open(&s, text, NULL, 0, NULL));
    CHECK(sim_step(&s, 1));
    CHECK(energy_left(&s, &f) < 1e-13);
    const double wanted[] = {0.5, 0.375, 1.125};
    const int64_t balls = f.ball.count / 3; // of a clump
    for (int i = 0; i < 3; i++) {
        CHECK_NEAR(f.ball.velocity[balls * i].x, wanted[i], 1e-7);
        CHECK_NEAR(v3_norm(f.ball.spin[balls * i]), 0, 1e-5);
    }
    CHECK(f.ball.position[2 * balls].x - f.ball.position[balls].x > 10e-3); // they do not overlap
    frame_clear(&f);
    sim_close(&s);
}

TEST(a_second_blow_has_its_own_restitution)
{
    static const char *const shapes[] = {
        "ball: {diameter: 10 mm}",
        "spheropolyhedron: {builder: {platonic: cube, size: 9.8 mm}, radius: 0.1 mm}",
        "polyhedron: {builder: {platonic: cube, size: 10 mm}}",
        ("clump: {balls: [{at: [0 m, 0 m, 0 m], radius: 5 mm}, {at: [0 m, 0 m, 4 mm], radius: 5 "
         "mm}, {at: [0 m, 0 m, "
         "-4 mm], radius: 5 mm}]}")};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        check_row(shapes[i], "simultaneous");
    check_row(shapes[0], "cascade");
}

// One more in that row: the second goes into a third within the step, and that into a fourth. Each gives (1 + e)/2 of what
// it has and keeps (1 - e)/2, and none overlaps the next.
static void check_long_row(const char *shape, const char *mode)
{
    char text[1800];
    snprintf(text, sizeof text,
             HEAD
             "gravity: 0\nnonsmooth: {impact_speed: 0.1 m/s, impact: %s}\n"
             "domain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\nshapes: {grain: {%s}}\n"
             "grains:\n  - {name: shot, shape: grain, material: hard, turn: [0 rad, 0 rad, 0 "
             "rad], velocity: [2 m/s, 0 m/s, 0 m/s], packing: {law: lattice, spacing: [1 m, 1 "
             "m, 1 m], counts: [1, 1, 1], origin: [0 m, 0 m, 0 m]}}\n"
             "  - {name: four, shape: grain, material: hard, turn: [0 rad, 0 rad, 0 rad], "
             "packing: {law: lattice, spacing: [10.2 mm, 1 m, 1 m], counts: [4, 1, 1], origin: "
             "[10.2 mm, 0 m, 0 m]}}\nrun: {duration: 1 s, step: 1 ms, ledger: true}\n",
             mode, shape);
    sim s;
    frame f;
    REQUIRE(sim_open(&s, text, NULL, 0, NULL));
    CHECK(sim_step(&s, 1));
    CHECK(energy_left(&s, &f) < 1e-13);
    double speed = 2;
    for (int i = 0; i < 4; i++, speed *= 0.75)
        CHECK_NEAR(f.ball.velocity[i].x, 0.25 * speed, 1e-7);
    CHECK_NEAR(f.ball.velocity[4].x, speed, 1e-7);
    for (int i = 0; i < 4; i++)
        CHECK_MSG(f.ball.position[i + 1].x - f.ball.position[i].x > 9.999e-3, "%d, %s: %g", i, mode,
                  f.ball.position[i + 1].x - f.ball.position[i].x);
    frame_clear(&f);
    sim_close(&s);
}

TEST(third_and_fourth_blows)
{
    static const char *const shapes[] = {
        "ball: {diameter: 10 mm}",
        "spheropolyhedron: {builder: {platonic: cube, size: 9.8 mm}, radius: 0.1 mm}",
        "polyhedron: {builder: {platonic: cube, size: 10 mm}}"};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        check_long_row(shapes[i], "simultaneous");
    check_long_row(shapes[0], "cascade");
}

// A ball falls 2 mm to the floor at 2 m/s, comes back with 1 m/s after 1 ms, and meets after 0.5 ms more one that comes
// down with 3 m/s: the lower goes down again with 2 m/s from 1.5 mm, the upper stands at 3.5 mm. All within one step.
TEST(a_second_blow_comes_after_the_first)
{
    const char *text = HEAD
        "gravity: 0\nnonsmooth: {impact_speed: 0.1 m/s}\n"
        "domain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\n"
        "shapes: {bead: {ball: {radius: 1 mm}}}\n"
        "walls: {floor: {material: hard, plane: {point: [0 m, 0 m, 0 m], normal: [0, 0, 1]}}}\n"
        "grains:\n"
        "  - {name: lower, shape: bead, material: hard, velocity: [0 m/s, 0 m/s, -2 m/s], packing: "
        "{law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [0 m, 0 m, 3 mm]}}\n"
        "  - {name: upper, shape: bead, material: hard, velocity: [0 m/s, 0 m/s, -3 m/s], packing: "
        "{law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [0 m, 0 m, 8 mm]}}\n"
        "run: {duration: 1 s, step: 1.6 ms, ledger: true}\n";
    sim s;
    frame f;
    REQUIRE(sim_open(&s, text, NULL, 0, NULL));
    CHECK(sim_step(&s, 1));
    CHECK(energy_left(&s, &f) < 1e-13);
    CHECK_NEAR(f.ball.velocity[0].z, -2, 1e-7);
    CHECK_NEAR(f.ball.velocity[1].z, 0, 1e-7);
    CHECK_NEAR(f.ball.position[0].z, 1.3e-3, 1e-9);
    CHECK_NEAR(f.ball.position[1].z, 3.5e-3, 1e-9);
    frame_clear(&f);
    sim_close(&s);
}

// The second is found by the farthest corner: a blow off the centre turns a plate into what its other end was far from.
TEST(turning_into_what_was_far)
{
    const char *text =
        HEAD "gravity: 0\nnonsmooth: {impact_speed: 0.1 m/s}\n"
             "domain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\n"
             "shapes: {plate: {spheropolyhedron: {builder: {box: [39.8 mm, 9.8 mm, 3.8 mm]}, "
             "radius: 0.1 mm}}, "
             "ball: {ball: {diameter: 10 mm}}}\n"
             "grains:\n"
             "  - {name: plate, shape: plate, material: hard, turn: [0 rad, 0 rad, 0 rad], "
             "packing: {law: lattice, "
             "counts: [1, 1, 1], spacing: [1 m, 1 m, 1 m], origin: [0 m, 0 m, 0 m]}}\n"
             "  - {name: shot, shape: ball, material: hard, velocity: [0 m/s, 0 m/s, -2 m/s], "
             "packing: {law: lattice, "
             "counts: [1, 1, 1], spacing: [1 m, 1 m, 1 m], origin: [18 mm, 0 m, 7.5 mm]}}\n"
             "  - {name: still, shape: ball, material: hard, packing: {law: lattice, counts: [1, "
             "1, 1], spacing: "
             "[1 m, 1 m, 1 m], origin: [-18 mm, 0 m, 7.3 mm]}}\n"
             "run: {duration: 1 s, step: 0.5 ms, ledger: true}\n";
    sim s;
    frame f;
    REQUIRE(sim_open(&s, text, NULL, 0, NULL));
    CHECK(sim_step(&s, 1));
    CHECK(energy_left(&s, &f) < 1e-5); // the plate turns freely
    CHECK(f.ball.velocity[1].z > -2 && f.ball.velocity[2].z > 0.1);
    double most = 0;
    for (int64_t i = 0; i < f.contact.count; i++)
        most = fmax(most, f.contact.overlap[i]);
    CHECK_MSG(most < 1e-5, "%g m deep", most); // 0.03 mm without the second blow
    frame_clear(&f);
    sim_close(&s);
}

static void write_angle(void)
{
    FILE *file = fopen("angle.obj", "w");
    REQUIRE(file != NULL);
    fprintf(file, "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\nv 0 0 1\nv 2 0 1\nv 2 1 "
                  "1\nv 1 1 1\nv 1 2 "
                  "1\nv 0 2 1\nf 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\nf 5 6 12 11\nf 6 1 7 "
                  "12\nf 7 8 9 10 11 "
                  "12\nf 6 5 4 3 2 1\n");
    fclose(file);
}

// How deep grains of 2 % rounding may overlap: by a part of their thickness, also where their cores overlap, and are
// pushed apart the way they came, by the faces of a wall as well.
static bool goes_on(const char *shape, const char *wall, double from, double way, double *after)
{
    char text[1600];
    snprintf(text, sizeof text,
             HEAD
             "gravity: 0\ndomain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\n"
             "nonsmooth: {speculative: false}\nshapes: {grain: {%s}}\n%s"
             "grains:\n  - {name: still, shape: grain, material: hard, turn: [0 rad, 0 rad, 0 "
             "rad], packing: {law: "
             "lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [0 m, 0 m, 0 m]}}\n"
             "  - {name: shot, shape: grain, material: hard, turn: [0 rad, 0 rad, 0 rad], "
             "velocity: [%.17g m/s, 0 "
             "m/s, 0 m/s], packing: {law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], "
             "origin: [%.17g m, "
             "0 m, 0 m]}}\n"
             "run: {duration: 1 s, step: 1 ms}\n",
             shape, wall, -1e3 * way, from);
    sim s;
    scree_error error = {0};
    if (!CHECK(sim_open(&s, text, NULL, 0, NULL)))
        return false;
    bool on = world_step(s.w, 2, &error) == SCREE_OK; // the second sees how deep the first led
    if (!on)
        CHECK_HAS(error.what, ", more than 0.3");
    if (on)
        CHECK(world_step(s.w, 200, &error) == SCREE_OK);
    frame f = sim_frame(&s);
    *after = f.ball.position[1].x - f.ball.position[0].x;
    frame_clear(&f);
    sim_close(&s);
    return on;
}

TEST(depths_that_are_known)
{
    const char *cube =
                   "spheropolyhedron: {builder: {platonic: cube, size: 9.6 mm}, radius: 0.2 mm}",
               *angle = "spheropolyhedron: {file: angle.obj, unit: mm, scale: 5, radius: 0.2 mm}",
               *plane = "walls: {floor: {material: hard, plane: {point: [55.1 mm, 0 m, 0 m], "
                        "normal: [-1, 0, 0]}}}\n",
               *disk = "walls: {floor: {material: hard, disk: {centre: [55.1 mm, 0 m, 0 m], "
                       "normal: [-1, 0, 0], radius: "
                       "3 cm}}}\n";
    double after;
    write_angle();
    CHECK(goes_on(cube, "", 10.1e-3, 0.6e-3, &after)); // the cores overlap by 0.1 mm
    CHECK_MSG(after > 9.99e-3, "pushed to %g m", after);
    CHECK(!goes_on(cube, "", 10.1e-3, 1.7e-3, &after));    // 0.3 of 5 mm is 1.5 mm
    CHECK(goes_on(cube, plane, 0.05, -0.4e-3, &after));    // 0.3 mm in the wall
    CHECK(goes_on(angle, plane, 0.049, -0.25e-3, &after)); // 0.18 mm
    CHECK(goes_on(cube, disk, 0.05, -0.4e-3, &after));     // 0.1 mm of which are in the core
    CHECK_MSG(after < 0.0502, "pushed to %g m", after);
    CHECK(goes_on(angle, disk, 0.049, -0.25e-3, &after));
    CHECK(!goes_on(cube, disk, 0.05, -2.2e-3, &after)); // 0.3 of 6.2 mm is 1.8 mm
    CHECK(goes_on(angle, "", 13.4e-3, 4e-3, &after));   // 1 mm, of which 0.6 mm in the cores
    CHECK_MSG(after > 10.3e-3, "pushed to %g m", after);
}

// Shaken grains with 2 % rounding, in steps of `auto`. Both stopped at an overlap of 0.3 of the rounding radius, the
// cubes after 0.0999 s, the angles after 0.147 s. So did angles with 0.2 %, while they met by features.
static void check_shaken(const char *shape, int count, double until)
{
    char text[1600];
    snprintf(text, sizeof text,
             "scree: 1\nsolver: nonsmooth\ngravity: [0, 0, -9.81 m/s^2]\n"
             "materials: {m: {density: 2500 kg/m^3, young: 10 GPa, poisson: 0.22}}\n"
             "pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: {law: mindlin, "
             "friction: 0.4}}}\n"
             "domain: {low: [-5 cm, -5 cm, -10 cm], high: [5 cm, 5 cm, 50 cm], boundary: {x: wall, "
             "y: wall, z: open}, "
             "material: m}\n"
             "shapes: {grain: {%s}}\n"
             "walls: {floor: {material: m, plane: {point: [0 cm, 0 cm, 0 cm], normal: [0, 0, 1]}, "
             "drive: {law: "
             "oscillation, direction: [0, 0, 1], amplitude: 5 mm, frequency: 20 Hz}}}\n"
             "grains: [{name: a, shape: grain, material: m, packing: {law: random, count: %d, low: "
             "[-4.9 cm, -4.9 cm, "
             "1 cm], high: [4.9 cm, 4.9 cm, 15 cm], seed: 1}}]\n"
             "run: {duration: 1 s, ledger: true, on_loss: remove}\n",
             shape, count);
    sim s;
    frame f;
    REQUIRE(sim_open(&s, text, NULL, 0, NULL));
    CHECK(sim_step(&s, (int64_t)(until / world_dt(s.w))));
    CHECK(energy_left(&s, &f) < 1e-5);
    frame_clear(&f);
    sim_close(&s);
}

TEST(thinly_rounded_grains_go_on)
{
    write_angle();
    check_shaken("spheropolyhedron: {builder: {platonic: cube, size: 9.6 mm}, radius: 0.2 mm}", 120,
                 scenes_are_short ? 0.12 : 0.4);
    check_shaken("spheropolyhedron: {file: angle.obj, unit: mm, scale: 5, radius: 0.2 mm}", 60,
                 scenes_are_short ? 0.01 : 0.4);
    check_shaken("spheropolyhedron: {file: angle.obj, unit: mm, scale: 5, radius: 0.02 mm}", 60,
                 scenes_are_short ? 0.01 : 0.4);
}

// A plate of 1000 times the mass of a cube falls on four of them. Fifty rounds that are not mixed leave contacts that close
// at 0.95 m/s, a third of the energy with which the impacts closed. By how the plate is turned, 0.018 to 0.025 rad, mixed
// ones leave 3e-5 to 3e-4 of it.
TEST(impacts_of_the_heavy_on_the_light_are_solved)
{
    const char *const text =
        "scree: 1\nsolver: nonsmooth\ngravity: [0, 0, -9.81 m/s^2]\n"
        "materials:\n  stone: {density: 2500 kg/m^3, young: 10 GPa, poisson: 0.25}\n"
        "  lead: {density: 100000 kg/m^3, young: 10 GPa, poisson: 0.25}\n"
        "pairs: {default: {normal: {law: hertz, restitution: 0.3}, tangential: {law: mindlin, "
        "friction: 0.5}}}\n"
        "domain: {low: [-1 m, -1 m, 0 m], high: [1 m, 1 m, 1 m], boundary: {z: wall}, material: "
        "stone}\n"
        "shapes:\n  cube: {polyhedron: {builder: {platonic: cube, size: 2 cm}}}\n"
        "  plate: {polyhedron: {builder: {box: [10 cm, 10 cm, 2 cm]}}}\n"
        "grains:\n  - {name: cubes, shape: cube, material: stone, turn: [0, 0, 0], packing: {law: "
        "lattice, spacing: [6 cm, 6 cm, 6 cm], counts: [2, 2, 1], origin: [-3 cm, -3 cm, 1 cm]}}\n"
        "  - {name: plate, shape: plate, material: lead, turn: [0.02 rad, 0.01 rad, 0], velocity: "
        "[0, 0, -1 m/s], packing: {law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], "
        "origin: [0, 0, 32 mm]}}\n"
        "run: {duration: 0.2 s, ledger: true}\n";
    sim s;
    frame f;
    REQUIRE(sim_open(&s, text, NULL, 0, NULL));
    CHECK(sim_step(&s, (int64_t)(0.2 / world_dt(s.w))));
    CHECK(energy_left(&s, &f) < 1e-9);
    frame_clear(&f);
    const solver_effort spent = world_effort_of(s.w, false);
    CHECK(spent.struck > 0);
    // Since blows come at the touch one step of this fall ends its rounds before all is settled; why is not known yet. What
    // it lacks is bounded below.
    CHECK_MSG(spent.unsettled <= 1, "%d steps", (int)spent.unsettled);
    const double lacked = effort_lacked_by_impacts(&spent);
    CHECK_MSG(lacked < 1e-3, "%g of the energy", lacked);
    sim_close(&s);
}

TEST_MAIN
