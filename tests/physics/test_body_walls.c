// label: sanitize
// test_body_walls.c - walls that are rigid bodies: they fall, spin, swing, are struck and float as mechanics says, in both
// solvers, and their work closes the books.
#include "harness.h"
#include "support/scenes.h"

#include "base/constants.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define HEAD                                                                                       \
    "scree: 1\nmaterials: {soft: {density: 1000 kg/m^3, young: 20 MPa, poisson: 0.25}}\n"          \
    "pairs: {default: {normal: {law: linear, stiffness: 20 kN/m, restitution: 0.8}, tangential: "  \
    "{law: cundall-strack, friction: 0.4}}}\n"                                                     \
    "domain: {low: [-9 m, -9 m, -9 m], high: [9 m, 9 m, 9 m]}\n"                                   \
    "shapes: {ball: {ball: {radius: 1 cm}}}\n"

// 4 cm by 6 cm by 2 cm of 1000 kg/m^3, about the origin.
#define BLOCK "box: {low: [-2 cm, -3 cm, -1 cm], high: [2 cm, 3 cm, 1 cm], side: outside}"
static const double block_mass = 0.048;
static const v3 block_moment = {0.048 / 12 * (36e-4 + 4e-4), 0.048 / 12 * (16e-4 + 4e-4),
                                0.048 / 12 * (16e-4 + 36e-4)};

static const char alone[] =
    HEAD "gravity: [0, 0, -9.81 m/s^2]\n"
         "walls:\n  block: {material: soft, " BLOCK ", drive: {law: body, density: 1000 kg/m^3}}\n"
         "run: {duration: 1 s, step: 1e-4 s}\n";

static frame_wall wall_of(sim *s, int number)
{
    frame f = sim_frame(s);
    frame_wall is = f.wall[number];
    frame_clear(&f);
    return is;
}

// In the axes of the block, which are its principal ones.
static v3 inside(const frame_wall *is, v3 vector)
{
    return q4_rotate(q4_conjugate(is->orientation), vector);
}

static v3 momentum_of(const frame_wall *is)
{
    const v3 spin = inside(is, is->spin);
    const v3 own = {block_moment.x * spin.x, block_moment.y * spin.y, block_moment.z * spin.z};
    return q4_rotate(is->orientation, own);
}

static double energy_of(const frame_wall *is)
{
    return 0.5 * block_mass * v3_dot(is->velocity, is->velocity) +
           0.5 * v3_dot(is->spin, momentum_of(is));
}

static double far(v3 a, v3 b)
{
    return v3_norm(v3_sub(a, b));
}

TEST(it_is_thrown_and_spins_as_a_free_top)
{
    static const char *const solvers[] = {"smooth", "nonsmooth"};
    for (int i = 0; i < 2; i++) {
        const case_override set[] = {{"solver", solvers[i]},
                                     {"walls.block.drive.velocity", "[1 m/s, 0, 2 m/s]"},
                                     {"walls.block.drive.spin", "[1 rad/s, 20 rad/s, 2 rad/s]"}};
        sim s;
        REQUIRE(sim_open(&s, alone, set, 3, NULL));
        const frame_wall first = wall_of(&s, 0);
        REQUIRE(sim_step(&s, 3000));
        const frame_wall last = wall_of(&s, 0);
        const double t = 0.3;
        // kick and drift with velocities of the middle is exact; the other solver falls by g h t/2 more
        const double late = i == 0 ? 0 : 0.5 * 9.81 * 1e-4 * t;
        const v3 place = {t, 0, 2 * t - 0.5 * 9.81 * t * t - late};
        CHECK_NEAR(far(last.position, place), 0, 1e-12);
        const double loose = i == 0 ? 1e-4 : 1e-3; // the mean spin of the last step
        CHECK_NEAR(far(momentum_of(&last), momentum_of(&first)), 0,
                   loose * v3_norm(momentum_of(&first)));
        const double spin_energy = 0.5 * v3_dot(first.spin, momentum_of(&first));
        CHECK_NEAR(0.5 * v3_dot(last.spin, momentum_of(&last)), spin_energy, 1e-4 * spin_energy);
        CHECK(far(last.spin, first.spin) > 1); // about the middle axis, so it tumbles
        sim_close(&s);
    }
}

