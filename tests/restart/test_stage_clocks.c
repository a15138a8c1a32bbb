// label: sanitize
// test_stage_clocks.c - a motion that a stage or a branch gives to a wall takes place, whatever the wall did before; times
// that a stage sets count from its beginning; what stays goes on to the bit.
#include "harness.h"
#include "support/scenes.h"
#include "world/internal.h"

#include <stdlib.h>
#include <string.h>

// A ball on a floor, and a plate above that nothing touches.
#define HEAD(plate)                                                                                \
    "scree: 1\ngravity: 0\n"                                                                       \
    "materials: {soft: {density: 2500 kg/m^3, young: 20 MPa, poisson: 0.25}}\n"                    \
    "pairs: {default: {normal: {law: linear, stiffness: 50 kN/m, restitution: 0.8}, tangential: "  \
    "{law: cundall-strack, friction: 0.4}}}\n"                                                     \
    "shapes: {ball: {ball: {radius: 1 cm}}}\n"                                                     \
    "domain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\n"                                   \
    "walls:\n"                                                                                     \
    "  floor: {material: soft, plane: {point: [0 m, 0 m, 0 m], normal: [0, 0, 1]}}\n"              \
    "  plate: {material: soft, disk: {centre: [0 m, 0 m, 50 mm], normal: [0, 0, -1], radius: "     \
    "5 cm}" plate "}\n"                                                                            \
    "grains: [{name: one, shape: ball, material: soft, packing: {law: lattice, spacing: [3 cm, "   \
    "3 cm, 3 cm], counts: [1, 1, 1], origin: [0 m, 0 m, 1 cm]}}]\n"                                \
    "run: {duration: 1 s, step: 1e-5 s, ledger: true}\n"

// 1 mm up and back in 4 ms.
#define PULSE "{law: expression, z: '1 mm*max(0, min(t/(2 ms), 2 - t/(2 ms)))'}"

enum { PLATE = 1 };
#define START 50e-3 // m, height of the plate

// To that step: a call ends at a border of stages.
static bool go_to(sim *s, int64_t step)
{
    while (world_steps(s->w) < step) {
        if (!sim_step(s, step - world_steps(s->w)))
            return false;
    }
    return true;
}

static frame_wall plate_of(sim *s)
{
    frame f = sim_frame(s);
    frame_wall is = f.wall[PLATE];
    frame_clear(&f);
    return is;
}

// How far the plate has come after as many steps, m.
static double way_after(const char *text, int64_t steps)
{
    sim s;
    if (!CHECK(sim_open(&s, text, NULL, 0, NULL) && go_to(&s, steps)))
        return 0;
    const double way = plate_of(&s).position.z - START;
    sim_close(&s);
    return way;
}

// After stages that are over by the time at which it would have been, had it begun with the run; twice.
TEST(a_motion_that_comes_back_takes_place_in_its_stage)
{
    static const char *const before[] = {"", ", drive: {law: fixed}"};
    for (int i = 0; i < 2; i++) {
        char text[4096];
        snprintf(text, sizeof text,
                 HEAD("%s") "stages:\n"
                            "  - {name: wait, until: 20 ms}\n"
                            "  - {name: go, until: 10 ms, set: {walls.plate.drive: " PULSE "}}\n"
                            "  - {name: rest, until: 5 ms, set: {walls.plate.drive: {law: "
                            "fixed}}}\n"
                            "  - {name: again, until: 10 ms, set: {walls.plate.drive: " PULSE
                            "}}\n",
                 before[i]);
        CHECK_NEAR(way_after(text, 2000), 0, 0);
        CHECK_NEAR(way_after(text, 2200), 1e-3, 1e-9);
        CHECK_NEAR(way_after(text, 2500), 0, 1e-9);
        CHECK_NEAR(way_after(text, 3600), 0.5e-3, 1e-9);
    }
}

