// test_api_walls.c - walls that a program leads: they go where they are told and stand then, as walls of the drive `velocity`
// do; poses are reached, also from a snapshot in the middle of a motion; and every refusal by its words.
#include "unit/api_box.h"

static const char piston[] = "walls={floor: {material: glass, plane: {point: [0 m, 0 m, 1 cm], "
                             "normal: [0, 0, 1]}, drive: {law: led, speed: 2 m/s}}, "
                             "post: {material: glass, cylinder: {from: [10 cm, 10 cm, 5 cm], to: "
                             "[10 cm, 10 cm, 30 cm], radius: 5 mm, side: outside}}}";
static const char *const led[] = {piston, "grains.bed.packing.inside.box.low=[1 cm, 1 cm, 2 cm]",
                                  "grains.bed.packing.count=200", NULL};
static const double still[3] = {0, 0, 0};

static void move(scree_world *w, const char *wall, const double velocity[3], double duration)
{
    scree_error e = {0};
    if (scree_world_wall_move(w, wall, velocity, still, duration, &e))
        tell(&e);
    CHECK(!*e.what);
}

static scree_pose pose_of(scree_world *w, const char *wall)
{
    scree_pose pose = {0};
    CHECK(scree_world_wall_pose(w, wall, &pose, NULL) == SCREE_OK);
    return pose;
}

TEST(a_wall_that_is_led_goes_and_stands)
{
    opened o = open_box(led, 1, 1);
    const double up[3] = {0, 0, 0.5};
    const scree_pose before = pose_of(o.world, "floor");
    step(o.world, 100);
    move(o.world, "floor", up, 0.01); // 200 steps
    CHECK(pose_of(o.world, "floor").velocity[2] == 0.5);
    step(o.world, 100);
    CHECK_NEAR(pose_of(o.world, "floor").position[2] - before.position[2], 0.0025, 1e-15);
    step(o.world, 100);
    CHECK_NEAR(pose_of(o.world, "floor").position[2] - before.position[2], 0.005, 1e-15);
    CHECK(pose_of(o.world, "floor").velocity[2] == 0);
    step(o.world, 300);
    CHECK_NEAR(pose_of(o.world, "floor").position[2] - before.position[2], 0.005, 1e-15);
    close_box(o);
}

// From the first step on it is to the bit a wall with a velocity in the case.
TEST(leading_is_moving_at_a_velocity)
{
    const char *moved[] = {led[0], led[1], led[2],
                           "walls.floor.drive={law: velocity, velocity: [0.1 m/s, 0 m/s, 0.4 m/s]}",
                           NULL};
    opened by_case = open_box(moved, 1, 1);
    opened by_word = open_box(led, 1, 1);
    move(by_word.world, "floor", (const double[]){0.1, 0, 0.4}, INFINITY);
    step(by_case.world, 500);
    step(by_word.world, 500);
    for (int64_t id = 6; id < 206; id += 20) {
        double a[3] = {0};
        double b[3] = {0};
        read_ball(by_case.world, id, "position", a);
        read_ball(by_word.world, id, "position", b);
        CHECK(memcmp(a, b, sizeof a) == 0);
    }
    CHECK(ledger_of(by_case.world, "walls") == ledger_of(by_word.world, "walls"));
    close_box(by_case);
    close_box(by_word);
}

// A game asks in each frame for the pose that it wants next.
static void play(scree_world *w, int first, int end)
{
    for (int frame = first; frame < end; frame++) {
        const double to[3] = {0.01 * frame, 0, 0.01 + 0.002 * (frame % 3)};
        scree_error e = {0};
        if (scree_world_wall_to(w, "floor", to, NULL, 0.01, &e))
            tell(&e);
        CHECK(!*e.what);
        step(w, 200);
        const scree_pose pose = pose_of(w, "floor");
        for (int k = 0; k < 3; k++)
            CHECK_NEAR(pose.position[k], to[k], 1e-15);
    }
}

