// test_api_bodies.c - velocities and spins written to bodies of several balls and to grains with corners: what is read back, through
// snapshots too; free flight as that of a body which has begun so; second order where it touches; the ledger; all solvers and
// schemes; any number of threads and parts; refusals.
#include "unit/api_box.h"

static const char *const none[] = {"grains.bed.packing.count=1", NULL};

typedef struct body {
    const char *set;
    int balls;
} body;
static const body bodies[] = {{"pairs", 2}, {"cubes", 1}};
enum { BODIES = sizeof bodies / sizeof *bodies };

static void write_one(scree_world *w, const char *what, int64_t id, const double value[3])
{
    scree_error e = {0};
    if (!CHECK(scree_world_write(w, what, &id, value, 1, &e) == SCREE_OK))
        tell(&e);
}

static bool alike(const double one[3], const double other[3], double tolerance)
{
    bool good = true;
    for (int d = 0; d < 3; d++)
        good = good && fabs(one[d] - other[d]) <= tolerance;
    return good;
}

// Velocity and spin of the centre, told from its balls, which lie to both sides of it.
static void motion_of(scree_world *w, int64_t id, int balls, double velocity[3], double spin[3])
{
    double sum[3] = {0};
    for (int k = 0; k < balls; k++) {
        double one[3];
        read_ball(w, id + k, "velocity", one);
        for (int d = 0; d < 3; d++)
            sum[d] += one[d] / balls;
    }
    memcpy(velocity, sum, sizeof sum);
    read_ball(w, id, "spin", spin);
}

static const double thrown[3] = {0.3, -0.2, 0.5};
static const double spun[3] = {20, -35, 50};

// ---- read back

// What was added beyond what there is more of.
static double added_beyond(scree_world *w)
{
    return ledger_of(w, "added") - ledger_of(w, "kinetic") - ledger_of(w, "gravitational");
}

// In this scheme, after so many steps.
static void check_read_back(const char *const *settings, int64_t steps, const body *is, bool exact)
{
    const opened o = open_box(settings, 1, 1);
    const int64_t id = add(o.world, (scree_grain){.set = is->set,
                                                  .position = {0.1, 0.1, 0.3},
                                                  .orientation = {0.8, 0, 0.6, 0},
                                                  .spin = {3, 2, -1}});
    double velocity[3];
    double spin[3];
    step(o.world, steps);
    const double added = added_beyond(o.world);
    write_one(o.world, "velocity", id, thrown);
    write_one(o.world, "spin", id, spun);
    motion_of(o.world, id, is->balls, velocity, spin);
    CHECK(alike(velocity, thrown, 1e-14));
    CHECK(alike(spin, spun, exact ? 0 : 1e-12));
    CHECK_NEAR(added_beyond(o.world), added, 1e-15);
    const uint64_t hash = hash_of(o.world);
    write_one(o.world, "spin", id, spin); // what there is
    CHECK(hash_of(o.world) == hash);
    void *data = NULL;
    int64_t size = 0;
    scree_world *again = NULL;
    scree_error e = {0};
    CHECK(scree_world_save_memory(o.world, &data, &size, NULL) == SCREE_OK);
    if (!CHECK(scree_world_load_memory(o.of, data, size, 1, &again, &e) == SCREE_OK))
        tell(&e);
    scree_memory_free(data);
    step(o.world, 40);
    step(again, 40);
    CHECK(hash_of(again) == hash_of(o.world));
    scree_world_destroy(again);
    close_box(o);
}

TEST(what_is_written_is_there_in_all_schemes)
{
    static const char *const axes[] = {"grains.bed.packing.count=1", "run.rotation=axes", NULL};
    static const char *const leapfrog[] = {"grains.bed.packing.count=1", "run.rotation=leapfrog",
                                           NULL};
    static const char *const gear[] = {"grains.bed.packing.count=1", "run.integrator=gear", NULL};
    static const char *const impulses[] = {"grains.bed.packing.count=1", "solver=nonsmooth",
                                           "run.ledger=true", NULL};
    for (int i = 0; i < BODIES; i++) {
        check_read_back(none, 0, &bodies[i], false);
        check_read_back(none, 50, &bodies[i], true);
        check_read_back(axes, 50, &bodies[i], true);
        check_read_back(leapfrog, 50, &bodies[i], true);
        check_read_back(gear, 50, &bodies[i], true);
        check_read_back(gear, 0, &bodies[i], false);
        check_read_back(impulses, 50, &bodies[i], false);
    }
}

// ---- free flight

