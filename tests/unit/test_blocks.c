// label: sanitize
// test_blocks.c - the contact store against a list that is searched by brute force, over random making, dropping and
// rekeying: rows stay sorted, lines lead to their contacts, histories stay with theirs, rows spill and come back,
// buckets grow. Near pairs of balls against a list: those that wake, come and leave, and those that still sleep. Balls
// of large clumps that pairs wake, and those that follow on.
#include "harness.h"

#include "base/random.h"
#include "contact/block.h"
#include "motion/followers.h"

#include <stddef.h>
#include <stdlib.h>

enum { WALLS = 4, SETS = 3, KNOWN_MOST = 40000 };

// What should be there.
typedef struct known {
    bucket_kind kind;
    int set;
    int32_t a, b;
    int64_t feature;
    double tag;
} known;

typedef struct store {
    bodies body;
    pool memory;
    history_layout layout[SETS];
    contact_context context;
    block b;
    known *list;
    int count;
    double next_tag;
} store;

static bool store_make(store *s, int32_t count, int32_t low, int32_t high, uint64_t seed)
{
    memset(s, 0, sizeof *s);
    rng r = rng_make(seed, 0);
    if (!bodies_reserve(&s->body, count))
        return false;
    s->body.count = count;
    for (int32_t i = 0; i < count; i++)
        s->body.id[i] = WALLS + i;
    for (int32_t i = count - 1; i > 0; i--) { // ids in any order
        int32_t j = (int32_t)rng_range(&r, 0, i + 1), id = s->body.id[i];
        s->body.id[i] = s->body.id[j];
        s->body.id[j] = id;
    }
    for (int k = 0; k < SETS; k++) {
        s->layout[k].width = 1 + 2 * k;
        s->layout[k].sides = k == 1 ? 2 : 1;
        s->layout[k].ball_sides = k > 0 ? 2 : 1;
    }
    s->context.body = &s->body;
    s->context.layout = s->layout;
    s->b.low = low;
    s->b.high = high;
    s->b.lines = 1;
    s->b.pool = &s->memory;
    s->b.row_room = high - low;
    s->b.row = pool_take(&s->memory, (size_t)(high - low) * sizeof *s->b.row);
    s->list = malloc(KNOWN_MOST * sizeof *s->list);
    if (!s->b.row || !s->list)
        return false;
    memset(s->b.row, 0, (size_t)(high - low) * sizeof *s->b.row);
    return true;
}

static void store_free(store *s)
{
    block_free(&s->b);
    pool_clear(&s->memory);
    bodies_free(&s->body);
    free(s->list);
}

static bool owned(const store *s, int32_t slot)
{
    return slot >= s->b.low && slot < s->b.high;
}

static int find_known(const store *s, bucket_kind kind, int32_t a, int32_t b, int64_t feature)
{
    for (int i = 0; i < s->count; i++) {
        const known *k = &s->list[i];
        if (k->kind == kind && k->a == a && k->b == b && k->feature == feature)
            return i;
    }
    return -1;
}

static int bucket_of(const store *s, bucket_kind kind, int set)
{
    for (int i = 0; i < s->b.buckets; i++)
        if (s->b.bucket[i].kind == kind && s->b.bucket[i].set == set)
            return i;
    return -1;
}

static int32_t place_of(const store *s, const known *k, int index)
{
    const bucket *u = &s->b.bucket[index];
    for (int32_t i = 0; i < u->count; i++)
        if (u->a[i] == k->a && u->b[i] == k->b && (!u->feature || u->feature[i] == k->feature))
            return i;
    return -1;
}

static bool store_add(store *s, bucket_kind kind, int set, int32_t a, int32_t b, int64_t feature)
{
    int index = block_bucket(&s->b, kind, set, &s->layout[set], bodies_padding(&s->body));
    int32_t i = index < 0 ? -1 : contact_make(&s->b, index, a, b, feature, &s->context);
    if (i < 0)
        return false;
    bucket *u = &s->b.bucket[index];
    for (int j = 0; j < s->layout[set].width; j++)
        if (u->history[j][i] != 0)
            return false;
    s->list[s->count] = (known){kind, set, a, b, feature, ++s->next_tag};
    for (int j = 0; j < s->layout[set].width; j++)
        u->history[j][i] = s->next_tag + 0.125 * j;
    s->count++;
    return true;
}

