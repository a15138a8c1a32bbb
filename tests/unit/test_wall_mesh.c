// test_wall_mesh.c - the triangle of a point on a wall: found around where it was last, it is the one of a search through all,
// and not looked for again while the point is well inside of it. Walls are cut into triangles no finer than asked.
#include "probe_fixture.h"

#include "measure/wall_mesh.h"

static const v3 unseen = {0, 0, 0};

// A point that goes about near the wall x = 0 by steps of up to `stride`, off the wall by up to `off`.
static int wrong_of_walk(const wall_mesh *wall, double stride, double off, rng *random)
{
    wall_around around = {.place = unseen};
    v3 at = v3_make(0, 0.3, 0.7);
    int wrong = 0;
    for (int i = 0; i < 4000; i++) {
        const double along = stride * (rng_uniform(random) - 0.5);
        const double up = stride * (rng_uniform(random) - 0.5);
        at.x = off * (rng_uniform(random) - 0.5);
        at.y = fmin(fmax(at.y + along, -0.1), 1.1);
        at.z = fmin(fmax(at.z + up, -0.1), 2.1);
        const v3 local = v3_sub(at, wall->reference);
        wrong += wall_mesh_find_around(wall, local, &around) != wall_mesh_find(wall, local);
    }
    return wrong;
}

TEST(the_triangle_around_is_that_of_all)
{
    bench b;
    wall_mesh wall;
    scree_error error;
    bench_make(&b);
    REQUIRE(wall_mesh_make(&b.m, "domain-x-low", 0.1, "wall-wear", &wall, &error) == SCREE_OK);
    CHECK(wall.mesh->triangles > 200);
    rng random = rng_make(1, 2);
    CHECK(wrong_of_walk(&wall, 1e-3, 0, &random) == 0);
    CHECK(wrong_of_walk(&wall, 1e-2, 1e-3, &random) == 0);
    CHECK(wrong_of_walk(&wall, 0.3, 0.1, &random) == 0);
    wall_mesh_clear(&wall);
}

// Whoever stays in the middle of a triangle is told at once; one who goes to another is not told the old one.
TEST(a_point_inside_a_triangle_is_not_looked_for)
{
    bench b;
    wall_mesh wall;
    scree_error error;
    wall_around around = {.place = unseen};
    bench_make(&b);
    REQUIRE(wall_mesh_make(&b.m, "domain-x-low", 0.1, "wall-wear", &wall, &error) == SCREE_OK);
    const v3 middle = v3_sub(wall_mesh_middle(&wall, 7), wall.reference);
    CHECK(wall_mesh_find_around(&wall, middle, &around) == 7);
    CHECK(wall_mesh_find_around(&wall, middle, &around) == 7);
    CHECK(around.own > 1e-3);
    const v3 stride = v3_scale(around.own / 50, v3_make(1, 2, -1));
    const v3 found_at = around.found_at;
    for (int i = 1; i <= 20; i++)
        CHECK(wall_mesh_find_around(&wall, v3_fma(middle, i, stride), &around) == 7);
    CHECK(v3_distance(around.found_at, found_at) == 0);
    const v3 other = v3_sub(wall_mesh_middle(&wall, 8), wall.reference);
    CHECK(wall_mesh_find_around(&wall, other, &around) == 8);
    wall_mesh_clear(&wall);
}

static bool alike(double one, double other, double value)
{
    return fabs(one - value) < 1e-9 && fabs(other - value) < 1e-9;
}

static bool on_rim(v3 one, v3 other, v3 high)
{
    return alike(one.y, other.y, 0) || alike(one.y, other.y, high.y) || alike(one.z, other.z, 0) ||
           alike(one.z, other.z, high.z);
}

// A wall of that size: its edges are no longer than asked, its triangles have their corners in common, and are few.
static void check_cut(double width, double length, double longest)
{
    bench b;
    wall_mesh wall;
    scree_error error;
    bench_make(&b);
    b.m.high = v3_make(1, width, length);
    REQUIRE(wall_mesh_make(&b.m, "domain-x-low", longest, "wall-wear", &wall, &error) == SCREE_OK);
    const mesh *mesh = wall.mesh;
    int too_long = 0;
    int torn = 0;
    double area = 0;
    for (int32_t i = 0; i < mesh->edges; i++) {
        const v3 one = wall.point[mesh->edge[i].vertex[0]];
        const v3 other = wall.point[mesh->edge[i].vertex[1]];
        too_long += v3_distance(one, other) > longest * (1 + 1e-12);
        torn += mesh->edge[i].triangles != (on_rim(one, other, b.m.high) ? 1 : 2);
    }
    for (int32_t i = 0; i < mesh->triangles; i++)
        area += wall.area[i];
    CHECK(too_long == 0);
    CHECK(torn == 0);
    CHECK_NEAR(area, width * length, 1e-12);
    CHECK(mesh->triangles <= 8 * (length / longest + 1) * (width / longest + 1));
    wall_mesh_clear(&wall);
}

TEST(thin_triangles_are_cut_crosswise)
{
    check_cut(0.015625, 1, 0.03);
    check_cut(1, 0.015625, 0.03);
    check_cut(0.02, 1, 0.01);
    check_cut(0.3, 1, 0.021);
    check_cut(0.007, 0.9, 0.05);
    check_cut(1, 2, 0.1);
}
TEST_MAIN