// Held at a pivot 3 cm above its centre, about y: energy is kept, and small swings have the period of theory.
TEST(it_swings_about_a_pivot)
{
    static const char *const solvers[] = {"smooth", "nonsmooth"};
    const double moment = block_moment.y + block_mass * 9e-4;
    for (int i = 0; i < 2; i++) {
        const case_override set[] = {{"solver", solvers[i]},
                                     {"walls.block.drive.pivot", "[0, 0, 3 cm]"},
                                     {"walls.block.drive.axis", "[0, 1, 0]"},
                                     {"walls.block.drive.spin", "[0, 0.1 rad/s, 0]"}};
        sim s;
        REQUIRE(sim_open(&s, alone, set, 4, NULL));
        const double rate = sqrt(block_mass * 9.81 * 0.03 / moment);
        double most = 0;
        for (int k = 0; k < 500; k++) {
            REQUIRE(sim_step(&s, 10));
            const frame_wall is = wall_of(&s, 0);
            const double angle = 2 * atan2(is.orientation.y, is.orientation.w);
            const double wanted = 0.1 / rate * sin(rate * 1e-3 * (k + 1));
            most = fmax(most, fabs(angle - wanted));
            CHECK_NEAR(v3_norm(v3_sub(is.position, v3_make(0, 0, 0.03))), 0.03, 1e-12);
        }
        CHECK_NEAR(most, 0, i == 0 ? 1e-5 : 2e-5);
        sim_close(&s);
    }
}

#define STRUCK                                                                                     \
    HEAD "gravity: 0\n"                                                                            \
         "walls:\n  block: {material: soft, " BLOCK                                                \
         ", drive: {law: body, density: 1000 kg/m^3, spin: [0, 0, 3 rad/s]}}\n"                    \
         "grains: [{name: one, shape: ball, material: soft, velocity: [0.1 m/s, 0, -1 m/s], "      \
         "packing: {law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [1 cm, 2 "  \
         "cm, 22 mm]}}]\n"                                                                         \
         "run: {duration: 1 s, step: 2e-6 s, ledger: true}\n"

typedef struct whole {
    v3 momentum, turning;
    double energy, walls, residual, turned_over;
} whole;

static whole whole_of(sim *s)
{
    frame f = sim_frame(s);
    const frame_wall *block = &f.wall[0];
    const double mass = f.ball.mass[0];
    const double moment = 0.4 * mass * 1e-4;
    const v3 ball = v3_scale(mass, f.ball.velocity[0]);
    const v3 own = v3_scale(block_mass, block->velocity);
    const v3 orbit = v3_cross(f.ball.position[0], ball);
    const v3 spins = v3_fma(momentum_of(block), moment, f.ball.spin[0]);
    whole is = {
        .momentum = v3_add(ball, own),
        .turning = v3_add(v3_add(orbit, v3_cross(block->position, own)), spins),
        .energy = energy_of(block),
        .walls = f.ledger.walls,
        .residual = f.ledger.residual,
        .turned_over = f.ledger.turned_over,
    };
    frame_clear(&f);
    return is;
}

