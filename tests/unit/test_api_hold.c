// test_api_hold.c - grains that a program holds, lets go and gives another set; what comes after that, streams and stages among it;
// and every refusal by its words.
#include "unit/api_kinds.h"

static const char *const bed[] = {SETS, NULL};
static const char *const alone[] = {SETS, "grains.bed.packing.count=1", NULL};
static const char *const impulses[] = {SETS, "solver=nonsmooth", "run.step=1 ms", NULL};

// ---- held and let go

TEST(a_held_grain_stands_and_a_free_one_falls)
{
    static const char *const kinds[] = {"bed", "pairs", "cubes"};
    for (int i = 0; i < 6; i++) {
        const opened o = open_box(i < 3 ? alone : impulses, 1, 1);
        const scree_grain grain = {.set = kinds[i % 3], .position = {0.1, 0.1, 0.3}};
        double at[3] = {0};
        double then[3] = {0};
        double speed[3] = {0};
        const int64_t id = add(o.world, grain);
        const int64_t grains = scree_world_grain_count(o.world);
        step(o.world, 20);
        read_ball(o.world, id, "position", at);
        change(o.world, (scree_change){.id = id, .hold = SCREE_HOLD_FIXED});
        step(o.world, 40);
        read_ball(o.world, id, "position", then);
        read_ball(o.world, id, "velocity", speed);
        CHECK(memcmp(at, then, sizeof at) == 0);
        CHECK(alike(speed, (double[3]){0}, 0));
        CHECK(scree_world_remove(o.world, &id, 1, NULL) == SCREE_BAD_INPUT);
        change(o.world, (scree_change){.id = id, .hold = SCREE_HOLD_FREE});
        CHECK(scree_world_grain_count(o.world) == grains);
        const double dt = scree_world_step_size(o.world);
        step(o.world, 40);
        read_ball(o.world, id, "velocity", speed);
        CHECK_NEAR(speed[2], -9.81 * 40 * dt, 1e-9);
        CHECK(scree_world_remove(o.world, &id, 1, NULL) == SCREE_OK);
        close_box(o);
    }
}

// What rests on a grain that is held, and what is pushed by it, does not know how it came to be fixed.
TEST(a_held_grain_bears_others)
{
    const opened o = open_box(alone, 1, 1);
    const int64_t low = add(o.world, (scree_grain){.set = "bed", .position = {0.1, 0.1, 0.2}});
    change(o.world, (scree_change){.id = low, .hold = SCREE_HOLD_FIXED});
    const int64_t high = add(o.world, (scree_grain){.set = "bed", .position = {0.1, 0.1, 0.217}});
    double at[3] = {0};
    step(o.world, 12000);
    read_ball(o.world, high, "position", at);
    CHECK(at[2] > 0.2155 && at[2] < 0.2161);
    change(o.world, (scree_change){.id = low, .hold = SCREE_HOLD_FREE});
    step(o.world, 2000);
    read_ball(o.world, high, "position", at);
    CHECK(at[2] < 0.2);
    close_box(o);
}

#define BALLS_ALONE                                                                                \
    "streams=[]", "regions={}",                                                                    \
        "shapes={bead: {ball: {radius: 8 mm}}, grit: {ball: {radius: 1 mm}}}"

