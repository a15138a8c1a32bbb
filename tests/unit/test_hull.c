// test_hull.c - convex hulls: known solids, every point below every face, the same faces in any unit. label: sanitize
#include "harness.h"
#include "shape/hull.h"
#include "support/poly_shapes.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static double uniform(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (double)(*state >> 11) * 0x1p-53;
}

TEST(the_hull_of_a_box_has_six_faces)
{
    poly p = poly_box(v3_make(1, 2, 3), v3_make(2, 4, 6));
    poly_point(&p, v3_make(1.5, 3, 4)); // inside
    poly_point(&p, v3_make(1.5, 3, 3)); // on a face
    poly_point(&p, v3_make(1, 2, 4));   // on an edge
    hull h;
    scree_error error;
    REQUIRE(!hull_build(p.point, p.points, "box", &h, &error));
    CHECK(h.faces == 6 && hull_facets(&h) == 12);
    CHECK_NEAR(h.volume, 6, 1e-14);
    for (int32_t f = 0; f < h.faces; f++) {
        CHECK(h.start[f + 1] - h.start[f] == 4);
        for (int32_t k = h.start[f]; k < h.start[f + 1]; k++)
            CHECK(h.corner[k] < 8 && h.corner[k] >= h.corner[h.start[f]]);
        if (f)
            CHECK(h.corner[h.start[f]] >= h.corner[h.start[f - 1]]);
    }
    hull_clear(&h);
    CHECK(!h.corner);
    poly_clear(&p);
}

// What the program has printed and not sent yet is its own: Qhull sends it all where it has a file for its results.
TEST(a_hull_leaves_the_files_of_the_program_alone)
{
    int ends[2];
    char seen;
    REQUIRE(!pipe(ends));
    const pid_t child = fork();
    if (!child) {
        hull h;
        scree_error error;
        poly p = poly_box(v3_make(0, 0, 0), v3_make(1, 1, 1));
        FILE *words = fdopen(ends[1], "w");
        fputs("not yet", words);
        _exit(hull_build(p.point, p.points, "box", &h, &error) != SCREE_OK);
    }
    int how = 1;
    close(ends[1]);
    CHECK(waitpid(child, &how, 0) == child && how == 0);
    CHECK(read(ends[0], &seen, 1) == 0);
    close(ends[0]);
}

static void check_hull(const v3 *point, int32_t points, double size)
{
    hull h;
    scree_error error = {0};
    const scree_status status = hull_build(point, points, "points", &h, &error);
    CHECK_MSG(!status, "%s", error.what);
    if (status)
        return;
    v3 *soup = malloc(3 * (size_t)hull_facets(&h) * sizeof *soup);
    REQUIRE(soup != NULL);
    hull_soup(&h, point, soup);
    double worst = 0, volume = 0;
    for (int32_t t = 0; t < hull_facets(&h); t++) {
        const v3 *c = soup + 3 * t;
        const v3 n = v3_unit(v3_cross(v3_sub(c[1], c[0]), v3_sub(c[2], c[0])));
        volume += v3_dot(c[0], v3_cross(c[1], c[2])) / 6;
        for (int32_t i = 0; i < points; i++)
            worst = fmax(worst, v3_dot(n, v3_sub(point[i], c[0])));
    }
    CHECK_MSG(worst < 1e-9 * size, "a point stands %g over a face", worst);
    CHECK_REL(h.volume, volume, 1e-9);
    free(soup);
    hull_clear(&h);
}

TEST(no_point_stands_over_a_face)
{
    uint64_t state = 3;
    static v3 point[400];
    for (int round = 0; round < 60; round++) {
        const int32_t n = 4 + (int32_t)(uniform(&state) * 390);
        const double size = round % 3 == 0 ? 1e-5 : round % 3 == 1 ? 1 : 1e3;
        for (int32_t i = 0; i < n; i++) {
            v3 p = v3_make(uniform(&state) - 0.5, uniform(&state) - 0.5, uniform(&state) - 0.5);
            if (round % 2)
                p = v3_unit(p);
            point[i] = v3_scale(size, p);
        }
        check_hull(point, n, size);
    }
}

TEST(the_unit_does_not_matter)
{
    uint64_t state = 8;
    static v3 point[2][100];
    hull h[2];
    scree_error error;
    for (int i = 0; i < 100; i++) {
        point[0][i] = v3_make(uniform(&state), uniform(&state), uniform(&state));
        point[1][i] = v3_scale(0x1p-40, point[0][i]);
    }
    REQUIRE(!hull_build(point[0], 100, "a", &h[0], &error) &&
            !hull_build(point[1], 100, "b", &h[1], &error));
    REQUIRE(h[0].faces == h[1].faces && h[0].start[h[0].faces] == h[1].start[h[1].faces]);
    CHECK(!memcmp(h[0].start, h[1].start, (size_t)(h[0].faces + 1) * sizeof(int32_t)));
    CHECK(!memcmp(h[0].corner, h[1].corner, (size_t)h[0].start[h[0].faces] * sizeof(int32_t)));
    CHECK(h[1].volume == 0x1p-120 * h[0].volume);
    hull_clear(&h[0]);
    hull_clear(&h[1]);
}

TEST(flat_and_few_points_are_refused)
{
    v3 point[20];
    hull h;
    scree_error error;
    for (int i = 0; i < 20; i++)
        point[i] = v3_make(i % 5, i / 5, 2 * (i % 5) - 3 * (i / 5));
    CHECK(hull_build(point, 20, "sheet", &h, &error) == SCREE_BAD_INPUT);
    CHECK_STR(error.where, "sheet");
    CHECK_HAS(error.what, "all points lie in one plane");
    CHECK(!h.corner);
    for (int i = 0; i < 20; i++)
        point[i] = v3_make(1, 2, 3);
    CHECK(hull_build(point, 20, "dot", &h, &error) == SCREE_BAD_INPUT);
    CHECK(hull_build(point, 3, "three", &h, &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.what, "3 points have no convex hull");
}

TEST_MAIN
