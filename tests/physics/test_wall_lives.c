// label: sanitize
// test_wall_lives.c - surfaces that move along walls that stand, walls that come and go, and servos, against closed forms.
#include "harness.h"
#include "support/scenes.h"

#include "base/constants.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const solvers[] = {"smooth", "nonsmooth"};
static const char *const step[] = {"2e-5 s", "1e-4 s"};
static const int per_step[] = {2, 10}; // steps of 1e-5 s

#define HEAD                                                                                       \
    "scree: 1\nmaterials: {soft: {density: 1000 kg/m^3, young: 20 MPa, poisson: 0.25}}\n"          \
    "pairs: {default: {normal: {law: linear, stiffness: 20 kN/m, restitution: 0.3}, tangential: "  \
    "{law: cundall-strack, friction: 0.5}}}\n"                                                     \
    "domain: {low: [-9 m, -9 m, -9 m], high: [9 m, 9 m, 9 m]}\n"                                   \
    "shapes: {ball: {ball: {radius: 1 cm}}, dice: {spheropolyhedron: {builder: {platonic: cube, "  \
    "size: 16 mm}, radius: 2 mm}}}\n"                                                              \
    "gravity: [0, 0, -9.81 m/s^2]\n"

// A block that does not turn, at rest on a belt, and a grain that may.
#define BELT(locked)                                                                               \
    HEAD "walls: {belt: {material: soft, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, surface: "  \
         "{velocity: [1 m/s, 0, 5 m/s]}}}\n"                                                       \
         "grains: [{name: one, shape: ball, material: soft, " locked                               \
         "packing: {law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [0, 0, "    \
         "9.997946 mm]}}]\nrun: {duration: 1 s, step: 2e-5 s, ledger: true}\n"
static const char belt[] = BELT("locked: rotation, ");
static const char free_belt[] = BELT("");

static double speed_of(sim *s)
{
    frame f = sim_frame(s);
    const double speed = f.ball.velocity[0].x;
    frame_clear(&f);
    return speed;
}

// v = mu g t until it has the speed of the belt, which has done twice the work that the block has gained.
TEST(a_belt_takes_a_block_along)
{
    const double friction = 0.5 * 9.81;
    for (int i = 0; i < 2; i++) {
        const case_override set[] = {{"solver", solvers[i]}, {"run.step", step[i]}};
        sim s;
        REQUIRE(sim_open(&s, belt, set, 2, NULL));
        REQUIRE(sim_step(&s, 10000 / per_step[i]));
        CHECK_NEAR(speed_of(&s), friction * 0.1, 2e-3);
        REQUIRE(sim_step(&s, 20000 / per_step[i]));
        CHECK_NEAR(speed_of(&s), 1, 5e-3);
        frame f = sim_frame(&s);
        const double mass = f.ball.mass[0];
        CHECK_NEAR(f.ledger.walls, mass, 5e-3 * mass);
        CHECK_NEAR(f.ledger.friction + f.ledger.damping, 0.5 * mass, 5e-3 * mass);
        CHECK_NEAR(f.ledger.residual, 0, 1e-3 * f.ledger.turned_over);
        CHECK(f.wall[0].position.x == 0 && v3_norm(f.wall[0].velocity) == 0);
        frame_clear(&f);
        sim_close(&s);
    }
}

// A grain with corners on the top of a plate of triangles, and a belt that turns in a circle.
TEST(belts_are_for_all_walls_and_grains)
{
    for (int i = 0; i < 2; i++) {
        const case_override set[] = {
            {"solver", solvers[i]},
            {"run.step", step[i]},
            {"walls.belt",
             "{material: soft, box: {low: [-50 cm, -50 cm, -10 cm], high: [50 cm, 50 cm, 0], side: "
             "outside}, surface: {rotation: {axis: [0, 0, 1], point: [0, -20 cm, 0], rate: 2 "
             "rad/s}, factor: 'min(1, t/(0.1 s))'}}"},
            {"grains.one.shape", "dice"},
            {"grains.one.turn", "[0, 0, 0]"}};
        sim s;
        REQUIRE(sim_open(&s, belt, set, 5, NULL));
        REQUIRE(sim_step(&s, 5000 / per_step[i]));
        frame f = sim_frame(&s);
        const v3 at = f.ball.position[0];
        const v3 carried = v3_cross(v3_make(0, 0, 2 * 0.5), v3_sub(at, v3_make(0, -0.2, 0)));
        CHECK_NEAR(f.ball.velocity[0].x, carried.x, 0.03);
        CHECK(f.ball.velocity[0].x < -0.15);
        CHECK_NEAR(f.ledger.residual, 0, 0.01 * f.ledger.turned_over);
        frame_clear(&f);
        sim_close(&s);
    }
}