// In a world where nothing was fixed a held ball is as one that the case has fixed.
TEST(held_is_as_fixed_from_the_start)
{
    static const char *const held[] = {BALLS_ALONE,
                                       "grains.bed.packing={law: lattice, counts: [1, 1, 2], "
                                       "spacing: [1 m, 1 m, 18 mm], origin: [10 "
                                       "cm, 10 cm, 10 cm]}",
                                       NULL};
    static const char *const fixed[] = {
        BALLS_ALONE,
        "grains=[{name: low, shape: bead, material: glass, fixed: true, packing: {law: lattice, "
        "counts: [1, 1, 1], spacing: [1 m, 1 m, 1 m], origin: [10 cm, 10 cm, 10 cm]}}, {name: bed, "
        "shape: bead, material: glass, packing: {law: lattice, counts: [1, 1, 1], spacing: [1 m, 1 "
        "m, 1 m], origin: [10 cm, 10 cm, 11.8 cm]}}]",
        NULL};
    const opened one = open_box(held, 1, 1);
    const opened other = open_box(fixed, 1, 1);
    double at[2][3] = {{0}};
    change(one.world, (scree_change){.id = 4, .hold = SCREE_HOLD_FIXED});
    step(one.world, 900);
    step(other.world, 900);
    for (int64_t id = 4; id < 6; id++) {
        read_ball(one.world, id, "position", at[0]);
        read_ball(other.world, id, "position", at[1]);
        CHECK(alike(at[0], at[1], 1e-14)); // the two packings round otherwise
    }
    close_box(other);
    close_box(one);
}

// A ball far smaller than all that moved: its contacts have other arms, and a snapshot knows that.
TEST(sizes_that_come_to_move)
{
    static const char *const grit[] = {
        BALLS_ALONE,
        "grains=[{name: low, shape: grit, material: glass, fixed: true, packing: {law: lattice, "
        "counts: [1, 1, 1], spacing: [1 m, 1 m, 1 m], origin: [10 cm, 10 cm, 0.95 mm]}}, {name: "
        "bed, "
        "shape: bead, material: glass, velocity: [0.2 m/s, 0 m/s, 0 m/s], packing: {law: lattice, "
        "counts: [1, 1, 1], spacing: [1 m, 1 m, 1 m], origin: [9.3 cm, 10 cm, 7.95 mm]}}]",
        "run.step=5 us", NULL};
    const opened o = open_box(grit, 1, 1);
    scree_world *again = NULL;
    void *data = NULL;
    int64_t size = 0;
    change(o.world, (scree_change){.id = 4, .hold = SCREE_HOLD_FREE});
    CHECK(scree_world_save_memory(o.world, &data, &size, NULL) == SCREE_OK);
    CHECK(scree_world_load_memory(o.of, data, size, 1, &again, NULL) == SCREE_OK);
    scree_memory_free(data);
    step(o.world, 3000);
    step(again, 3000);
    CHECK(hash_of(again) == hash_of(o.world));
    scree_world_destroy(again);
    close_box(o);
}

// ---- its set

TEST(another_set_is_another_material)
{
    const opened o = open_box(alone, 1, 1);
    const int64_t id = 4;
    double speed[3] = {0};
    double now[3] = {0};
    scree_frame *f = scree_frame_create();
    scree_view mass = {0};
    step(o.world, 50);
    read_ball(o.world, id, "velocity", speed);
    change(o.world, (scree_change){.id = id, .set = "steel-beads"});
    read_ball(o.world, id, "velocity", now);
    CHECK(alike(speed, now, 1e-15));
    CHECK_STR(
        scree_world_name(o.world, SCREE_MATERIAL_NAMES, (int)whole_of(o.world, id, "material")),
        "steel");
    CHECK(scree_frame_take(f, o.world, NULL) == SCREE_OK);
    CHECK(scree_frame_column(f, SCREE_BALLS, "mass", &mass, NULL) == SCREE_OK);
    CHECK_REL(*scree_row_float64(&mass, 0), 7800 * 4.0 / 3 * 3.14159265358979 * 0.512e-6, 1e-12);
    change(o.world, (scree_change){.id = id, .material = "glass"});
    CHECK_STR(scree_world_name(o.world, SCREE_SET_NAMES, (int)whole_of(o.world, id, "set")), "bed");
    scree_frame_destroy(f);
    close_box(o);
}

