// test_near_points.c - pairs of points by their distances: those that a look at each pair gives, whatever the box, its borders,
// the kinds of points and the width of vectors.
#include "harness.h"

#include "base/random.h"
#include "measure/near_points.h"
#include "smooth/smooth.h"

enum { POINTS = 400, BINS = 17 };

typedef struct crowd {
    window box;
    double reach;
    v3 at[POINTS];
    int32_t kind[POINTS];
    near_bins bins;
    double count[BINS];
} crowd;

static void fill(crowd *c, int trial)
{
    rng random = rng_make(5, (uint64_t)trial);
    const double share[4] = {0.49, 0.3, 0.15, 0.06};
    c->box = (window){.low = {-1, 2, 0.5}, .dimensions = trial % 5 ? 3 : 2};
    double least = INFINITY;
    for (int axis = 0; axis < 3; axis++) {
        c->box.length[axis] = axis < c->box.dimensions ? 0.7 + 0.3 * axis : 1;
        c->box.periodic[axis] = axis < c->box.dimensions && (trial >> axis & 1);
        least = fmin(least, c->box.length[axis]);
    }
    c->reach = share[trial % 4] * least;
    for (int i = 0; i < POINTS; i++) {
        double place[3];
        for (int axis = 0; axis < 3; axis++)
            place[axis] = v3_component(c->box.low, axis) +
                          (axis < c->box.dimensions) * c->box.length[axis] * rng_uniform(&random);
        c->at[i] = v3_make(place[0], place[1], place[2]);
        c->kind[i] = i % NEAR_KINDS;
    }
    for (int a = 0; a < NEAR_KINDS; a++)
        for (int b = 0; b < NEAR_KINDS; b++)
            c->bins.weight[a][b] = 1 + a * b + a + b;
    c->bins.bins = BINS;
    c->bins.count = c->count;
}

static double apart(const crowd *c, int axis, double way)
{
    const double length = c->box.length[axis];
    if (!c->box.periodic[axis])
        return way;
    return way > 0.5 * length ? way - length : way < -0.5 * length ? way + length : way;
}

static void look_at_each(const crowd *c, double count[BINS])
{
    for (int a = 0; a < POINTS; a++) {
        for (int b = 0; b < a; b++) {
            const v3 way = v3_sub(c->at[a], c->at[b]);
            const v3 near = v3_make(apart(c, 0, way.x), apart(c, 1, way.y), apart(c, 2, way.z));
            const double square = (near.x * near.x + near.y * near.y) + near.z * near.z;
            if (square > c->reach * c->reach)
                continue;
            const int bin = (int)(sqrt(square) / c->reach * BINS);
            count[bin < BINS ? bin : BINS - 1] += c->bins.weight[c->kind[a]][c->kind[b]];
        }
    }
}

TEST(all_pairs_are_counted_once)
{
    for (int trial = 0; trial < 40; trial++) {
        crowd *c = calloc(1, sizeof *c);
        near_points points;
        double wanted[BINS] = {0};
        fill(c, trial);
        look_at_each(c, wanted);
        near_points_begin(&points, &c->box, c->reach);
        for (int i = 0; i < POINTS; i++)
            REQUIRE(near_points_add(&points, c->at[i], c->kind[i]));
        REQUIRE(near_points_count(&points, &c->bins));
        for (int i = 0; i < BINS; i++)
            CHECK_NEAR(c->count[i], wanted[i], 0);
        near_points_clear(&points);
        free(c);
    }
}

TEST(widths_count_alike)
{
    crowd *c = calloc(1, sizeof *c);
    double at[3][POINTS + NEAR_SLACK] = {{0}};
    int32_t kind[POINTS + NEAR_SLACK] = {0};
    double plain[BINS] = {0};
    fill(c, 7);
    near_tally tally = {.at = {at[0], at[1], at[2]},
                        .kind = kind,
                        .length = {c->box.length[0], INFINITY, c->box.length[2]},
                        .reach = c->reach,
                        .most = c->reach * c->reach,
                        .bins = BINS,
                        .weight = {{1, 2, 3, 4}, {5, 6, 7, 8}}};
    for (int i = 0; i < POINTS; i++) {
        for (int axis = 0; axis < 3; axis++)
            at[axis][i] = v3_component(c->at[i], axis);
        kind[i] = c->kind[i];
    }
    tally.count = plain;
    near_count_choose(1)(&tally, 5, 6, POINTS);
    for (int width = 2; width <= 8; width *= 2) {
        double wide[BINS] = {0};
        tally.count = wide;
        if (!kernel_choose(width))
            continue;
        near_count_choose(width)(&tally, 5, 6, POINTS);
        for (int i = 0; i < BINS; i++)
            CHECK_NEAR(wide[i], plain[i], 0);
    }
    free(c);
}
TEST_MAIN