static bool store_drop(store *s, int at)
{
    const known *k = &s->list[at];
    int index = bucket_of(s, k->kind, k->set);
    int32_t i = place_of(s, k, index);
    if (i < 0)
        return false;
    contact_drop(&s->b, index, i, &s->context);
    s->list[at] = s->list[--s->count];
    return true;
}

// One random event.
static bool store_shake(store *s, rng *r, double making, int32_t hub)
{
    int32_t n = s->body.count;
    double dice = rng_uniform(r);
    if (dice < making && s->count < KNOWN_MOST) {
        int32_t b = s->b.low + (int32_t)rng_range(r, 0, s->b.high - s->b.low),
                a = hub >= 0 ? hub : (int32_t)rng_range(r, 0, n);
        int set = (int)rng_range(r, 0, SETS);
        if (rng_uniform(r) < 0.3) {
            int32_t wall = (int32_t)rng_range(r, 0, WALLS);
            int64_t feature = (int64_t)rng_range(r, 0, 6);
            return find_known(s, BUCKET_WALLS, wall, b, feature) >= 0 ||
                   store_add(s, BUCKET_WALLS, wall % SETS, wall, b, feature);
        }
        if (a == b)
            return true;
        if (s->body.id[a] > s->body.id[b]) {
            int32_t swap = a;
            a = b;
            b = swap;
        }
        return find_known(s, BUCKET_BALLS, a, b, 0) >= 0 ||
               store_add(s, BUCKET_BALLS, set, a, b, 0);
    }
    if (s->count == 0)
        return true;
    int at = (int)rng_range(r, 0, s->count);
    known *k = &s->list[at];
    if (k->kind == BUCKET_WALLS && rng_uniform(r) < 0.3) {
        int64_t feature = (int64_t)rng_range(r, 0, 6);
        int index = bucket_of(s, k->kind, k->set);
        if (find_known(s, BUCKET_WALLS, k->a, k->b, feature) >= 0)
            return true;
        bool good = contact_rekey(&s->b, index, place_of(s, k, index), feature, &s->context);
        k->feature = feature;
        return good;
    }
    return store_drop(s, at);
}

typedef struct expected {
    int64_t id, feature;
    double tag;
    bool lower;
} expected;
static int by_key(const void *p, const void *q)
{
    const expected *x = p, *y = q;
    if (x->lower != y->lower)
        return x->lower ? -1 : 1;
    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    return (x->feature > y->feature) - (x->feature < y->feature);
}

static bool check_row(const store *s, int32_t slot, expected *want, uint32_t *line)
{
    int n = 0, lower, wanted_lower = 0;
    for (int i = 0; i < s->count; i++) {
        const known *k = &s->list[i];
        bool walls = k->kind == BUCKET_WALLS;
        if (k->b == slot) {
            want[n++] = (expected){walls ? k->a : s->body.id[k->a], k->feature, k->tag, true};
            wanted_lower++;
        } else if (!walls && k->a == slot)
            want[n++] = (expected){s->body.id[k->b], 0, k->tag, false};
    }
    qsort(want, (size_t)n, sizeof *want, by_key);
    int got = row_lines(&s->b, slot, line, KNOWN_MOST, &lower);
    if (!CHECK_MSG(got == n && lower == wanted_lower,
                   "slot %d has %d lines (%d lower), not %d (%d)", slot, got, lower, n,
                   wanted_lower))
        return false;
    for (int i = 0; i < n; i++) {
        int index, side;
        int32_t at;
        line_owner(&s->b, line[i], &index, &at, &side);
        const bucket *u = &s->b.bucket[index];
        bool fits = line[i] > 0 && (int32_t)line[i] < s->b.lines && at < u->count &&
                    u->history[0][at] == want[i].tag;
        if (!CHECK_MSG(fits, "line %d of slot %d leads to the wrong contact", i, slot))
            return false;
        if (!CHECK_MSG(side == (u->sides == 2 && want[i].lower), "line %d of slot %d is of side %d",
                       i, slot, side))
            return false;
    }
    const contact_row *row = &s->b.row[slot - s->b.low];
    bool clean = true; // unused entries add the line of zeros
    for (int i = row->lower; i < ROW_ENTRIES - row->higher; i++)
        clean = clean && row->entry[i] == 0;
    if (!CHECK_MSG(clean, "slot %d has unused entries that are not 0", slot))
        return false;
    // the sum of a row takes the first ROW_FAST entries of each side, used or not
    bool apart = row->lower <= ROW_ENTRIES - ROW_FAST && row->higher <= ROW_ENTRIES - ROW_FAST;
    return CHECK_MSG(apart, "slot %d has %d lower and %d higher lines in a row", slot, row->lower,
                     row->higher);
}

