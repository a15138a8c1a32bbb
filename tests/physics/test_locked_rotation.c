// label: sanitize
// test_locked_rotation.c - grains that cannot turn (`locked: rotation`), balls, clumps, rounded and sharp grains, in both
// solvers, in space and in the plane: they slide where they would roll or tip, stand where friction holds them, have no
// spin whatever hits them; saved and restored; what is refused.
#include "harness.h"
#include "support/scenes.h"

#include "case/case.h"

static const char *const solvers[] = {"smooth", "nonsmooth"};

// A slope of 30 degrees, as a floor under a turned gravity; a ball, a clump, a rounded and a sharp tower beside each other.
static const char slope_text[] =
    "scree: 1\nsolver: %s\ngravity: [4.905 m/s^2, 0, -8.4957 m/s^2]\n"
    "domain: {low: [-1 m, -1 m, -10 cm], high: [10 m, 1 m, 1 m]}\n"
    "materials: {m: {density: 2500 kg/m^3, young: 100 MPa, poisson: 0.22}}\n"
    "pairs: {default: {normal: {law: hertz, restitution: 0.3}, tangential: {law: mindlin, "
    "friction: %g}, rolling: {law: constant, friction: 0.05}}}\n"
    "walls: {floor: {material: m, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}}\n"
    "shapes:\n"
    "  ball: {ball: {radius: 1 cm}}\n"
    "  duo: {clump: {balls: [{at: [0, 0, 0], radius: 1 cm}, {at: [0, 0, 1 cm], radius: 8 mm}]}}\n"
    "  round: {spheropolyhedron: {builder: {box: [1 cm, 1 cm, 5 cm]}, radius: 2 mm}}\n"
    "  sharp: {polyhedron: {builder: {box: [1 cm, 1 cm, 5 cm]}}}\n"
    "grains:\n"
    "  - {name: a, shape: ball, material: m, %s packing: {law: lattice, counts: [1, 1, 1], "
    "spacing: [1 cm, 1 cm, 1 cm], origin: [0, 0, 1 cm]}}\n"
    "  - {name: b, shape: duo, material: m, turn: 0, %s packing: {law: lattice, counts: [1, 1, 1], "
    "spacing: [1 cm, 1 cm, 1 cm], origin: [0, 10 cm, 1.39 cm]}}\n"
    "  - {name: c, shape: round, material: m, turn: 0, %s packing: {law: lattice, counts: [1, 1, "
    "1], spacing: [1 cm, 1 cm, 1 cm], origin: [0, 20 cm, 2.7 cm]}}\n"
    "  - {name: d, shape: sharp, material: m, turn: 0, %s packing: {law: lattice, counts: [1, 1, "
    "1], spacing: [1 cm, 1 cm, 1 cm], origin: [0, 30 cm, 2.5 cm]}}\n"
    "run: {duration: 1 s}\n";

static bool open_slope(sim *s, const char *solver, double mu, const char *lock)
{
    char text[4000];
    snprintf(text, sizeof text, slope_text, solver, mu, lock, lock, lock, lock);
    return sim_open(s, text, NULL, 0, NULL);
}

// The largest difference of speeds down the slope, and the largest spin.
static double off(sim *s, double speed, double *spin)
{
    double most = 0;
    frame f = sim_frame(s);
    *spin = 0;
    for (int64_t i = 0; i < f.ball.count; i++) {
        most = fmax(most, fabs(f.ball.velocity[i].x - speed));
        *spin = fmax(*spin, v3_norm(f.ball.spin[i]));
    }
    CHECK(f.ball.count > 0);
    frame_clear(&f);
    return most;
}

