// test_api_change.c - grains that a program adds and removes: they move as those that a case begins with, the books know of
// them, the bits know nothing of threads, parts and snapshots; and every refusal by its words.
#include "harness.h"

#include <scree/change.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

// Balls, pairs of balls and cubes over a floor. The streams send nothing: they say what may come.
static const char box[] =
    "scree: 1\n"
    "gravity: [0, 0, -9.81 m/s^2]\n"
    "domain: {low: [0 m, 0 m, 0 m], high: [0.2 m, 0.2 m, 0.4 m], boundary: {x: periodic, y: wall, "
    "z: wall}, material: glass}\n"
    "materials: {glass: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.22}}\n"
    "pairs: {default: {normal: {law: hertz, restitution: 0.7}, tangential: {law: mindlin, "
    "friction: 0.4}}}\n"
    "shapes:\n"
    "  bead: {ball: {radius: 8 mm}}\n"
    "  pair: {clump: {balls: [{at: [-5 mm, 0 m, 0 m], radius: 7 mm}, {at: [5 mm, 0 m, 0 "
    "m], radius: 7 mm}]}}\n"
    "  cube: {polyhedron: {builder: {box: [14 mm, 14 mm, 14 mm]}}}\n"
    "grains: [{name: bed, shape: bead, material: glass, packing: {law: random, count: 300, seed: "
    "3,\n"
    "          inside: {box: {low: [1 cm, 1 cm, 1 cm], high: [19 cm, 19 cm, 15 cm]}}}}]\n"
    "regions: {top: {box: {low: [0 m, 0 m, 30 cm], high: [20 cm, 20 cm, 39 cm]}}}\n"
    "streams:\n"
    "  - {name: pairs, shape: pair, material: glass, rate: 1/s, to: 0 s, inside: top}\n"
    "  - {name: cubes, shape: cube, material: glass, rate: 1/s, to: 0 s, inside: top}\n"
    "run: {duration: 1 s, step: 50 us, ledger: true, deepest_overlap: 0.5}\n";

typedef struct opened {
    scree_case *of;
    scree_world *world;
} opened;

static void tell(const scree_error *e)
{
    printf("%s: %s (%s)\n", e->where, e->what, e->hint);
}

static opened open_box(const char *const *settings, int threads, int parts)
{
    opened o = {0};
    scree_error e = {0};
    if (scree_case_parse(box, "box.yaml", settings, &o.of, &e) ||
        scree_case_parts(o.of, parts, &e) || scree_world_create(o.of, threads, &o.world, &e))
        tell(&e);
    CHECK(o.world != NULL);
    return o;
}

static void close_box(opened o)
{
    scree_world_destroy(o.world);
    scree_case_destroy(o.of);
}

static void step(scree_world *w, int64_t steps)
{
    scree_error e = {0};
    if (scree_world_step(w, steps, &e))
        tell(&e);
    CHECK(!*e.what);
}

static int64_t add(scree_world *w, scree_grain grain)
{
    scree_error e = {0};
    int64_t id = -1;
    if (scree_world_add(w, &grain, 1, &id, &e))
        tell(&e);
    CHECK(id >= 0);
    return id;
}

static uint64_t hash_of(scree_world *w)
{
    uint64_t hash = 0;
    CHECK(scree_world_hash(w, &hash, NULL) == SCREE_OK);
    return hash;
}

static double ledger_of(scree_world *w, const char *name)
{
    scree_frame *f = scree_frame_create();
    scree_view v = {0};
    CHECK(scree_frame_take(f, w, NULL) == SCREE_OK);
    CHECK(scree_frame_column(f, SCREE_LEDGER, name, &v, NULL) == SCREE_OK);
    const double value = v.data ? *(const double *)v.data : NAN;
    scree_frame_destroy(f);
    return value;
}

// The row of a ball with that id; values of a column of three.
static void read_ball(scree_world *w, int64_t id, const char *name, double out[3])
{
    scree_frame *f = scree_frame_create();
    scree_view ids = {0};
    scree_view v = {0};
    CHECK(scree_frame_take(f, w, NULL) == SCREE_OK);
    CHECK(scree_frame_column(f, SCREE_BALLS, "id", &ids, NULL) == SCREE_OK);
    CHECK(scree_frame_column(f, SCREE_BALLS, name, &v, NULL) == SCREE_OK);
    for (int64_t i = 0; i < ids.rows; i++) {
        if (*(const int64_t *)((const char *)ids.data + i * ids.stride) == id)
            memcpy(out, (const char *)v.data + i * v.stride, 3 * sizeof *out);
    }
    scree_frame_destroy(f);
}

