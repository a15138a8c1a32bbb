// label: sanitize
// test_sorted.c - the search by sorted lists against all pairs and against the grid: clouds of one and of many sizes,
// on lines and on circles, flat ones, that stand, move, shake the skin, lose balls and get new ones.
//
// What it owes (search/near.h): exactly the pairs whose gap is below the skin (a rounding more), once each; a level
// times skin/levels is never above the gap. That lists put in order find them as well as lists made anew is what a
// cloud that moves shows; how the lists came about is counted, so that neither way can hide behind the other.
#include "harness.h"

#include "base/random.h"
#include "search/sorted.h"

#include <stdlib.h>
#include <string.h>

enum { LEVELS = 32, BODIES_MOST = 200 };

typedef struct cloud {
    rec4 *x;
    v3 *velocity;
    int32_t count;
    grid_box box;
    double skin;
} cloud;

// Balls of the same group are not wanted as a pair, and every third pair of slots that are close has a contact already.
static bool touch(int32_t i, int32_t j)
{
    return (i + j) % 3 == 0 && abs(i - j) < 40;
}

static int some_partners(const void *context, int32_t slot, int32_t *out, int room)
{
    const cloud *c = context;
    int n = 0;
    for (int32_t j = slot > 40 ? slot - 40 : 0; j < c->count && j < slot + 40; j++) {
        if (j == slot || !touch(slot, j))
            continue;
        if (n < room)
            out[n] = j;
        n++;
    }
    return n;
}

static bool some_wanted(const void *context, int32_t i, int32_t j)
{
    (void)context;
    return i / 4 != j / 4;
}

static bool to_be_found(int32_t i, int32_t j)
{
    return i != j && !touch(i, j) && i / 4 != j / 4;
}

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

typedef enum kind { ALIKE, SIZES, FEW_LARGE, FLAT, TIGHT, CRYSTAL, KINDS } kind;
static const char *const kind_name[KINDS] = {"alike", "sizes", "few large",
                                             "flat",  "tight", "crystal"};

static void place(cloud *c, kind what, double radius, rng *r, int32_t i)
{
    const double ratio = what == SIZES ? 50 : 1.2;
    double own = radius * exp2(-log2(ratio) * rng_uniform(r));
    if (what == FEW_LARGE)
        own = i % 50 == 7 ? radius : radius / 40;
    for (int d = 0; d < 3; d++) {
        c->x[i].v[d] = rng_range(r, c->box.low[d], c->box.high[d]);
        if (c->x[i].v[d] >= c->box.high[d])
            c->x[i].v[d] = c->box.low[d];
    }
    if (what == CRYSTAL) { // many bounds at one place
        own = radius;
        for (int d = 0; d < 3; d++)
            c->x[i].v[d] = c->box.low[d] + 2 * radius * floor(6 * rng_uniform(r));
    }
    if (what == FLAT)
        c->x[i].v[2] = 0;
    c->x[i].v[3] = own;
    c->velocity[i] = v3_scale(rng_uniform(r), rng_direction(r));
    if (what == FLAT)
        c->velocity[i].z = 0;
}

// Tight: periodic axes of 1.4 to 3 diameters; the largest may be too wide to sweep.
static cloud make_cloud(rng *r, kind what, int32_t count, double *radius)
{
    cloud c = {0};
    *radius = exp2(rng_range(r, -6, 2));
    c.count = count;
    c.skin = *radius * rng_range(r, 0.02, 0.5);
    if (what == SIZES || what == FEW_LARGE)
        c.skin *= 0.05;
    c.x = aligned_alloc(64, (size_t)(BODIES_MOST + 16) * sizeof *c.x);
    c.velocity = calloc(BODIES_MOST, sizeof *c.velocity);
    double cells = what == TIGHT ? 1.4 : 2.6;
    for (int d = 0; d < 3; d++) {
        c.box.periodic[d] = (what == TIGHT || rng_uniform(r) < 0.6) && !(what == FLAT && d == 2);
        double length = (2 * *radius + c.skin) * rng_range(r, cells, what == TIGHT ? 3 : 12);
        if (what == CRYSTAL)
            length = 12 * *radius;
        c.box.low[d] = -0.3 * length;
        c.box.high[d] = c.box.low[d] + length;
    }
    for (int32_t i = 0; i < count; i++)
        place(&c, what, *radius, r, i);
    return c;
}

static void drop_cloud(cloud *c)
{
    free(c->x);
    free(c->velocity);
}