// Another expression that is where the one before has led to.
TEST(another_motion_of_the_same_law_takes_place)
{
    static const char text[] =
        HEAD(", drive: " PULSE) "stages:\n"
                                "  - {name: one, until: 20 ms}\n"
                                "  - {name: two, until: 10 ms, set: {walls.plate.drive.z: '2 "
                                "mm*max(0, min(t/(2 ms), 2 - t/(2 ms)))'}}\n";
    CHECK_NEAR(way_after(text, 2200), 2e-3, 1e-9);
}

TEST(a_branch_gives_a_standing_wall_a_motion)
{
    static const char text[] = HEAD("");
    static const case_override set = {"walls.plate.drive", PULSE};
    const world_options options = options_of(1, 0, 0);
    sim a;
    sim b;
    REQUIRE(sim_open(&a, text, NULL, 0, NULL) && sim_step(&a, 2000));
    REQUIRE(sim_hand_over(&a, &b, text, &set, &options) && sim_step(&b, 200));
    CHECK_NEAR(plate_of(&b).position.z - START, 1e-3, 1e-9);
    sim_close(&b);
}

// The very same drive in the next stage has the bits of a run without that border.
TEST(what_a_stage_leaves_alone_goes_on)
{
    static const char *const drive[] = {
        ", drive: {law: oscillation, direction: [0, 0, 1], amplitude: 1 mm, frequency: 37 Hz, "
        "from: 1 ms, to: 40 ms}",
        ", drive: [{law: rotation, axis: [0, 0, 1], rate: 3 rad/s, point: [1 cm, 0, 0]}, {law: "
        "velocity, velocity: [0, 0, 1 cm/s], from: 12 ms}]",
        ", drive: {law: servo, axis: [0, 0, 1], force: '1 N + 100 N/s*t', mass: 0.1 kg, time: 1 "
        "ms}",
        ", drive: {law: body, mass: 0.1 kg, inertia: [1e-4 kg m^2, 1e-4 kg m^2, 1e-4 kg m^2], "
        "force: [0, 0, 1 N], spin: [1 rad/s, 0, 0]}"};
    for (int i = 0; i < 4; i++) {
        char text[4096];
        sim a;
        sim b;
        snprintf(text, sizeof text, HEAD("%s"), drive[i]);
        REQUIRE(sim_open(&a, text, NULL, 0, NULL) && go_to(&a, 3000));
        snprintf(text + strlen(text), sizeof text - strlen(text),
                 "stages:\n  - {name: one, until: 7.3 ms}\n"
                 "  - {name: two, set: {output.every: 1 ms}}\n");
        REQUIRE(sim_open(&b, text, NULL, 0, NULL) && go_to(&b, 3000));
        const frame_wall first = plate_of(&a);
        const frame_wall second = plate_of(&b);
        CHECK_MSG(!memcmp(&first.position, &second.position, sizeof first.position) &&
                      !memcmp(&first.velocity, &second.velocity, sizeof first.velocity),
                  "%s: %.17g and %.17g", drive[i], first.position.z, second.position.z);
        sim_close(&a);
        sim_close(&b);
    }
}

// Whatever stood before: the same way in the same time.
TEST(the_time_of_a_servo_counts_from_its_stage)
{
#define SERVO "{law: servo, axis: [0, 0, 1], force: '1 N + 1000 N/s*t', mass: 0.1 kg, time: 1 ms}"
    static const char *const before[] = {
        "",
        ", drive: {law: fixed}",
        ", drive: {law: velocity, velocity: [0, 0, 0]}",
        ", drive: {law: force, axis: [0, 0, 1], force: 0 N, mass: 0.1 kg}",
        ", drive: {law: servo, axis: [0, 0, 1], force: 0 N, mass: 0.1 kg, time: 1 ms}",
        ", drive: {law: servo, axis: [0, 0, 1], force: '0 N/s*t', mass: 0.1 kg, time: 1 ms}"};
    const double wanted = way_after(HEAD(", drive: " SERVO), 500);
    CHECK(wanted > 1e-4);
    for (int i = 0; i < 6; i++) {
        char text[4096];
        snprintf(text, sizeof text,
                 HEAD("%s") "stages:\n  - {name: one, until: 20 ms}\n"
                            "  - {name: two, set: {walls.plate.drive: " SERVO "}}\n",
                 before[i]);
        const double way = way_after(text, 2500);
        CHECK_MSG(fabs(way - wanted) < 0.01 * wanted, "%s: %g m, wanted %g", before[i], way,
                  wanted);
    }
}

