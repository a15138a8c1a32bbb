// test_api_measure.c - probes in memory: closed forms of a ball that falls, flows of grains that a program adds and removes,
// stages, and refusals by name.
#include "harness.h"

#include <scree/change.h>
#include <scree/measure.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char fall[] =
    "scree: 1\n"
    "gravity: [0, 0, -10 m/s^2]\n"
    "domain: {low: [-1 m, -1 m, -9 m], high: [1 m, 1 m, 3 m]}\n"
    "materials: {stuff: {density: 1000 kg/m^3, young: 10 MPa, poisson: 0.25}}\n"
    "pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: none}}\n"
    "shapes: {ball: {ball: {radius: 0.1 m}}}\n"
    "grains: [{name: one, shape: ball, material: stuff, packing: {law: lattice, spacing: [1 m, 1 "
    "m, 1 m], counts: [1, 1, 1], origin: [0 m, 0 m, 1 m]}}]\n"
    "probes:\n"
    "  books: {law: energy}\n"
    "  slices: {law: velocity-profile, axis: x, bins: 1}\n"
    "  passing: {law: flow-rate, axis: z, at: 0 m}\n"
    "  staying: {law: residence, high: 10 s, bins: 10, initial: true}\n"
    "run: {duration: 1 s, step: 1 ms, ledger: true}\n";

typedef struct opened {
    scree_case *of;
    scree_world *world;
} opened;

static void tell(const scree_error *e)
{
    printf("%s: %s (%s)\n", e->where, e->what, e->hint);
}

static opened open_fall(const char *const *settings)
{
    opened o = {0};
    scree_error e = {0};
    if (scree_case_parse(fall, "fall.yaml", settings, &o.of, &e) ||
        scree_world_create(o.of, 1, &o.world, &e))
        tell(&e);
    CHECK(o.world != NULL);
    return o;
}

static void close_fall(opened o)
{
    scree_world_destroy(o.world);
    scree_case_destroy(o.of);
}

static scree_probe *probe_of(opened o, const char *name)
{
    scree_probe *probe = NULL;
    scree_error e = {0};
    if (scree_probe_create(o.world, name, &probe, &e))
        tell(&e);
    CHECK(probe != NULL);
    return probe;
}

static void good(scree_status status, const scree_error *e)
{
    if (status)
        tell(e);
    CHECK(status == SCREE_OK);
}

static void sample(scree_probe *probe)
{
    scree_error e = {0};
    good(scree_probe_sample(probe, &e), &e);
}

// The last value of the column of that name.
static double last_of(const scree_probe *probe, const char *name, int64_t *rows)
{
    scree_view v;
    for (int i = 0; scree_probe_column(probe, i, &v); i++) {
        if (strcmp(v.name, name) != 0)
            continue;
        *rows = v.rows;
        return v.rows ? *scree_row_float64(&v, v.rows - 1) : NAN;
    }
    printf("there is no column %s\n", name);
    *rows = -1;
    return NAN;
}

TEST(a_ball_that_falls)
{
    opened o = open_fall(NULL);
    scree_probe *books = probe_of(o, "books");
    const double mass = 1000 * 4.0 / 3.0 * 3.14159265358979 * 1e-3;
    int64_t rows = 0;
    sample(books);
    for (int i = 1; i <= 3; i++) {
        CHECK(scree_world_step(o.world, 100, NULL) == SCREE_OK);
        sample(books);
        const double speed = 10 * 0.1 * i;
        CHECK_REL(last_of(books, "translational", &rows), 0.5 * mass * speed * speed, 1e-9);
        CHECK(rows == i + 1);
        CHECK_NEAR(last_of(books, "time", &rows), 0.1 * i, 1e-12);
    }
    scree_probe_destroy(books);
    close_fall(o);
}

// Means may be asked for again and again.
TEST(means_go_on)
{
    opened o = open_fall(NULL);
    scree_probe *slices = probe_of(o, "slices");
    scree_error e = {0};
    int64_t rows = 0;
    double sum = 0;
    for (int i = 1; i <= 4; i++) {
        CHECK(scree_world_step(o.world, 100, NULL) == SCREE_OK);
        sample(slices);
        sum += -10 * 0.1 * i;
        good(scree_probe_finish(slices, &e), &e);
        CHECK_NEAR(last_of(slices, "velocity_z", &rows), sum / i, 1e-9);
        CHECK(rows == 1);
    }
    scree_probe_destroy(slices);
    close_fall(o);
}

