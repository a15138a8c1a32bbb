// test_cells.c - balls by cells of their size: every near pair is found, and how many balls are looked at does not
// depend on how large the largest ball is.
#include "harness.h"

#include "base/random.h"
#include "scene/cells.h"

#include <math.h>
#include <stdlib.h>

typedef struct balls {
    int64_t count;
    v3 *at;
    double *radius;
} balls;

static balls balls_make(int64_t count)
{
    balls b = {count, malloc((size_t)count * sizeof *b.at),
               malloc((size_t)count * sizeof *b.radius)};
    if (!b.at || !b.radius)
        abort();
    return b;
}

static void balls_free(balls *b)
{
    free(b->at);
    free(b->radius);
}

static bool is_near(const cells *c, const balls *b, int64_t i, int64_t k, double gap)
{
    double apart = b->radius[i] + b->radius[k] + gap;
    v3 d = cells_between(c, b->at[i], b->at[k]);
    return v3_dot(d, d) < apart * apart;
}

// How often the walk around a ball comes to another one.
static int met(const cells *c, const balls *b, int64_t i, int64_t k, bool larger)
{
    cells_walk walk = cells_around(c, b->at[i], b->radius[i], larger);
    int times = 0;
    for (int64_t j = cells_next(&walk); j >= 0; j = cells_next(&walk))
        times += j == k;
    return times;
}

// Sizes over five powers of ten, some centres outside of the box.
static balls random_balls(uint64_t seed, int64_t count)
{
    balls b = balls_make(count);
    rng r = rng_make(seed, 0);
    for (int64_t i = 0; i < count; i++) {
        double x = rng_range(&r, -0.1, 1.1);
        double y = rng_range(&r, -0.1, 2.1);
        b.at[i] = v3_make(x, y, rng_range(&r, -0.1, 3.1));
        double u = rng_range(&r, 0, 1);
        b.radius[i] = 0.5 * u * u * u * u + 1e-5;
    }
    return b;
}

static void finds_all_pairs(uint64_t seed, double gap)
{
    enum { COUNT = 150 };
    balls b = random_balls(seed, COUNT);
    cells_box box = {{0, 0, 0}, {1, 2, 3}, {seed & 1, seed & 2, seed & 4}};
    cells c;
    REQUIRE(cells_make(&c, &box, gap, b.radius, COUNT));
    for (int64_t i = 0; i < COUNT; i++)
        cells_put(&c, i, b.at[i], b.radius[i]);
    int near = 0;
    for (int64_t i = 0; i < COUNT; i++)
        for (int64_t k = 0; k < i; k++) {
            if (!is_near(&c, &b, i, k, gap))
                continue;
            near++;
            CHECK_MSG(met(&c, &b, i, k, false) > 0 && met(&c, &b, k, i, false) > 0, "pair %d %d",
                      (int)i, (int)k);
            CHECK_MSG(met(&c, &b, i, k, true) + met(&c, &b, k, i, true) > 0,
                      "pair %d %d by the smaller", (int)i, (int)k);
        }
    CHECK_MSG(near > 50, "%d near pairs", near);
    cells_clear(&c);
    balls_free(&b);
}

TEST(every_near_pair_is_found)
{
    for (uint64_t seed = 0; seed < 16; seed++)
        finds_all_pairs(seed, seed < 8 ? 0 : 0.05);
}

// Beads of 1 mm in a box, and the last ball of this radius in their middle.
static balls bed(int64_t side, double last)
{
    balls b = balls_make(side * side * side + 1);
    for (int64_t i = 0; i < b.count; i++) {
        b.at[i] = v3_make(2e-3 * (double)(i % side), 2e-3 * (double)(i / side % side),
                          2e-3 * (double)(i / side / side));
        b.radius[i] = 1e-3;
    }
    b.at[b.count - 1] = v3_make(1e-3 * (double)side, 1e-3 * (double)side, 1e-3 * (double)side);
    b.radius[b.count - 1] = last;
    return b;
}

// Balls looked at for each ball, when all ask for those of their size and larger.
static double looked_at(double last, double width)
{
    balls b = bed(30, last);
    cells_box box = {{-width, -width, -width}, {width, width, width}, {false, false, false}};
    cells c;
    if (!CHECK(cells_make(&c, &box, 0, b.radius, b.count)))
        return INFINITY;
    for (int64_t i = 0; i < b.count; i++)
        cells_put(&c, i, b.at[i], b.radius[i]);
    double looked = 0;
    for (int64_t i = 0; i < b.count; i++) {
        cells_walk walk = cells_around(&c, b.at[i], b.radius[i], true);
        while (cells_next(&walk) >= 0)
            continue;
        looked += (double)walk.looked;
    }
    looked /= (double)b.count;
    cells_clear(&c);
    balls_free(&b);
    return looked;
}

// A bead in a simple cubic lattice may be at a border of cells and look into 64 of them.
static void costs_little(double last, double width)
{
    double looked = looked_at(last, width);
    CHECK_MSG(looked < 70, "%.1f balls looked at for each", looked);
}

TEST(one_giant_costs_no_more)
{
    costs_little(1e-3, 0.1);
    costs_little(0.1, 0.1);  // 27,000 beads within the reach of one ball
    costs_little(1e3, 1e4);  // in a box in which all beads are one point
    costs_little(1e-9, 0.1); // and one speck
}

TEST_MAIN