// A grain at a place of a wall that turns as a whole, or whose surface does, after 0.1 s.
static v3 carried_by(const char *shape, const char *wall, const char *place)
{
    const case_override set[] = {{"walls.belt", wall},
                                 {"grains.one.shape", shape},
                                 {"grains.one.turn", "[0, 0, 0]"},
                                 {"grains.one.packing.origin", place},
                                 {"grains.one.locked", "none"}};
    sim s;
    v3 at = {0, 0, 0};
    CHECK(sim_open(&s, free_belt, set, 4, NULL) && sim_step(&s, 5000));
    frame f = sim_frame(&s);
    at = f.ball.position[0];
    frame_clear(&f);
    sim_close(&s);
    return at;
}

// On a table, and on the top of a drum that turns about its axis, a surface that turns carries a grain as the wall would, and not
// by an error of the first order more.
TEST(a_surface_that_turns_is_a_wall_that_turns)
{
#define TABLE "{material: soft, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, "
#define DRUM                                                                                       \
    "{material: soft, cylinder: {from: [0, -1 m, -50 cm], to: [0, 1 m, -50 cm], radius: 50 cm, "   \
    "side: outside}, "
#define WALL "drive: {law: rotation, rate: 3 rad/s, point: [0, 0, -50 cm], axis: "
#define SURFACE "surface: {rotation: {rate: 3 rad/s, point: [0, 0, -50 cm], axis: "
    static const struct {
        const char *shape, *wall, *surface, *place;
    } of[] = {
        {"ball", TABLE WALL "[0, 0, 1]}}", TABLE SURFACE "[0, 0, 1]}}}",
         "[30 cm, 10 cm, 9.997946 mm]"},
        {"dice", TABLE WALL "[0, 0, 1]}}", TABLE SURFACE "[0, 0, 1]}}}",
         "[30 cm, 10 cm, 9.997946 mm]"},
        {"ball", DRUM WALL "[0, 1, 0]}}", DRUM SURFACE "[0, 1, 0]}}}", "[0, 0, 9.997946 mm]"},
    };
    for (int i = 0; i < 3; i++) {
        const v3 first = carried_by(of[i].shape, of[i].wall, of[i].place);
        const v3 second = carried_by(of[i].shape, of[i].surface, of[i].place);
        const double apart = v3_distance(first, second);
        CHECK_MSG(apart < 1e-11, "%d: %.3g m", i, apart);
    }
}

static const char gate[] = HEAD
    "walls: {gate: {material: soft, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, until: 50 ms}}\n"
    "grains: [{name: one, shape: ball, material: soft, packing: {law: lattice, spacing: [1 m, 1 m, "
    "1 m], counts: [1, 1, 1], origin: [0, 0, 9.997946 mm]}}]\n"
    "run: {duration: 1 s, step: 2e-5 s, ledger: true}\n";

// Free fall from the step on in which the gate goes; what its springs held is told as taken away.
TEST(a_gate_that_goes_lets_grains_fall)
{
    static const char *const shapes[] = {"ball", "dice"};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++) {
            const case_override set[] = {{"solver", solvers[i]},
                                         {"run.step", step[i]},
                                         {"grains.one.shape", shapes[k]},
                                         {"grains.one.locked", "rotation"},
                                         {"grains.one.turn", "[0, 0, 0]"}};
            sim s;
            REQUIRE(sim_open(&s, gate, set, k == 0 ? 4 : 5, NULL));
            REQUIRE(sim_step(&s, 5000 / per_step[i]));
            frame before = sim_frame(&s);
            CHECK(!before.wall[0].absent && before.wall[0].force.z < 0);
            REQUIRE(sim_step(&s, 10000 / per_step[i]));
            frame after = sim_frame(&s);
            const v3 from = before.ball.position[0];
            const double fallen = before.ball.velocity[0].z * 0.1 - 0.5 * 9.81 * 0.01;
            CHECK(after.wall[0].absent);
            // the nonsmooth solver falls by g h t/2 more
            CHECK_NEAR(after.ball.position[0].z - from.z, fallen, 1e-5 * per_step[i] * 0.5);
            CHECK_NEAR(after.ledger.residual, 0, 1e-5 * after.ledger.turned_over);
            frame_clear(&before);
            frame_clear(&after);
            sim_close(&s);
        }
}

