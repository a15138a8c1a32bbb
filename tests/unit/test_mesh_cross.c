// test_mesh_cross.c - ways through a mesh: each is counted once whatever edges and corners it meets, a closed surface as often
// into it as out of it, and a way in pieces as the whole one.
#include "harness.h"

#include "base/random.h"
#include "shape/mesh_cross.h"

// A sheet of n x n squares over [0, 1] x [0, 1], of two triangles each, looking upwards.
static mesh *sheet_make(int n)
{
    const int facets = 2 * n * n;
    v3 *corner = calloc(3 * (size_t)facets, sizeof *corner);
    v3 *to = corner;
    for (int i = 0; i < n * n && corner; i++) {
        const double low[2] = {(i % n) / (double)n, (i / n) / (double)n};
        const double high[2] = {(i % n + 1) / (double)n, (i / n + 1) / (double)n};
        *to++ = v3_make(low[0], low[1], 0);
        *to++ = v3_make(high[0], low[1], 0);
        *to++ = v3_make(high[0], high[1], 0);
        *to++ = v3_make(low[0], low[1], 0);
        *to++ = v3_make(high[0], high[1], 0);
        *to++ = v3_make(low[0], high[1], 0);
    }
    mesh *made = NULL;
    mesh_report report;
    scree_error error;
    const mesh_facets given = {.corner = corner, .facets = facets, .name = "sheet"};
    if (corner && mesh_build(&given, &made, &report, &error) != SCREE_OK)
        made = NULL;
    free(corner);
    return made;
}

TEST(a_way_through_corners_and_edges_counts_once)
{
    mesh *sheet = sheet_make(4);
    REQUIRE(sheet != NULL);
    int wrong = 0;
    for (int i = 1; i < 32; i++) {
        for (int j = 1; j < 32; j++) { // among them all inner corners, edges and diagonals
            const v3 above = v3_make(i / 32.0, j / 32.0, 0.5);
            const v3 below = v3_make(i / 32.0, j / 32.0, -0.25);
            wrong += mesh_crossings(sheet, below, above, NULL, NULL) != 1;
            wrong += mesh_crossings(sheet, above, below, NULL, NULL) != -1;
        }
    }
    CHECK(wrong == 0);
    CHECK(mesh_crossings(sheet, v3_make(1.5, 0.5, 1), v3_make(1.5, 0.5, -1), NULL, NULL) == 0);
    mesh_free(sheet);
}

TEST(a_way_in_pieces_is_as_the_whole_one)
{
    mesh *sheet = sheet_make(8);
    REQUIRE(sheet != NULL);
    rng random = rng_make(5, 0);
    int wrong = 0;
    for (int i = 0; i < 2000; i++) {
        v3 at = v3_make(rng_range(&random, 0.2, 0.8), rng_range(&random, 0.2, 0.8), 0.01);
        const v3 begin = at;
        int count = 0;
        for (int k = 0; k < 30; k++) { // stops on the plane of the sheet as well
            const v3 more = v3_scale(0.005, rng_direction(&random));
            v3 next = v3_add(at, more);
            if (k % 5 == 0)
                next.z = 0;
            count += mesh_crossings(sheet, at, next, NULL, NULL);
            at = next;
        }
        wrong += count != mesh_crossings(sheet, begin, at, NULL, NULL);
    }
    CHECK(wrong == 0);
    mesh_free(sheet);
}

TEST(a_box_counts_only_what_is_in_it)
{
    mesh *sheet = sheet_make(3);
    REQUIRE(sheet != NULL);
    const v3 low = v3_make(0, 0, -1);
    const v3 high = v3_make(0.5, 1, 1);
    const v3 up = v3_make(0, 0, 0.5);
    for (int i = 0; i < 2; i++) {
        const v3 place = v3_make(i == 0 ? 0.3 : 0.7, 0.4, 0);
        const int count = mesh_crossings(sheet, v3_sub(place, up), v3_add(place, up), &low, &high);
        CHECK(count == (i == 0));
    }
    mesh_free(sheet);
}
TEST_MAIN
