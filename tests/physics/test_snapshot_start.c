// test_snapshot_start.c - a snapshot of one case is the start of another: with other walls, materials, the other solver.
#include "harness.h"
#include "support/scenes.h"

#include "scene/packing.h"
#include "store/snapshot.h"

#include <math.h>
#include <string.h>

#define SHAPES                                                                                     \
    "shapes:\n"                                                                                    \
    "  bead: {ball: {radius: {distribution: uniform, from: 1 mm, to: 1.5 mm}}}\n"                  \
    "  twin: {clump: {balls: [{at: [-0.4 mm, 0, 0], radius: 1 mm}, {at: [0.7 mm, 0.2 mm, 0], "     \
    "radius: 0.8 mm}]}}\n"                                                                         \
    "  dice: {spheropolyhedron: {builder: {box: [1.2 mm, 1.6 mm, 2 mm]}, radius: 0.2 mm}}\n"
#define MATERIALS                                                                                  \
    "scree: 1\ngravity: [0, 0, -9.81 m/s^2]\n"                                                     \
    "materials:\n"                                                                                 \
    "  glass: {density: 2500 kg/m^3, young: 1 MPa, poisson: 0.2}\n"                                \
    "  steel: {density: 7800 kg/m^3, young: 2 MPa, poisson: 0.3}\n"                                \
    "pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: {law: mindlin, "        \
    "friction: 0.4}}}\n"

// A periodic box without walls, in which all fall and meet.
static const char prepared[] = MATERIALS SHAPES
    "domain: {low: [0, 0, 0], high: [3 cm, 3 cm, 3 cm], boundary: {x: periodic, y: periodic, z: "
    "wall}, material: glass}\n"
    "grains:\n"
    "  - {name: balls, shape: bead, material: glass, temperature: 0.02 m^2/s^2, packing: {law: "
    "random, count: 120, seed: 1}}\n"
    "  - {name: twins, shape: twin, material: glass, temperature: 0.02 m^2/s^2, packing: {law: "
    "random, count: 40, seed: 2}}\n"
    "  - {name: cubes, shape: dice, material: steel, spin: [20 rad/s, 5 rad/s, 0], packing: {law: "
    "random, count: 40, seed: 3}}\n"
    "run: {duration: 1 s, step: 10 us, orientation: true, deepest_overlap: 1}\n";

#define TAKEN                                                                                      \
    "grains:\n"                                                                                    \
    "  - {name: a, shape: bead, material: steel, packing: {law: snapshot, file: bed.h5, set: "     \
    "balls}}\n"                                                                                    \
    "  - {name: b, shape: twin, material: glass, packing: {law: snapshot, file: bed.h5, shape: "   \
    "twin}}\n"                                                                                     \
    "  - {name: c, shape: dice, material: steel, packing: {law: snapshot, file: bed.h5, "          \
    "material: "                                                                                   \
    "steel}}\n"
#define ROOM "domain: {low: [-1 cm, -1 cm, -1 cm], high: [4 cm, 4 cm, 4 cm]}\n"

static const char other[] = MATERIALS SHAPES ROOM TAKEN
    "walls: {floor: {material: steel, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}}\n"
    "run: {duration: 1 s, step: 10 us, orientation: true, deepest_overlap: 1}\n";

static const char by_impulses[] = MATERIALS SHAPES ROOM TAKEN
    "solver: nonsmooth\nwalls: {floor: {material: steel, plane: {point: [0, 0, 0], normal: [0, 0, "
    "1]}}}\n"
    "run: {duration: 1 s, step: 50 us, orientation: true, deepest_overlap: 1}\n";

// The case after some steps; its snapshot in bed.h5, its image to compare with.
static void prepare(const char *text, const case_override *set, int sets, int64_t steps, frame *out)
{
    sim s;
    image im = {0};
    REQUIRE(sim_open(&s, text, set, sets, NULL));
    REQUIRE(sim_step(&s, steps));
    REQUIRE(world_image(s.w, &im, NULL) == SCREE_OK);
    REQUIRE(snapshot_write("bed.h5", &im, NULL, NULL) == SCREE_OK);
    image_clear(&im);
    *out = sim_frame(&s);
    sim_close(&s);
}

static void image_of(const char *text, const case_override *set, int sets, int64_t steps,
                     image *out)
{
    sim s;
    REQUIRE(sim_open(&s, text, set, sets, NULL));
    REQUIRE(sim_step(&s, steps));
    REQUIRE(world_image(s.w, out, NULL) == SCREE_OK);
    sim_close(&s);
}