// Off its centre, with friction: momentum goes from ball to block and none is lost, and what the block gains it has from
// the ball.
TEST(a_ball_that_strikes_it_loses_nothing)
{
    static const char *const solvers[] = {"smooth", "nonsmooth"};
    for (int i = 0; i < 2; i++) {
        const case_override set[] = {{"solver", solvers[i]}};
        sim s;
        REQUIRE(sim_open(&s, STRUCK, set, 1, NULL));
        const whole before = whole_of(&s);
        REQUIRE(sim_step(&s, 5000));
        const whole after = whole_of(&s);
        CHECK(v3_norm(v3_sub(after.momentum, before.momentum)) < 1e-12);
        CHECK_NEAR(v3_norm(v3_sub(after.turning, before.turning)), 0,
                   1e-5 * v3_norm(before.turning));
        CHECK(after.energy > 1.5 * before.energy);
        CHECK_NEAR(after.energy - before.energy, -after.walls, 2e-4 * after.turned_over);
        CHECK_NEAR(after.residual, 0, 2e-4 * after.turned_over);
        sim_close(&s);
    }
}

// A plate on four balls that stand on a floor, each ball a spring at both ends: it sinks by m g/4 (1/k + 1/k), and a torque
// tilts it by M/(4 (k/2) a^2).
static const char floating[] = HEAD
    "gravity: [0, 0, -9.81 m/s^2]\n"
    "walls:\n"
    "  floor: {material: soft, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}\n"
    "  plate: {material: soft, box: {low: [-6 cm, -6 cm, 2 cm], high: [6 cm, 6 cm, 3 cm], side: "
    "outside}, drive: {law: body, mass: 0.8 kg, torque: [0, 0.04 N m, 0], damping: 100 N s/m, "
    "rotation_damping: 0.2 N m s}}\n"
    "grains: [{name: legs, shape: ball, material: soft, packing: {law: lattice, spacing: [8 cm, 8 "
    "cm, 8 cm], counts: [2, 2, 1], origin: [-4 cm, -4 cm, 1 cm]}}]\n"
    "run: {duration: 1 s, step: 2e-5 s}\n";

TEST(a_plate_floats_on_springs)
{
    static const char *const solvers[] = {"smooth", "nonsmooth"};
    const double stiffness = 20e3;
    for (int i = 0; i < 2; i++) {
        const case_override set[] = {{"solver", solvers[i]}};
        sim s;
        REQUIRE(sim_open(&s, floating, set, 1, NULL));
        REQUIRE(sim_step(&s, 10000));
        const frame_wall plate = wall_of(&s, 1);
        const double ball = 1000 * 4 * PI / 3 * 1e-6;
        const double sunk = 0.8 * 9.81 / 4 * (2 / stiffness) + ball * 9.81 / stiffness;
        const double tilt = 0.04 / (4 * stiffness / 2 * 16e-4);
        CHECK_NEAR(plate.position.z, 0.025 - sunk, 0.01 * sunk);
        CHECK_NEAR(2 * plate.orientation.y, tilt, 0.02 * tilt);
        CHECK_NEAR(plate.force.z, 0.8 * 9.81, 1e-3 * 0.8 * 9.81);
        CHECK(v3_norm(plate.velocity) < 1e-4);
        sim_close(&s);
    }
}

// A wheel that turns freely about its axle is turned by a ball that comes past, and does not leave its place.
TEST(a_wheel_turns_about_its_axle_alone)
{
    const case_override set[] = {{"walls.block.drive.axis", "[0, 1, 0]"},
                                 {"walls.block.drive.spin", "[0, 0, 0]"}};
    sim s;
    REQUIRE(sim_open(&s, STRUCK, set, 2, NULL));
    REQUIRE(sim_step(&s, 5000));
    const frame_wall is = wall_of(&s, 0);
    CHECK(v3_norm(is.position) == 0);
    CHECK(is.spin.x == 0 && is.spin.z == 0 && is.spin.y > 0.1);
    sim_close(&s);
}

