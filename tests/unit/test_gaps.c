// test_gaps.c - the narrowest gaps between walls and openings in them, of forms whose gaps are known.
#include "harness.h"
#include "scene/gaps.h"
#include "wall_choice.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

enum { WALLS_MOST = 4 };
static primitive *made_wall[WALLS_MOST];
static gap_wall wall[WALLS_MOST];
static int walls;

static void begin(void)
{
    for (int i = 0; i < walls; i++)
        primitive_free(made_wall[i]);
    walls = 0;
}

static void add(choice *c)
{
    scree_error error = {0};
    if (made(c, &made_wall[walls], NULL, &error) != SCREE_OK) {
        printf("%s: %s\n", error.where, error.what);
        abort();
    }
    wall[walls] =
        (gap_wall){made_wall[walls], primitive_reference(made_wall[walls]), q4_identity()};
    walls++;
}

static void add_plane(v3 point, v3 normal)
{
    choice c = choose("plane");
    set_vector(&c, "point", point.x, point.y, point.z);
    set_vector(&c, "normal", normal.x, normal.y, normal.z);
    add(&c);
}

static void add_round(const char *kind, double from, double to, double radius_from,
                      double radius_to, const char *side)
{
    choice c = choose(kind);
    set_vector(&c, "from", 0, 0, from);
    set_vector(&c, "to", 0, 0, to);
    if (!strcmp(kind, "cone")) {
        set_real(&c, "radius_from", radius_from);
        set_real(&c, "radius_to", radius_to);
    } else {
        set_real(&c, "radius", radius_from);
    }
    set_text(&c, "side", side);
    add(&c);
}

static void add_mesh(const char *path)
{
    choice c = choose("mesh");
    set_text(&c, "file", path);
    set_text(&c, "unit", "m");
    set_real(&c, "scale", 1);
    add(&c);
}

static int find(gap out[8], const v3 *grain)
{
    int count;
    scree_error error = {0};
    const gap_search search = {
        .wall = wall,
        .walls = walls,
        .low = v3_make(-2, -2, -2),
        .high = v3_make(2, 2, 2),
        .least = 0.001,
        .most = 1.2,
        .grain = grain,
        .grains = grain != NULL,
    };
    if (gaps_find(&search, out, 8, &count, &error) != SCREE_OK)
        abort();
    return count;
}

TEST(two_planes_are_as_far_apart_as_they_are)
{
    gap found[8];
    begin();
    add_plane(v3_make(0, 0, 0.1), v3_make(0, 0, 1));
    add_plane(v3_make(0, 0, 0.35), v3_make(0, 0, -1));
    REQUIRE(find(found, NULL) == 1);
    CHECK(found[0].wall[0] == 0 && found[0].wall[1] == 1);
    CHECK_NEAR(found[0].width, 0.25, 1e-12);
    CHECK_NEAR(found[0].middle.z, 0.225, 1e-12);
    // Back to back there is no room between them; nor in a corner, nor in a wedge of 60 degrees.
    begin();
    add_plane(v3_make(0, 0, 0.1), v3_make(0, 0, -1));
    add_plane(v3_make(0, 0, 0.35), v3_make(0, 0, 1));
    CHECK(find(found, NULL) == 0);
    begin();
    add_plane(v3_make(0, 0, 0), v3_make(0, 0, 1));
    add_plane(v3_make(0, 0, 0), v3_make(1, 0, 0));
    add_plane(v3_make(0, 0, 0), v3_make(-0.866, 0, -0.5));
    CHECK(find(found, NULL) == 0);
}

TEST(the_opening_of_a_hopper_and_its_height_over_the_floor)
{
    gap found[8];
    begin();
    add_round("cone", 0.3, 1.3, 0.2, 1, "inside");
    REQUIRE(find(found, NULL) == 1);
    CHECK(found[0].wall[0] == 0 && found[0].wall[1] == 0);
    CHECK(fabs(found[0].width - 0.4) < 0.4 * 6e-4);
    CHECK(fabs(found[0].middle.z - 0.3) < 1e-9 && fabs(found[0].middle.x) < 1e-3);
    add_plane(v3_make(0, 0, 0), v3_make(0, 0, 1));
    REQUIRE(find(found, NULL) == 2);
    CHECK(found[0].wall[0] == 0 && found[0].wall[1] == 1);
    CHECK_NEAR(found[0].width, 0.3, 1e-9);
    CHECK(fabs(found[1].width - 0.4) < 0.4 * 6e-4);
}