// The first three numbers of each row from `first` to `last`, to a part of the largest of them.
static void check_rows(const image *was, const image *is, const char *name, int first, int last,
                       double rounding)
{
    const image_column *a = image_find(was, name, IMAGE_F64, 4);
    const image_column *b = image_find(is, name, IMAGE_F64, 4);
    REQUIRE(a && b && a->rows == b->rows && last <= a->rows);
    double worst = 0;
    double largest = 0;
    for (int i = first; i < last; i++) {
        for (int k = 0; k < 3; k++) {
            const double x = image_reals(a)[4 * i + k];
            worst = fmax(worst, fabs(x - image_reals(b)[4 * i + k]));
            largest = fmax(largest, fabs(x));
        }
    }
    CHECK_MSG(worst <= rounding * largest && largest > 0, "%s: %g of %g", name, worst, largest);
}

enum { BALLS = 120, ALL = BALLS + 2 * 40 + 40 };

// Balls, clumps and grains with corners: places, radii, velocities and turns to the bit; spins to rounding.
static void compare(const image *before, const image *after)
{
    const image_column *a = image_find(before, "body/position", IMAGE_F64, 4);
    const image_column *b = image_find(after, "body/position", IMAGE_F64, 4);
    REQUIRE(a && b && a->rows == ALL && b->rows == ALL);
    CHECK(memcmp(a->data, b->data, BALLS * 4 * sizeof(double)) == 0); // with their radii
    check_rows(before, after, "body/velocity", 0, BALLS, 0);
    check_rows(before, after, "body/spin", 0, BALLS, 1e-15);
    check_rows(before, after, "body/orientation", 0, ALL, 0);
    check_rows(before, after, "body/centre", BALLS, ALL, 0);
    check_rows(before, after, "body/drift", BALLS, ALL, 0);
    check_rows(before, after, "body/turning", BALLS, ALL, 1e-14);
}

static void grains_stand_as_they_stood(const char *text, const case_override *set, int sets)
{
    image before = {0};
    image after = {0};
    image_of(prepared, set, sets, 2000, &before);
    REQUIRE(snapshot_write("bed.h5", &before, NULL, NULL) == SCREE_OK);
    image_of(text, set, sets, 0, &after);
    compare(&before, &after);
    image_clear(&before);
    image_clear(&after);
}

TEST(grains_stand_as_they_stood_by_forces)
{
    grains_stand_as_they_stood(other, NULL, 0);
}

TEST(grains_stand_as_they_stood_by_impulses)
{
    grains_stand_as_they_stood(by_impulses, NULL, 0);
}

TEST(the_other_case_runs)
{
    frame f = {0};
    prepare(prepared, NULL, 0, 500, &f);
    frame_clear(&f);
    sim s;
    REQUIRE(sim_open(&s, other, NULL, 0, NULL));
    CHECK(sim_step(&s, 500));
    const image_column *set;
    image im = {0};
    REQUIRE(world_image(s.w, &im, NULL) == SCREE_OK);
    set = image_find(&im, "body/material", IMAGE_I64, 1);
    REQUIRE(set && set->rows == 120 + 80 + 40);
    CHECK(image_integers(set)[0] == 1 && image_integers(set)[120] == 0); // by the new entries
    image_clear(&im);
    sim_close(&s);
    REQUIRE(sim_open(&s, by_impulses, NULL, 0, NULL));
    CHECK(sim_step(&s, 100));
    sim_close(&s);
}

// Angular momentum of a body that has begun to turn gives its spin back, with each scheme of rotation.
TEST(spins_come_back_with_every_scheme)
{
    const case_override axes[] = {{"run.rotation", "axes"}};
    const case_override leapfrog[] = {{"run.rotation", "leapfrog"}};
    grains_stand_as_they_stood(other, axes, 1);
    grains_stand_as_they_stood(other, leapfrog, 1);
}

static void refuses(const char *text, const case_override *set, int sets, const char *words)
{
    sim s = {0};
    scree_error error = {0};
    REQUIRE(sim_read(&s, text, set, sets));
    CHECK(world_create(&s.m, NULL, &s.w, &error) == SCREE_BAD_INPUT);
    const bool told =
        strstr(error.where, words) || strstr(error.what, words) || strstr(error.hint, words);
    CHECK_MSG(told, "'%s' is not in '%s: %s; %s'", words, error.where, error.what, error.hint);
    if (s.w)
        world_destroy(s.w);
    model_clear(&s.m);
}

TEST(what_cannot_begin_is_refused_by_name)
{
    frame f = {0};
    prepare(prepared, NULL, 0, 10, &f);
    frame_clear(&f);
    const case_override all[] = {{"grains.a.packing", "{law: snapshot, file: bed.h5}"}};
    refuses(other, all, 1,
            "40 grains of the snapshot have the shape 'twin', and this entry has "
            "'bead'");
    const case_override unknown[] = {{"grains.a.packing.set", "sand"}};
    refuses(other, unknown, 1, "the snapshot has no such grains");
    const case_override narrow[] = {{"domain.high", "[1 cm, 4 cm, 4 cm]"}};
    refuses(other, narrow, 1, "grains are outside of the domain; their centres reach from");
    refuses(other, narrow, 1, "of 120 grains");
    const case_override larger[] = {
        {"shapes.twin.clump.balls",
         "[{at: [-0.4 mm, 0, 0], radius: 1 mm}, {at: [0.7 mm, 0, 0], radius: 0.8 mm}]"}};
    refuses(other, larger, 1, "the shape 'twin' of 40 grains of the snapshot is not the 'twin'");
    const case_override table[] = {{"grains.a.packing.file", "none.h5"}};
    refuses(other, table, 1, "grains.a.packing.file");
    FILE *out = fopen("text.h5", "w");
    REQUIRE(out);
    fprintf(out, "x y z\n1 2 3\n");
    fclose(out);
    const case_override text[] = {{"grains.a.packing.file", "text.h5"}};
    refuses(other, text, 1, "grains.a.packing.file");
    refuses(other, text, 1, "snapshot");
}