// It falls by g t^2 / 2 from where it was put, and what it brings is its energy there.
TEST(a_ball_that_comes_falls)
{
    opened o = open_box(NULL, 1, 1);
    step(o.world, 100);
    const double before = ledger_of(o.world, "added");
    const int64_t id =
        add(o.world,
            (scree_grain){.set = "bed", .position = {0.1, 0.1, 0.38}, .velocity = {0.1, 0, 0}});
    const double mass = 2500 * 4.0 / 3.0 * 3.14159265358979 * 8e-3 * 8e-3 * 8e-3;
    CHECK_REL(ledger_of(o.world, "added") - before, mass * (9.81 * 0.38 + 0.5 * 0.01), 1e-9);
    step(o.world, 1000); // 50 ms
    double at[3] = {0};
    double speed[3] = {0};
    read_ball(o.world, id, "position", at);
    read_ball(o.world, id, "velocity", speed);
    CHECK_NEAR(at[2], 0.38 - 0.5 * 9.81 * 0.05 * 0.05, 1e-12);
    CHECK_NEAR(at[0], 0.1 + 0.1 * 0.05, 1e-12);
    CHECK_NEAR(speed[2], -9.81 * 0.05, 1e-12);
    close_box(o);
}

// Grains of all shapes, with spin, come and go; the books are kept.
static void come_and_go(scree_world *w)
{
    const scree_grain come[] = {
        {.set = "bed", .radius = 6e-3, .position = {0.05, 0.05, 0.25}, .spin = {0, 30, 0}},
        {.set = "pairs",
         .position = {0.1, 0.1, 0.25},
         .orientation = {0.6, 0, 0.8, 0},
         .velocity = {0, 0, -1},
         .spin = {5, 10, 20}},
        {.set = "cubes",
         .position = {0.15, 0.15, 0.25},
         .orientation = {0.8, 0.6, 0, 0},
         .spin = {10, 0, 15}},
        {.set = "cubes", .position = {0.001, 0.1, 0.3}, .velocity = {-0.5, 0, 0}},
    };
    scree_error e = {0};
    int64_t ids[4];
    step(w, 200);
    if (scree_world_add(w, come, 4, ids, &e))
        tell(&e);
    CHECK(ids[1] == ids[0] + 1 && ids[2] == ids[1] + 2 && ids[3] == ids[2] + 1);
    CHECK(scree_world_grain_count(w) == 304);
    CHECK(scree_world_ball_count(w) == 305);
    step(w, 1500);
    const int64_t go[] = {ids[1], 40, ids[2]};
    if (scree_world_remove(w, go, 3, &e))
        tell(&e);
    CHECK(!*e.what);
    CHECK(scree_world_grain_count(w) == 301);
    step(w, 500);
}

TEST(books_are_kept_as_grains_come_and_go)
{
    opened o = open_box(NULL, 1, 1);
    come_and_go(o.world);
    const double turned_over = ledger_of(o.world, "added") + ledger_of(o.world, "damping");
    CHECK_MSG(fabs(ledger_of(o.world, "residual")) < 1e-3 * turned_over, "residual %.3g of %.3g J",
              ledger_of(o.world, "residual"), turned_over);
    CHECK(ledger_of(o.world, "removed") > 0);
    close_box(o);
}

TEST(bits_know_nothing_of_threads_parts_and_snapshots)
{
    opened o = open_box(NULL, 1, 1);
    come_and_go(o.world);
    const uint64_t hash = hash_of(o.world);
    close_box(o);
    const int many[][2] = {{3, 1}, {1, 3}, {2, 5}};
    for (int i = 0; i < 3; i++) {
        o = open_box(NULL, many[i][0], many[i][1]);
        come_and_go(o.world);
        CHECK_MSG(hash_of(o.world) == hash, "%d threads, %d parts", many[i][0], many[i][1]);
        close_box(o);
    }
    o = open_box(NULL, 1, 1);
    step(o.world, 300);
    add(o.world, (scree_grain){.set = "cubes", .position = {0.1, 0.1, 0.3}, .spin = {1, 2, 3}});
    scree_world *again = NULL;
    CHECK(scree_world_save(o.world, "come.h5", NULL) == SCREE_OK);
    CHECK(scree_world_load(o.of, "come.h5", 1, &again, NULL) == SCREE_OK);
    CHECK(hash_of(again) == hash_of(o.world));
    step(o.world, 700);
    step(again, 700);
    CHECK(hash_of(again) == hash_of(o.world));
    scree_world_destroy(again);
    close_box(o);
}