static bool check_buckets(const store *s)
{
    int32_t lines = 1, contacts = 0;
    for (int n = 0; n < s->b.buckets; n++) {
        const bucket *u = &s->b.bucket[n];
        bool good =
            CHECK(u->first == lines - 1) && CHECK(u->room % LANES_MOST == 0 && u->count <= u->room);
        for (int32_t i = u->count; good && i < u->room; i++)
            good = CHECK(u->a[i] == s->body.count && u->b[i] == s->body.count + 1);
        if (!good)
            return false;
        lines += u->room * u->sides;
        contacts += u->count;
    }
    for (int i = 0; i < s->count; i++) {
        const known *k = &s->list[i];
        int index = bucket_of(s, k->kind, k->set);
        int32_t at = place_of(s, k, index);
        bool good = CHECK(at >= 0);
        for (int j = 0; good && j < s->layout[k->set].width; j++)
            good = CHECK(s->b.bucket[index].history[j][at] == k->tag + 0.125 * j);
        if (!good)
            return false;
    }
    return CHECK(lines == s->b.lines) && CHECK(contacts == s->count);
}

static bool check_store(const store *s)
{
    expected *want = malloc(KNOWN_MOST * sizeof *want);
    uint32_t *line = malloc(KNOWN_MOST * sizeof *line);
    bool good = want && line && check_buckets(s);
    for (int32_t slot = s->b.low; good && slot < s->b.high; slot++)
        good = check_row(s, slot, want, line);
    free(want);
    free(line);
    return good;
}

TEST(random_events)
{
    for (int seed = 0; seed < 12; seed++) {
        store s;
        REQUIRE(store_make(&s, 60, 8, 48, (uint64_t)seed));
        rng r = rng_make(5, (uint64_t)seed);
        bool good = true;
        for (int round = 0; good && round < 40; round++) {
            double making = round % 10 < 5
                                ? 0.7
                                : 0.3; // waves, so that buckets grow and rows spill and come back
            for (int i = 0; good && i < 60; i++)
                good = CHECK(store_shake(&s, &r, making, -1));
            good = good && check_store(&s);
        }
        store_free(&s);
        REQUIRE(good);
    }
}

// One body that touches more than all others: its row spills beyond 14, beyond 1000, and comes back.
TEST(hub_spills_and_comes_back)
{
    for (int where = 0; where < 2; where++) {
        store s;
        REQUIRE(store_make(&s, 3000, 0, 1024, 3));
        int32_t hub = where ? 512 : 2000; // in the block, and outside of it
        rng r = rng_make(6, (uint64_t)where);
        bool good = true;
        for (int32_t i = 0; good && i < 3000; i++) {
            int32_t a = s.body.id[i] < s.body.id[hub] ? i : hub, b = a == i ? hub : i;
            if (i != hub && (owned(&s, i) || owned(&s, hub)))
                good = CHECK(store_add(&s, BUCKET_BALLS, i % SETS, a, b, 0));
            if (i == 13 || i == 14 || i == 15 || i == 1100)
                good = good && check_store(&s);
        }
        good = good && check_store(&s) && CHECK(where == 0 || s.b.row[hub].spill > 0);
        while (good && s.count > 3) {
            good = CHECK(store_drop(&s, (int)rng_range(&r, 0, s.count)));
            if (s.count < 20 || s.count % 500 == 0)
                good = good && check_store(&s);
        }
        CHECK(good && (where == 0 || s.b.row[hub].spill == 0));
        store_free(&s);
    }
}

// Line numbers beyond 65535 do not fit a row: those rows spill as well.
TEST(many_lines)
{
    store s;
    REQUIRE(store_make(&s, 1100, 0, 1024, 9));
    rng r = rng_make(8, 0);
    bool good = true;
    for (int i = 0; good && i < 36000; i++) {
        int32_t wall = i / 1024 % 3, b = i % 1024;
        good = CHECK(store_add(&s, BUCKET_WALLS, 1, wall, b, 1000 - i / 1024));
    }
    for (int i = 0; good && i < 500; i++)
        good = CHECK(store_add(&s, BUCKET_BALLS, 0, s.body.id[i] < s.body.id[i + 500] ? i : i + 500,
                               s.body.id[i] < s.body.id[i + 500] ? i + 500 : i, 0));
    CHECK(s.b.lines > 65535);
    expected *want = malloc(KNOWN_MOST * sizeof *want);
    uint32_t *line = malloc(KNOWN_MOST * sizeof *line);
    for (int k = 0; good && want && line && k < 40; k++)
        good = check_row(&s, (int32_t)rng_range(&r, 0, 1024), want, line);
    free(want);
    free(line);
    store_free(&s);
}

