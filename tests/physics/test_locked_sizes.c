// label: sanitize
// test_locked_sizes.c - balls of many sizes that cannot turn, in space and in the plane, in both solvers, beside balls of
// the same shape that can: each keeps its own radius and mass, those that are locked slide and stand, the others roll;
// saved and restored; as the resolved case has them; poured and streamed.
#include "harness.h"
#include "support/scenes.h"

#include "case/case.h"

static const char *const solvers[] = {"smooth", "nonsmooth"};
static const double pi = 3.14159265358979323846;

// A slope of 30 degrees, as a floor under a turned gravity; two sets of one shape, the first of which is locked.
static const char slope_text[] =
    "scree: 1\nsolver: %s\ndimensions: %d\ngravity: [4.905 m/s^2, %s]\n"
    "domain: {low: [-1 m, %s], high: [10 m, %s]}\n"
    "materials: {m: {density: 2500 kg/m^3, young: 100 MPa, poisson: 0.22}}\n"
    "pairs: {default: {normal: {law: linear, stiffness: 1e6 N/m, restitution: 0.3}, tangential: "
    "{law: viscous-coulomb, friction: %g, damping: 1000 N s/m}}}\n"
    "walls: {floor: {material: m, plane: {point: [0, %s], normal: [0, %s]}}}\n"
    "shapes: {b: {ball: {radius: {distribution: uniform, from: 5 mm, to: 10 mm}}}}\n"
    "grains:\n"
    "  - {name: a, shape: b, material: m, locked: rotation, packing: {law: lattice, counts: [6, "
    "%s], "
    "spacing: [4 cm, %s], origin: [0, %s]}}\n"
    "  - {name: f, shape: b, material: m, packing: {law: lattice, counts: [6, %s], spacing: [4 cm, "
    "%s], origin: [60 cm, %s]}}\n"
    "run: {duration: 1 s}\n";

static bool open_slope(sim *s, const char *solver, int dimensions, double mu)
{
    char text[4000];
    if (dimensions == 3)
        snprintf(text, sizeof text, slope_text, solver, 3, "0, -8.4957 m/s^2", "-1 m, -10 cm",
                 "1 m, 1 m", mu, "0, 0", "0, 1", "1, 1", "1 cm, 1 cm", "0, 1 cm", "1, 1",
                 "1 cm, 1 cm", "0, 1 cm");
    else
        snprintf(text, sizeof text, slope_text, solver, 2, "-8.4957 m/s^2", "-10 cm", "1 m", mu,
                 "0", "1", "1", "1 cm", "1 cm", "1", "1 cm", "1 cm");
    return sim_open(s, text, NULL, 0, NULL);
}

typedef struct seen {
    double least_radius, largest_radius;
    double off_mass;             // of that of a ball of its size, relative
    double off_locked, off_free; // of the speeds that are due, m/s
    double spin_of_locked;
} seen;

static seen look(sim *s, double of_locked, double of_free)
{
    seen all = {.least_radius = INFINITY};
    frame f = sim_frame(s);
    CHECK(f.ball.count == 12);
    for (int64_t i = 0; i < f.ball.count; i++) {
        const double r = f.ball.radius[i];
        const double volume = s->m.dimensions == 3 ? 4.0 / 3 * pi * r * r * r : pi * r * r;
        const double speed = f.ball.velocity[i].x;
        all.least_radius = fmin(all.least_radius, r);
        all.largest_radius = fmax(all.largest_radius, r);
        all.off_mass = fmax(all.off_mass, fabs(f.ball.mass[i] / (2500 * volume) - 1));
        if (f.ball.set[i] == 0) {
            all.off_locked = fmax(all.off_locked, fabs(speed - of_locked));
            all.spin_of_locked = fmax(all.spin_of_locked, v3_norm(f.ball.spin[i]));
        } else {
            all.off_free = fmax(all.off_free, fabs(speed - of_free));
        }
    }
    frame_clear(&f);
    return all;
}