// Those that come before the first step are as those of a packing.
TEST(a_grain_that_comes_at_once_is_one_of_the_case)
{
    static const char *const written[] = {"grains=[{name: bed, shape: bead, material: glass, "
                                          "packing: {law: lattice, counts: [2, 1, 1], "
                                          "spacing: [15 mm, 1 m, 1 m], origin: [5 cm, 5 cm, 7.9 "
                                          "mm]}, velocity: [0.1 m/s, 0 m/s, 0 m/s]}]",
                                          NULL};
    static const char *const alone[] = {"grains=[{name: bed, shape: bead, material: glass, "
                                        "packing: {law: lattice, counts: [1, 1, 1], "
                                        "spacing: [15 mm, 1 m, 1 m], origin: [5 cm, 5 cm, 7.9 "
                                        "mm]}, velocity: [0.1 m/s, 0 m/s, 0 m/s]}]",
                                        NULL};
    opened whole = open_box(written, 1, 1);
    opened part = open_box(alone, 1, 1);
    double at[3] = {0};
    double of_whole[3] = {0};
    const int64_t first = 4; // behind the four planes of the domain
    read_ball(whole.world, first + 1, "position", at);
    const scree_grain second = {
        .set = "bed", .position = {at[0], at[1], at[2]}, .velocity = {0.1, 0, 0}};
    CHECK(add(part.world, second) == first + 1);
    step(whole.world, 400);
    step(part.world, 400);
    for (int k = 0; k < 2; k++) {
        read_ball(whole.world, first + k, "position", of_whole);
        read_ball(part.world, first + k, "position", at);
        CHECK(memcmp(at, of_whole, sizeof at) == 0);
    }
    close_box(whole);
    close_box(part);
}

TEST(the_nonsmooth_solver_takes_them_too)
{
    static const char *const settings[] = {"solver=nonsmooth", "run.step=1 ms", "run.ledger=false",
                                           NULL};
    opened o = open_box(settings, 1, 1);
    step(o.world, 20);
    const int64_t id = add(o.world, (scree_grain){.set = "cubes", .position = {0.1, 0.1, 0.3}});
    step(o.world, 100);
    double at[3] = {0};
    read_ball(o.world, id, "position", at);
    CHECK_NEAR(at[2], 0.3 - 0.5 * 9.81 * 0.1 * 0.1, 1e-3);
    CHECK(scree_world_remove(o.world, &id, 1, NULL) == SCREE_OK);
    step(o.world, 10);
    close_box(o);
}

static void refused(scree_world *w, scree_grain grain, const char *what)
{
    scree_error e = {0};
    int64_t id = -7;
    const uint64_t hash = hash_of(w);
    CHECK(scree_world_add(w, &grain, 1, &id, &e) == SCREE_BAD_INPUT);
    CHECK_STR(e.where, "grain 0 to be added");
    CHECK_HAS(e.what, what);
    CHECK(*e.hint != 0);
    CHECK(id == -7);
    CHECK(hash_of(w) == hash);
}