enum { PAIRS_MOST = 5000, PADDING = 777, OTHER = 100000 };

// Near pairs as they should be: pair number n is of the slots n and OTHER + n.
typedef struct near_known {
    int32_t awake[PAIRS_MOST], count;
    int32_t asleep[PAIRS_MOST];
    int32_t next; // number
} near_known;

static bool begin_pairs(block *block, near_known *known, rng *r)
{
    const int32_t count = (int32_t)rng_range(r, 0, 200);
    if (!CHECK(near_begin(block, count, PADDING)))
        return false;
    ball_pairs *pairs = &block->pairs;
    known->count = 0;
    for (int32_t i = 0; i < count; i++) {
        known->asleep[i] = known->next;
        pairs->sleeping_a[i] = known->next;
        pairs->sleeping_b[i] = OTHER + known->next;
        known->next++;
    }
    int32_t from = 0;
    for (int level = 1; level < NEAR_LEVELS; level++) {
        pairs->sleeping_from[level - 1] = from;
        from = (int32_t)rng_range(r, from, count + 1);
    }
    pairs->sleeping_from[NEAR_LEVELS - 1] = from;
    pairs->sleeping_from[NEAR_LEVELS] = count;
    return true;
}

static bool change_pairs(block *block, near_known *known, rng *r)
{
    ball_pairs *pairs = &block->pairs;
    const int what = (int)rng_range(r, 0, 40);
    if (what == 0)
        return begin_pairs(block, known, r);
    if (what < 4 && pairs->level < NEAR_LEVELS) {
        const int32_t from = pairs->sleeping_from[pairs->level];
        const int level = (int)rng_range(r, pairs->level + 1, NEAR_LEVELS + 1);
        for (int32_t i = from; i < pairs->sleeping_from[level]; i++)
            known->awake[known->count++] = known->asleep[i];
        near_wake(block, level, PADDING);
        return true;
    }
    if (what == 4)
        return CHECK(near_sleeping_reserve(block, PADDING));
    if (what < 18 && known->count > 0) {
        const int32_t place = (int32_t)rng_range(r, 0, known->count);
        known->awake[place] = known->awake[--known->count];
        near_remove(block, place, PADDING);
        return true;
    }
    const int32_t fresh = known->next++;
    known->awake[known->count++] = fresh;
    return CHECK(near_add(block, fresh, OTHER + fresh, PADDING));
}

static bool check_pairs(const block *block, const near_known *known)
{
    const ball_pairs *pairs = &block->pairs;
    const int32_t first = pairs->sleeping_from[pairs->level];
    const ptrdiff_t before_sleeping = pairs->sleeping_a + first - pairs->a;
    bool good = CHECK(pairs->count == known->count);
    good = good && CHECK(pairs->room % LANES_MOST == 0);
    for (int32_t i = 0; good && i < pairs->count; i++) {
        const int32_t own = known->awake[i];
        good = CHECK(pairs->a[i] == own);
        good = good && CHECK(pairs->b[i] == OTHER + own);
    }
    for (int32_t i = first; good && i < pairs->sleeping; i++) {
        const int32_t own = known->asleep[i];
        good = CHECK(pairs->sleeping_a[i] == own);
        good = good && CHECK(pairs->sleeping_b[i] == OTHER + own);
    }
    for (ptrdiff_t i = pairs->count; good && i < before_sleeping; i++) {
        good = CHECK(pairs->a[i] == PADDING);
        good = good && CHECK(pairs->b[i] == PADDING + 1);
    }
    return good;
}

// Pairs that are awake and pairs that sleep stand in the same arrays: neither runs into the other.
TEST(near_pairs_wake_and_leave)
{
    static near_known known;
    for (uint64_t seed = 0; seed < 20; seed++) {
        pool memory = {0};
        block block = {.pool = &memory};
        rng r = rng_make(seed, 0);
        memset(&known, 0, sizeof known);
        bool good = true;
        for (int i = 0; good && i < 1500; i++)
            good = change_pairs(&block, &known, &r) && check_pairs(&block, &known);
        CHECK(good);
        block_free(&block);
        pool_clear(&memory);
    }
}