// a = g (sin - mu cos), and rest from mu = tan on: of balls that would roll, and of towers that would tip.
TEST(slides_on_a_slope)
{
    static const double mus[] = {0, 0.1, 0.3, 0.5, 0.7};
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 5; i++) {
            sim s;
            double spin;
            if (!harness_takes(i + k))
                continue;
            double time = 0.2;
            double speed = fmax(0, 4.905 - mus[i] * 8.4957) * time;
            if (!CHECK(open_slope(&s, solvers[k], mus[i], "locked: rotation,")))
                continue;
            CHECK(sim_step(&s, world_step_at(s.w, time)));
            speed *= world_time(s.w) / time;
            double left = off(&s, speed, &spin);
            CHECK_MSG(left <= (mus[i] > 0.6 ? 1e-3 : 2e-4), "%s, mu %g: off by %g of %g m/s",
                      solvers[k], mus[i], left, speed);
            CHECK_MSG(spin == 0, "%s, mu %g: spin %g", solvers[k], mus[i], spin);
            sim_close(&s);
        }
}

// Without the lock the same ones turn.
TEST(turns_without_it)
{
    sim s;
    double spin;
    REQUIRE(open_slope(&s, "nonsmooth", 0.3, ""));
    CHECK(sim_step(&s, world_step_at(s.w, 0.2)));
    off(&s, 0, &spin);
    CHECK(spin > 1);
    sim_close(&s);
}

// The step of `auto` knows that a hit off the centre feels the whole mass.
TEST(step_of_towers_that_cannot_turn)
{
    sim locked;
    sim loose;
    REQUIRE(open_slope(&locked, "smooth", 0.3, "locked: rotation,"));
    REQUIRE(open_slope(&loose, "smooth", 0.3, ""));
    CHECK(world_dt(locked.w) > 1.05 * world_dt(loose.w));
    sim_close(&locked);
    sim_close(&loose);
}

// A stream of locked balls and locked boxes on each other and on what turns: no spin of theirs, and the same bits after
// an image.
static const char stream_text[] =
    "scree: 1\nsolver: %s\ngravity: [0, 0, -9.81 m/s^2]\n"
    "domain: {low: [0, 0, 0], high: [6 cm, 6 cm, 30 cm], boundary: {x: wall, y: wall, z: wall}, "
    "material: m}\n"
    "materials: {m: {density: 2500 kg/m^3, young: 100 MPa, poisson: 0.22}}\n"
    "pairs: {default: {normal: {law: hertz, restitution: 0.3}, tangential: {law: mindlin, "
    "friction: 0.5}, twisting: {law: constant, friction: 0.05}}}\n"
    "shapes: {ball: {ball: {radius: 5 mm}}, box: {spheropolyhedron: {builder: {box: [8 mm, 8 mm, 1 "
    "cm]}, radius: 1 mm}}, free: {ball: {radius: 6 mm}}}\n"
    "grains:\n"
    "  - {name: a, shape: box, material: m, locked: rotation, packing: {law: lattice, counts: [3, "
    "3, 2], spacing: [18 mm, 18 mm, 18 mm], origin: [12 mm, 12 mm, 12 mm]}}\n"
    "  - {name: b, shape: free, material: m, packing: {law: lattice, counts: [3, 3, 1], spacing: "
    "[18 mm, 18 mm, 18 mm], origin: [12 mm, 12 mm, 6 cm]}}\n"
    "streams: [{name: rain, shape: ball, material: m, locked: rotation, rate: 400/s, low: [1 cm, 1 "
    "cm, 20 cm], high: [5 cm, 5 cm, 28 cm]}]\n"
    "run: {duration: 1 s}\n";

