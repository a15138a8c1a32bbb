// label: sanitize
// test_oracle.c - the engine against the plain oracle of tests/support/oracle.h, to the last bit, for every kernel
// width, while contacts begin, slide, roll, cross borders and end.
#include "harness.h"
#include "support/oracle.h"

#define HEAD                                                                                       \
    "scree: 1\ngravity: [3 m/s^2, 1 m/s^2, -9 m/s^2]\nmaterials: {a: {density: 2500 kg/m^3, "      \
    "young: 20 MPa, poisson: "                                                                     \
    "0.25}, b: {density: 4000 kg/m^3, young: 30 MPa, poisson: 0.3}}\n"
#define HERTZ                                                                                      \
    "pairs: {default: {normal: {law: hertz, restitution: 0.7}, tangential: {law: mindlin, "        \
    "friction: 0.3}}}\n"
#define LINEAR                                                                                     \
    "pairs: {default: {normal: {law: linear, stiffness: 40 kN/m, restitution: 0.6}, tangential: "  \
    "{law: "                                                                                       \
    "cundall-strack, friction: 0.5, dynamic_friction: 0.4, damping_ratio: 0.3}}}\n"
#define ROLLING                                                                                    \
    "pairs: {default: {normal: {law: hertz, restitution: 0.6}, tangential: {law: cundall-strack, " \
    "friction: 0.5}, "                                                                             \
    "rolling: {law: elastic-plastic, friction: 0.1, damping: 0.3}},\n"                             \
    "        a-b: {normal: {law: linear, stiffness: 30 kN/m, damping_rate: 500/s}, tangential: "   \
    "none, rolling: {law: "                                                                        \
    "elastic-plastic, friction: 0.2, stiffness: 0.2 N m}}}\n"
#define COURSE                                                                                     \
    "pairs: {default: {normal: {law: linear, stiffness: 40 kN/m, damping: 2 N s/m, tension: "      \
    "true}, tangential: {law: "                                                                    \
    "viscous-coulomb, friction: 0.5, damping: 2 N s/m}}}\n"
#define MOMENTS                                                                                    \
    "pairs: {default: {normal: {law: hertz, restitution: 0.6}, tangential: {law: cundall-strack, " \
    "friction: 0.5, damping_ratio: 0.2}, rolling: {law: viscous, damping: 1e-5 N m s, friction: "  \
    "0.2}, twisting: {law: viscous, damping: 1e-5 N m s}}}\n"
#define CURVES                                                                                     \
    "pairs: {default: {normal: {law: hertz, restitution: 0.7}, tangential: {law: "                 \
    "mindlin-deresiewicz, friction: 0.6, damping: 0.5}},\n"                                        \
    "        a-b: {normal: {law: hertz, restitution: 1}, tangential: {law: mindlin-deresiewicz, "  \
    "friction: 0.6}}}\n"
#define GRAINS                                                                                     \
    "shapes: {bead: {ball: {radius: {distribution: uniform, from: 4.2 mm, to: 5.1 mm}}}}\n"        \
    "grains:\n"                                                                                    \
    "  - {name: one, shape: bead, material: a, velocity: [0.8 m/s, -0.5 m/s, -1 m/s], spin: [9 "   \
    "rad/s, 50 rad/s, -20 "                                                                        \
    "rad/s],\n"                                                                                    \
    "     packing: {law: lattice, spacing: [10 mm, 10 mm, 10 mm], counts: [6, 5, 4], origin: [5 "  \
    "mm, 5 mm, 6 mm], "                                                                            \
    "jitter: 0.3 mm, seed: 1}}\n"                                                                  \
    "  - {name: two, shape: bead, material: b, velocity: [-0.6 m/s, 0.5 m/s, -2 m/s],\n"           \
    "     packing: {law: lattice, spacing: [10 mm, 10 mm, 10 mm], counts: [6, 5, 3], origin: [5 "  \
    "mm, 5 mm, 47 mm], "                                                                           \
    "jitter: 0.3 mm, seed: 2}}\n"