enum { CLUMP = 16, CLUMPS = 40, FOLLOWING = CLUMP * CLUMPS, PAIRS = CLUMP * (CLUMPS / 2) };

// Large clumps of which no ball is met yet, none of them left behind.
static bool begin_following(followers *follow, bodies *bodies)
{
    bodies->with_clumps = true;
    if (!bodies_reserve(bodies, FOLLOWING))
        return false;
    bodies->count = FOLLOWING;
    for (int32_t slot = 0; slot < FOLLOWING; slot++) {
        bodies->member[2 * slot] = slot % CLUMP;
        bodies->member[2 * slot + 1] = CLUMP;
    }
    follow->trail = calloc(CLUMPS, sizeof *follow->trail);
    follow->number = calloc(FOLLOWING, sizeof *follow->number);
    follow->ball = calloc(FOLLOWING, sizeof *follow->ball);
    follow->met = calloc(FOLLOWING, sizeof *follow->met);
    if (!(follow->trail && follow->number && follow->ball && follow->met))
        return false;
    follow->trails = CLUMPS;
    follow->any = true;
    for (int32_t i = 0; i < CLUMPS; i++) {
        follow->trail[i] = (trail){.head = CLUMP * i, .balls = CLUMP, .follows = true};
        follow->number[CLUMP * i] = i;
    }
    return true;
}

static void end_following(followers *follow, bodies *bodies)
{
    free(follow->trail);
    free(follow->number);
    free(follow->ball);
    free(follow->met);
    bodies_free(bodies);
}

// Pair k is of the balls k and PAIRS + k; it wakes with level level_of(k).
static int level_of(int32_t k)
{
    return 1 + (int)((int64_t)k * NEAR_LEVELS / PAIRS);
}

// The balls that are moved are those of pairs below this level, and no others; and they are listed in their order.
static bool check_followers(const followers *follow, const block *block, int level)
{
    int32_t listed = 0;
    bool good = true;
    for (int32_t slot = 0; good && slot < FOLLOWING; slot++) {
        const bool met = level_of(slot % PAIRS) <= level;
        good = CHECK_MSG(follow->met[slot] == met, "level %d: ball %d is %smoved", level, slot,
                         met ? "not " : "");
        if (good && met)
            good = CHECK(follow->ball[listed++] == slot);
    }
    return good && CHECK(block->followers == listed);
}

// Balls of large clumps are moved from the level on with which a near pair of theirs wakes. A block that somebody has
// looked at since its last step has woken its pairs already: they, and those that have become contacts in the meantime,
// stand elsewhere and have to be found there.
TEST(near_pairs_wake_followers)
{
    for (int looked = 0; looked < 3; looked++) {
        pool memory = {0};
        block block = {.pool = &memory, .high = FOLLOWING};
        bodies bodies = {0};
        followers follow = {0};
        stepping stepping = {.context.body = &bodies, .skin = NEAR_LEVELS};
        int32_t touching_a[1], touching_b[1];
        bucket touching = {.kind = BUCKET_BALLS, .a = touching_a, .b = touching_b};
        REQUIRE(begin_following(&follow, &bodies) && near_begin(&block, PAIRS, PADDING));
        for (int32_t k = PAIRS - 1; k >= 0; k--) {
            block.pairs.sleeping_a[k] = k;
            block.pairs.sleeping_b[k] = PAIRS + k;
            block.pairs.sleeping_from[level_of(k) - 1] = k;
        }
        block.pairs.sleeping_from[NEAR_LEVELS] = PAIRS;
        block.bucket = &touching;
        block.buckets = 1;
        bool good = true;
        for (int level = 1; good && level <= NEAR_LEVELS; level += 1 + level % 3) {
            stepping.moved = 0.5 * (level - 0.5);
            REQUIRE(near_level(&stepping) == level);
            if (looked > 0)
                near_wake(&block, level, PADDING);
            if (looked > 1 && touching.count == 0) { // one of those begins to touch
                touching_a[0] = block.pairs.a[0];
                touching_b[0] = block.pairs.b[0];
                touching.count = 1;
                near_remove(&block, 0, PADDING);
            }
            followers_wake(&follow, &stepping, &block, 1);
            good = check_followers(&follow, &block, level);
            near_wake(&block, level, PADDING); // as the step does
        }
        CHECK(good);
        block.bucket = NULL;
        block.buckets = 0;
        block_free(&block);
        pool_clear(&memory);
        end_following(&follow, &bodies);
    }
}

TEST_MAIN
