// label: sanitize
// test_near.c - the grid and the search of near pairs against all pairs, over random configurations: open and periodic
// axes of few and many cells, sizes up to 1:4000, flat worlds, clouds with far outliers, every vector width.
//
// What a search owes (search/near.h): every pair whose gap is below the skin is found, once if both are in the block;
// nothing is found twice, no body with itself; a pair's level times skin/levels is never above its gap, so that it
// wakes in time.
#include "harness.h"

#include "base/random.h"
#include "search/near.h"
#include "support/scenes.h"

#include <stdlib.h>

enum { LEVELS = 32, BODIES_MOST = 700 };

typedef struct cloud {
    rec4 *x;
    int32_t count;
    grid_box box;
    double skin;
} cloud;

static int no_partners(const void *context, int32_t slot, int32_t *out, int room)
{
    (void)context;
    (void)slot;
    (void)out;
    (void)room;
    return 0;
}
static bool all_wanted(const void *context, int32_t i, int32_t j)
{
    (void)context;
    (void)i;
    (void)j;
    return true;
}

// Gap between the nearest images, as the step sees it.
static double gap_of(const cloud *c, int32_t i, int32_t j)
{
    double d2 = 0;
    for (int d = 0; d < 3; d++) {
        double length = c->box.high[d] - c->box.low[d], x = c->x[j].v[d] - c->x[i].v[d];
        if (c->box.periodic[d])
            x -= length * floor(x / length + 0.5);
        d2 += x * x;
    }
    return sqrt(d2) - c->x[i].v[3] - c->x[j].v[3];
}

typedef enum kind {
    UNIFORM,
    SIZES,
    WIDE_SIZES,
    FEW_LARGE,
    FLAT,
    OUTLIERS,
    FAR_FROM_ORIGIN,
    KINDS
} kind;

// Cells of a periodic axis are chosen by its length: 1 to 5 times the widest reach.
static cloud make_cloud(rng *r, kind what, int32_t count)
{
    cloud c = {0};
    double radius = exp2(rng_range(r, -8, 2)), ratio = 1.2;
    if (what == SIZES)
        ratio = rng_range(r, 1, 20);
    if (what == WIDE_SIZES || what == FEW_LARGE)
        ratio = exp2(rng_range(r, 2, 12));
    c.count = count;
    c.skin = radius * exp2(rng_range(r, -6, 0));
    if (what == WIDE_SIZES || what == FEW_LARGE)
        c.skin = fmin(c.skin, 2 * radius / ratio);
    c.x = aligned_alloc(64, (size_t)(BODIES_MOST + 16) * sizeof *c.x);
    double reach = 2 * radius + c.skin, place = what == FAR_FROM_ORIGIN ? 1e3 * radius : 0;
    for (int d = 0; d < 3; d++) {
        c.box.periodic[d] = rng_uniform(r) < 0.5 && !(what == FLAT && d == 2) && what != OUTLIERS;
        double cells =
            c.box.periodic[d] ? floor(rng_range(r, 1, 6)) + rng_uniform(r) : rng_range(r, 2, 12);
        double length = reach * cells;
        if (c.box.periodic[d] && length < 2.05 * reach)
            length = 2.05 * reach; // two images of one pair may not both be near
        c.box.low[d] = place - 0.3 * length;
        c.box.high[d] = c.box.low[d] + length;
    }
    for (int32_t i = 0; i < count; i++) {
        for (int d = 0; d < 3; d++)
            c.x[i].v[d] = what == FLAT && d == 2 ? 0 : rng_range(r, c.box.low[d], c.box.high[d]);
        c.x[i].v[3] = radius * exp2(-log2(ratio) * rng_uniform(r));
        if (what == FEW_LARGE)
            c.x[i].v[3] = i % 50 == 7 ? radius : radius / ratio;
        if (what == OUTLIERS && i % 97 == 5)
            for (int d = 0; d < 3; d++)
                c.x[i].v[d] *= exp2(rng_range(r, 0, 20));
    }
    return c;
}

// Pairs of one block; found[i * count + j] counts them.
static bool search_block(const cloud *c, const cell_grid *g, int32_t low, int32_t high, int width,
                         uint8_t *found)
{
    near_task task = {g, c->x, low, high, c->skin, LEVELS, no_partners, all_wanted, NULL, NULL};
    near_scratch scratch = {0};
    near_pairs pairs = {0};
    bool border = false, good = near_choose(width)(&task, &scratch, &pairs, &border);
    memset(found, 0, (size_t)c->count * (size_t)c->count);
    for (int64_t k = 0; good && k < pairs.count; k++) {
        int32_t i = pairs.i[k], j = pairs.j[k];
        double gap = gap_of(c, i, j), wakes = pairs.level[k] * (c->skin / LEVELS);
        good = CHECK_MSG(i != j && i >= low && i < high && j >= 0 && j < c->count,
                         "pair %d %d of block [%d, %d)", i, j, low, high) &&
               CHECK_MSG(wakes <= gap || pairs.level[k] == 0,
                         "pair %d %d has gap %g and sleeps until %g", i, j, gap, wakes);
        found[(size_t)i * (size_t)c->count + (size_t)j]++;
    }
    near_pairs_free(&pairs);
    near_scratch_free(&scratch);
    return good;
}