// It stops at the ends of its way, and leaves them when the force turns round.
TEST(limits_hold_it)
{
    const case_override way[] = {{"walls.block.drive.free", "[z, rotation_z]"},
                                 {"walls.block.drive.low", "[0, 0, -2 cm]"},
                                 {"walls.block.drive.high", "[0, 0, 1 cm]"},
                                 {"walls.block.drive.high_angle", "0.3 rad"},
                                 {"walls.block.drive.spin", "[0, 0, 2 rad/s]"}};
    sim s;
    REQUIRE(sim_open(&s, alone, way, 5, NULL));
    REQUIRE(sim_step(&s, 500));
    frame_wall is = wall_of(&s, 0);
    CHECK_NEAR(is.position.z, -0.5 * 9.81 * 0.05 * 0.05, 1e-12);
    CHECK_NEAR(2 * atan2(is.orientation.z, is.orientation.w), 0.1, 1e-12);
    REQUIRE(sim_step(&s, 2000));
    is = wall_of(&s, 0);
    CHECK(is.position.z == -0.02 && is.position.x == 0);
    CHECK_NEAR(2 * atan2(is.orientation.z, is.orientation.w), 0.3, 1e-12);
    CHECK(v3_norm(is.spin) == 0 && fabs(is.velocity.z) < 1e-3);
    sim_close(&s);
    const case_override set[] = {{"solver", "nonsmooth"},
                                 {"walls.block.drive.low", "[0, 0, -2 cm]"}};
    scree_error error = {0};
    REQUIRE(sim_read(&s, alone, set, 2));
    const world_options options = options_of(1, 0, 0);
    CHECK(world_create(&s.m, &options, &s.w, &error) != SCREE_OK);
    CHECK_HAS(error.what, "the nonsmooth solver does not have limits of a body");
    model_clear(&s.m);
}

// In the plane: a paddle that a disk strikes, mass and moment per metre of depth.
static const char flat[] =
    "scree: 1\ndimensions: 2\ngravity: 0\n"
    "materials: {soft: {density: 1000 kg/m^3, young: 20 MPa, poisson: 0.25}}\n"
    "pairs: {default: {normal: {law: linear, stiffness: 200 kN/m, restitution: 0.9}, tangential: "
    "{law: cundall-strack, friction: 0.4}}}\n"
    "domain: {low: [-1 m, -1 m], high: [1 m, 1 m]}\nshapes: {disk: {ball: {radius: 1 cm}}}\n"
    "walls: {paddle: {material: soft, box: {low: [-5 cm, -1 cm, -1 m], high: [5 cm, 1 cm, 1 m], "
    "side: outside}, drive: {law: body, mass: 2 kg, inertia: [0, 0, 0.002 kg m^2]}}}\n"
    "grains: [{name: one, shape: disk, material: soft, velocity: [0, -1 m/s], packing: {law: "
    "lattice, spacing: [1 m, 1 m], counts: [1, 1], origin: [3 cm, 22 mm]}}]\n"
    "run: {duration: 1 s, step: 2e-6 s, ledger: true}\n";

TEST(it_moves_in_the_plane)
{
    static const char *const solvers[] = {"smooth", "nonsmooth"};
    for (int i = 0; i < 2; i++) {
        const case_override set[] = {{"solver", solvers[i]}};
        sim s;
        REQUIRE(sim_open(&s, flat, set, 1, NULL));
        REQUIRE(sim_step(&s, 6000));
        frame f = sim_frame(&s);
        const frame_wall *paddle = &f.wall[0];
        const double disk = f.ball.mass[0];
        CHECK_NEAR(2 * paddle->velocity.y + disk * f.ball.velocity[0].y, -disk, 1e-12);
        const double orbit = disk * (f.ball.position[0].x * f.ball.velocity[0].y -
                                     f.ball.position[0].y * f.ball.velocity[0].x);
        const double own =
            2 * (paddle->position.x * paddle->velocity.y - paddle->position.y * paddle->velocity.x);
        const double spins = 0.002 * paddle->spin.z + 0.5 * disk * 1e-4 * f.ball.spin[0].z;
        CHECK_NEAR(orbit + own + spins, -0.03 * disk, 1e-5 * disk);
        CHECK(paddle->spin.z < -0.1 && paddle->position.z == 0 && paddle->spin.x == 0);
        CHECK_NEAR(f.ledger.residual, 0, 2e-4 * f.ledger.turned_over);
        frame_clear(&f);
        sim_close(&s);
    }
}