// Everybody moves by at most half a skin; who leaves comes in again on the other side of a circle.
static void move(cloud *c, double part)
{
    for (int32_t i = 0; i < c->count; i++) {
        const double by[3] = {c->velocity[i].x, c->velocity[i].y, c->velocity[i].z};
        for (int d = 0; d < 3; d++) {
            double *x = &c->x[i].v[d], length = c->box.high[d] - c->box.low[d];
            *x += part * 0.5 * c->skin * by[d];
            if (!c->box.periodic[d])
                continue;
            if (*x < c->box.low[d])
                *x += length;
            if (*x >= c->box.high[d])
                *x -= length;
            if (!(*x >= c->box.low[d] && *x < c->box.high[d]))
                *x = c->box.low[d];
        }
    }
}

// What a search found: found[i * count + j] is 1 + the level.
typedef struct finds {
    uint8_t *level;
    int64_t count;
    bool twice, border;
} finds;

static bool find(const cloud *c, near_search *search, const cell_grid *g, const sorted_list *s,
                 int32_t block, finds *f)
{
    near_scratch scratch = {0};
    near_pairs pairs = {0};
    bool good = true;
    f->twice = f->border = false;
    f->count = 0;
    memset(f->level, 0, (size_t)c->count * (size_t)c->count);
    for (int32_t low = 0; good && low < c->count; low += block) {
        int32_t high = low + block < c->count ? low + block : c->count;
        near_task task = {g, c->x, low, high, c->skin, LEVELS, some_partners, some_wanted, c, s};
        pairs.count = 0;
        good = search(&task, &scratch, &pairs, &f->border);
        for (int64_t k = 0; good && k < pairs.count; k++) {
            int32_t i = pairs.i[k], j = pairs.j[k];
            uint8_t *at = &f->level[(size_t)i * (size_t)c->count + (size_t)j];
            good = CHECK_MSG(i >= low && i < high && i != j, "pair %d %d of block [%d, %d)", i, j,
                             low, high);
            f->twice |= *at != 0;
            if (j >= low && j < high)
                f->twice |= f->level[(size_t)j * (size_t)c->count + (size_t)i] != 0;
            *at = (uint8_t)(1 + pairs.level[k]);
            f->count++;
        }
    }
    near_pairs_free(&pairs);
    near_scratch_free(&scratch);
    return good;
}

// Level of a pair as found from i's block, else from j's; -1: not found.
static int found_level(const finds *f, int32_t count, int32_t block, int32_t i, int32_t j)
{
    int there = f->level[(size_t)i * (size_t)count + (size_t)j],
        back = f->level[(size_t)j * (size_t)count + (size_t)i];
    if (i / block == j / block)
        return (there ? there : back) - 1;
    return there - 1;
}

// The grid knows the gap in single precision only.
static bool right(const cloud *c, int32_t i, int32_t j, double gap, int level, int grid)
{
    const bool wanted = to_be_found(i, j), edge = fabs(gap - c->skin) < 2e-3 * c->skin;
    if (level < 0)
        return !(wanted && gap < c->skin) && (edge || grid < 0);
    return wanted && gap < c->skin * 1.00011 && (level == 0 || level * (c->skin / LEVELS) <= gap) &&
           (grid < 0 ? edge : abs(level - grid) <= 1);
}

static bool compare(const cloud *c, const finds *sorted, const finds *grid, int32_t block)
{
    for (int32_t i = 0; i < c->count; i++)
        for (int32_t j = 0; j < i; j++) {
            const double gap = gap_of(c, i, j);
            for (int side = 0; side < 2; side++) {
                int32_t p = side ? i : j, q = side ? j : i;
                int level = found_level(sorted, c->count, block, p, q),
                    other = found_level(grid, c->count, block, p, q);
                if (right(c, p, q, gap, level, other))
                    continue;
                return CHECK_MSG(
                    false,
                    "pair %d %d with gap %g (skin %g): level %d, of the grid %d (-1: not found)", p,
                    q, gap, c->skin, level, other);
            }
        }
    return true;
}

// The pairs behind it all: exactly those whose bounds overlap along all axes, each once.
static bool check_overlaps(const sorted_list *s)
{
    uint8_t *met = calloc((size_t)s->balls + 1, (size_t)s->balls + 1);
    bool good = met;
    for (int64_t k = 0; good && k < s->pairs; k++) {
        int32_t a = s->pair[k].a, b = s->pair[k].b;
        good = CHECK_MSG(!met[a * s->balls + b] && a != b, "overlap %d %d is there twice", a, b);
        met[a * s->balls + b] = met[b * s->balls + a] = 1;
    }
    for (int32_t a = 0; good && a < s->balls; a++)
        for (int32_t b = 0; good && b < a; b++) {
            bool overlap = true;
            for (int d = 0; d < 3; d++)
                overlap = overlap && bounds_overlap(&s->now[a], &s->now[b], d);
            if (overlap != met[a * s->balls + b])
                good = CHECK_MSG(false, "overlap %d %d: %d", a, b, overlap);
        }
    free(met);
    return good;
}

