// test_malloc_changes.c - every allocation fails once while a program changes a world or loads one. Grains are added or removed
// all or none, or the world says that it is spent; and no case goes on with a state of another one because memory was
// short while they were compared. label: sanitize
#include "unit/api_box.h"

#include "support/failing.h"

static const char *const few_grains[] = {"grains.bed.packing.count=40", NULL};

// ---- grains come and go

static scree_status change(scree_world *world, bool adds, scree_error *error)
{
    const scree_grain come[] = {
        {.set = "bed", .position = {0.05, 0.05, 0.25}},
        {.set = "pairs", .position = {0.1, 0.1, 0.25}},
    };
    const int64_t go[] = {30, 40};
    return adds ? scree_world_add(world, come, 2, NULL, error)
                : scree_world_remove(world, go, 2, error);
}

// What a failed change left behind. True: the world is spent.
static bool check_left(scree_world *world, uint64_t hash, const scree_error *said, long n)
{
    scree_error e = {0};
    void *data = NULL;
    int64_t size = 0;
    uint64_t now = 0;
    if (!strstr(said->what, "the world is spent")) {
        CHECK_MSG(scree_world_grain_count(world) == 40, "allocation %ld: %s: %s", n, said->where,
                  said->what);
        CHECK_MSG(scree_world_hash(world, &now, &e) == SCREE_OK && now == hash,
                  "allocation %ld: %s; %s", n, said->what, e.what);
        CHECK(scree_world_step(world, 1, &e) == SCREE_OK);
        return false;
    }
    CHECK(scree_world_step(world, 1, &e) == SCREE_NO_MEMORY);
    CHECK_HAS(e.what, "the world is spent");
    CHECK(scree_world_save_memory(world, &data, &size, &e) == SCREE_NO_MEMORY);
    CHECK_HAS(e.what, "can be saved no more");
    scree_memory_free(data);
    return true;
}

static void fail_changes(bool adds, int parts)
{
    long n = 0;
    long spent = 0;
    for (bool through = false; !through; n++) {
        scree_error e = {0};
        opened o = open_box(few_grains, 1, parts);
        step(o.world, 20);
        const uint64_t hash = hash_of(o.world);
        one_failed = false;
        until_failure = n;
        const scree_status status = change(o.world, adds, &e);
        until_failure = -1;
        through = !one_failed;
        CHECK_MSG(status == (one_failed ? SCREE_NO_MEMORY : SCREE_OK), "allocation %ld: %s", n,
                  e.what);
        if (status)
            spent += check_left(o.world, hash, &e, n);
        close_box(o);
    }
    CHECK_MSG(n > 10 && spent > 0 && spent < n, "%ld allocations, %ld spent worlds", n, spent);
}

TEST(grains_are_added_all_or_none)
{
    fail_changes(true, 1);
    fail_changes(true, 2);
}

TEST(grains_are_removed_all_or_none)
{
    fail_changes(false, 1);
    fail_changes(false, 2);
}

// ---- a snapshot is read

static void fail_loads(const char *setting, scree_status want)
{
    const char *const settings[] = {few_grains[0], setting, NULL};
    opened o = open_box(few_grains, 1, 1);
    scree_case *other = NULL;
    scree_error e = {0};
    void *data = NULL;
    int64_t size = 0;
    long n = 0;
    int tried = 0;
    int untold = 0;
    CHECK(scree_case_parse(box, "box.yaml", settings, &other, &e) == SCREE_OK);
    step(o.world, 20);
    CHECK(scree_world_save_memory(o.world, &data, &size, &e) == SCREE_OK);
    REQUIRE(other && data);
    const uint64_t hash = hash_of(o.world);
    for (bool through = false; !through; n += 1 + n / 16) {
        scree_world *world = NULL;
        one_failed = false;
        until_failure = n;
        const scree_status status = scree_world_load_memory(other, data, size, 1, &world, &e);
        until_failure = -1;
        through = !one_failed;
        CHECK_MSG(status == want || (one_failed && status == SCREE_NO_MEMORY), "allocation %ld: %s",
                  n, e.what);
        tried++;
        if (one_failed && status == SCREE_OK) { // maps are read without their tables of keys, too
            untold++;
            CHECK(hash_of(world) == hash);
        }
        scree_world_destroy(world);
    }
    CHECK(n > 1000);
    CHECK_MSG(untold <= tried / 20, "%d of %d failed allocations are not told", untold, tried);
    scree_memory_free(data);
    scree_case_destroy(other);
    close_box(o);
}

TEST(a_load_tells_that_memory_is_out)
{
    fail_loads(NULL, SCREE_OK);
    fail_loads("shapes.bead.ball.radius=8.1 mm", SCREE_BAD_INPUT);
}

TEST_MAIN