static const struct {
    const char *key, *value, *says;
} bad[] = {
    {"walls.block.drive.mass", "1 kg", "the body has a mass and a density"},
    {"walls.block.drive.free", "[rotation_x, rotation_y]", "about two axes of space"},
    {"walls.block.drive.free", "[]", "leaves the body no motion"},
    {"walls.block.drive.low_angle", "-1 rad", "of a body that turns about one axis"},
    {"walls.block.drive.inertia", "[1 kg m^2, 1 kg m^2, 3 kg m^2]", "no body has the moments"},
    {"walls.block.box.side", "inside", "a density is of what the surface holds"},
    {"walls.block.box.high", "[2 cm, 3 cm, -5 cm]", "high"},
};

TEST(bad_bodies_are_told)
{
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const case_override set[] = {{bad[i].key, bad[i].value}};
        scree_error error = {0};
        sim s;
        REQUIRE(sim_read(&s, alone, set, 1));
        const world_options options = options_of(1, 0, 0);
        CHECK(world_create(&s.m, &options, &s.w, &error) != SCREE_OK);
        CHECK_HAS(error.what, bad[i].says);
        model_clear(&s.m);
    }
}

// ---- the mass of a mesh: what it encloses, once, or a word where it encloses nothing

typedef struct obj_box {
    v3 low, high; // cm
    int turned;   // triangles turned round from this one on
    int left_out; // this triangle is; -1: none
} obj_box;

static void write_boxes(const char *name, const obj_box *box, int boxes)
{
    static const int corner[12][3] = {{0, 1, 3}, {0, 3, 2}, {4, 7, 5}, {4, 6, 7},
                                      {0, 5, 1}, {0, 4, 5}, {2, 3, 7}, {2, 7, 6},
                                      {0, 2, 6}, {0, 6, 4}, {1, 5, 7}, {1, 7, 3}};
    FILE *file = fopen(name, "w");
    if (!file)
        abort();
    for (int b = 0; b < boxes; b++) {
        const v3 *end[] = {&box[b].low, &box[b].high};
        for (int i = 0; i < 8; i++)
            fprintf(file, "v %g %g %g\n", end[i >> 2]->x, end[(i >> 1) & 1]->y, end[i & 1]->z);
    }
    for (int b = 0; b < boxes; b++) {
        for (int i = 0; i < 12; i++) {
            const bool turned = i >= box[b].turned;
            const int *of = corner[i];
            if (i != box[b].left_out)
                fprintf(file, "f %d %d %d\n", 8 * b + of[0] + 1, 8 * b + of[turned ? 2 : 1] + 1,
                        8 * b + of[turned ? 1 : 2] + 1);
        }
    }
    fclose(file);
}

static const char meshed[] =
    HEAD "gravity: 0\n"
         "walls:\n  block: {material: soft, mesh: {file: boxes.obj, unit: cm, position: [1 m, 0, "
         "0]}, drive: {law: body, density: 1000 kg/m^3, force: [1 N, 0, 0]}}\n"
         "run: {duration: 1 s, step: 1e-4 s}\n";

static double mass_of_boxes(const obj_box *box, int boxes)
{
    sim s;
    write_boxes("boxes.obj", box, boxes);
    if (!sim_open(&s, meshed, NULL, 0, NULL) || !sim_step(&s, 1000))
        return NAN;
    const double speed = wall_of(&s, 0).velocity.x;
    sim_close(&s);
    return 0.1 / speed;
}