// Saved before and after the gate goes, and in the steps around that, a run goes on to the bit.
TEST(a_run_is_resumed_around_a_life)
{
    static const int at[][3] = {{2499, 2500, 2501}, {499, 500, 501}};
    for (int i = 0; i < 2; i++) {
        const case_override set[] = {{"solver", solvers[i]}, {"run.step", step[i]}};
        sim whole;
        REQUIRE(sim_open(&whole, gate, set, 2, NULL));
        REQUIRE(sim_step(&whole, 6000 / per_step[i]));
        for (int k = 0; k < 3; k++) {
            sim first;
            sim second;
            image im = {0};
            scree_error error;
            REQUIRE(sim_open(&first, gate, set, 2, NULL) && sim_step(&first, at[i][k]));
            REQUIRE(world_image(first.w, &im, &error) == SCREE_OK);
            REQUIRE(sim_read(&second, gate, set, 2) && sim_restore(&second, &im, NULL));
            REQUIRE(sim_step(&second, 6000 / per_step[i] - at[i][k]));
            CHECK_MSG(sim_hash(&second) == sim_hash(&whole), "%s, saved at %d", solvers[i],
                      at[i][k]);
            image_clear(&im);
            sim_close(&first);
            sim_close(&second);
        }
        sim_close(&whole);
    }
}

TEST(a_wall_does_not_come_where_grains_are)
{
    for (int i = 0; i < 2; i++) {
        const case_override set[] = {
            {"solver", solvers[i]},
            {"run.step", step[i]},
            {"walls.gate",
             "{material: soft, plane: {point: [0, 0, 5 mm], normal: [0, 0, 1]}, from: "
             "1 ms}"}};
        sim s;
        scree_error error = {0};
        REQUIRE(sim_open(&s, gate, set, 3, NULL));
        REQUIRE(sim_step(&s, 100 / per_step[i]));
        CHECK(world_step(s.w, 1, &error) == SCREE_DIVERGED);
        CHECK_HAS(error.where, i == 0 ? "time 0.001 s, step 50" : "time 0.001 s, step 10");
        CHECK_HAS(error.what,
                  "wall `gate` comes where grains are: 1 of them, the deepest is grain 1 "
                  "of `one`");
        CHECK_HAS(error.hint, "let it come later");
        sim_close(&s);
    }
}

// A ball between a floor that goes down steadily and a servo.
static const char press[] = HEAD
    "walls:\n"
    "  floor: {material: soft, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, drive: {law: "
    "velocity, "
    "velocity: [0, 0, -2 mm/s]}}\n"
    "  lid: {material: soft, plane: {point: [0, 0, 20 mm], normal: [0, 0, -1]}, drive: {law: "
    "servo, axis: [0, 0, -1], force: 5 N}}\n"
    "grains: [{name: one, shape: ball, material: soft, packing: {law: lattice, spacing: [1 m, 1 m, "
    "1 m], counts: [1, 1, 1], origin: [0, 0, 1 cm]}}]\n"
    "run: {duration: 1 s, step: 2e-5 s, ledger: true}\n";

// Its place is that at which two springs in a row hold the force, and the mean of that does not lag behind.
TEST(a_servo_holds_its_force)
{
    const double stiffness = 20e3;
    for (int i = 0; i < 2; i++) {
        const case_override set[] = {
            {"solver", solvers[i]}, {"run.step", step[i]}, {"gravity", "0"}};
        sim s;
        double sum = 0;
        REQUIRE(sim_open(&s, press, set, 3, NULL));
        REQUIRE(sim_step(&s, 15000 / per_step[i]));
        for (int k = 0; k < 100; k++) {
            REQUIRE(sim_step(&s, 100 / per_step[i]));
            frame f = sim_frame(&s);
            sum += f.wall[1].force.z;
            frame_clear(&f);
        }
        frame f = sim_frame(&s);
        CHECK_NEAR(sum / 100, 5, 1e-4 * 5);
        CHECK_NEAR(f.wall[1].position.z - f.wall[0].position.z, 0.02 - 2 * 5 / stiffness, 5e-6);
        CHECK_NEAR(f.wall[1].velocity.z, -2e-3, 1e-5);
        CHECK_NEAR(f.ledger.residual, 0, 1e-3 * f.ledger.turned_over);
        frame_clear(&f);
        sim_close(&s);
    }
}

// An expression, a pressure on an area, a limit of speed; and a torque against a brake.
TEST(a_servo_follows_what_is_wanted)
{
    const case_override set[] = {
        {"walls.lid.drive", "{law: servo, axis: [0, 0, -1], pressure: '10 kPa*(1 + t/(1 s))', "
                            "area: 5 cm^2, speed: 4 mm/s}"},
        {"gravity", "0"}};
    sim s;
    REQUIRE(sim_open(&s, press, set, 2, NULL));
    double fastest = 0;
    for (int k = 0; k < 250; k++) {
        REQUIRE(sim_step(&s, 100));
        frame f = sim_frame(&s);
        fastest = fmax(fastest, fabs(f.wall[1].velocity.z));
        if (k == 249)
            CHECK_NEAR(f.wall[1].force.z, 5 * 1.5, 0.01 * 7.5);
        frame_clear(&f);
    }
    CHECK(fastest < 4.2e-3);
    sim_close(&s);
}

