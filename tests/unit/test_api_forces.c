// test_api_forces.c - forces that a program gives grains: they accelerate and do work, are part of the state, come and go with
// stages, go with both solvers; and every refusal by its words.
#include "unit/api_box.h"

static const char *const pushed[] = {"forces={hand: {law: given}}", NULL};

static void push(scree_world *w, int64_t id, double x, double y, double z)
{
    scree_error e = {0};
    const double force[3] = {x, y, z};
    if (scree_world_push(w, &id, force, 1, &e))
        tell(&e);
    CHECK(!*e.what);
}

// x = F t^2 / 2m, of a ball, a pair and a cube; and the force does its work.
TEST(a_force_accelerates)
{
    opened o = open_box(pushed, 1, 1);
    const int64_t ids[3] = {
        add(o.world, (scree_grain){.set = "bed", .position = {0.02, 0.05, 0.3}}),
        add(o.world, (scree_grain){.set = "pairs", .position = {0.02, 0.1, 0.3}}),
        add(o.world, (scree_grain){.set = "cubes", .position = {0.02, 0.15, 0.3}}),
    };
    double mass[3] = {0};
    scree_frame *f = scree_frame_create();
    scree_view v = {0};
    scree_view body = {0};
    CHECK(scree_frame_take(f, o.world, NULL) == SCREE_OK);
    CHECK(scree_frame_column(f, SCREE_BALLS, "mass", &v, NULL) == SCREE_OK);
    CHECK(scree_frame_column(f, SCREE_BALLS, "body", &body, NULL) == SCREE_OK);
    for (int64_t i = 0; i < v.rows; i++) {
        for (int k = 0; k < 3; k++) {
            if (((const int64_t *)body.data)[i] == ids[k])
                mass[k] += ((const double *)v.data)[i];
        }
    }
    const double before = ledger_of(o.world, "drag");
    for (int k = 0; k < 3; k++)
        push(o.world, ids[k], 5 * mass[k], 0,
             9.81 * mass[k]); // it hovers, and goes along x at 5 m/s^2
    step(o.world, 2000);      // 0.1 s
    double work = 0;
    for (int k = 0; k < 3; k++) {
        double at[3] = {0};
        read_ball(o.world, ids[k], "velocity", at);
        CHECK_NEAR(at[0], 0.5, 1e-12);
        CHECK_NEAR(at[2], 0, 1e-12);
        work += 0.5 * mass[k] * 0.25;
    }
    CHECK_REL(before - ledger_of(o.world, "drag"), work, 1e-6);
    scree_frame_destroy(f);
    close_box(o);
}

static void pull_along(scree_world *w)
{
    double force[900];
    for (int i = 0; i < 300; i++) {
        force[3 * i] = 1e-3 * (i % 7);
        force[3 * i + 1] = 0;
        force[3 * i + 2] = 2e-3 * (i % 3);
    }
    CHECK(scree_world_push(w, NULL, force, 300, NULL) == SCREE_OK);
    CHECK(scree_world_turn(w, (int64_t[]){20, 50}, (double[]){0, 1e-3, 0, 2e-3, 0, 0}, 2, NULL) ==
          SCREE_OK);
    step(w, 300);
    push(w, 17, -0.1, 0, 0);
}

typedef struct turned {
    const char *set;
    double at[3], moment[3];
    double inertia; // kg m^2; 0: told by no formula
} turned;