TEST(a_written_body_flies_as_one_that_has_begun_so)
{
    const double *const motions[] = {thrown, spun};
    for (int i = 0; i < BODIES; i++) {
        const opened one = open_box(none, 1, 1);
        const opened other = open_box(none, 1, 1);
        scree_grain grain = {.set = bodies[i].set, .position = {0.1, 0.1, 0.25}};
        double where[2][3];
        double how[2][3];
        double turns[2][3];
        const int64_t id = add(one.world, grain);
        step(one.world, 60);
        write_one(one.world, "velocity", id, motions[0]);
        write_one(one.world, "spin", id, motions[1]);
        step(other.world, 60);
        grain.position[2] -= 0.5 * 9.81 * 3e-3 * 3e-3;
        memcpy(grain.velocity, thrown, sizeof thrown);
        memcpy(grain.spin, spun, sizeof spun);
        const int64_t twin = add(other.world, grain);
        step(one.world, 400);
        step(other.world, 400);
        read_ball(one.world, id, "position", where[0]);
        read_ball(other.world, twin, "position", where[1]);
        motion_of(one.world, id, bodies[i].balls, how[0], turns[0]);
        motion_of(other.world, twin, bodies[i].balls, how[1], turns[1]);
        CHECK(alike(where[0], where[1], 1e-12));
        CHECK(alike(how[0], how[1], 1e-11));
        CHECK(alike(turns[0], turns[1], 1e-9));
        close_box(other);
        close_box(one);
    }
}

// ---- where it touches

#define SOFT                                                                                       \
    "pairs.default={normal: {law: linear, stiffness: 2e3 N/m, restitution: 0.6}, tangential: "     \
    "{law: cundall-strack, stiffness: 1e3 N/m, friction: 0.5}}"

// Where a body that lies on the floor is some time after it is thrown, in steps of that length.
static void place_after(const body *is, const char *step_size, int64_t steps, double where[3])
{
    const char *const with[] = {"grains.bed.packing.count=1", SOFT, step_size, NULL};
    const opened o = open_box(with, 1, 1);
    // its lower side is half a tenth of a millimetre in the floor
    const double height = 6.95e-3; // of both
    const int64_t id = add(o.world, (scree_grain){.set = is->set, .position = {0.1, 0.1, height}});
    const double slid[3] = {0.2, 0.1, 0.02};
    const double rolled[3] = {4, 6, 3};
    step(o.world, steps);
    write_one(o.world, "velocity", id, slid);
    write_one(o.world, "spin", id, rolled);
    step(o.world, steps);
    read_ball(o.world, id, "position", where);
    CHECK(fabs(ledger_of(o.world, "residual")) < 0.02 * ledger_of(o.world, "turned_over"));
    close_box(o);
}

TEST(what_follows_is_of_second_order_in_contact)
{
    for (int i = 0; i < BODIES; i++) {
        double at[4][3];
        static const char *const sizes[] = {"run.step=20 us", "run.step=10 us", "run.step=5 us",
                                            "run.step=0.625 us"};
        for (int k = 0; k < 4; k++)
            place_after(&bodies[i], sizes[k], k < 3 ? 100 << k : 3200, at[k]);
        double off[3] = {0};
        for (int k = 0; k < 3; k++)
            for (int d = 0; d < 3; d++)
                off[k] = fmax(off[k], fabs(at[k][d] - at[3][d]));
        printf("    %s: off by %.3g m, %.3g m, %.3g m\n", bodies[i].set, off[0], off[1], off[2]);
        CHECK(off[0] < 2e-6 && off[1] < off[0] / 2.5 && off[2] < off[1] / 2.5);
    }
}

// ---- any number of threads and parts; all at once

static uint64_t hash_of_led(int threads, int parts)
{
    const opened o = open_box(NULL, threads, parts);
    scree_error e = {0};
    int64_t id[3];
    id[0] = add(o.world, (scree_grain){.set = "pairs", .position = {0.005, 0.1, 0.18}});
    id[1] = add(o.world, (scree_grain){.set = "cubes", .position = {0.1, 0.1, 0.18}});
    id[2] = add(o.world, (scree_grain){.set = "pairs", .position = {0.15, 0.1, 0.18}});
    const double down[9] = {0.4, 0, -1, 0, 0.5, -1, -0.3, 0.1, -1};
    for (int i = 0; i < 60; i++) {
        step(o.world, 10);
        if (!CHECK(scree_world_write(o.world, "velocity", id, down, 3, &e) == SCREE_OK))
            tell(&e);
        CHECK(scree_world_write(o.world, "spin", id, down, 3, NULL) == SCREE_OK);
    }
    step(o.world, 200);
    const uint64_t hash = hash_of(o.world);
    close_box(o);
    return hash;
}

TEST(threads_and_parts_do_not_tell)
{
    const uint64_t hash = hash_of_led(1, 1);
    CHECK(hash_of_led(2, 1) == hash);
    CHECK(hash_of_led(1, 3) == hash);
}