#define PERIODIC                                                                                   \
    "domain: {low: [0 m, 0 m, 0 m], high: [6 cm, 5 cm, 20 cm], boundary: {x: periodic, y: "        \
    "periodic, z: wall}, "                                                                         \
    "material: a}\n"
#define CLOSED                                                                                     \
    "domain: {low: [0 m, 0 m, 0 m], high: [6 cm, 5 cm, 20 cm], boundary: {x: wall, y: wall, z: "   \
    "wall}, material: b}\n"
#define TILTED                                                                                     \
    "domain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\n"                                   \
    "walls: {slope: {material: b, plane: {point: [1 cm, 1 cm, -8 mm], normal: [0.2, 0.1, 1]}}, "   \
    "side: {material: a, "                                                                         \
    "plane: {point: [70 mm, 0 m, 0 m], normal: [-1, 0.1, 0.3]}}}\n"

typedef struct meeting {
    const char *name, *text;
} meeting;
static const meeting meetings[] = {
    {"hertz mindlin, periodic", HEAD HERTZ PERIODIC GRAINS "run: {duration: 1 s}\n"},
    {"hertz mindlin, tilted planes", HEAD HERTZ TILTED GRAINS "run: {duration: 1 s}\n"},
    {"linear cundall-strack, closed", HEAD LINEAR CLOSED GRAINS "run: {duration: 1 s}\n"},
    {"linear cundall-strack, periodic", HEAD LINEAR PERIODIC GRAINS "run: {duration: 1 s}\n"},
    {"rolling, two materials, periodic", HEAD ROLLING PERIODIC GRAINS "run: {duration: 1 s}\n"},
    {"rolling, two materials, closed", HEAD ROLLING CLOSED GRAINS "run: {duration: 1 s}\n"},
    {"moments of dashpots, closed", HEAD MOMENTS CLOSED GRAINS "run: {duration: 1 s}\n"},
    {"curves of partial slip, periodic", HEAD CURVES PERIODIC GRAINS "run: {duration: 1 s}\n"},
    {"course laws, leapfrog",
     HEAD COURSE PERIODIC GRAINS "run: {duration: 1 s, integrator: leapfrog}\n"},
};
enum { MEETINGS = sizeof meetings / sizeof *meetings };

static void compare(const char *name, const char *text, int steps)
{
    int width[4], n = widths_here(width);
    sim s[4];
    bool same = true;
    for (int k = 0; k < n; k++) {
        world_options options = options_of(1, width[k], 0);
        same = CHECK(sim_open(&s[k], text, NULL, 0, &options)) && same;
    }
    oracle *o = same ? oracle_make(&s[0]) : NULL;
    same = same && CHECK(o != NULL);
    for (int done = 0; same && done < steps; done += 50) {
        oracle_step(o, 50);
        for (int k = 0; k < n && same; k++)
            same = CHECK(sim_step(&s[k], 50)) &&
                   CHECK_MSG(oracle_agrees(o, &s[k]), "%s, width %d, within step %d", name,
                             width[k], done + 50);
    }
    oracle_events events = o ? oracle_events_of(o) : (oracle_events){0};
    CHECK_MSG(!same || (events.begun > 100 && events.ended > 50),
              "%s: %lld contacts begun, %lld ended, %lld now: too quiet for a test", name,
              (long long)events.begun, (long long)events.ended, (long long)events.now);
    oracle_free(o);
    for (int k = 0; k < n; k++)
        sim_close(&s[k]);
}

TEST(engine_equals_oracle)
{
    for (int i = 0; i < MEETINGS; i++)
        compare(meetings[i].name, meetings[i].text, 400);
}

TEST(scenes_equal_oracle)
{
    compare("disks", scene_find("disks")->text, harness_of(150));
    compare("slope", scene_find("slope")->text, harness_of(150));
}

TEST_MAIN