static bool check_cloud(const cloud *c, sorted_list *s, int threads)
{
    const int32_t block = c->count % 3 ? 64 : 1024;
    const size_t all = (size_t)c->count * (size_t)c->count + 1;
    cell_grid g = {0};
    finds sorted = {malloc(all), 0, false, false}, grid = {malloc(all), 0, false, false};
    bool good = sorted.level && grid.level &&
                CHECK(grid_fill(&g, c->x, c->count, &c->box, c->skin, 1)) &&
                CHECK(sorted_fill(s, c->x, c->count, &c->box, c->skin, threads)) &&
                find(c, near_choose(1), &g, NULL, block, &grid) &&
                find(c, sorted_near, NULL, s, block, &sorted) && check_overlaps(s) &&
                CHECK(!sorted.twice && !grid.twice) && compare(c, &sorted, &grid, block);
    free(sorted.level);
    free(grid.level);
    grid_free(&g);
    return good;
}

TEST(clouds_that_stand)
{
    for (int what = 0; what < KINDS; what++)
        for (int t = 0; t < 40; t++) {
            rng r = rng_make(11, (uint64_t)(what * 1000 + t));
            double radius;
            cloud c = make_cloud(&r, (kind)what,
                                 (int32_t)rng_range(&r, 1, t % 9 ? 80 : BODIES_MOST), &radius);
            sorted_list s = {0};
            bool good = check_cloud(&c, &s, 1 + t % 3) && CHECK(s.made == 1 && s.kept == 0);
            sorted_free(&s);
            drop_cloud(&c);
            if (!CHECK_MSG(good, "%s, configuration %d", kind_name[what], t))
                return;
        }
}

// Many builds of the same balls: but for the first the lists are put in order. The skin changes now and then, and
// with it where everybody begins and ends.
TEST(clouds_that_move)
{
    for (int what = 0; what < KINDS; what++)
        for (int t = 0; t < 9; t++) {
            rng r = rng_make(12, (uint64_t)(what * 1000 + t));
            double radius;
            cloud c = make_cloud(&r, (kind)what, t % 6 ? 100 : BODIES_MOST, &radius);
            sorted_list s = {0};
            bool good = true;
            for (int step = 0; good && step < 15; step++) {
                good = check_cloud(&c, &s, 1 + t % 3);
                move(&c, t % 2 ? 1 : 0.1);
                if (what != TIGHT && step % 10 == 9)
                    c.skin *= step % 20 == 9 ? 0.7 : 1 / 0.7;
            }
            if (what != TIGHT && what != FLAT)
                good =
                    good && CHECK_MSG(s.made == 1 && s.kept == 14, "%lld made", (long long)s.made);
            sorted_free(&s);
            drop_cloud(&c);
            if (!CHECK_MSG(good, "%s, configuration %d", kind_name[what], t))
                return;
        }
}

// Others stand in the slots: some go, some come, and the rest change places.
TEST(births_and_deaths)
{
    for (int what = 0; what < KINDS; what++) {
        rng r = rng_make(13, (uint64_t)what);
        double radius;
        cloud c = make_cloud(&r, (kind)what, 90, &radius);
        sorted_list s = {0};
        bool good = true;
        for (int step = 0; good && step < 40; step++) {
            good = check_cloud(&c, &s, 1);
            move(&c, 1);
            if (step % 3 == 0) {
                for (int n = 0; n < 7 && c.count > 0; n++) {
                    int32_t gone = (int32_t)rng_below(&r, (uint64_t)c.count);
                    c.x[gone] = c.x[--c.count];
                    c.velocity[gone] = c.velocity[c.count];
                }
                for (int n = (int)rng_below(&r, 15); n > 0; n--) {
                    place(&c, (kind)what, radius, &r, c.count);
                    c.count++;
                }
                sorted_forget(&s);
            }
        }
        good = good && CHECK(s.made >= 14 && s.kept >= 20);
        sorted_free(&s);
        drop_cloud(&c);
        if (!CHECK_MSG(good, "%s", kind_name[what]))
            return;
    }
}

// A ball that flies through another between two builds, from one end of the world to the other, and all at one place.
TEST(leaps)
{
    cloud c = {.count = 40, .skin = 0.2};
    c.x = aligned_alloc(64, 64 * sizeof *c.x);
    c.velocity = calloc(64, sizeof *c.velocity);
    for (int circle = 0; circle < 2; circle++) {
        sorted_list s = {0};
        rng r = rng_make(14, (uint64_t)circle);
        for (int d = 0; d < 3; d++)
            c.box = (grid_box){
                .high = {12, 13, 14},
                .periodic = {circle, circle, false},
            };
        for (int step = 0; step < 60; step++) {
            for (int32_t i = 0; i < c.count; i++) {
                if (step > 0 && rng_uniform(&r) < 0.8)
                    continue;
                c.x[i] = (rec4){
                    {rng_range(&r, 0, 11.9), rng_range(&r, 0, 12.9), rng_range(&r, 0, 14), 1}};
                if (step % 20 == 19)
                    c.x[i] = (rec4){{3, 4, 5, 1}};
            }
            if (!check_cloud(&c, &s, 1))
                break;
        }
        sorted_free(&s);
    }
    drop_cloud(&c);
}