// So many that a step moves them together.
TEST(many_bodies_are_written_at_once)
{
    enum { MANY = 12 };
    const opened o = open_box(none, 1, 1);
    int64_t id[MANY];
    double down[3 * MANY];
    for (int i = 0; i < MANY; i++) {
        id[i] = add(o.world,
                    (scree_grain){.set = "pairs",
                                  .position = {0.04 + 0.04 * (i % 4), 0.05 + 0.05 * (i / 4), 0.3}});
        for (int d = 0; d < 3; d++)
            down[3 * i + d] = 0.01 * (i + d);
    }
    step(o.world, 20);
    CHECK(scree_world_write(o.world, "velocity", id, down, MANY, NULL) == SCREE_OK);
    CHECK(scree_world_write(o.world, "spin", id, down, MANY, NULL) == SCREE_OK);
    step(o.world, 20);
    for (int i = 0; i < MANY; i++) {
        double velocity[3];
        double spin[3];
        motion_of(o.world, id[i], 2, velocity, spin);
        velocity[2] += 9.81 * 20 * 50e-6;
        CHECK(alike(velocity, down + 3 * i, 1e-12));
        CHECK(alike(spin, down + 3 * i, 1e-4)); // a free body does not keep its spin, but nearly
    }
    close_box(o);
}

TEST(without_ids_all_grains_are_meant)
{
    const opened o = open_box(none, 1, 1);
    scree_error e = {0};
    const int64_t id = add(o.world, (scree_grain){.set = "pairs", .position = {0.1, 0.1, 0.3}});
    step(o.world, 10);
    const double values[9] = {0, 0, 0, 1, 2, 3, 0, 0, 0};
    double velocity[3];
    double spin[3];
    CHECK(scree_world_write(o.world, "velocity", NULL, values, 3, &e) == SCREE_BAD_INPUT);
    CHECK(strstr(e.what, "3 values for 2 grains") != NULL);
    CHECK(scree_world_write(o.world, "velocity", NULL, values, 2, NULL) == SCREE_OK);
    motion_of(o.world, id, 2, velocity, spin);
    CHECK(alike(velocity, values + 3, 1e-14));
    const int64_t second = id + 1;
    CHECK(scree_world_write(o.world, "velocity", &second, values, 1, &e) == SCREE_BAD_INPUT);
    CHECK(strstr(e.what, "is one of the balls of a body") && strstr(e.hint, "`body`"));
    const int64_t twice[2] = {id, id};
    CHECK(scree_world_write(o.world, "spin", twice, values, 2, &e) == SCREE_BAD_INPUT);
    CHECK(strstr(e.what, "stands twice") != NULL);
    const double fast[3] = {0, 0, 9e14};
    CHECK(scree_world_write(o.world, "spin", &id, fast, 1, NULL) == SCREE_OK);
    const double faster[3] = {0, 0, 9e17};
    CHECK(scree_world_write(o.world, "spin", &id, faster, 1, &e) == SCREE_BAD_INPUT);
    close_box(o);
}

// What waits for a grain that is removed before the next step waits for nobody.
TEST(what_is_written_goes_with_its_grain)
{
    const opened o = open_box(none, 1, 1);
    for (int i = 0; i < 3; i++) {
        const double at = 0.05 + 0.05 * i;
        const char *set = i == 0 ? "pairs" : i == 1 ? "cubes" : "bed";
        const int64_t id = add(o.world, (scree_grain){.set = set, .position = {at, 0.1, 0.3}});
        const int64_t other = add(o.world, (scree_grain){.set = set, .position = {at, 0.05, 0.35}});
        step(o.world, 5);
        write_one(o.world, "velocity", id, thrown);
        write_one(o.world, "velocity", other, thrown);
        CHECK(scree_world_remove(o.world, &id, 1, NULL) == SCREE_OK);
        void *data = NULL;
        int64_t size = 0;
        scree_world *again = NULL;
        scree_error e = {0};
        REQUIRE(scree_world_save_memory(o.world, &data, &size, NULL) == SCREE_OK);
        if (!CHECK(scree_world_load_memory(o.of, data, size, 1, &again, &e) == SCREE_OK))
            tell(&e);
        scree_memory_free(data);
        step(o.world, 40);
        step(again, 40);
        CHECK(hash_of(again) == hash_of(o.world));
        scree_world_destroy(again);
    }
    close_box(o);
}

// Beyond half of a periodic axis in a step no image is known: told as of balls.
TEST(bodies_that_run_away_are_told)
{
    static const char *const sets[] = {"bed", "pairs", "cubes"};
    for (int i = 0; i < 3; i++) {
        const opened o = open_box(none, 1, 1);
        const int64_t id = add(o.world, (scree_grain){.set = sets[i], .position = {0.1, 0.1, 0.3}});
        scree_error e = {0};
        step(o.world, 5);
        write_one(o.world, "velocity", id, (double[3]){1900, 0, 0}); // 0.095 m of 0.2 m
        step(o.world, 1);
        write_one(o.world, "velocity", id, (double[3]){1e5, 0, 0});
        CHECK(scree_world_step(o.world, 2, &e) == SCREE_DIVERGED);
        CHECK_MSG(strstr(e.what, "runs away") != NULL, "%s: %s", sets[i], e.what);
        close_box(o);
    }
}

TEST_MAIN