TEST(poses_are_reached_and_bits_are_kept)
{
    opened o = open_box(led, 1, 1);
    const scree_pose begin = pose_of(o.world, "floor");
    CHECK_NEAR(begin.position[2], 0.01, 1e-15);
    play(o.world, 0, 6);
    const uint64_t hash = hash_of(o.world);
    // its velocity jumps twenty times within contacts, at steps of 50 us
    CHECK(fabs(ledger_of(o.world, "residual")) < 5e-3 * ledger_of(o.world, "walls"));
    close_box(o);
    o = open_box(led, 3, 4);
    play(o.world, 0, 3);
    scree_world *again = NULL;
    const double to[3] = {0.03, 0, 0.01};
    CHECK(scree_world_wall_to(o.world, "floor", to, NULL, 0.01, NULL) == SCREE_OK);
    step(o.world, 77); // in the middle of a motion
    CHECK(scree_world_save(o.world, "led.h5", NULL) == SCREE_OK);
    CHECK(scree_world_load(o.of, "led.h5", 2, &again, NULL) == SCREE_OK);
    CHECK(hash_of(o.world) == hash_of(again));
    step(again, 123);
    CHECK_NEAR(pose_of(again, "floor").position[0], 0.03, 1e-15);
    play(again, 4, 6);
    CHECK(hash_of(again) == hash);
    scree_world_destroy(again);
    close_box(o);
}

// A slab about its centre, as an OBJ file.
static void write_slab(const char *path)
{
    FILE *file = fopen(path, "w");
    for (int corner = 0; corner < 8; corner++)
        fprintf(file, "v %g %g %g\n", corner & 1 ? 0.05 : -0.05, corner & 2 ? 0.005 : -0.005,
                corner & 4 ? 0.025 : -0.025);
    fputs("f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n", file);
    fclose(file);
}

TEST(orientations_are_reached_the_shorter_way)
{
    write_slab("slab.obj");
    static const char *const settings[] = {
        "walls={paddle: {material: glass, mesh: {file: slab.obj, unit: m, position: [10 cm, 10 cm, "
        "30 cm]}, drive: {law: led, speed: 20 m/s}}}",
        NULL};
    opened o = open_box(settings, 1, 1);
    const scree_pose from = pose_of(o.world, "paddle");
    const double half = 0.5 * 2.0; // turned by two radians about an axis across the others
    const double turn[4] = {cos(half), 0, 0.6 * sin(half), 0.8 * sin(half)};
    const double other[4] = {-turn[0], -turn[1], -turn[2], -turn[3]};
    scree_error e = {0};
    if (scree_world_wall_to(o.world, "paddle", from.position, other, 0.02, &e))
        tell(&e);
    CHECK_NEAR(pose_of(o.world, "paddle").spin[1], 2 / 0.02 * 0.6, 1e-9);
    step(o.world, 400);
    const scree_pose pose = pose_of(o.world, "paddle");
    for (int k = 0; k < 4; k++)
        CHECK_NEAR(pose.orientation[k], turn[k], 1e-12);
    CHECK(pose.spin[1] == 0);
    close_box(o);
}

static void not_led(scree_status status, const scree_error *e, const char *what)
{
    CHECK(status == SCREE_BAD_INPUT);
    CHECK_HAS(e->what, what);
    CHECK(*e->hint != 0);
}

TEST(refusals_of_walls)
{
    opened o = open_box(led, 1, 1);
    scree_world *w = o.world;
    scree_error e = {0};
    const double fast[3] = {0, 0, 3};
    const double whirling[3] = {0, 0, 300};
    const double bad[4] = {1, 1, 0, 0};
    const uint64_t hash = hash_of(w);
    not_led(scree_world_wall_move(w, "lid", still, still, 1, &e), &e,
            "there is no wall of that name; there are: domain-y-low");
    not_led(scree_world_wall_move(w, "post", still, still, 1, &e), &e,
            "its motion is not that of a program");
    not_led(scree_world_wall_move(w, "floor", fast, still, 1, &e), &e,
            "its fastest point would move at 3 m/s");
    not_led(scree_world_wall_move(w, "floor", still, whirling, 1, &e), &e,
            "its fastest point would move at"); // of a plane, in the domain
    not_led(scree_world_wall_move(w, "floor", still, still, NAN, &e), &e, "is no duration");
    not_led(scree_world_wall_to(w, "floor", still, NULL, INFINITY, &e), &e, "is no duration");
    not_led(scree_world_wall_to(w, "floor", still, bad, 1, &e), &e, "no quaternion of length 1");
    not_led(scree_world_wall_to(w, "floor", (const double[]){0, NAN, 0}, NULL, 1, &e), &e,
            "not a number");
    scree_pose pose;
    not_led(scree_world_wall_pose(w, "roof", &pose, &e), &e, "there is no wall of that name");
    CHECK(hash_of(w) == hash);
    close_box(o);
}

TEST_MAIN