// Spin is M t/I, and the work half of M t times that, which the books have as energy of rotation.
static void check_turning(const char *const *settings, bool books)
{
    const double ball = 2500 * 4.0 / 3.0 * 3.14159265358979 * 8e-3 * 8e-3 * 8e-3;
    const double cube = 2500 * 14e-3 * 14e-3 * 14e-3;
    const turned grain[] = {
        {"bed", {0.02, 0.05, 0.3}, {1e-6, 2e-6, -2e-6}, 0.4 * ball * 8e-3 * 8e-3},
        {"pairs", {0.02, 0.1, 0.3}, {0, 0, 3e-6}, 0},
        {"cubes", {0.02, 0.15, 0.3}, {2e-6, -1e-6, 2e-6}, cube * 14e-3 * 14e-3 / 6},
    };
    opened o = open_box(settings, 1, 1);
    const double time = 0.1;
    double work = 0;
    int64_t id[3];
    for (int k = 0; k < 3; k++) {
        scree_grain newcomer = {.set = grain[k].set};
        memcpy(newcomer.position, grain[k].at, sizeof newcomer.position);
        id[k] = add(o.world, newcomer);
        CHECK(scree_world_turn(o.world, &id[k], grain[k].moment, 1, NULL) == SCREE_OK);
    }
    const double before = ledger_of(o.world, "drag");
    CHECK(scree_world_step_until(o.world, time, NULL) == SCREE_OK);
    for (int k = 0; k < 3; k++) {
        const double *moment = grain[k].moment;
        double spin[3] = {0};
        double all = 0;
        double along = 0;
        read_ball(o.world, id[k], "spin", spin);
        for (int axis = 0; axis < 3; axis++) {
            all += moment[axis] * moment[axis];
            along += moment[axis] * spin[axis];
        }
        work += 0.5 * time * along;
        CHECK(along > 0);
        for (int axis = 0; axis < 3; axis++) {
            CHECK_NEAR(spin[axis], along / all * moment[axis], 1e-9 * along / sqrt(all));
            if (grain[k].inertia > 0)
                CHECK_REL(spin[axis], time * moment[axis] / grain[k].inertia, 1e-9);
        }
    }
    if (books)
        CHECK_REL(before - ledger_of(o.world, "drag"), work, 1e-6);
    close_box(o);
}

TEST(a_moment_turns)
{
    static const char *const falling[] = {"forces={hand: {law: given}}",
                                          "grains.bed.packing.count=1", NULL};
    static const char *const leaping[] = {
        "forces={hand: {law: given}}", "grains.bed.packing.count=1", "run.rotation=leapfrog", NULL};
    static const char *const nonsmooth[] = {"forces={hand: {law: given}}",
                                            "grains.bed.packing.count=1", "solver=nonsmooth",
                                            "run.step=1 ms", NULL};
    check_turning(falling, true);
    check_turning(leaping, true);
    check_turning(nonsmooth, true);
}

// What a program tells in each step acts at the time of the positions: F = -k x at each of them is a spring of second order.
static double error_of_spring(double step_size)
{
    char text[40];
    snprintf(text, sizeof text, "run.step=%g s", step_size);
    const char *const settings[] = {"forces={hand: {law: given}}",
                                    "gravity=[0 m/s^2, 0 m/s^2, 0 m/s^2]",
                                    "grains.bed.packing={law: lattice, spacing: [1 m, 1 m, 1 m], "
                                    "counts: [1, 1, 1], origin: [0.11 m, 0.1 m, 0.2 m]}",
                                    text, NULL};
    opened o = open_box(settings, 1, 1);
    const double mass = 2500 * 4.0 / 3.0 * 3.14159265358979323846 * 8e-3 * 8e-3 * 8e-3;
    const double rate = 50; // 1/s
    double at[3] = {0.11, 0, 0};
    while (scree_world_time(o.world) < 0.1 - 0.5 * step_size) {
        const double force[3] = {-mass * rate * rate * (at[0] - 0.1), 0, 0};
        CHECK(scree_world_push(o.world, NULL, force, 1, NULL) == SCREE_OK);
        step(o.world, 1);
        scree_view v = {0};
        CHECK(scree_world_column(o.world, "position", &v, NULL) == SCREE_OK);
        at[0] = *scree_row_float64(&v, 0);
    }
    close_box(o);
    return fabs(at[0] - 0.1 - 0.01 * cos(rate * 0.1));
}

TEST(forces_in_each_step_are_of_second_order)
{
    const double wide = error_of_spring(100e-6);
    const double narrow = error_of_spring(50e-6);
    CHECK_MSG(wide > 3.8 * narrow && wide < 4.2 * narrow, "%g, %g", wide, narrow);
}

TEST(forces_are_part_of_the_state)
{
    opened o = open_box(pushed, 1, 1);
    pull_along(o.world);
    scree_world *again = NULL;
    CHECK(scree_world_save(o.world, "pushed.h5", NULL) == SCREE_OK);
    step(o.world, 700);
    const uint64_t hash = hash_of(o.world);
    const double residual = ledger_of(o.world, "residual");
    CHECK(fabs(residual) < 1e-4 * ledger_of(o.world, "turned_over"));
    CHECK(scree_world_load(o.of, "pushed.h5", 2, &again, NULL) == SCREE_OK);
    step(again, 700);
    CHECK(hash_of(again) == hash);
    scree_world_destroy(again);
    close_box(o);
    o = open_box(pushed, 2, 5);
    pull_along(o.world);
    step(o.world, 700);
    CHECK(hash_of(o.world) == hash);
    close_box(o);
}