static const char balls_alone[] = MATERIALS SHAPES ROOM
    "grains: [{name: a, shape: bead, material: steel, packing: {law: snapshot, file: bed.h5, set: "
    "balls}}]\nrun: {duration: 1 s}\n";

// Side by side by the periods of the other case, all of them moved.
TEST(copies_stand_side_by_side)
{
    const case_override wide[] = {{"domain.high", "[10 cm, 10 cm, 4 cm]"},
                                  {"grains.a.packing.copies", "[2, 3, 1]"},
                                  {"grains.a.packing.move", "[1 mm, 0, 0]"}};
    image before = {0};
    sim s;
    grain_list list = {0};
    image_of(prepared, NULL, 0, 500, &before);
    REQUIRE(snapshot_write("bed.h5", &before, NULL, NULL) == SCREE_OK);
    const image_column *was = image_find(&before, "body/position", IMAGE_F64, 4);
    REQUIRE(was && sim_read(&s, balls_alone, wide, 3));
    REQUIRE(packing_build(&s.m, NULL, &list, NULL, NULL) == SCREE_OK && list.count == 6 * BALLS);
    for (int64_t i = 0; i < list.count; i++) {
        const double *at = image_reals(was) + 4 * (i % BALLS);
        const int64_t copy = i / BALLS;
        const double x = at[0] + (1e-3 + 0.03 * (double)(copy % 2));
        CHECK_NEAR(list.position[i].x, x, 1e-15);
        CHECK_NEAR(list.position[i].y, at[1] + 0.03 * (double)(copy / 2), 1e-15);
        CHECK(list.position[i].z == at[2]);
    }
    grain_list_clear(&list);
    model_clear(&s.m);
    const case_override up[] = {{"grains.a.packing.copies", "[1, 1, 2]"}};
    refuses(other, up, 1, "the case of the snapshot is not periodic along z");
    const case_override many[] = {{"grains.a.packing.copies", "[1e6, 1e6, 1]"}};
    refuses(other, many, 1, "grains need");
    const case_override part[] = {{"grains.a.packing.copies", "[1, 1.5, 1]"}};
    refuses(other, part, 1, "copies along y, 1.5, are no whole number");
    image_clear(&before);
}

static const char plane_case[] =
    MATERIALS "dimensions: 2\n"
              "domain: {low: [0, 0, 0], high: [3 cm, 3 cm, 1 mm]}\n"
              "shapes: {bead: {ball: {radius: 1 mm}}}\n"
              "grains: [{name: a, shape: bead, material: steel, packing: {law: snapshot, file: "
              "bed.h5, set: balls}}]\nrun: {duration: 1 s}\n";

TEST(a_plane_does_not_begin_in_space)
{
    const case_override flat[] = {{"gravity", "[0, -9.81 m/s^2, 0]"}};
    frame f = {0};
    prepare(prepared, NULL, 0, 10, &f);
    frame_clear(&f);
    refuses(plane_case, flat, 1, "the snapshot is of a case in 3D, and this case is in 2D");
}

// The cell of a sheared case leans, and its images are no images of a brick.
TEST(a_cell_that_leans_is_refused_by_a_brick)
{
    static const char sheared[] =
        "scree: 1\ngravity: 0\nmaterials: {glass: {density: 2500 kg/m^3, young: 1 MPa, poisson: "
        "0.2}}\npairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: none}}\n"
        "domain: {low: [0, 0, 0], high: [3 cm, 3 cm, 3 cm], boundary: {x: periodic, y: periodic, "
        "z: periodic}}\n"
        "shapes: {bead: {ball: {radius: 1 mm}}}\n"
        "cell: {rate: {xy: 5/s}}\n"
        "grains: [{name: balls, shape: bead, material: glass, packing: {law: random, count: 50}}]\n"
        "run: {duration: 1 s, step: 20 us}\n";
    frame f = {0};
    prepare(sheared, NULL, 0, 100, &f);
    frame_clear(&f);
    const case_override brick[] = {{"cell.rate", "{xx: 1/s}"},
                                   {"grains.balls.packing", "{law: snapshot, file: bed.h5}"}};
    refuses(sheared, brick, 2, "the cell of the snapshot leans");
}

TEST_MAIN
