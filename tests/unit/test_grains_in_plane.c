// test_grains_in_plane.c - all grains of a case in 2D are in one plane, however they come: what leads out of it is refused by
// name, in sets, tables, streams and what a program adds, and what does not is taken. label: sanitize
#include "harness.h"

#include <scree/change.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char head[] =
    "scree: 1\ndimensions: 2\ngravity: 0\n"
    "domain: {low: [0 m, 0 m, %s], high: [1 m, 1 m, %s]}\n"
    "materials: {m: {density: 2500 kg/m^3}}\n"
    "pairs: {default: {normal: {law: linear, stiffness: 1e5 N/m, restitution: 0.5}, tangential: "
    "none}}\n"
    "shapes: {b: {ball: {radius: 1 cm}}, two: {clump: {balls: [{at: [-5 mm, 0 m], radius: 1 cm}, "
    "{at: [5 mm, 0 m], radius: 1 cm}]}}}\n"
    "run: {duration: 0.1 s, step: 20 us}\n";

#define TABLE "grains: {a: {shape: b, material: m, packing: {law: "
#define ONE "packing: {law: lattice, spacing: [1 m, 1 m], counts: [1, 1], origin: [0.5 m, 0.5 m"
#define STREAM "streams: {a: {shape: b, material: m, rate: 1/s, low: [0 m, 0 m], high: [1 m, 1 m], "

static const struct {
    const char *rest, *says;
} table[] = {
    {TABLE "csv, file: flat.csv}}}", NULL},
    {TABLE "csv, file: in.csv}}}", NULL},
    {TABLE "csv, file: deep.csv}}}",
     "deep.csv:3: z = 0.001 m is out of the plane of a 2D case, in which all grains have 0.25 m; "
     "leave z out, or write 0"},
    {TABLE "csv, file: leaves.csv}}}",
     "leaves.csv:2: motion out of the plane of a 2D case: vz = 1 m/s, wx = 0, wy = 0 rad/s; in 2D "
     "only vx, vy and the spin about z are free"},
    {TABLE "csv, file: tips.csv}}}", "tips.csv:2: motion out of the plane"},
    {TABLE "course, file: deep.txt}}}", "deep.txt:2: z = 0.3 m is out of the plane"},
    {TABLE "dump, file: deep.dump}}}", "deep.dump:10: z = 0.3 m is out of the plane"},
    {TABLE "lammps, file: moves.data}}}", "moves.data:13: motion out of the plane"},
    {TABLE "vtk, file: deep.vtk}}}", "grains.a.packing: z = 0.3 m is out of the plane"},
    {"grains: {a: {shape: b, material: m, " ONE "]}}}", NULL},
    {"grains: {a: {shape: b, material: m, " ONE ", 0.25 m]}}}", NULL},
    {"grains: {a: {shape: b, material: m, " ONE ", 1 mm]}}}",
     "`origin` is 0.001 m out of the plane of a 2D case; leave its third number out"},
    {"grains: {a: {shape: two, material: m, turn: [0, 0, 1 rad], " ONE "]}}}", NULL},
    {"grains: {a: {shape: two, material: m, turn: [0, 1 rad, 0], " ONE "]}}}",
     "a turn out of the plane; in 2D a grain is turned about z alone: write [0, 0, angle]"},
    {STREAM "velocity: [1 m/s, 0 m/s]}}", NULL},
    {STREAM "velocity: [1 m/s, 0 m/s, 1 m/s]}}",
     "motion out of the plane; in 2D only vx and vy are free"},
};

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    if (!file)
        abort();
    fputs(text, file);
    fclose(file);
}

// The middle of the domain is at 0.25 m.
static scree_status open_case(const char *rest, const char *low, const char *high,
                              scree_world **world, scree_error *error)
{
    char text[2000];
    scree_case *of = NULL;
    *world = NULL;
    snprintf(text, sizeof text, head, low, high);
    strncat(text, rest, sizeof text - strlen(text) - 1);
    scree_status status = scree_case_parse(text, "plane.yaml", NULL, &of, error);
    if (!status)
        status = scree_world_create(of, 1, world, error);
    scree_case_destroy(of);
    return status;
}

