// test_mesh_parts.c - parts of mesh files by name, and parts that are one surface: together they have the contacts of the
// whole. label: sanitize
#include "collide/ball_wall.h"
#include "harness.h"
#include "shape/mesh_file.h"
#include "wall_choice.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

static uint64_t state = 5;

static double uniform(double low, double high)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return low + (high - low) * (double)(state >> 11) * 0x1p-53;
}

static scree_status parse(const char *text, const char *name, mesh_soup *soup, scree_error *error)
{
    return mesh_file_parse(&(mesh_bytes){text, strlen(text), name}, mesh_unit_find("m"), 1, soup,
                           error);
}

// ---- names

static const char two_objects[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\n"
                                  "o drum\ng blade hub\nf 1 2 4\nf 1 3 4\n"
                                  "g left blade\nf 2 3 4\no lid \nf 1 2 3\n";

static void check_part(const char *part, int32_t facets)
{
    mesh_soup soup;
    scree_error error = {0};
    REQUIRE(parse(two_objects, "a.obj", &soup, &error) == SCREE_OK);
    CHECK(soup.facets == 5);
    CHECK_MSG(mesh_soup_keep(&soup, part, "mesh.part", &error) == SCREE_OK, "%s: %s", part,
              error.what);
    CHECK_MSG(soup.facets == facets, "%s: %d facets", part, soup.facets);
    mesh_soup_clear(&soup);
}

TEST(parts_of_an_obj_file_are_objects_and_groups)
{
    check_part("drum", 3);
    check_part("blade", 4);
    check_part("hub", 2);
    check_part("left blade", 2);
    check_part("left", 2);
    check_part("lid", 1);
}

#define FACET(x)                                                                                   \
    "facet normal 0 0 1\nouter loop\nvertex " x " 0 0\nvertex 9 0 0\nvertex 0 9 0\nendloop\n"      \
    "endfacet\n"

TEST(parts_of_an_stl_file_are_solids)
{
    static const char text[] = "solid main  shaft \n" FACET("0")
        FACET("1") "endsolid main shaft\n"
                   "solid blade\n" FACET("2") "endsolid blade\n"
                                              "solid main  shaft\n" FACET("3") "endsolid\n";
    mesh_soup soup;
    scree_error error = {0};
    REQUIRE(parse(text, "a.stl", &soup, &error) == SCREE_OK);
    CHECK(soup.facets == 4 && soup.sections.count == 2);
    REQUIRE(mesh_soup_keep(&soup, "main  shaft", "mesh.part", &error) == SCREE_OK);
    CHECK(soup.facets == 3 && soup.corner[6].x == 3);
    mesh_soup_clear(&soup);
}

TEST(a_part_that_is_not_there_is_told)
{
    mesh_soup soup;
    scree_error error = {0};
    REQUIRE(parse(two_objects, "a.obj", &soup, &error) == SCREE_OK);
    CHECK(mesh_soup_keep(&soup, "baldes", "mesh.part", &error) == SCREE_BAD_INPUT);
    CHECK_STR(error.where, "mesh.part");
    CHECK_HAS(error.what, "the file has no part 'baldes'");
    CHECK(mesh_soup_keep(&soup, "blades", "mesh.part", &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.hint, "did you mean 'blade'?");
    CHECK(mesh_soup_keep(&soup, "something else", "mesh.part", &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.hint, "its parts are drum, blade hub, blade, hub, left blade, left, lid");
    mesh_soup_clear(&soup);
    static const char ply[] = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty "
                              "float y\nproperty float z\nelement face 1\nproperty list uchar int "
                              "vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
    REQUIRE(parse(ply, "a.ply", &soup, &error) == SCREE_OK);
    CHECK(mesh_soup_keep(&soup, "blade", "mesh.part", &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.what, "a file of the form ascii PLY has no parts");
    mesh_soup_clear(&soup);
}

// ---- seams

enum { CELLS = 12, BALLS = 20000, NEAR = 512 };

static double height(int shape, int i, int j)
{
    if (shape == 0)
        return 0;
    if (shape == 1) // gentle: one smooth group
        return 0.15 * sin(0.9 * i) * cos(0.7 * j);
    return i % 3 == 1 ? 0.5 : j % 4 == 2 ? -0.4 : 0; // sharp edges and corners
}

// A floor whose triangles belong to parts `a` and `b` by chance, or one half to each.
static bool write_floor(const char *path, int shape, bool halves)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return false;
    for (int j = 0; j <= CELLS; j++)
        for (int i = 0; i <= CELLS; i++)
            fprintf(file, "v %d %d %.17g\n", i, j, height(shape, i, j));
    for (int j = 0; j < CELLS; j++)
        for (int i = 0; i < CELLS; i++) {
            const int at = 1 + i + j * (CELLS + 1);
            const bool first = halves ? i < CELLS / 2 : uniform(0, 1) < 0.5;
            const bool second = halves ? first : uniform(0, 1) < 0.5;
            fprintf(file, "g %s\nf %d %d %d\n", first ? "a" : "b", at, at + 1, at + CELLS + 2);
            fprintf(file, "g %s\nf %d %d %d\n", second ? "a" : "b", at, at + CELLS + 2,
                    at + CELLS + 1);
        }
    return fclose(file) == 0;
}

static primitive *wall_of(const char *path, const char *part, const char *beside)
{
    primitive *wall = NULL;
    scree_error error = {0};
    choice c = choose("mesh");
    set_text(&c, "file", path);
    set_text(&c, "unit", "m");
    set_real(&c, "scale", 1);
    if (part)
        set_text(&c, "part", part);
    if (primitive_make(&c, "", &wall, NULL, &error) != SCREE_OK) {
        printf("%s: %s\n", error.where, error.what);
        return NULL;
    }
    if (beside && primitive_join(wall, &c, "", &beside, 1, &error) != SCREE_OK) {
        primitive_free(wall);
        wall = NULL;
    }
    choice_clear(&c);
    return wall;
}

static int touches(const primitive *wall, v3 at, double radius, wall_touch out[WALL_TOUCH_MOST])
{
    int32_t candidate[NEAR];
    const placed_wall placed = {wall, v3_make(0, 0, 0), q4_identity(), NULL};
    const int near = ball_wall_near(&placed, at, radius, 0.01, candidate, NEAR);
    return near > NEAR
               ? -1
               : ball_wall_touches(&placed, at, radius, 0, (wall_parts){candidate, near}, out);
}

static bool holds(const wall_touch *list, int count, const wall_touch *one)
{
    for (int i = 0; i < count; i++)
        if (list[i].gap == one->gap && v3_distance(list[i].normal, one->normal) == 0)
            return true;
    return false;
}

static void check_seams(int shape, bool halves)
{
    const char *path = "seams.obj";
    REQUIRE(write_floor(path, shape, halves));
    primitive *whole = wall_of(path, NULL, NULL);
    primitive *part[2] = {wall_of(path, "a", "b"), wall_of(path, "b", "a")};
    primitive *alone[2] = {wall_of(path, "a", NULL), wall_of(path, "b", NULL)};
    REQUIRE(whole && part[0] && part[1] && alone[0] && alone[1]);
    int contacts = 0, of_both = 0, doubled = 0;
    for (int i = 0; i < BALLS; i++) {
        const double radius = uniform(0.2, 1.5);
        const v3 at = v3_make(uniform(1, CELLS - 1), uniform(1, CELLS - 1), uniform(-1.5, 2));
        wall_touch want[WALL_TOUCH_MOST], got[2][WALL_TOUCH_MOST];
        const int count = touches(whole, at, radius, want);
        const int one = touches(part[0], at, radius, got[0]);
        const int two = touches(part[1], at, radius, got[1]);
        REQUIRE(count >= 0 && one >= 0 && two >= 0);
        CHECK_MSG(one + two == count, "shape %d: %d and %d contacts, the whole has %d", shape, one,
                  two, count);
        for (int k = 0; k < one; k++)
            CHECK(holds(want, count, &got[0][k]));
        for (int k = 0; k < two; k++)
            CHECK(holds(want, count, &got[1][k]));
        contacts += count;
        of_both += one && two;
        wall_touch apart[WALL_TOUCH_MOST];
        doubled +=
            touches(alone[0], at, radius, apart) + touches(alone[1], at, radius, apart) > count;
    }
    CHECK_MSG(contacts > 3000 && doubled > 300, "%d contacts, %d balls have more at parts alone",
              contacts, doubled);
    CHECK(shape != 2 || of_both > 50);
    primitive_free(whole);
    for (int k = 0; k < 2; k++) {
        primitive_free(part[k]);
        primitive_free(alone[k]);
    }
    unlink(path);
}

TEST(parts_beside_each_other_have_the_contacts_of_the_whole)
{
    for (int shape = 0; shape < 3; shape++) {
        check_seams(shape, false);
        check_seams(shape, true);
    }
}

TEST_MAIN