static const struct {
    const char *key, *value, *says;
} bad[] = {
    {"walls.lid.drive", "{law: servo, axis: [0, 0, 1]}", "the servo has nothing to hold"},
    {"walls.lid.drive", "{law: servo, axis: [0, 0, 1], force: 1 N, pressure: 1 Pa, area: 1 m^2}",
     "several things at once"},
    {"walls.lid.drive", "{law: servo, axis: [0, 0, 1], pressure: 1 Pa}", "the servo has no area"},
    {"walls.lid.drive", "{law: servo, axis: [0, 1, 1], pressure: 1 Pa}", "across axes of space"},
    {"walls.lid.drive", "{law: servo, axis: [0, 0, 1], torque: 1 N*m}",
     "needs a moment of inertia"},
    {"walls.lid.surface", "{rotation: {axis: [0, 0, 0], rate: 1 rad/s}}", "has no direction"},
};

TEST(bad_servos_and_belts_are_told)
{
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const case_override set[] = {{bad[i].key, bad[i].value}};
        scree_error error = {0};
        sim s;
        REQUIRE(sim_read(&s, press, set, 1));
        const world_options options = options_of(1, 0, 0);
        CHECK(world_create(&s.m, &options, &s.w, &error) != SCREE_OK);
        CHECK_HAS(error.what, bad[i].says);
        model_clear(&s.m);
    }
}

// What is written reads back to the same.
TEST(what_is_resolved_reads_back)
{
    static const char *const text[] = {belt, gate, press};
    const case_families families = all_families();
    for (int i = 0; i < 3; i++) {
        const case_override set[] = {
            {"walls.more",
             "{material: soft, box: {low: [1 m, 1 m, 1 m], high: [2 m, 2 m, 2 m], side: "
             "outside}, from: 1 ms, surface: {rotation: {axis: [0, 0, 1], rate: 1 "
             "rad/s}, factor: 't/(1 s)'}, drive: {law: body, density: 1000 kg/m^3, "
             "free: [x, rotation_z]}}"}};
        sim s;
        model again;
        fault_list faults = {0};
        fault_list notes = {0};
        REQUIRE(sim_read(&s, text[i], set, 1));
        char *resolved = case_resolved(&s.m, &families);
        REQUIRE(resolved);
        REQUIRE(case_parse(&(case_source){resolved, strlen(resolved), "resolved"},
                           &(case_context){.families = &families}, &again, &faults,
                           &notes) == SCREE_OK);
        free(again.path);
        again.path = NULL;
        char *twice = case_resolved(&again, &families);
        const char *body = strstr(resolved, "scree: 1");
        CHECK(body && twice && !strcmp(body, strstr(twice, "scree: 1")));
        CHECK(strstr(body, "free: [x, rotation_z]") &&
              (strstr(body, "until: 0.05 s") != NULL) == (i == 1));
        free(resolved);
        free(twice);
        model_clear(&again);
        model_clear(&s.m);
        fault_list_clear(&faults);
        fault_list_clear(&notes);
    }
}

TEST(what_has_no_number_stops_the_run)
{
    static const case_override set[][2] = {
        {{"walls.lid.drive", "{law: servo, axis: [0, 0, -1], force: 'sqrt(1 - t/(1 ms))*5 N'}"}},
        {{"walls.floor.surface", "{velocity: [1 m/s, 0, 0], factor: 'sqrt(1 - t/(1 ms))'}"}}};
    for (int i = 0; i < 2; i++) {
        sim s;
        scree_error error = {0};
        REQUIRE(sim_open(&s, press, set[i], 1, NULL));
        CHECK(world_step(s.w, 200, &error) == SCREE_DIVERGED);
        CHECK_HAS(error.what, "gives no number");
        sim_close(&s);
    }
}

// Told before the run: too slow to come to its grains, and a pull at what holds on to nothing.
TEST(a_servo_that_cannot_is_told)
{
    static const case_override set[][2] = {
        {{"walls.lid", "{material: soft, plane: {point: [0, 0, 50 mm], normal: [0, 0, -1]}, drive: "
                       "{law: servo, axis: [0, 0, -1], force: 5 N, speed: 1 mm/s}}"}},
        {{"walls.lid.drive", "{law: servo, axis: [0, 0, -1], force: -5 N}"}},
        {{"walls.lid.drive", "{law: servo, axis: [0, 0, -1], force: 5 N}"}}};
    static const char *const says[] = {"does not reach its grains: they are 0.03 m away",
                                       "is to pull at grains that hold on to nothing", ""};
    for (int i = 0; i < 3; i++) {
        sim s;
        char why[200] = "";
        REQUIRE(sim_open(&s, press, set[i], 1, NULL));
        CHECK(world_servo_doubt(s.w, 1, why, sizeof why) == (i < 2));
        CHECK_HAS(why, says[i]);
        sim_close(&s);
    }
}

TEST_MAIN
