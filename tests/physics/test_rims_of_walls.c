// label: sanitize
// test_rims_of_walls.c - elastic balls without friction that are thrown at random over tips, rims, mantles and end faces of
// round walls, in each by the Hertz law: the force has a potential there, so each leaves as fast as it came.
// A blow that passes an edge meets a jump in the second derivative of the overlap. What is left of that falls with the step
// and is looked at for two of them.
#include "harness.h"
#include "support/scenes.h"

#include "base/constants.h"
#include "base/random.h"

#include <math.h>
#include <stdio.h>

typedef struct round_wall {
    const char *name, *wall;
    double across; // balls come from the middle of it, or towards it from so far away, m
    bool inside;
} round_wall;

static const round_wall walls[] = {
    {"cone with a tip",
     "cone: {from: [0, 0, 0], to: [0, 0, -2 cm], radius_from: 0, radius_to: 1 cm, side: outside}",
     4e-3, false},
    {"blunt cone",
     "cone: {from: [0, 0, 0], to: [0, 0, -2 cm], radius_from: 2 mm, radius_to: 1 cm, side: "
     "outside}",
     4e-3, false},
    {"rod", "cylinder: {from: [0, 0, 0], to: [0, 0, -2 cm], radius: 3 mm, side: outside}", 4e-3,
     false},
    {"pipe that is touched from all sides",
     "cylinder: {from: [0, 0, 0], to: [0, 0, -2 cm], radius: 5 mm, side: inside}", 6e-3, false},
    {"funnel that is touched from all sides",
     "cone: {from: [0, 0, 0], to: [0, 0, -2 cm], radius_from: 5 mm, radius_to: 9 mm, side: inside}",
     6e-3, false},
    {"drum",
     "cylinder: {from: [0, 0, 0], to: [0, 0, -2 cm], radius: 8 mm, side: inside, ends: true}", 8e-3,
     true},
    {"hopper",
     "cone: {from: [0, 0, 0], to: [0, 0, -2 cm], radius_from: 8 mm, radius_to: 4 mm, side: inside, "
     "ends: true}",
     8e-3, true},
};

static const double start = 2e-2; // from where it is aimed at, m

// The kinetic energy of what was thrown over that at first, after it has gone twice the way to the wall; NAN: it touches
// still, or the run failed.
static double energy_kept(const round_wall *wall, v3 from, v3 velocity, double step, bool *touched)
{
    char text[2000];
    sim s;
    snprintf(text, sizeof text,
             "scree: 1\ngravity: 0\n"
             "materials: {m: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.25}}\n"
             "pairs: {default: {normal: {law: hertz, restitution: 1}, tangential: none}}\n"
             "domain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m], boundary: {x: open, y: "
             "open, z: open}}\n"
             "shapes: {shot: {ball: {radius: 2 mm}}}\nwalls: {target: {material: m, %s}}\n"
             "grains: [{name: shot, shape: shot, material: m, velocity: [%.17g m/s, %.17g m/s, "
             "%.17g m/s], packing: {law: "
             "lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [%.17g m, %.17g m, "
             "%.17g m]}}]\n"
             "run: {duration: 1 s, step: %.17g s, deepest_overlap: none}\n",
             wall->wall, velocity.x, velocity.y, velocity.z, from.x, from.y, from.z, step);
    if (!CHECK(sim_open(&s, text, NULL, 0, NULL)))
        return NAN;
    double ratio = NAN;
    const double whole = 2 * start / v3_norm(velocity);
    if (CHECK(sim_step(&s, (int64_t)(whole / step)))) {
        frame f = sim_frame(&s);
        const v3 after = f.ball.velocity[0];
        *touched = v3_norm(v3_sub(after, velocity)) > 1e-9 * v3_norm(velocity);
        if (f.contact.count == 0)
            ratio = v3_dot(after, after) / v3_dot(velocity, velocity);
        frame_clear(&f);
    }
    sim_close(&s);
    return ratio;
}

// The largest change of energy of many blows in steps of that length.
static double worst(const round_wall *wall, double step, int *blows)
{
    rng random = rng_make(20261128, 0);
    double most = 0;
    *blows = 0;
    for (int i = 0; i < 40; i++) {
        const double turn = rng_range(&random, 0, 2 * PI);
        const double up = rng_range(&random, -1, wall->inside ? 1 : 0.2);
        const double flat = sqrt(1 - up * up);
        const v3 way = v3_make(flat * cos(turn), flat * sin(turn), up);
        const double speed = rng_range(&random, 0.3, 1.5);
        const v3 aim =
            v3_make(rng_range(&random, -1, 1) * wall->across,
                    rng_range(&random, -1, 1) * wall->across, rng_range(&random, -1, 1) * 3e-3);
        const v3 middle = v3_make(0.2 * aim.x, 0.2 * aim.y, -5e-3);
        if (!harness_takes(i))
            continue;
        bool touched = false;
        const v3 from = wall->inside ? middle : v3_fma(aim, -start, way);
        const double ratio = energy_kept(wall, from, v3_scale(speed, way), step, &touched);
        if (isnan(ratio) || !touched)
            continue;
        *blows += 1;
        most = fabs(ratio - 1) > most ? fabs(ratio - 1) : most;
    }
    return most;
}

TEST(elastic_balls_leave_as_fast_as_they_came)
{
    for (size_t k = 0; k < sizeof walls / sizeof *walls; k++) {
        int blows, again;
        const double coarse = worst(&walls[k], 8e-6, &blows);
        const double fine = worst(&walls[k], 2e-6, &again);
        CHECK_MSG(blows == again && blows > 0, "%s: %d and %d blows", walls[k].name, blows, again);
        CHECK_MSG(coarse < 1e-3, "%s: energy changes by %g", walls[k].name, coarse);
        CHECK_MSG(fine < 2e-5, "%s: energy changes by %g in short steps", walls[k].name, fine);
        printf("%s: %d blows, %.2e, %.2e\n", walls[k].name, blows, coarse, fine);
    }
}

TEST_MAIN