TEST(the_gap_between_a_shaft_and_its_casing)
{
    gap found[8];
    begin();
    add_round("cylinder", -1, 1, 0.5, 0, "inside");
    add_round("cylinder", -1, 1, 0.4, 0, "outside");
    REQUIRE(find(found, NULL) >= 1);
    CHECK(found[0].wall[0] == 0 && found[0].wall[1] == 1);
    CHECK(fabs(found[0].width - 0.1) < 0.5 * 1.1e-3);
}

static void add_box(v3 low, v3 high)
{
    choice c = choose("box");
    set_vector(&c, "low", low.x, low.y, low.z);
    set_vector(&c, "high", high.x, high.y, high.z);
    set_text(&c, "side", "outside");
    add(&c);
}

// What is solid has no gap in it, however thin it is; what stands over it has.
TEST(a_solid_has_no_gap_inside)
{
    gap found[8];
    begin();
    add_box(v3_make(-1, -1, 0), v3_make(1, 1, 0.2));
    CHECK(find(found, NULL) == 0);
    add_plane(v3_make(0, 0, 0.5), v3_make(0, 0, -1));
    REQUIRE(find(found, NULL) == 1);
    CHECK(found[0].wall[0] == 0 && found[0].wall[1] == 1);
    CHECK_NEAR(found[0].width, 0.3, 1e-12);
    begin();
    add_round("cylinder", 0, 0.2, 1, 0, "outside");
    CHECK(find(found, NULL) == 0);
    begin();
    add_round("cone", 0, 0.2, 1, 0.8, "outside");
    CHECK(find(found, NULL) == 0);
}

// A box of closed triangles and a plate beside it: outside of it there is a gap, inside only where the grains are.
static void put(FILE *file, const double *a, const double *b, const double *c)
{
    const double *corner[3] = {a, b, c};
    fprintf(file, "facet normal 0 0 0\nouter loop\n");
    for (int k = 0; k < 3; k++)
        fprintf(file, "vertex %g %g %g\n", corner[k][0], corner[k][1], corner[k][2]);
    fprintf(file, "endloop\nendfacet\n");
}

// The box, and a sheet over it where asked for.
static void write_box(const char *path, bool sheet)
{
    static const int face[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                   {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    double corner[8][3];
    FILE *file = fopen(path, "w");
    if (!file)
        abort();
    for (int i = 0; i < 8; i++) {
        corner[i][0] = i & 1 ? 1 : -1;
        corner[i][1] = i & 2 ? 1 : -1;
        corner[i][2] = i & 4 ? 0.2 : 0;
    }
    fprintf(file, "solid\n");
    for (int i = 0; i < 6; i++) {
        put(file, corner[face[i][0]], corner[face[i][1]], corner[face[i][2]]);
        put(file, corner[face[i][0]], corner[face[i][2]], corner[face[i][3]]);
    }
    const double over[3][3] = {{-1, -1, 0.6}, {1, -1, 0.6}, {0, 1, 0.6}};
    if (sheet)
        put(file, over[0], over[1], over[2]);
    fprintf(file, "endsolid\n");
    fclose(file);
}

TEST(a_closed_mesh_has_gaps_on_the_side_of_its_grains)
{
    gap found[8];
    write_box("thin-box.stl", false);
    begin();
    add_mesh("thin-box.stl");
    add_plane(v3_make(0, 0, -0.3), v3_make(0, 0, 1));
    const v3 out = v3_make(0, 0, 1);
    const v3 in = v3_make(0, 0, 0.1);
    REQUIRE(find(found, &out) == 1);
    CHECK(found[0].wall[1] == 1);
    CHECK_NEAR(found[0].width, 0.3, 1e-12);
    REQUIRE(find(found, &in) == 1);
    CHECK(found[0].wall[1] == 0);
    CHECK_NEAR(found[0].width, 0.2, 1e-12);
    unlink("thin-box.stl");
    begin();
}

// A plate of a machine is no gap, though the mesh has open parts, too.
TEST(what_is_closed_in_a_mesh_that_is_not_is_solid)
{
    gap found[8];
    write_box("thin-box.stl", true);
    begin();
    add_mesh("thin-box.stl");
    const v3 out = v3_make(0, 0, 1);
    const v3 in = v3_make(0, 0, 0.1);
    REQUIRE(find(found, &out) == 1);
    CHECK_NEAR(found[0].width, 0.4, 1e-12);
    REQUIRE(find(found, &in) == 1);
    CHECK_NEAR(found[0].width, 0.2, 1e-12);
    unlink("thin-box.stl");
    begin();
}

TEST_MAIN