TEST(motion_stays_with_both_solvers)
{
    const char *const *both[] = {bed, impulses};
    for (int i = 0; i < 2; i++) {
        const opened o = open_box(both[i], 1, 1);
        double before[2][3] = {{0}};
        double after[2][3] = {{0}};
        step(o.world, i == 0 ? 1500 : 75);
        for (int64_t id = 4; id < 304; id += 30) {
            read_ball(o.world, id, "velocity", before[0]);
            read_ball(o.world, id, "spin", before[1]);
            change(o.world, (scree_change){.id = id, .position = (double[]){0.1, 0.1, 0.3}});
            read_ball(o.world, id, "velocity", after[0]);
            read_ball(o.world, id, "spin", after[1]);
            CHECK(alike(before[0], after[0], 1e-14) && alike(before[1], after[1], 1e-12));
            CHECK(scree_world_remove(o.world, &id, 1, NULL) == SCREE_OK);
        }
        close_box(o);
    }
}

// Impulses of the old place are not those of the new one, where it lies on the same floor.
TEST(contacts_begin_anew_by_impulses)
{
    static const char *const settings[] = {SETS, "grains.bed.packing.count=1", "solver=nonsmooth",
                                           "run.step=1 ms", NULL};
    const opened o = open_box(settings, 1, 1);
    double at[3] = {0};
    double force[3] = {0};
    step(o.world, 1000);
    read_ball(o.world, 4, "force", force);
    CHECK(force[2] > 0.01);
    read_ball(o.world, 4, "position", at);
    at[0] = at[0] > 0.1 ? at[0] - 0.05 : at[0] + 0.05;
    change(o.world, (scree_change){.id = 4, .position = at});
    read_ball(o.world, 4, "force", force);
    CHECK(force[2] == 0);
    close_box(o);
}

// ---- what comes after

// Streams, removals and the next stage find the grains as they are now.
TEST(streams_and_stages_go_on)
{
    static const char *const settings[] = {
        SETS, "grains.bed.packing.count=40",
        "streams.steel-beads={name: steel-beads, shape: bead, material: steel, inside: top, rate: "
        "500/s, to: 1 s, velocity: [0 m/s, 0 m/s, -1 m/s]}",
        "stages=[{name: fill, until: 50 ms}, {name: rest, set: {gravity: [0 m/s^2, 0 m/s^2, -5 "
        "m/s^2]}, until: 50 ms}]",
        NULL};
    uint64_t hash = 0;
    for (int i = 0; i < 2; i++) {
        const opened o = open_box(settings, 1 + i, 1);
        step(o.world, 200);
        change(o.world, (scree_change){.id = 20, .hold = SCREE_HOLD_FIXED});
        change(o.world, (scree_change){.id = 21, .set = "steel-beads"});
        change(o.world, (scree_change){.id = 22, .position = (double[]){0.1, 0.1, 0.25}});
        step(o.world, 1500);
        CHECK_STR(scree_world_stage(o.world, NULL), "rest");
        CHECK(scree_world_grain_count(o.world) > 70);
        change(o.world, (scree_change){.id = 20, .hold = SCREE_HOLD_FREE});
        change(o.world, (scree_change){.id = 60, .material = "glass"});
        step(o.world, 100);
        if (i == 0)
            hash = hash_of(o.world);
        CHECK(hash_of(o.world) == hash);
        close_box(o);
    }
}