TEST(refusals_of_newcomers)
{
    opened o = open_box(NULL, 1, 1);
    scree_world *w = o.world;
    double there[3] = {0};
    step(w, 50);
    read_ball(w, 10, "position", there);
    refused(w, (scree_grain){.set = "bad"}, "there is no set 'bad'");
    refused(w, (scree_grain){.radius = 1}, "its set is not given");
    refused(w, (scree_grain){.set = "bed", .position = {0.1, 0.1, 0.5}},
            "is outside of the domain");
    refused(w, (scree_grain){.set = "bed", .position = {0.1, NAN, 0.3}}, "is not a number");
    refused(w, (scree_grain){.set = "bed", .position = {0.1, 0.1, 0.3}, .radius = -1},
            "its radius is not from");
    refused(w, (scree_grain){.set = "bed", .position = {0.1, 0.1, 0.3}, .radius = 0.15},
            "periodic");
    refused(w, (scree_grain){.set = "cubes", .position = {0.1, 0.1, 0.3}, .radius = 0.01},
            "have one size");
    refused(w,
            (scree_grain){.set = "bed", .position = {0.1, 0.1, 0.3}, .orientation = {2, 0, 0, 0}},
            "no quaternion of length 1");
    refused(w, (scree_grain){.set = "bed", .position = {0.1, 0.1, 0.3}, .velocity = {1e20, 0, 0}},
            "faster than 1e15");
    refused(w, (scree_grain){.set = "bed", .position = {0.1, 0.1, 0.399}},
            "deep in wall 'domain-z-high'");
    refused(w, (scree_grain){.set = "bed", .position = {there[0], there[1], there[2] + 1e-3}},
            "it would overlap grain");
    refused(w, (scree_grain){.set = "cubes", .position = {there[0], there[1], there[2] + 1e-3}},
            "it would overlap grain");
    refused(w, (scree_grain){.set = "pairs", .position = {there[0], there[1], there[2] + 1e-3}},
            "it would overlap grain");
    const scree_grain both[] = {{.set = "pairs", .position = {0.1, 0.1, 0.3}},
                                {.set = "cubes", .position = {0.104, 0.1, 0.3}}};
    scree_error e = {0};
    const uint64_t hash = hash_of(w);
    CHECK(scree_world_add(w, both, 2, NULL, &e) == SCREE_BAD_INPUT);
    CHECK_STR(e.where, "grain 1 to be added");
    CHECK_HAS(e.what, "it would overlap grain 0 to be added");
    CHECK(hash_of(w) == hash);
    CHECK(scree_world_add(w, both, -1, NULL, &e) == SCREE_BAD_INPUT);
    CHECK(scree_world_add(w, both, 0, NULL, &e) == SCREE_OK);
    close_box(o);
}

static void not_removed(scree_world *w, const int64_t *ids, int64_t count, const char *what)
{
    scree_error e = {0};
    const uint64_t hash = hash_of(w);
    CHECK(scree_world_remove(w, ids, count, &e) == SCREE_BAD_INPUT);
    CHECK_HAS(e.what, what);
    CHECK(*e.hint != 0);
    CHECK(hash_of(w) == hash);
}

TEST(refusals_of_removals)
{
    opened o = open_box(NULL, 1, 1);
    const int64_t id = add(o.world, (scree_grain){.set = "pairs", .position = {0.1, 0.1, 0.3}});
    not_removed(o.world, (int64_t[]){5, 99999}, 2, "it is not there");
    not_removed(o.world, (int64_t[]){5, 6, 5}, 3, "stands twice");
    not_removed(o.world, (int64_t[]){id + 1}, 1, "it is not there"); // the other ball of a pair
    not_removed(o.world, (int64_t[]){2}, 1, "it is not there");      // a wall
    CHECK(scree_world_remove(o.world, NULL, 0, NULL) == SCREE_OK);
    close_box(o);
}

// Of a world all grains may go, and others come.
TEST(a_world_may_be_emptied_and_filled)
{
    opened o = open_box(NULL, 1, 1);
    int64_t all[300];
    for (int i = 0; i < 300; i++)
        all[i] = 4 + i;
    step(o.world, 10);
    CHECK(scree_world_remove(o.world, all, 300, NULL) == SCREE_OK);
    CHECK(scree_world_grain_count(o.world) == 0);
    step(o.world, 10);
    add(o.world, (scree_grain){.set = "bed", .position = {0.1, 0.1, 0.1}});
    step(o.world, 10);
    CHECK(scree_world_grain_count(o.world) == 1);
    close_box(o);
}

// ---- forces

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
    step(w, 300);
    push(w, 17, -0.1, 0, 0);
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
    CHECK(hash_of(o.world) == hash);
    close_box(o);
}

// ---- walls

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
    const double bad[4] = {1, 1, 0, 0};
    const uint64_t hash = hash_of(w);
    not_led(scree_world_wall_move(w, "lid", still, still, 1, &e), &e,
            "there is no wall of that name; there are: domain-y-low");
    not_led(scree_world_wall_move(w, "post", still, still, 1, &e), &e,
            "its motion is not that of a program");
    not_led(scree_world_wall_move(w, "floor", fast, still, 1, &e), &e,
            "its fastest point would move at 3 m/s");
    not_led(scree_world_wall_move(w, "floor", still, fast, 1, &e), &e,
            "its fastest point would move at inf m/s");
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