// What is locked slides by g (sin - mu cos) and stands above tan; what is not rolls by g sin/(1 + c), c = 2/5 or, of
// disks, 1/2.
TEST(each_of_its_own_size)
{
    static const double frictions[] = {0.3, 0.7};
    for (int solver = 0; solver < 2; solver++) {
        for (int dimensions = 2; dimensions <= 3; dimensions++) {
            for (int i = 0; i < 2; i++) {
                sim s;
                if (!harness_takes(solver + dimensions + i))
                    continue;
                if (!CHECK(open_slope(&s, solvers[solver], dimensions, frictions[i])))
                    continue;
                CHECK(sim_step(&s, world_step_at(s.w, 0.2)));
                const double time = world_time(s.w);
                const double of_locked = fmax(0, 4.905 - frictions[i] * 8.4957) * time;
                const double of_free = 4.905 * time / (dimensions == 3 ? 1.4 : 1.5);
                // What stands by viscous friction creeps, the largest disk fastest: m g sin/damping.
                const double creep = dimensions == 2 ? 2500 * pi * 1e-4 * 4.905 / 1000 : 0;
                const double allowed = 1e-3 + creep;
                const seen all = look(&s, of_locked, of_free);
                CHECK(all.least_radius < 6e-3 && all.largest_radius > 9e-3);
                CHECK_MSG(all.off_mass < 1e-12, "masses are off by %g", all.off_mass);
                CHECK(all.spin_of_locked == 0);
                CHECK_MSG(all.off_locked < allowed, "%s, %dD, mu %g: off by %g m/s of %g",
                          solvers[solver], dimensions, frictions[i], all.off_locked, of_locked);
                CHECK_MSG(all.off_free < allowed, "%s, %dD, mu %g: free ones off by %g m/s of %g",
                          solvers[solver], dimensions, frictions[i], all.off_free, of_free);
                sim_close(&s);
            }
        }
    }
}

static const char poured_text[] =
    "scree: 1\nsolver: %s\ngravity: [0, 0, -9.81 m/s^2]\n"
    "domain: {low: [0, 0, 0], high: [4 cm, 4 cm, 20 cm], boundary: {x: wall, y: wall, z: wall}, "
    "material: m}\n"
    "materials: {m: {density: 2500 kg/m^3, young: 100 MPa, poisson: 0.22}}\n"
    "pairs: {default: {normal: {law: hertz, restitution: 0.3}, tangential: {law: mindlin, "
    "friction: 0.5}, rolling: {law: constant, friction: 0.05}}}\n"
    "shapes: {b: {ball: {radius: {distribution: lognormal, mean: 3 mm, deviation: 0.3, from: 2 "
    "mm, to: 5 mm}}}}\n"
    "grains:\n"
    "  - {name: a, shape: b, material: m, locked: rotation, packing: {law: random, count: 60}}\n"
    "  - {name: f, shape: b, material: m, packing: {law: random, count: 30}}\n"
    "streams: [{name: rain, shape: b, material: m, locked: rotation, rate: 400/s, low: [1 cm, 1 "
    "cm, 15 cm], high: [3 cm, 3 cm, 19 cm]}]\n"
    "run: {duration: 0.2 s}\n";

// The rest of a run is the same from an image, and from the case as it was understood.
TEST(saved_and_resolved)
{
    const case_families families = all_families();
    for (int solver = 0; solver < 2; solver++) {
        char text[4000];
        sim whole;
        sim again;
        image im = {0};
        scree_error e;
        snprintf(text, sizeof text, poured_text, solvers[solver]);
        if (!CHECK(sim_open(&whole, text, NULL, 0, NULL)))
            continue;
        char *resolved = case_resolved(&whole.m, &families);
        CHECK(strstr(resolved, "lognormal") != NULL);
        const int64_t half = world_step_at(whole.w, 0.06);
        CHECK(sim_step(&whole, half));
        CHECK(!world_image(whole.w, &im, &e));
        REQUIRE(sim_read(&again, resolved, NULL, 0));
        REQUIRE(sim_restore(&again, &im, NULL));
        CHECK(sim_step(&whole, half));
        CHECK(sim_step(&again, half));
        CHECK(sim_hash(&whole) == sim_hash(&again));
        frame f = sim_frame(&whole);
        double most = 0;
        int64_t locked = 0;
        for (int64_t i = 0; i < f.ball.count; i++) {
            if (f.ball.set[i] == 1)
                continue;
            most = fmax(most, v3_norm(f.ball.spin[i]));
            locked++;
        }
        CHECK(most == 0);
        CHECK(locked > 80);
        frame_clear(&f);
        free(resolved);
        image_clear(&im);
        sim_close(&whole);
        sim_close(&again);
    }
}

TEST_MAIN