// A force that a program gives stays with the grain, but not where it is fixed.
TEST(a_given_force_goes_along)
{
    static const char *const settings[] = {SETS, "grains.bed.packing.count=1",
                                           "gravity=[0 m/s^2, 0 m/s^2, 0 m/s^2]",
                                           "forces={hand: {law: given}}", NULL};
    const opened o = open_box(settings, 1, 1);
    const int64_t id = 4;
    double speed[3] = {0};
    CHECK(scree_world_push(o.world, &id, (double[]){0, 0, 0.01}, 1, NULL) == SCREE_OK);
    change(o.world, (scree_change){.id = id, .position = (double[]){0.1, 0.1, 0.2}});
    step(o.world, 100);
    read_ball(o.world, id, "velocity", speed);
    const double mass = 2500 * 4.0 / 3 * 3.14159265358979 * 0.512e-6;
    CHECK_REL(speed[2], 0.01 / mass * 100 * scree_world_step_size(o.world), 1e-3);
    change(o.world, (scree_change){.id = id, .hold = SCREE_HOLD_FIXED});
    change(o.world, (scree_change){.id = id, .hold = SCREE_HOLD_FREE});
    step(o.world, 100);
    read_ball(o.world, id, "velocity", speed);
    CHECK(alike(speed, (double[3]){0}, 1e-15));
    close_box(o);
}

// Grains that the case has fixed, are let go one by one.
TEST(a_fixed_set_is_let_go)
{
    static const char *const settings[] = {
        SETS,
        "grains=[{name: bed, shape: pair, material: glass, fixed: true, packing: {law: lattice, "
        "counts: [3, 1, 1], spacing: [26 mm, 1 m, 1 m], origin: [5 cm, 10 cm, 10 cm]}, "
        "turn: [0 deg, 0 deg, 0 deg]}]",
        "run.deepest_overlap=0.05", NULL};
    const opened o = open_box(settings, 1, 1);
    double at[3] = {0};
    const int64_t balls = scree_world_ball_count(o.world);
    scree_error e = {0};
    const scree_change second = {.id = 5, .hold = SCREE_HOLD_FREE};
    CHECK(balls == 6);
    // a little in one ball of a fixed body, where another one of a whole body at its place would be
    const scree_grain beside = {.set = "steel-beads", .position = {0.0605, 0.1, 0.11374}};
    const int64_t guest = add(o.world, beside);
    CHECK(scree_world_remove(o.world, &guest, 1, NULL) == SCREE_OK);
    CHECK(scree_world_change(o.world, &second, 1, &e) == SCREE_BAD_INPUT);
    CHECK_HAS(e.what, "one of several balls");
    change(o.world, (scree_change){.id = 4, .hold = SCREE_HOLD_FREE});
    CHECK(scree_world_ball_count(o.world) == balls && scree_world_grain_count(o.world) == 5);
    step(o.world, 200);
    read_ball(o.world, 4, "position", at);
    CHECK_NEAR(at[2], 0.1 - 0.5 * 9.81 * 0.01 * 0.01, 1e-9);
    close_box(o);
}

// ---- refusals

static void refused(scree_world *w, scree_change one, const char *what)
{
    scree_error e = {0};
    const uint64_t hash = hash_of(w);
    CHECK_MSG(scree_world_change(w, &one, 1, &e) == SCREE_BAD_INPUT, "not refused: %s", what);
    CHECK_HAS(e.what, what);
    CHECK(*e.hint != 0);
    CHECK(hash_of(w) == hash);
}

