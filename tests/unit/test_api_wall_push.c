// test_api_wall_push.c - walls that are rigid bodies and are pushed by a program: F = m a and M = I alpha in both solvers, until the
// next word; the push is part of the state, and of no other; every refusal by its words.
#include "unit/api_box.h"

static const char block[] =
    "scree: 1\n"
    "solver: %s\n"
    "domain: {low: [-9 m, -9 m, -9 m], high: [9 m, 9 m, 9 m]}\n"
    "materials: {soft: {density: 1000 kg/m^3, young: 20 MPa, poisson: 0.25}}\n"
    "pairs: {default: {normal: {law: linear, stiffness: 20 kN/m, restitution: 0.8}, tangential: "
    "{law: cundall-strack, friction: 0.4}}}\n"
    "shapes: {ball: {ball: {radius: 1 cm}}}\n"
    "walls:\n"
    "  block: {material: soft, box: {low: [-2 cm, -3 cm, -1 cm], high: [2 cm, 3 cm, 1 cm], side: "
    "outside}, drive: {law: body, density: 1000 kg/m^3}}\n"
    "  post: {material: soft, plane: {point: [0, 0, -1 m], normal: [0, 0, 1]}}\n"
    "grains: [{name: row, shape: ball, material: soft, packing: {law: lattice, counts: [3, 1, 1], "
    "spacing: [3 cm, 3 cm, 3 cm], origin: [%s, 0 m, 0 m]}}]\n"
    "run: {duration: 1 s, step: 1e-4 s}\n";
static const double mass = 0.048;                 // kg: 4 cm by 6 cm by 2 cm of 1000 kg/m^3
static const double about_z = 0.048 / 12 * 52e-4; // kg m^2

static opened open_block(const char *solver, const char *row, int threads)
{
    char text[2000];
    opened o = {0};
    scree_error e = {0};
    snprintf(text, sizeof text, block, solver, row);
    if (scree_case_parse(text, "block.yaml", NULL, &o.of, &e) ||
        scree_world_create(o.of, threads, &o.world, &e))
        tell(&e);
    CHECK(o.world != NULL);
    return o;
}

static void push(scree_world *w, const double force[3], const double torque[3])
{
    scree_error e = {0};
    if (scree_world_wall_push(w, "block", force, torque, &e))
        tell(&e);
    CHECK(!*e.what);
}

static scree_pose pose_of(scree_world *w)
{
    scree_pose pose = {0};
    CHECK(scree_world_wall_pose(w, "block", &pose, NULL) == SCREE_OK);
    return pose;
}

// A tenth of a second at 1 m/s^2 and 1 rad/s^2, then a tenth without.
static void is_pushed(const char *solver, double within)
{
    const opened o = open_block(solver, "5 m", 1);
    push(o.world, (const double[]){mass, 0, 0}, (const double[]){0, 0, about_z});
    step(o.world, 1000);
    const scree_pose then = pose_of(o.world);
    CHECK_NEAR(then.position[0], 0.005, 0.005 * within);
    CHECK_NEAR(then.position[1], 0, 1e-15);
    CHECK_NEAR(2 * asin(then.orientation[3]), 0.005, 0.005 * within);
    push(o.world, NULL, NULL);
    step(o.world, 1000);
    const scree_pose now = pose_of(o.world);
    CHECK_NEAR(now.position[0] - then.position[0], 0.01, 0.01 * within);
    CHECK_NEAR(now.velocity[0], 0.1, 0.1 * within);
    CHECK_NEAR(now.spin[2], 0.1, 0.1 * within);
    close_box(o);
}

TEST(a_wall_is_pushed_as_mechanics_says)
{
    is_pushed("smooth", 1.1e-3);
    is_pushed("nonsmooth", 2.1e-3);
}

// By forces a pose has the velocity that the wall came with, of half a step ago; a frame has that of its own time. By impulses they are one.
static void has_velocities(const char *solver, double late)
{
    const opened o = open_block(solver, "5 m", 1);
    scree_frame *frame = scree_frame_create();
    scree_view velocity;
    push(o.world, (const double[]){mass, 0, 0}, NULL);
    step(o.world, 100);
    const double time = scree_world_time(o.world);
    CHECK_NEAR(pose_of(o.world).velocity[0], time - late, 1e-12);
    CHECK(scree_frame_take(frame, o.world, NULL) == SCREE_OK);
    REQUIRE(scree_frame_column(frame, SCREE_WALLS, "velocity", &velocity, NULL) == SCREE_OK);
    CHECK_NEAR(((const double *)velocity.data)[0], time, 1e-12);
    scree_frame_destroy(frame);
    close_box(o);
}

TEST(velocities_of_poses_and_frames)
{
    has_velocities("smooth", 0.5e-4);
    has_velocities("nonsmooth", 0);
}

// Through a row of balls, with any number of threads and over a snapshot.
TEST(bits_are_kept)
{
    const double force[3] = {0.5, 0.02, 0};
    const opened one = open_block("smooth", "3.2 cm", 1);
    const opened two = open_block("smooth", "3.2 cm", 2);
    scree_world *loaded = NULL;
    void *data = NULL;
    int64_t size = 0;
    push(one.world, force, NULL);
    push(two.world, force, NULL);
    step(one.world, 200);
    step(two.world, 200);
    CHECK(hash_of(one.world) == hash_of(two.world));
    CHECK(scree_world_save_memory(one.world, &data, &size, NULL) == SCREE_OK);
    CHECK(scree_world_load_memory(one.of, data, size, 1, &loaded, NULL) == SCREE_OK);
    CHECK(hash_of(loaded) == hash_of(one.world));
    step(one.world, 500);
    step(loaded, 500);
    CHECK(pose_of(one.world).position[0] > 0.02);
    CHECK(hash_of(loaded) == hash_of(one.world));
    scree_memory_free(data);
    scree_world_destroy(loaded);
    close_box(one);
    close_box(two);
}

TEST(a_world_that_is_not_pushed_knows_nothing_of_it)
{
    const opened o = open_block("smooth", "5 m", 1);
    const opened other = open_block("smooth", "5 m", 1);
    push(o.world, (const double[]){1, 2, 3}, NULL);
    CHECK(hash_of(o.world) != hash_of(other.world));
    push(o.world, NULL, NULL);
    CHECK(hash_of(o.world) == hash_of(other.world));
    close_box(o);
    close_box(other);
}

static void refused(scree_world *w, const char *wall, const double force[3], const char *words)
{
    scree_error e = {0};
    CHECK(scree_world_wall_push(w, wall, force, NULL, &e) == SCREE_BAD_INPUT);
    CHECK_MSG(strstr(e.what, words) != NULL, "%s", e.what);
}

TEST(refusals_of_pushes)
{
    const opened o = open_block("smooth", "5 m", 1);
    const double up[3] = {0, 0, 1};
    refused(o.world, "lid", up, "there is no wall of that name; there are: block, post");
    refused(o.world, "post", up, "it is no rigid body that a program could push");
    refused(o.world, "block", (const double[]){NAN, 0, 0}, "is not a number, or beyond all use");
    refused(o.world, "block", (const double[]){0, 1e15, 0}, "is not a number, or beyond all use");
    close_box(o);
}

TEST_MAIN