// A stage that has such a force begins with none, and one without forgets them.
TEST(stages_have_forces_or_not)
{
    static const char *const settings[] = {
        "stages=[{name: free, until: 5 ms}, {name: held, until: 10 ms, set: {forces.hand: {law: "
        "given}}}, {name: again, until: 15 ms, set: {forces.hand: none}}]",
        NULL};
    opened o = open_box(settings, 1, 1);
    const double force[3] = {0, 0, 1};
    scree_error e = {0};
    CHECK(scree_world_push(o.world, &(int64_t){10}, force, 1, &e) == SCREE_BAD_INPUT);
    CHECK_HAS(e.what, "no force of the case");
    step(o.world, 120);
    push(o.world, 10, 0, 0, 1);
    step(o.world, 50);
    step(o.world, 180);
    CHECK(scree_world_push(o.world, &(int64_t){10}, force, 1, &e) == SCREE_BAD_INPUT);
    close_box(o);
}

TEST(the_nonsmooth_solver_takes_forces_too)
{
    static const char *const settings[] = {"solver=nonsmooth", "run.step=1 ms", "run.ledger=false",
                                           "forces={hand: {law: given}}", NULL};
    opened o = open_box(settings, 1, 1);
    const int64_t id = add(o.world, (scree_grain){.set = "bed", .position = {0.1, 0.1, 0.3}});
    const double mass = 2500 * 4.0 / 3.0 * 3.14159265358979 * 8e-3 * 8e-3 * 8e-3;
    double speed[3] = {0};
    push(o.world, id, 2 * mass, 0, 9.81 * mass);
    step(o.world, 100);
    read_ball(o.world, id, "velocity", speed);
    CHECK_NEAR(speed[0], 0.2, 1e-12);
    CHECK_NEAR(speed[2], 0, 1e-12);
    close_box(o);
}

TEST(refusals_of_forces)
{
    opened o = open_box(pushed, 1, 1);
    scree_error e = {0};
    const double force[6] = {0, 0, 1, NAN, 0, 0};
    const uint64_t hash = hash_of(o.world);
    CHECK(scree_world_push(o.world, (int64_t[]){5, 6}, force, 2, &e) == SCREE_BAD_INPUT);
    CHECK_STR(e.where, "force 1");
    CHECK_HAS(e.what, "not a number");
    CHECK(scree_world_push(o.world, (int64_t[]){5, 9999}, force, 2, &e) == SCREE_BAD_INPUT);
    CHECK_STR(e.what, "grain 9999 is not there");
    CHECK(scree_world_push(o.world, NULL, force, 2, &e) == SCREE_BAD_INPUT);
    CHECK_STR(e.what, "2 forces for 300 grains");
    CHECK(scree_world_push(o.world, NULL, force, -1, &e) == SCREE_BAD_INPUT);
    CHECK(scree_world_turn(o.world, (int64_t[]){5, 6}, force, 2, &e) == SCREE_BAD_INPUT);
    CHECK_STR(e.where, "moment 1");
    CHECK(scree_world_turn(o.world, NULL, force, 2, &e) == SCREE_BAD_INPUT);
    CHECK_STR(e.what, "2 moments for 300 grains");
    const double twice[6] = {1, 0, 0, 2, 0, 0};
    CHECK(scree_world_push(o.world, (int64_t[]){5, 5}, twice, 2, &e) == SCREE_BAD_INPUT);
    CHECK_STR(e.where, "force 1");
    CHECK_STR(e.what, "grain 5 stands twice among the ids");
    CHECK_STR(e.hint, "name each grain once");
    CHECK(scree_world_turn(o.world, (int64_t[]){5, 6, 5}, (double[9]){0}, 3, &e) ==
          SCREE_BAD_INPUT);
    CHECK_STR(e.where, "moment 2");
    CHECK(hash_of(o.world) == hash);
    close_box(o);
}

TEST_MAIN
