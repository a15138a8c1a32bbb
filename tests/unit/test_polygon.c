// test_polygon.c - cutting polygons into triangles: areas, no overlap, no flat triangles, crossed outlines. label:
// sanitize
#include "base/mathlib.h"
#include "base/random.h"
#include "harness.h"
#include "shape/polygon.h"

#include <stdlib.h>

enum { MOST = 400 };

typedef struct cut_sums {
    int triangles;
    double area, flat; // sum of the areas of all triangles; the least area
    int turned;        // triangles turned against the polygon
    double bend;
} cut_sums;

static v3 shoelace(const v3 *corner, int count)
{
    v3 sum = v3_make(0, 0, 0);
    for (int k = 0; k < count; k++)
        sum = v3_fma(sum, 0.5, v3_cross(corner[k], corner[(k + 1) % count]));
    return sum;
}

static cut_sums cut(const v3 *corner, int count)
{
    int32_t triangle[MOST][3];
    cut_sums s = {.flat = 1e300};
    const v3 normal = v3_unit(shoelace(corner, count));
    s.triangles = polygon_cut(corner, count, triangle, &s.bend);
    for (int t = 0; t < s.triangles; t++) {
        const v3 a = corner[triangle[t][0]], b = corner[triangle[t][1]], c = corner[triangle[t][2]];
        const v3 n = v3_scale(0.5, v3_cross(v3_sub(b, a), v3_sub(c, a)));
        s.area += v3_norm(n);
        s.turned += v3_dot(n, normal) < 0;
        if (v3_norm(n) < s.flat)
            s.flat = v3_norm(n);
    }
    return s;
}

// Triangles that are all turned like the polygon and have its area together cover it once.
static void check_cover(const v3 *corner, int count, const char *what)
{
    const cut_sums s = cut(corner, count);
    const double area = v3_norm(shoelace(corner, count));
    CHECK_MSG(s.triangles == count - 2, "%s: %d triangles of %d corners", what, s.triangles, count);
    CHECK_MSG(!s.turned, "%s: %d turned", what, s.turned);
    CHECK_MSG(fabs(s.area - area) <= 1e-11 * area, "%s: area %.17g, not %.17g", what, s.area, area);
    CHECK_MSG(s.flat > 1e-9 * area, "%s: a triangle of area %g", what, s.flat);
}

#define CHECK_COVER(corner, what) check_cover(corner, sizeof(corner) / sizeof *(corner), what)

TEST(outlines_of_every_kind)
{
    const v3 square[] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    const v3 dart[] = {{0, 0, 0}, {2, 1, 0}, {0, 2, 0}, {1, 1, 0}};
    const v3 ell[] = {{0, 0, 3}, {2, 0, 3}, {2, 1, 3}, {1, 1, 3}, {1, 2, 3}, {0, 2, 3}};
    const v3 downwards[] = {{0, 0, 0}, {0, 1, 0}, {1, 1, 0}, {1, 0, 0}};
    const v3 on_sides[] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {3, 3, 0},
                           {2, 3, 0}, {1, 3, 0}, {0, 3, 0}, {0, 1, 0}};
    const v3 triangle_with_points[] = {{0, 0, 0}, {4, 0, 0}, {3, 1, 0},
                                       {2, 2, 0}, {1, 3, 0}, {0, 4, 0}};
    const v3 holed[] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}, {0, 0, 0},
                        {1, 1, 0}, {1, 3, 0}, {3, 3, 0}, {3, 1, 0}, {1, 1, 0}};
    const v3 upright[] = {{1, 0, 0}, {1, 2, 0}, {1, 2, 5}, {1, 1, 1}, {1, 0, 5}};
    CHECK_COVER(square, "square");
    CHECK_COVER(dart, "dart");
    CHECK_COVER(ell, "L");
    CHECK_COVER(downwards, "downwards");
    CHECK_COVER(on_sides, "corners on sides");
    CHECK_COVER(triangle_with_points, "triangle with points on a side");
    CHECK_COVER(holed, "hole");
    CHECK_COVER(upright, "upright");
}

TEST(combs_and_spirals)
{
    v3 comb[MOST];
    int n = 0;
    for (int k = 0; k < 60; k++) {
        comb[n++] = v3_make(k, k % 2 ? 10 : 0.5, 0);
        comb[n++] = v3_make(k + 0.5, k % 2 ? 10 : 0.5, 0);
    }
    comb[n++] = v3_make(60, -1, 0);
    comb[n++] = v3_make(0, -1, 0);
    check_cover(comb, n, "comb");
    n = 0;
    for (int k = 0; k < 100; k++)
        comb[n++] =
            v3_make((1 + 0.1 * k) * real_cos(0.2 * k), (1 + 0.1 * k) * real_sin(0.2 * k), 0);
    for (int k = 99; k >= 0; k--)
        comb[n++] =
            v3_make((0.5 + 0.1 * k) * real_cos(0.2 * k), (0.5 + 0.1 * k) * real_sin(0.2 * k), 0);
    check_cover(comb, n, "spiral");
}

static double uniform(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (double)(*state >> 11) * 0x1p-53;
}

TEST(random_stars_at_any_place_and_size)
{
    uint64_t state = 5;
    for (int round = 0; round < 2000; round++) {
        v3 corner[MOST];
        const int n = 4 + (int)(uniform(&state) * 40);
        const q4 turn = q4_unit((q4){uniform(&state) - 0.5, uniform(&state) - 0.5,
                                     uniform(&state) - 0.5, uniform(&state)});
        const double size = round % 3 == 0 ? 1e-6 : round % 3 == 1 ? 1 : 1e4;
        for (int k = 0; k < n; k++) {
            const double r = size * (0.2 + uniform(&state)),
                         at = 6.283185307179586 * (k + 0.8 * uniform(&state)) / n;
            corner[k] = q4_rotate(turn, v3_make(r * real_cos(at), r * real_sin(at), 3 * size));
        }
        check_cover(corner, n, "star");
    }
}

TEST(crossed_outlines_are_refused)
{
    const v3 bow[] = {{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}};
    const v3 uneven[] = {{0, 0, 0}, {3, 3, 0}, {3, 0, 0}, {0, 1, 0}};
    CHECK(cut(bow, 4).triangles == POLYGON_CROSSED);
    CHECK(cut(uneven, 4).triangles == POLYGON_CROSSED);
}

TEST(repeated_corners_and_lines)
{
    const v3 twice[] = {{0, 0, 0}, {0, 0, 0}, {1, 0, 0}, {1, 1, 0},
                        {1, 1, 0}, {0, 1, 0}, {0, 0, 0}};
    const cut_sums s = cut(twice, 7);
    CHECK(s.triangles == 2);
    CHECK_NEAR(s.area, 1, 1e-15);
    const v3 line[] = {{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}};
    CHECK(cut(line, 4).triangles == 2);
    const v3 point[] = {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}};
    CHECK(cut(point, 4).triangles == 0);
}

TEST(bent_faces_tell_how_much)
{
    const v3 flat[] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}},
             bent[] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0.1}, {0, 1, 0}};
    CHECK(cut(flat, 4).bend == 0);
    const cut_sums s = cut(bent, 4);
    CHECK(s.triangles == 2);
    CHECK_REL(s.bend, 0.025 / sqrt(2.01),
              0.02); // a corner 0.1 up leaves all four 0.025 off their mean plane
}

TEST_MAIN