static void no_mass_of_boxes(const obj_box *box, int boxes, const char *says)
{
    sim s;
    scree_error error = {0};
    write_boxes("boxes.obj", box, boxes);
    REQUIRE(sim_read(&s, meshed, NULL, 0));
    const world_options options = options_of(1, 0, 0);
    CHECK(world_create(&s.m, &options, &s.w, &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.what, says);
    CHECK_HAS(error.hint, "mass, centre and inertia");
    CHECK_STR(error.where, "walls.block.drive");
    model_clear(&s.m);
}

TEST(the_mass_of_a_mesh_is_that_of_its_inside)
{
    const obj_box block = {{-2, -3, -1}, {2, 3, 1}, 12, -1};
    obj_box other = block;
    CHECK_REL(mass_of_boxes(&block, 1), block_mass, 1e-9);
    other.turned = 0; // all
    CHECK_REL(mass_of_boxes(&other, 1), block_mass, 1e-9);
    other.turned = 11; // one triangle
    CHECK_REL(mass_of_boxes(&other, 1), block_mass, 1e-9);
    const obj_box hollow[] = {block, {{-1, -1, -0.5}, {1, 1, 0.5}, 0, -1}};
    CHECK_REL(mass_of_boxes(hollow, 2), block_mass - 0.004, 1e-9);
    const obj_box beside[] = {block, {{3, 0, 0}, {4, 1, 1}, 12, -1}};
    CHECK_REL(mass_of_boxes(beside, 2), block_mass + 0.001, 1e-9);
}

TEST(a_mesh_without_a_mass_is_told_with_the_place)
{
    const obj_box block = {{-2, -3, -1}, {2, 3, 1}, 12, -1};
    const obj_box crossing[] = {block, {{-1, -4, -0.5}, {1, 4, 0.5}, 12, -1}};
    const obj_box nested[] = {block, {{-1, -1, -0.5}, {1, 1, 0.5}, 12, -1}};
    const obj_box open = {{-2, -3, -1}, {2, 3, 1}, 12, 0};
    no_mass_of_boxes(crossing, 2,
                     "no mass follows from the mesh: the surface crosses or touches itself");
    no_mass_of_boxes(crossing, 2, "the first near (0.99, -0.03, ");
    no_mass_of_boxes(nested, 2,
                     "a part of it lies inside of another, near (0.99, -0.01, -0.005) m, and is "
                     "turned the same way");
    no_mass_of_boxes(&open, 1,
                     "the surface is open: 3 edges have one face only, the first from (0.98,");
}

// A plane has no end, but grains push it no farther out than the domain goes: the step of `auto` is one, and the shorter the lighter
// it is to turn.
TEST(a_plane_that_turns_has_a_step)
{
    static const char plane[] =
        "scree: 1\ngravity: 0\ndomain: {low: [-3 cm, -3 cm, -3 cm], high: [3 cm, 3 cm, 3 cm]}\n"
        "materials: {m: {density: 2500 kg/m^3, young: 20 MPa, poisson: 0.25}}\n"
        "pairs: {default: {normal: {law: kuwabara_kono, damping_time: 30 us}, tangential: none}}\n"
        "shapes: {b: {ball: {radius: 4 mm}}}\n"
        "walls: {floor: {material: m, plane: {point: [0, -25 mm, 0], normal: [0, 1, 0]}, drive: "
        "{law: "
        "body, mass: 20 g, inertia: [1e-6 kg m^2, 1e-6 kg m^2, 1e-6 kg m^2]}}}\n"
        "grains: [{name: a, shape: b, material: m, velocity: [0, -1 m/s, 0], packing: {law: "
        "lattice, "
        "spacing: [1 cm, 1 cm, 1 cm], counts: [2, 1, 2], origin: [0, 0, 0]}}]\n"
        "run: {duration: 1 ms}\n";
    double step[2];
    for (int i = 0; i < 2; i++) {
        const case_override heavy[] = {
            {"walls.floor.drive.inertia", "[1 kg m^2, 1 kg m^2, 1 kg m^2]"}};
        sim s;
        REQUIRE(sim_open(&s, plane, heavy, i, NULL));
        step[i] = world_dt(s.w);
        sim_close(&s);
    }
    CHECK_MSG(step[0] > 1e-6 && step[0] < step[1] && step[1] < 1e-4, "%g, %g s", step[0], step[1]);
}

TEST_MAIN