static bool check_block(const cloud *c, int32_t low, int32_t high, const uint8_t *found)
{
    for (int32_t i = low; i < high; i++)
        for (int32_t j = 0; j < c->count; j++) {
            if (i == j)
                continue;
            bool inside = j >= low && j < high;
            int times = found[(size_t)i * (size_t)c->count + (size_t)j] +
                        (inside ? found[(size_t)j * (size_t)c->count + (size_t)i] : 0);
            double gap = gap_of(c, i, j);
            if (!CHECK_MSG(times <= 1, "pair %d %d found %d times", i, j, times))
                return false;
            if (!CHECK_MSG(times == 1 || !(gap < c->skin),
                           "pair %d %d with gap %g is missing (skin %g)", i, j, gap, c->skin))
                return false;
        }
    return true;
}

static bool check_cloud(const cloud *c, int width, int32_t block)
{
    cell_grid g = {0};
    uint8_t *found = malloc((size_t)c->count * (size_t)c->count);
    bool good =
        found && CHECK(grid_fill(&g, c->x, c->count, &c->box, c->skin, c->count % 16 ? 1 : 3));
    for (int32_t low = 0; good && low < c->count; low += block) {
        int32_t high = low + block < c->count ? low + block : c->count;
        good = search_block(c, &g, low, high, width, found) && check_block(c, low, high, found);
    }
    free(found);
    grid_free(&g);
    return good;
}

static void try_kind(kind what, const char *name, int tries)
{
    int width[4], widths = widths_here(width);
    for (int t = 0; t < tries; t++) {
        rng r = rng_make(77, (uint64_t)(what * 1000 + t));
        cloud c = make_cloud(&r, what, (int32_t)rng_range(&r, 2, t % 7 ? 120 : BODIES_MOST));
        bool good = check_cloud(&c, width[t % widths], t % 3 ? 64 : 1024);
        free(c.x);
        if (!CHECK_MSG(good, "%s, configuration %d, width %d", name, t, width[t % widths]))
            return;
    }
}

TEST(uniform_clouds)
{
    try_kind(UNIFORM, "uniform", 300);
}
TEST(size_ratios_up_to_20)
{
    try_kind(SIZES, "sizes", 200);
}
TEST(size_ratios_up_to_4000)
{
    try_kind(WIDE_SIZES, "wide sizes", 300);
}
TEST(few_large_among_many_small)
{
    try_kind(FEW_LARGE, "few large", 300);
}
TEST(flat_worlds)
{
    try_kind(FLAT, "flat", 150);
}
TEST(few_bodies_in_a_wide_space)
{
    try_kind(OUTLIERS, "outliers", 150);
}
TEST(far_from_the_origin)
{
    try_kind(FAR_FROM_ORIGIN, "far", 100);
}

// The border is told whenever a pair may reach across it before the next build: here, when one does already.
TEST(border_is_told)
{
    for (int axis = 0; axis < 3; axis++) {
        cloud c = {0};
        c.count = 2;
        c.skin = 0.1;
        c.x = aligned_alloc(64, 16 * sizeof *c.x);
        for (int d = 0; d < 3; d++) {
            c.box.low[d] = 0;
            c.box.high[d] = 40;
            c.box.periodic[d] = true;
        }
        for (int i = 0; i < 2; i++) {
            c.x[i] = (rec4){{20, 20, 20, 1}};
            c.x[i].v[axis] = i ? 39.2 : 0.9;
        }
        cell_grid g = {0};
        near_task task = {&g, c.x, 0, 2, c.skin, LEVELS, no_partners, all_wanted, NULL, NULL};
        near_scratch scratch = {0};
        near_pairs pairs = {0};
        bool border = false;
        CHECK(grid_fill(&g, c.x, 2, &c.box, c.skin, 1) &&
              near_choose(1)(&task, &scratch, &pairs, &border));
        CHECK(pairs.count == 1 && border);
        near_pairs_free(&pairs);
        near_scratch_free(&scratch);
        grid_free(&g);
        free(c.x);
    }
}

// One body; all at one place.
TEST(degenerate_clouds)
{
    for (int32_t count = 1; count < 40; count += 13) {
        cloud c = {0};
        c.count = count;
        c.skin = 0.5;
        c.x = aligned_alloc(64, 64 * sizeof *c.x);
        for (int d = 0; d < 3; d++) {
            c.box.low[d] = -1e300;
            c.box.high[d] = 1e300;
        }
        for (int32_t i = 0; i < count; i++)
            c.x[i] = (rec4){{3, -7, 0, 1}};
        CHECK(check_cloud(&c, 1, 16));
        free(c.x);
    }
}

TEST_MAIN
