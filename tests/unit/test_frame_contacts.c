// test_frame_contacts.c - the contacts of a frame stand in the order of the ids of both and of their features, each with all its
// numbers, however they lay in memory, and for any number of threads: few and many of one grain, of walls, and of grains that the
// frame has not.
#include "harness.h"

#include "base/random.h"
#include "world/internal.h"

#include <stdlib.h>

enum { BALLS = 300, MOST = 4000 };

typedef struct heap {
    frame frame;
    int64_t feature[MOST];
} heap;

// Of the number of a contact all else follows.
static void put(heap *heap, int64_t a, int64_t b, int64_t feature)
{
    frame_contacts *contacts = &heap->frame.contact;
    const int64_t at = contacts->count++;
    const double mark = (double)(1000000 * a + 1000 * b + feature);
    contacts->a[at] = a;
    contacts->b[at] = b;
    heap->feature[at] = feature;
    contacts->overlap[at] = mark;
    contacts->normal_force[at] = 2 * mark;
    contacts->point[at] = v3_make(mark, mark + 1, mark + 2);
    contacts->force[at] = v3_make(3 * mark, 0, -mark);
}

// Ids 5, 7, 9, ... of balls; below 5 are walls, even ones are of grains that stand elsewhere.
static heap *make(uint64_t seed, int many)
{
    heap *heap = calloc(1, sizeof *heap);
    rng random = rng_make(seed, 0);
    CHECK(heap && frame_balls_reserve(&heap->frame.ball, BALLS, false) &&
          frame_contacts_reserve(&heap->frame.contact, MOST));
    for (int i = 0; i < BALLS; i++)
        heap->frame.ball.id[i] = 5 + 2 * i;
    heap->frame.ball.count = BALLS;
    for (int i = 0; i < MOST; i++) {
        const int64_t any = (int64_t)(rng_uniform(&random) * (2 * BALLS + 10));
        const int64_t a = i < many ? 3 : i < 2 * many ? 11 : any;
        const int64_t b = 5 + (int64_t)(rng_uniform(&random) * 2 * BALLS);
        put(heap, a, b, (int64_t)(rng_uniform(&random) * 3) - 1);
    }
    return heap;
}

static void drop(heap *heap)
{
    frame_clear(&heap->frame);
    free(heap);
}

static bool in_order(const frame_contacts *contacts, int64_t i)
{
    const double before = contacts->overlap[i - 1];
    return before <= contacts->overlap[i]; // the mark ascends with a, b and the feature
}

static void check_order(int many, int threads)
{
    heap *heap = make(7, many);
    const frame_contacts *contacts = &heap->frame.contact;
    REQUIRE(world_sort_contacts(&heap->frame, heap->feature, threads));
    CHECK(contacts->count == MOST);
    for (int64_t i = 0; i < MOST; i++) {
        const double mark = contacts->overlap[i];
        CHECK(i == 0 || in_order(contacts, i));
        CHECK_NEAR(contacts->normal_force[i], 2 * mark, 0);
        CHECK_NEAR(contacts->point[i].z, mark + 2, 0);
        CHECK_NEAR(contacts->force[i].x, 3 * mark, 0);
        CHECK(contacts->a[i] == (int64_t)floor((mark + 1) / 1e6));
    }
    drop(heap);
}

TEST(few_of_each)
{
    check_order(0, 1);
    check_order(0, 3);
}

TEST(many_of_a_wall_and_of_a_grain)
{
    check_order(48, 1);
    check_order(49, 2);
    check_order(1500, 3);
}

// Without features those of one pair stay in the order in which they came.
TEST(without_features)
{
    heap *heap = make(3, 0);
    frame_contacts *contacts = &heap->frame.contact;
    contacts->count = 0;
    for (int i = 0; i < MOST; i++) {
        put(heap, 5, 7, 0);
        contacts->overlap[i] = i;
    }
    REQUIRE(world_sort_contacts(&heap->frame, NULL, 2));
    for (int i = 0; i < MOST; i++)
        CHECK_NEAR(contacts->overlap[i], i, 0);
    contacts->count = 0;
    CHECK(world_sort_contacts(&heap->frame, NULL, 1));
    drop(heap);
}

TEST_MAIN
