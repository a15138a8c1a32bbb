// Points spread over a cube, and Sobol's indices of functions whose indices are known.
// label: sanitize
#include "fit/design.h"
#include "fit/sensitivity.h"

#include "harness.h"

enum { POINTS = 64, AXES = DESIGN_SOBOL_AXES };

// How many of `strata` equal parts of an axis hold exactly one of as many points.
static int parts_with_one(const double *point, int points, int axes, int axis, int first)
{
    int count[1024] = {0};
    int ones = 0;
    for (int i = first; i < first + points; i++)
        count[(int)(point[i * axes + axis] * points)]++;
    for (int i = 0; i < points; i++)
        ones += count[i] == 1;
    return ones;
}

TEST(latin_hypercube_has_one_point_in_each_stratum_of_each_axis)
{
    double point[POINTS * 5];
    double other[POINTS * 5];
    REQUIRE(design_latin(point, POINTS, 5, 7));
    for (int axis = 0; axis < 5; axis++)
        CHECK(parts_with_one(point, POINTS, 5, axis, 0) == POINTS);
    REQUIRE(design_latin(other, POINTS, 5, 7));
    CHECK(!memcmp(point, other, sizeof point));
    REQUIRE(design_latin(other, POINTS, 5, 8));
    CHECK(memcmp(point, other, sizeof point) != 0);
}

// What makes Joe and Kuo's numbers Sobol's: each run of 2^k points that begins at a multiple of 2^k has one point in each
// part of each axis. A wrong direction number of odd size keeps that; an even one breaks it.
TEST(runs_of_sobol_points_have_one_in_each_part_of_each_axis)
{
    static double point[4 * POINTS * AXES];
    design_sobol(point, (int64_t)4 * POINTS, AXES, 3);
    for (int axis = 0; axis < AXES; axis++) {
        for (int run = 0; run < 4; run++)
            CHECK(parts_with_one(point, POINTS, AXES, axis, run * POINTS) == POINTS);
    }
}

// The first two axes are a (0, 2)-sequence: of 2^(a + b) points each box of 2^-a by 2^-b holds one. A wrong polynomial of the
// second axis breaks it.
TEST(first_two_axes_of_sobol_points_fill_all_boxes)
{
    double point[POINTS * 2];
    design_sobol(point, POINTS, 2, 11);
    for (int a = 0; a <= 6; a++) {
        int count[POINTS] = {0};
        const int across = 1 << a;
        const int down = POINTS / across;
        for (int i = 0; i < POINTS; i++)
            count[(int)(point[2 * i] * across) * down + (int)(point[2 * i + 1] * down)]++;
        for (int box = 0; box < POINTS; box++)
            CHECK(count[box] == 1);
    }
}

// All two axes together differ: a doubled line of the table would make two axes the same.
TEST(axes_of_sobol_points_are_not_correlated)
{
    static double point[4096 * AXES];
    design_sobol(point, 4096, AXES, 5);
    for (int one = 0; one < AXES; one++) {
        for (int other = 0; other < one; other++) {
            double sum = 0;
            for (int i = 0; i < 4096; i++)
                sum += (point[i * AXES + one] - 0.5) * (point[i * AXES + other] - 0.5);
            CHECK_NEAR(sum * 12 / 4096, 0, 0.05);
        }
    }
}

// ---- indices

static const double pi = 3.14159265358979323846;

// Ishigami and Homma 1990, a = 7, b = 0.1.
static double ishigami(const double *share)
{
    double x[3];
    for (int i = 0; i < 3; i++)
        x[i] = pi * (2 * share[i] - 1);
    const double s = sin(x[1]);
    return sin(x[0]) + 7 * s * s + 0.1 * pow(x[2], 4) * sin(x[0]);
}

TEST(indices_of_ishigamis_function_are_the_known_ones)
{
    enum { ROWS = 2048, WIDTH = 5 };
    // V1 = (1 + b pi^4 / 5)^2 / 2, V2 = a^2 / 8, V13 = b^2 pi^8 (1/18 - 1/50)
    const double v1 = 0.5 * pow(1 + 0.1 * pow(pi, 4) / 5, 2);
    const double v2 = 49.0 / 8;
    const double v13 = 0.01 * pow(pi, 8) * (1.0 / 18 - 1.0 / 50);
    const double all = v1 + v2 + v13;
    const double first[3] = {v1 / all, v2 / all, 0};
    const double total[3] = {(v1 + v13) / all, v2 / all, v13 / all};
    static double point[ROWS * WIDTH * 3];
    static double value[ROWS * WIDTH];
    sensitivity is;
    REQUIRE(sensitivity_points(point, ROWS, 3, 1));
    for (int i = 0; i < ROWS * WIDTH; i++)
        value[i] = ishigami(point + (size_t)i * 3);
    REQUIRE(sensitivity_of(value, ROWS, 3, 1, &is));
    CHECK_NEAR(is.mean, 3.5, 0.05);
    CHECK_NEAR(is.variance, all, 0.03 * all);
    for (int i = 0; i < 3; i++) {
        CHECK_NEAR(is.first[i].value, first[i], 0.02);
        CHECK_NEAR(is.total[i].value, total[i], 0.02);
        // points are spread more evenly than by chance, so the bootstrap says rather too much than too little
        CHECK(is.first[i].error > 0.001 && is.first[i].error < 0.1);
        CHECK(is.total[i].low < total[i] && total[i] < is.total[i].high);
    }
    sensitivity_clear(&is);
}