TEST(grains_begin_in_the_plane)
{
    write_file("flat.csv", "x y radius\n0.5 0.5 0.01\n");
    write_file("in.csv", "x y z vx wz\n0.5 0.5 0 1 1\n0.3 0.3 0.25 1 1\n");
    write_file("deep.csv", "x y z\n0.5 0.5 0\n0.3 0.3 1e-3\n");
    write_file("leaves.csv", "x y vz\n0.5 0.5 1\n");
    write_file("tips.csv", "x y wx\n0.5 0.5 1\n");
    write_file("deep.txt", "1\n1 0.01 0.5 0.5 0.3 0 0 0\n");
    write_file("deep.dump", "ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n1\nITEM: BOX BOUNDS pp pp "
                            "pp\n0 1\n0 1\n0 1\nITEM: ATOMS id type x y z radius\n1 1 0.5 0.5 0.3 "
                            "0.01\n");
    write_file("moves.data", "title\n\n1 atoms\n1 atom types\n0 1 xlo xhi\n0 1 ylo yhi\n\nAtoms\n\n"
                             "1 1 0.02 2500 0.5 0.5 0\n\nVelocities\n1 0 0 1 0 0 0\n");
    write_file("deep.vtk", "# vtk DataFile Version 3.0\npoints\nASCII\nDATASET POLYDATA\nPOINTS 1 "
                           "double\n0.5 0.5 0.3\n");
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        scree_error error = {0};
        scree_world *world;
        char said[1400];
        const scree_status status = open_case(table[i].rest, "0 m", "0.5 m", &world, &error);
        snprintf(said, sizeof said, "%s: %s; %s", error.where, error.what, error.hint);
        CHECK_MSG(status == (table[i].says ? SCREE_BAD_INPUT : SCREE_OK), "%s: %s", table[i].rest,
                  said);
        if (table[i].says)
            CHECK_HAS(said, table[i].says);
        scree_world_destroy(world);
    }
}

// ---- those that a program adds

static void check_added(scree_world *world, scree_grain grain, const char *says)
{
    scree_error error = {0};
    const int64_t before = scree_world_grain_count(world);
    const scree_status status = scree_world_add(world, &grain, 1, NULL, &error);
    CHECK_MSG(status == (says ? SCREE_BAD_INPUT : SCREE_OK), "%s: %s", grain.set, error.what);
    CHECK(scree_world_grain_count(world) == before + !says);
    if (says)
        CHECK_HAS(error.what, says);
}

static double z_of_last(scree_world *world)
{
    scree_frame *frame = scree_frame_create();
    scree_view at = {0};
    double z = NAN;
    if (!scree_frame_take(frame, world, NULL) &&
        !scree_frame_column(frame, SCREE_BALLS, "position", &at, NULL))
        z = scree_row_float64(&at, at.rows - 1)[2];
    scree_frame_destroy(frame);
    return z;
}

TEST(grains_are_added_in_the_plane)
{
    static const char out[] = "is out of the plane of a 2D world";
    static const char leaves[] = "it would leave the plane of a 2D world";
    const char rest[] = STREAM "to: 0 s}, c: {shape: two, material: m, rate: 1/s, low: [0 m, 0 m], "
                               "high: [1 m, 1 m], to: 0 s}}";
    scree_error error = {0};
    scree_world *world;
    if (open_case(rest, "0 m", "0.5 m", &world, &error))
        printf("%s: %s (%s)\n", error.where, error.what, error.hint);
    REQUIRE(world);
    check_added(world, (scree_grain){.set = "a", .position = {0.5, 0.5, 1e-3}}, out);
    check_added(world, (scree_grain){.set = "c", .position = {0.5, 0.5, -3}}, out);
    check_added(world, (scree_grain){.set = "a", .position = {0.5, 0.5}}, NULL);
    CHECK(z_of_last(world) == 0.25);
    check_added(world, (scree_grain){.set = "a", .position = {0.5, 0.51, 0.25}}, "overlap");
    check_added(world, (scree_grain){.set = "c", .position = {0.2, 0.5, 0.25}}, NULL);
    CHECK(z_of_last(world) == 0.25);
    check_added(world, (scree_grain){.set = "a", .position = {0.7, 0.5}, .velocity = {0, 0, 1}},
                leaves);
    check_added(world, (scree_grain){.set = "a", .position = {0.7, 0.5}, .spin = {1, 0, 0}},
                leaves);
    check_added(world,
                (scree_grain){.set = "c", .position = {0.7, 0.5}, .orientation = {0.6, 0.8, 0, 0}},
                leaves);
    scree_world_destroy(world);
}

TEST_MAIN
