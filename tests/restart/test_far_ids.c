// test_far_ids.c - a snapshot whose ids are far apart, as one that nobody's run has written, takes no more memory than
// one whose ids are close: neither restoring it nor looking at it, writing to it, stepping and saving it. And ids are
// names: a run whose grains have others, in the same order and however large, differs in nothing else.
#include "harness.h"
#include "support/scenes.h"

#include <string.h>
#include <sys/resource.h>

static int64_t *whole_numbers(image *im, const char *name, int64_t *rows, int *width)
{
    for (int i = 0; i < im->count; i++) {
        if (strcmp(im->column[i].name, name) != 0)
            continue;
        *rows = im->column[i].rows;
        *width = im->column[i].width;
        return im->column[i].data;
    }
    *rows = 0;
    return NULL;
}

// The grain of the largest id gets the largest that there can be.
static bool move_last_id(image *im)
{
    int64_t rows, keys, runs;
    int width, wide, run_width;
    int64_t *id = whole_numbers(im, "body/id", &rows, &width);
    int64_t *run = whole_numbers(im, "run/step", &runs, &run_width);
    int64_t *key = whole_numbers(im, "contact/key", &keys, &wide);
    if (!id || !run || !key || rows < 2)
        return false;
    const int64_t was = id[rows - 1];
    const int64_t is = ID_MOST - 100;
    id[rows - 1] = is;
    run[2] = is + 1;
    for (int64_t i = 0; i < keys; i++)
        for (int k = 0; k < 2; k++)
            if (key[wide * i + k] == was)
                key[wide * i + k] = is;
    return true;
}

// Of the address space beyond what there is now; returns the limit before.
static struct rlimit allow(size_t bytes)
{
    struct rlimit before;
    struct rlimit now;
    long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (!f || fscanf(f, "%ld", &pages) != 1 || getrlimit(RLIMIT_AS, &before) != 0)
        abort();
    fclose(f);
    now = before;
    now.rlim_cur = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + bytes;
    if (setrlimit(RLIMIT_AS, &now) != 0)
        abort();
    return before;
}

static void goes_on(const char *name)
{
    const scene *scene = scene_find(name);
    sim s, far;
    image im = {0}, again = {0};
    scree_error error = {0};
    REQUIRE(sim_open(&s, scene->text, NULL, 0, NULL) && sim_read(&far, scene->text, NULL, 0));
    REQUIRE(sim_step(&s, 30) && world_image(s.w, &im, &error) == SCREE_OK && move_last_id(&im));
    const struct rlimit before = allow((size_t)400 << 20);
    if (CHECK_MSG(sim_restore(&far, &im, NULL), "%s", name)) {
        const int64_t id = ID_MOST - 100;
        const v3 up = v3_make(0, 0, 0.1);
        frame f = sim_frame(&far);
        CHECK_MSG(f.ball.count > 0 && f.ball.id[f.ball.count - 1] == id, "%s: no frame", name);
        frame_clear(&f);
        scree_status wrote = world_write(far.w, WORLD_VELOCITY, &id, &up, 1, &error);
        CHECK_MSG(wrote == SCREE_OK, "%s: %s", name, error.what);
        CHECK(sim_step(&far, 5) && world_image(far.w, &again, &error) == SCREE_OK);
    }
    setrlimit(RLIMIT_AS, &before);
    image_clear(&im);
    image_clear(&again);
    sim_close(&s);
    sim_close(&far);
}

TEST(ids_far_apart_cost_no_memory)
{
    goes_on("bed");
    goes_on("nonsmooth-bed");
}

// Adds to all ids of grains in a column of `width` numbers a row, of which those from `first` to before `end` are ids.
static void shift_column(image *im, const char *name, int first, int end, int64_t walls, int64_t by)
{
    int64_t rows;
    int width;
    int64_t *value = whole_numbers(im, name, &rows, &width);
    for (int64_t i = 0; value && i < rows; i++)
        for (int k = first; k < end; k++)
            if (value[width * i + k] >= walls)
                value[width * i + k] += by;
}

static void shift_ids(image *im, int64_t walls, int64_t by)
{
    shift_column(im, "body/id", 0, 1, walls, by);
    shift_column(im, "run/step", 2, 3, 0, by);
    shift_column(im, "contact/key", 0, 2, walls, by);
    shift_column(im, "ledger/worst", 0, 2, walls, by);
    shift_column(im, "written/id", 0, 1, walls, by);
}

static void shifted_runs_are_equal(const char *name, int64_t by)
{
    const scene *scene = scene_find(name);
    const case_override ledger = {"run.ledger", "true"};
    const int steps = 20;
    sim s, far;
    image im = {0}, again = {0};
    scree_error error = {0};
    REQUIRE(sim_open(&s, scene->text, &ledger, 1, NULL) && sim_read(&far, scene->text, &ledger, 1));
    REQUIRE(sim_step(&s, steps) && world_image(s.w, &im, &error) == SCREE_OK);
    frame f = sim_frame(&s);
    const int64_t walls = f.walls;
    frame_clear(&f);
    shift_ids(&im, walls, by);
    if (CHECK_MSG(sim_restore(&far, &im, NULL), "%s", scene->name) && sim_step(&s, steps) &&
        sim_step(&far, steps) && world_image(far.w, &again, &error) == SCREE_OK) {
        shift_ids(&again, walls + by, -by);
        CHECK_MSG(image_hash(&again) == sim_hash(&s), "%s with ids from %lld", scene->name,
                  (long long)by);
    }
    image_clear(&im);
    image_clear(&again);
    sim_close(&s);
    sim_close(&far);
}

// A stream that has no more ids says so, and leaves a state that can be resumed.
TEST(ids_come_to_an_end)
{
    const scene *scene = scene_find("stream");
    sim s, far, again;
    image im = {0}, last = {0};
    scree_error error = {0};
    int64_t rows;
    int width;
    REQUIRE(sim_open(&s, scene->text, NULL, 0, NULL) && sim_read(&far, scene->text, NULL, 0) &&
            sim_read(&again, scene->text, NULL, 0));
    REQUIRE(sim_step(&s, 30) && world_image(s.w, &im, &error) == SCREE_OK);
    int64_t *run = whole_numbers(&im, "run/step", &rows, &width);
    REQUIRE(run != NULL);
    run[2] = ID_MOST - 1;
    if (CHECK(sim_restore(&far, &im, NULL))) {
        CHECK(world_step(far.w, scene->steps, &error) == SCREE_BAD_INPUT);
        CHECK_MSG(strstr(error.what, "all ids up to 9007199254740991"), "%s", error.what);
        CHECK(world_image(far.w, &last, &error) == SCREE_OK && sim_restore(&again, &last, NULL));
        sim_close(&again);
    }
    image_clear(&im);
    image_clear(&last);
    sim_close(&s);
    sim_close(&far);
}

TEST(ids_are_names)
{
    const int64_t across = (INT64_C(1) << 33) - 300; // the lower 32 bits begin anew among them
    const char *name[] = {"clumps",        "stirred",           "stream",          "solids",
                          "nonsmooth-bed", "nonsmooth-stirred", "nonsmooth-stream"};
    for (size_t i = 0; i < sizeof name / sizeof *name; i++)
        shifted_runs_are_equal(name[i], across);
    shifted_runs_are_equal("nonsmooth-solids", ID_MOST / 2);
}

TEST_MAIN