TEST(hit_and_restored)
{
    for (int k = 0; k < 2; k++) {
        char text[4000];
        sim whole;
        sim again;
        image im = {0};
        scree_error e;
        snprintf(text, sizeof text, stream_text, solvers[k]);
        REQUIRE(sim_open(&whole, text, NULL, 0, NULL));
        const int64_t half = world_step_at(whole.w, 0.12);
        CHECK(sim_step(&whole, half) && !world_image(whole.w, &im, &e));
        REQUIRE(sim_read(&again, text, NULL, 0) && sim_restore(&again, &im, NULL));
        CHECK(sim_step(&whole, half) && sim_step(&again, half));
        CHECK(sim_hash(&whole) == sim_hash(&again) && sim_hash(&whole) != 0);
        frame f = sim_frame(&whole);
        double of_locked = 0;
        double of_free = 0;
        for (int64_t i = 0; i < f.ball.count; i++) {
            double spin = v3_norm(f.ball.spin[i]);
            if (f.ball.set[i] == 1)
                of_free = fmax(of_free, spin);
            else
                of_locked = fmax(of_locked, spin);
        }
        CHECK_MSG(of_locked == 0 && of_free > 1, "%s: %g, %g", solvers[k], of_locked, of_free);
        CHECK(f.ball.count > 40);
        frame_clear(&f);
        image_clear(&im);
        sim_close(&whole);
        sim_close(&again);
    }
}

// Disks and outlines in the plane.
TEST(in_the_plane)
{
    static const char flat[] =
        "scree: 1\nsolver: %s\ndimensions: 2\ngravity: [4.905 m/s^2, -8.4957 m/s^2]\n"
        "domain: {low: [-1 m, -10 cm], high: [10 m, 1 m]}\n"
        "materials: {m: {density: 2500 kg/m^3, young: 100 MPa, poisson: 0.22}}\n"
        "pairs: {default: {normal: {law: linear, stiffness: 1e6 N/m, restitution: 0.3}, "
        "tangential: {law: viscous-coulomb, friction: 0.3, damping: 1000 N s/m}}}\n"
        "walls: {floor: {material: m, plane: {point: [0, 0], normal: [0, 1]}}}\n"
        "shapes: {disk: {ball: {radius: 1 cm}}, tower: {spheropolygon: {vertices: [[0, 0], [1 cm, "
        "0], [1 cm, 5 cm], [0, 5 cm]], radius: 2 mm}}}\n"
        "grains:\n"
        "  - {name: a, shape: disk, material: m, locked: rotation, packing: {law: lattice, counts: "
        "[1, 1], spacing: [1 cm, 1 cm], origin: [0, 1 cm]}}\n"
        "  - {name: b, shape: tower, material: m, turn: 0, locked: rotation, packing: {law: "
        "lattice, counts: [1, 1], spacing: [1 cm, 1 cm], origin: [10 cm, 2.7 cm]}}\n"
        "run: {duration: 1 s}\n";
    for (int k = 0; k < 2; k++) {
        char text[4000];
        sim s;
        double spin;
        snprintf(text, sizeof text, flat, solvers[k]);
        if (!CHECK(sim_open(&s, text, NULL, 0, NULL)))
            continue;
        CHECK(sim_step(&s, world_step_at(s.w, 0.2)));
        double speed = (4.905 - 0.3 * 8.4957) * world_time(s.w);
        double left = off(&s, speed, &spin);
        CHECK_MSG(left <= 1e-3 * speed && spin == 0, "%s: off by %g of %g m/s, spin %g", solvers[k],
                  left, speed, spin);
        sim_close(&s);
    }
}

TEST(refusals)
{
    sim s;
    CHECK(!open_slope(&s, "smooth", 0.3, "locked: rotations,"));
    CHECK(!open_slope(&s, "smooth", 0.3, "locked: rotation, spin: [1 rad/s, 0, 0],"));
}

// The resolved case says it again.
TEST(resolved)
{
    sim s;
    const case_families families = all_families();
    REQUIRE(open_slope(&s, "smooth", 0.3, "locked: rotation,"));
    char *text = case_resolved(&s.m, &families);
    sim again;
    if (CHECK(text && strstr(text, "locked: rotation")))
        if (CHECK(sim_read(&again, text, NULL, 0))) {
            CHECK(again.m.grains[0].locked && again.m.grains[3].locked);
            model_clear(&again.m);
        }
    free(text);
    sim_close(&s);
}

TEST_MAIN