TEST(rows_with_a_run_that_failed_do_not_count)
{
    enum { ROWS = 256, WIDTH = 4 };
    static double point[ROWS * WIDTH * 2];
    static double value[ROWS * WIDTH];
    sensitivity is;
    REQUIRE(sensitivity_points(point, ROWS, 2, 1));
    for (int i = 0; i < ROWS * WIDTH; i++)
        value[i] = 3 * point[2 * i] + 4 * point[2 * i + 1];
    value[7] = value[101 * WIDTH] = NAN;
    REQUIRE(sensitivity_of(value, ROWS, 2, 1, &is));
    CHECK(is.rows == ROWS - 2);
    CHECK_NEAR(is.first[0].value, 0.36, 0.03);
    CHECK_NEAR(is.total[1].value, 0.64, 0.03);
    sensitivity_clear(&is);
}

// Points of few rows lie so regularly that the same wrong index comes out of each draw of a bootstrap.
TEST(few_rows_and_a_constant_number_have_no_indices)
{
    enum { ROWS = 8, WIDTH = 3 };
    double value[ROWS * WIDTH];
    double point[ROWS * WIDTH];
    sensitivity is;
    for (int rows = 0; rows < SENSITIVITY_ROWS_LEAST; rows++) {
        REQUIRE(sensitivity_points(point, rows, 1, 1));
        REQUIRE(sensitivity_of(point, rows, 1, 1, &is));
        CHECK(is.rows == rows);
        REQUIRE(is.lacks);
        CHECK_HAS(is.lacks, "fewer than 8 rows");
        CHECK(isnan(is.first[0].value) && isnan(is.first[0].error) && isnan(is.total[0].low));
        sensitivity_clear(&is);
    }
    for (int i = 0; i < ROWS * WIDTH; i++)
        value[i] = 0.1;
    REQUIRE(sensitivity_of(value, ROWS, 1, 1, &is));
    REQUIRE(is.lacks);
    CHECK_HAS(is.lacks, "the same at all points");
    CHECK(isnan(is.first[0].value) && !signbit(is.first[0].value) && isnan(is.total[0].high));
    sensitivity_clear(&is);
}

// Draws of a bootstrap that hold equal numbers alone do not count; those with the one row that differs all give 15/8.
TEST(a_number_that_hardly_ever_changes_has_errors_or_no_indices)
{
    enum { ROWS = 8, WIDTH = 3 };
    double value[ROWS * WIDTH] = {0};
    sensitivity is;
    value[4 * WIDTH + 1] = value[4 * WIDTH + 2] = 1;
    REQUIRE(sensitivity_of(value, ROWS, 1, 1, &is));
    REQUIRE(is.lacks);
    CHECK_HAS(is.lacks, "too few rows");
    CHECK(isnan(is.first[0].value));
    sensitivity_clear(&is);
    value[6 * WIDTH] = 2;
    REQUIRE(sensitivity_of(value, ROWS, 1, 1, &is));
    CHECK(!is.lacks);
    CHECK(isfinite(is.first[0].value) && is.first[0].error > 0.01);
    CHECK(is.total[0].low <= is.total[0].value && is.total[0].value <= is.total[0].high);
    sensitivity_clear(&is);
}

// A linear function of one parameter has the index 1.
TEST(errors_of_the_fewest_rows_hold_the_truth)
{
    enum { ROWS = SENSITIVITY_ROWS_LEAST, WIDTH = 3 };
    double point[ROWS * WIDTH];
    sensitivity is;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        REQUIRE(sensitivity_points(point, ROWS, 1, seed));
        REQUIRE(sensitivity_of(point, ROWS, 1, seed, &is));
        CHECK(is.first[0].low <= 1 && 1 <= is.first[0].high);
        sensitivity_clear(&is);
    }
}

// f = x + 2 y + 3 z has S = T = 1/14, 4/14, 9/14.
TEST(intervals_of_32_rows_hold_the_truth)
{
    enum { ROWS = 32, WIDTH = 5 };
    double point[ROWS * WIDTH * 3];
    double value[ROWS * WIDTH];
    sensitivity is;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        REQUIRE(sensitivity_points(point, ROWS, 3, seed));
        for (size_t i = 0; i < ROWS * WIDTH; i++)
            value[i] = point[3 * i] + 2 * point[3 * i + 1] + 3 * point[3 * i + 2];
        REQUIRE(sensitivity_of(value, ROWS, 3, seed, &is));
        for (int i = 0; i < 3; i++) {
            const double truth = (i + 1) * (i + 1) / 14.0;
            CHECK(is.first[i].low < truth && truth < is.first[i].high);
            CHECK(is.total[i].low < truth && truth < is.total[i].high);
        }
        sensitivity_clear(&is);
    }
}

TEST_MAIN