TEST(refusals_of_changes)
{
    const opened o = open_box(bed, 1, 1);
    scree_world *w = o.world;
    scree_error e = {0};
    double there[3] = {0};
    const int64_t pair = add(w, (scree_grain){.set = "pairs", .position = {0.1, 0.1, 0.3}});
    step(w, 50);
    read_ball(w, 10, "position", there);
    there[2] += 1e-3;
    refused(w, (scree_change){.id = 99999, .hold = SCREE_HOLD_FIXED}, "it is not there");
    refused(w, (scree_change){.id = 1, .hold = SCREE_HOLD_FIXED}, "it is not there"); // a wall
    refused(w, (scree_change){.id = pair + 1, .hold = SCREE_HOLD_FIXED}, "one of several balls");
    refused(w, (scree_change){.id = 20}, "nothing is told");
    refused(w, (scree_change){.id = 20, .velocity = (double[3]){0}}, "nothing is told");
    refused(w, (scree_change){.id = 20, .hold = (scree_hold)7}, "none of those");
    refused(w, (scree_change){.id = 20, .position = (double[]){NAN, 0, 0}}, "is not a number");
    refused(w, (scree_change){.id = 20, .position = (double[]){0.1, 0.1, 0.5}},
            "outside of the domain");
    refused(w, (scree_change){.id = 20, .position = (double[]){0.1, 0.1, 0.399}}, "deep in wall");
    refused(w, (scree_change){.id = 20, .position = there}, "it would overlap grain 10 of 'bed'");
    refused(w, (scree_change){.id = pair, .position = there}, "it would overlap grain 10 of 'bed'");
    refused(w, (scree_change){.id = pair, .orientation = (double[]){2, 0, 0, 0}},
            "no quaternion of length 1");
    refused(w, (scree_change){.id = 20, .hold = SCREE_HOLD_FIXED, .velocity = (double[]){1, 0, 0}},
            "does not move");
    refused(w,
            (scree_change){.id = 20, .hold = SCREE_HOLD_FREE, .velocity = (double[]){1e20, 0, 0}},
            "faster than");
    refused(w, (scree_change){.id = 20, .set = "pairs"}, "have another shape");
    refused(w, (scree_change){.id = 20, .set = "bad"}, "there is no set 'bad'");
    refused(w, (scree_change){.id = 20, .material = "wood"}, "no set of its shape has");
    const scree_change twice[] = {{.id = 20, .hold = SCREE_HOLD_FIXED},
                                  {.id = 20, .hold = SCREE_HOLD_FREE}};
    const uint64_t hash = hash_of(w);
    CHECK(scree_world_change(w, twice, 2, &e) == SCREE_BAD_INPUT);
    CHECK_HAS(e.what, "stands twice");
    const scree_change into[] = {{.id = 20, .position = (double[]){0.05, 0.05, 0.3}},
                                 {.id = 21, .position = (double[]){0.051, 0.05, 0.3}}};
    CHECK(scree_world_change(w, into, 2, &e) == SCREE_BAD_INPUT);
    CHECK_STR(e.where, "grain 21 to be changed");
    CHECK_HAS(e.what, "it would overlap grain 20 to be changed");
    CHECK(scree_world_change(w, into, -1, &e) == SCREE_BAD_INPUT);
    CHECK(scree_world_change(w, into, 0, &e) == SCREE_OK);
    CHECK(hash_of(w) == hash);
    close_box(o);
}

static void not_changed(const char *const *settings, scree_change one, const char *what)
{
    const opened o = open_box(settings, 1, 1);
    step(o.world, 2);
    refused(o.world, one, what);
    close_box(o);
}

TEST(what_a_case_does_not_have_is_refused)
{
    static const char *const flat[] = {
        "dimensions=2",
        "shapes={bead: {ball: {radius: 8 mm}}}",
        "streams=[]",
        "regions={}",
        "domain={low: [0 m, 0 m], high: [0.2 m, 0.4 m], boundary: {x: periodic, y: wall}, "
        "material: "
        "glass}",
        "gravity=[0, -9.81 m/s^2]",
        "grains.bed.packing={law: lattice, counts: [3, 3], spacing: [2 "
        "cm, 2 cm], origin: [2 cm, 2 cm]}",
        NULL};
    static const char *const balls[] = {"streams=[]", "regions={}",
                                        "shapes={bead: {ball: {radius: 8 mm}}}", NULL};
    not_changed(flat, (scree_change){.id = 5, .position = (double[]){0.1, 0.2, 0.01}},
                "out of the plane");
    not_changed(flat, (scree_change){.id = 5, .hold = SCREE_HOLD_FREE, .spin = (double[]){1, 0, 0}},
                "leave the plane");
    not_changed(balls, (scree_change){.id = 5, .orientation = (double[]){1, 0, 0, 0}},
                "not followed");
}

TEST_MAIN