static const char timed[] = HEAD(
    "") "stages:\n"
        "  - {name: wait, until: 'stage_time >= 10 ms', every: 7, limit: 1 s}\n"
        "  - name: go\n"
        "    until: 10 ms\n"
        "    set:\n"
        "      walls.plate.drive: [{law: velocity, velocity: [0, 0, 1 m/s], from: 1 ms, to: 3 ms}, "
        "{law: velocity, velocity: [0, 0, -1 m/s], from: 5 ms, to: 6 ms}]\n"
        "      walls.floor.surface: {velocity: [1 m/s, 0, 0], factor: 'min(1, t/(8 ms))'}\n"
        "      walls.lid: {material: soft, disk: {centre: [0 m, 0 m, 20.1 mm], normal: [0, 0, -1], "
        "radius: 5 cm}, until: 4 ms}\n"
        "  - {name: on, until: 10 ms, set: {run.step: 2e-5 s, walls.plate.drive: {law: velocity, "
        "velocity: [0, 0, 2 m/s], to: 1 ms}}}\n";

// By steps of 10 us; the first stage ends at the first look that is not before 10 ms: step 1001.
TEST(times_of_a_stage_count_from_its_beginning)
{
    CHECK_NEAR(way_after(timed, 1101), 0, 1e-9);
    CHECK_NEAR(way_after(timed, 1201), 1e-3, 1e-9);
    CHECK_NEAR(way_after(timed, 1401), 2e-3, 1e-9);
    CHECK_NEAR(way_after(timed, 1801), 1e-3, 1e-9);
    CHECK_NEAR(way_after(timed, 2400), 3e-3, 1e-9);
}

// The lid is there for 4 ms and the belt gains speed for 8 ms.
TEST(a_wall_and_its_surface_have_the_clock_of_their_stage)
{
    sim s;
    REQUIRE(sim_open(&s, timed, NULL, 0, NULL) && go_to(&s, 1101));
    frame f = sim_frame(&s);
    CHECK(f.walls == 3 && !f.wall[2].absent);
    frame_clear(&f);
    CHECK_NEAR(s.w->shared->wall_state[0].surface.now, 1. / 8, 2e-3);
    CHECK(go_to(&s, 1451));
    CHECK_NEAR(s.w->shared->wall_state[0].surface.now, 4.5 / 8, 2e-3);
    f = sim_frame(&s);
    CHECK(f.wall[2].absent);
    frame_clear(&f);
    sim_close(&s);
}

TEST(a_run_that_is_cut_has_the_same_bits)
{
    static const int64_t cuts[] = {500, 1001, 1003, 1150, 1350, 1450, 1999, 2001, 2010, 2300};
    const world_options options = options_of(1, 0, 0);
    sim a;
    sim two[2];
    REQUIRE(sim_open(&a, timed, NULL, 0, NULL) && go_to(&a, 2400));
    REQUIRE(sim_open(&two[0], timed, NULL, 0, NULL));
    int now = 0;
    for (int i = 0; i < 10; i++) {
        REQUIRE(go_to(&two[now], cuts[i]));
        REQUIRE(sim_hand_over(&two[now], &two[1 - now], timed, NULL, &options));
        now = 1 - now;
    }
    CHECK(go_to(&two[now], 2400) && sim_hash(&two[now]) == sim_hash(&a));
    sim_close(&a);
    sim_close(&two[now]);
}

TEST_MAIN