// Beads on a ring, all in a row: bounds that cross the border pass others on both sides of it.
TEST(ring)
{
    for (int t = 0; t < 20; t++) {
        cloud c = {
            .count = 60,
            .skin = 1.5,
            .box = {.low = {-20, 0, 0}, .high = {40, 0, 0}, .periodic = {true, false, false}}};
        rng r = rng_make(15, (uint64_t)t);
        sorted_list s = {0};
        c.x = aligned_alloc(64, 80 * sizeof *c.x);
        c.velocity = calloc(80, sizeof *c.velocity);
        for (int32_t i = 0; i < c.count; i++) {
            c.x[i] = (rec4){{rng_range(&r, -20, 39), 0, 0, rng_range(&r, 0.2, 1)}};
            c.velocity[i].x = rng_range(&r, -1, 1) + (t % 3 - 1);
        }
        bool good = true;
        for (int step = 0; good && step < 50; step++) {
            good = check_cloud(&c, &s, 1);
            move(&c, 1);
        }
        good = good && CHECK(s.made == 1);
        sorted_free(&s);
        drop_cloud(&c);
        if (!CHECK_MSG(good, "ring %d", t))
            return;
    }
}

// Without a skin, on the sites of a lattice: bounds at exactly the same places, where beginnings come before ends.
TEST(bounds_at_one_place)
{
    for (int circle = 0; circle < 2; circle++) {
        cloud c = {.count = 50,
                   .box = {.high = {12, 12, 12}, .periodic = {circle, circle, circle}}};
        rng r = rng_make(16, (uint64_t)circle);
        sorted_list s = {0};
        c.x = aligned_alloc(64, 64 * sizeof *c.x);
        for (int32_t i = 0; i < c.count; i++)
            c.x[i] = (rec4){{2.0 * (double)rng_below(&r, 6), 2.0 * (double)rng_below(&r, 6), 1, 1}};
        bool good = true;
        for (int step = 0; good && step < 200; step++) {
            for (int n = 0; n < 5; n++) { // to a site beside it
                double *x = &c.x[rng_below(&r, 50)].v[rng_below(&r, 3)];
                *x = fmod(*x + (rng_uniform(&r) < 0.5 ? 2 : 10), 12);
            }
            good = CHECK(sorted_fill(&s, c.x, c.count, &c.box, 0, 1)) && check_overlaps(&s);
        }
        CHECK(good && s.kept > 190);
        sorted_free(&s);
        drop_cloud(&c);
    }
}

TEST(none_and_one)
{
    sorted_list s = {0};
    cloud c = {.skin = 0.1};
    c.x = aligned_alloc(64, 16 * sizeof *c.x);
    c.x[0] = (rec4){{1, 2, 3, 1}};
    for (int round = 0; round < 4; round++) {
        c.count = round % 2;
        CHECK(check_cloud(&c, &s, 1) && s.pairs == 0);
    }
    CHECK(sorted_memory(&s) > 0);
    sorted_free(&s);
    free(c.x);
}

// The border is told where a pair lies across it, and where it may before the next build.
TEST(border_is_told)
{
    for (int axis = 0; axis < 3; axis++)
        for (int far = 0; far < 3; far++) {
            cloud c = {.count = 2, .skin = 0.1};
            c.x = aligned_alloc(64, 16 * sizeof *c.x);
            for (int d = 0; d < 3; d++) {
                c.box.low[d] = 0;
                c.box.high[d] = 40;
                c.box.periodic[d] = true;
            }
            const double first[] = {0.9, 1.1, 20}, second[] = {39.2, 3, 22};
            for (int i = 0; i < 2; i++) {
                c.x[i] = (rec4){{20, 20, 20, 1}};
                c.x[i].v[axis] = i ? second[far] : first[far];
            }
            sorted_list s = {0};
            near_task task = {NULL, c.x, 0, 2, c.skin, LEVELS, some_partners, some_wanted, &c, &s};
            near_scratch scratch = {0};
            near_pairs pairs = {0};
            bool border = false;
            CHECK(sorted_fill(&s, c.x, 2, &c.box, c.skin, 1) &&
                  sorted_near(&task, &scratch, &pairs, &border));
            CHECK_MSG(border == (far < 2), "axis %d, place %d", axis, far);
            near_pairs_free(&pairs);
            near_scratch_free(&scratch);
            sorted_free(&s);
            free(c.x);
        }
}

TEST_MAIN