TEST(grains_of_a_program_come_go_and_are_counted)
{
    opened o = open_fall(NULL);
    scree_probe *staying = probe_of(o, "staying");
    scree_error e = {0};
    int64_t id = -1;
    int64_t rows = 0;
    sample(staying);
    const scree_grain another = {.set = "one", .position = {0.5, 0, 2}};
    CHECK(scree_world_step(o.world, 100, NULL) == SCREE_OK);
    good(scree_world_add(o.world, &another, 1, &id, &e), &e);
    CHECK(scree_world_step(o.world, 300, NULL) == SCREE_OK);
    sample(staying);
    good(scree_world_remove(o.world, &id, 1, &e), &e); // after 0.3 s
    const int64_t first = id - 1;
    CHECK(scree_world_step(o.world, 700, NULL) == SCREE_OK);
    good(scree_world_remove(o.world, &first, 1, &e), &e); // after 1.1 s
    sample(staying);
    good(scree_probe_finish(staying, &e), &e);
    CHECK(last_of(staying, "left", &rows) == 2);
    CHECK(last_of(staying, "inside", &rows) == 0);
    CHECK(rows == 10);
    scree_probe_destroy(staying);
    close_fall(o);
}

TEST(flows_are_counted)
{
    opened o = open_fall(NULL);
    scree_probe *passing = probe_of(o, "passing");
    int64_t rows = 0;
    sample(passing);
    CHECK(scree_world_step(o.world, 600, NULL) == SCREE_OK); // it passes at 0.447 s
    sample(passing);
    CHECK_MSG(last_of(passing, "grains_total", &rows) == -1, "%g",
              last_of(passing, "grains_total", &rows));
    scree_probe_destroy(passing);
    close_fall(o);
}

// What hears of every step, and not of samples alone: two blows of a ball that bounces, and its way through a sheet.
TEST(every_step_is_heard)
{
    static const char *const settings[] = {
        "walls={floor: {material: stuff, plane: {point: [0 m, 0 m, 0 m], normal: [0, 0, 1]}}}",
        "probes={blows: {law: wall-wear, wall: floor, cell: 0.5 m}, sheet: {law: surface-flow, "
        "file: sheet.obj, unit: m}}",
        "run.step=20 us", NULL};
    FILE *file = fopen("sheet.obj", "w");
    fputs("v -1 -1 0.5\nv 1 -1 0.5\nv 1 1 0.5\nv -1 1 0.5\nf 1 2 3\nf 1 3 4\n", file);
    fclose(file);
    opened o = open_fall(settings);
    scree_probe *gone = probe_of(o, "sheet");
    scree_probe *blows = probe_of(o, "blows");
    scree_probe *sheet = probe_of(o, "sheet");
    scree_probe_destroy(gone);
    scree_error e = {0};
    scree_view v;
    sample(sheet);
    CHECK(scree_world_step(o.world, 50000, NULL) ==
          SCREE_OK); // 1 s: falls 0.9 m, rises by a quarter of that, falls again
    sample(sheet);
    sample(blows);
    good(scree_probe_finish(blows, &e), &e);
    int64_t rows = 0;
    double impacts = 0;
    for (int i = 0; scree_probe_column(blows, i, &v); i++) {
        for (int64_t row = 0; row < v.rows && !strcmp(v.name, "impacts"); row++)
            impacts += *scree_row_float64(&v, row);
    }
    CHECK_MSG(impacts == 2, "%g impacts", impacts);
    CHECK_MSG(last_of(sheet, "grains_total", &rows) == -1, "%g",
              last_of(sheet, "grains_total", &rows));
    scree_probe_destroy(sheet);
    scree_probe_destroy(blows);
    close_fall(o);
}

TEST(probes_follow_the_stages)
{
    static const char *const settings[] = {"stages=[{name: first, until: 0.2 s}, {name: second, "
                                           "until: 0.4 s, set: {probes.slices: none}}]",
                                           NULL};
    opened o = open_fall(settings);
    scree_probe *slices = probe_of(o, "slices");
    scree_probe *books = probe_of(o, "books");
    scree_error e = {0};
    int64_t rows = 0;
    sample(slices);
    CHECK(scree_world_step(o.world, 300, NULL) == SCREE_OK);
    sample(books);
    CHECK_NEAR(last_of(books, "time", &rows), 0.3, 1e-12);
    CHECK(scree_probe_sample(slices, &e) == SCREE_BAD_INPUT);
    CHECK_STR(e.where, "probes.slices");
    CHECK_HAS(e.what, "the stage that the world has come to has no such probe");
    scree_probe_destroy(books);
    scree_probe_destroy(slices);
    close_fall(o);
}

TEST(unknown_probes_are_refused)
{
    opened o = open_fall(NULL);
    scree_probe *probe = NULL;
    scree_error e = {0};
    scree_view v;
    CHECK(scree_probe_create(o.world, "box", &probe, &e) == SCREE_BAD_INPUT);
    CHECK(probe == NULL);
    CHECK_STR(e.where, "probes.box");
    CHECK_STR(e.what, "there is no probe of that name; there are: books, slices, passing, staying");
    probe = probe_of(o, "books");
    CHECK(scree_probe_column(probe, -1, &v) == 0);
    CHECK(scree_probe_column(probe, 0, &v) == 1 && v.rows == 0 && !v.data);
    CHECK(scree_probe_column(probe, 1000, &v) == 0);
    scree_probe_destroy(probe);
    scree_probe_destroy(NULL);
    close_fall(o);
}

TEST_MAIN
