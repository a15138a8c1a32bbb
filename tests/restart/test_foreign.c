// label: sanitize
// test_foreign.c - images that are not those of the case: of every other case, and with every kind of harm done to
// them. Each is refused in words that name the column, or it can be gone on from; nothing crashes, whatever is in it.
#include "harness.h"
#include "law/spring.h"
#include "support/scenes.h"

#include <stdint.h>
#include <stdlib.h>

static uint64_t chance_state;
static uint64_t chance(uint64_t below)
{
    chance_state = chance_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (chance_state >> 33) % below;
}

static size_t bytes_of(const image_column *c)
{
    return (size_t)c->rows * (size_t)c->width * image_type_size(c->type);
}

// The same column with another number of rows and numbers a row: what is more is zero.
static void reshape(image_column *c, int64_t rows, int width)
{
    size_t size = image_type_size(c->type);
    char *fresh = calloc((size_t)rows * (size_t)width * size + 1, 1);
    if (!fresh)
        abort();
    for (int64_t i = 0; i < rows && i < c->rows; i++)
        memcpy(fresh + (size_t)i * (size_t)width * size,
               (char *)c->data + (size_t)i * (size_t)c->width * size,
               (size_t)(width < c->width ? width : c->width) * size);
    free(c->data);
    c->data = fresh;
    c->rows = rows;
    c->width = width;
}

static void copy_image(const image *from, image *to)
{
    memset(to, 0, sizeof *to);
    for (int i = 0; i < from->count; i++) {
        const image_column *c = &from->column[i];
        void *data =
            image_add(to, c->name, (image_shape){c->type, c->rows, c->width}, c->unit, c->doc);
        if (!data)
            abort();
        if (bytes_of(c))
            memcpy(data, c->data, bytes_of(c));
    }
}

// ---- harm

static double strange_real(double was)
{
    static const double values[] = {0, -1, 1, 1e-300, 1e300, -1e300, 4.9e-324, 1e10, -1e10, 1e-10};
    switch (chance(5)) {
    case 0:
        return NAN;
    case 1:
        return chance(2) ? INFINITY : -INFINITY;
    case 2:
        return values[chance(sizeof values / sizeof *values)];
    case 3:
        return -was;
    default:
        return was * (chance(2) ? 1e3 : 1e-3);
    }
}

static int64_t strange_integer(int64_t was)
{
    static const int64_t values[] = {
        0, -1, 1, 2, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN, INT64_C(1) << 40, 1000};
    switch (chance(4)) {
    case 0:
        return values[chance(sizeof values / sizeof *values)];
    case 1:
        return was < INT64_MAX ? was + 1 : 0;
    case 2:
        return was > INT64_MIN ? was - 1 : 0;
    default:
        return (int64_t)chance(64);
    }
}

static void spoil_number(image_column *c, int64_t row)
{
    int64_t at = row * c->width + (int64_t)chance((uint64_t)c->width);
    if (c->type == IMAGE_F64)
        ((double *)c->data)[at] = strange_real(((double *)c->data)[at]);
    if (c->type == IMAGE_I64)
        ((int64_t *)c->data)[at] = strange_integer(((int64_t *)c->data)[at]);
}

static void swap_rows(image_column *c)
{
    size_t row = (size_t)c->width * image_type_size(c->type);
    size_t a = (size_t)chance((uint64_t)c->rows) * row, b = (size_t)chance((uint64_t)c->rows) * row;
    char *data = c->data;
    for (size_t k = 0; k < row; k++) {
        char kept = data[a + k];
        data[a + k] = data[b + k];
        data[b + k] = kept;
    }
}

static void swap_data(image *im, int one, int other)
{
    image_column kept = im->column[one], *a = &im->column[one], *b = &im->column[other];
    a->data = b->data;
    a->type = b->type;
    a->rows = b->rows;
    a->width = b->width;
    b->data = kept.data;
    b->type = kept.type;
    b->rows = kept.rows;
    b->width = kept.width;
}

enum { TOLD = 160 };

// One harm of ten kinds; `what` tells it behind what is there.
static void harm(image *im, char what[TOLD])
{
    int at = (int)chance((uint64_t)im->count);
    image_column *c = &im->column[at];
    const uint64_t kind = chance(10);
    const size_t told = strlen(what);
    snprintf(what + told, TOLD - told, "; harm %d to %s", (int)kind, c->name);
    if (kind == 0) {
        reshape(c, c->rows ? (int64_t)chance((uint64_t)c->rows) : 1, c->width);
    } else if (kind == 1) {
        reshape(c, c->rows + 1 + (int64_t)chance(3), c->width);
    } else if (kind == 2) {
        reshape(c, c->rows, (int)chance((uint64_t)c->width + 3));
    } else if (kind == 3) {
        swap_data(im, at, (int)chance((uint64_t)im->count));
    } else if (kind == 4) {
        c->name[strlen(c->name) - 1] = '?';
    } else if (c->rows == 0 || c->width == 0) {
        return;
    } else if (kind == 5) {
        swap_rows(c);
    } else if (kind == 6) {
        for (int64_t i = 0; i < c->rows; i++)
            spoil_number(c, i);
    } else {
        spoil_number(c, (int64_t)chance((uint64_t)c->rows));
    }
}

// ---- trying

typedef struct tally {
    int refused, taken, stopped;
} tally;

// Restores and goes on; refusals must say what is wrong.
static void try_image(const model *m, const image *im, const char *what, tally *t)
{
    world_options o = options_of(1, 0, 0);
    scree_error error;
    image again = {0};
    world *w = NULL;
    memset(&error, 0, sizeof error);
    scree_status status = world_restore(m, &o, im, &w, &error);
    if (status) {
        CHECK_MSG(w == NULL && error.where[0] && error.what[0] && error.hint[0],
                  "%s: refused without words: %s: %s (%s)", what, error.where, error.what,
                  error.hint);
        CHECK_MSG(status != SCREE_NO_MEMORY, "%s: %s: %s", what, error.where, error.what);
        t->refused++;
        return;
    }
    status = world_step(w, 3, &error);
    t->stopped += status != SCREE_OK;
    t->taken += status == SCREE_OK;
    CHECK_MSG(status == SCREE_OK || (error.where[0] && error.what[0]), "%s: stopped without words",
              what);
    if (!status && !world_image(w, &again, &error))
        CHECK_MSG(image_hash(&again) != 0, "%s", what);
    image_clear(&again);
    world_destroy(w);
}

static image image_of_scene(const scene *s, sim *a)
{
    image im = {0};
    scree_error error;
    bool good = sim_open(a, s->text, NULL, 0, NULL) && sim_step(a, s->steps / 8) &&
                world_image(a->w, &im, &error) == SCREE_OK;
    if (!good)
        abort();
    return im;
}

TEST(harmed_images_do_no_harm)
{
    static const char *const names[] = {
        "stirred",          "stream",           "leaping",           "geared",
        "outlines",         "solids",           "gear-solids",       "corners-at-walls",
        "nonsmooth-stream", "nonsmooth-solids", "nonsmooth-stirred", "disks"};
    const int rounds = scenes_are_short ? 100 : 250;
    tally all = {0};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        sim a;
        image im = image_of_scene(scene_find(names[i]), &a);
        tally whole = {0};
        try_image(&a.m, &im, names[i], &whole);
        CHECK_MSG(whole.taken == 1, "%s: its own image is not taken", names[i]);
        for (int k = 0; k < rounds; k++) {
            char what[TOLD];
            image bad;
            chance_state = (uint64_t)k * 1000003 + i;
            snprintf(what, sizeof what, "%s, round %d", names[i], k);
            copy_image(&im, &bad);
            harm(&bad, what);
            if (chance(4) == 0)
                harm(&bad, what);
            try_image(&a.m, &bad, what, &all);
            image_clear(&bad);
        }
        image_clear(&im);
        sim_close(&a);
    }
    printf("    %d refused, %d taken, %d stopped\n", all.refused, all.taken, all.stopped);
    CHECK(all.refused > all.taken);
}

// The image of every scene, restored by the case of every other.
TEST(images_of_other_cases_do_no_harm)
{
    tally all = {0};
    sim *sims = calloc((size_t)scene_count, sizeof *sims);
    image *ims = calloc((size_t)scene_count, sizeof *ims);
    REQUIRE(sims && ims);
    for (int i = 0; i < scene_count; i++) {
        scree_error error;
        if (!sim_open(&sims[i], scenes[i].text, NULL, 0, NULL) || !sim_step(&sims[i], 3) ||
            world_image(sims[i].w, &ims[i], &error))
            abort();
    }
    for (int i = 0; i < scene_count; i++)
        for (int k = 0; k < scene_count; k++) {
            char what[160];
            if (i == k)
                continue;
            snprintf(what, sizeof what, "%s from the image of %s", scenes[i].name, scenes[k].name);
            try_image(&sims[i].m, &ims[k], what, &all);
        }
    printf("    %d refused, %d taken, %d stopped\n", all.refused, all.taken, all.stopped);
    for (int i = 0; i < scene_count; i++) {
        image_clear(&ims[i]);
        sim_close(&sims[i]);
    }
    free(sims);
    free(ims);
}

// A set of grains taken out of the case: the image speaks of sets that are not there.
TEST(a_set_taken_out_is_told)
{
    const scene *s = scene_find("slope");
    sim a, b;
    image im = image_of_scene(s, &a);
    world_options o = options_of(1, 0, 0);
    scree_error error = {0};
    REQUIRE(sim_read(&b, s->text, NULL, 0));
    const int sets = b.m.grain_sets;
    REQUIRE(sets == 2);
    b.m.grain_sets = 1;
    CHECK(world_restore(&b.m, &o, &im, &b.w, &error) == SCREE_BAD_INPUT && !b.w);
    CHECK_HAS(error.where, "body/set, row ");
    CHECK_HAS(error.what, "set of grains 1 of a case that has 1");
    b.m.grain_sets = sets;
    image_clear(&im);
    sim_close(&a);
    sim_close(&b);
}

// ---- what laws keep

// An image of balls with springs and open books, with one number of its first contact changed. Returns what restoring
// it and a step from there say.
static scree_status step_with(int column, double value, scree_error *error)
{
    const world_options o = options_of(1, 0, 0);
    sim a;
    world *w = NULL;
    image im = image_of_scene(scene_find("stirred"), &a);
    const image_column *history = NULL;
    for (int i = 0; i < im.count; i++)
        if (!strcmp(im.column[i].name, "contact/history"))
            history = &im.column[i];
    if (!history || history->rows == 0)
        abort();
    ((double *)history->data)[column < 0 ? history->width + column : column] = value;
    scree_status status = world_restore(&a.m, &o, &im, &w, error);
    image later = {0};
    world *again = NULL;
    if (!status)
        status = world_step(w, 2, error);
    if (!status)
        status = world_image(w, &later, error);
    if (!status)
        status = world_restore(&a.m, &o, &later, &again, error);
    world_destroy(w);
    world_destroy(again);
    image_clear(&later);
    image_clear(&im);
    sim_close(&a);
    return status;
}

// Springs that are empty keep the largest numbers that there are (law/spring.h); beyond those squares would be none.
TEST(springs_hold_what_springs_can_mean)
{
    scree_error error = {0};
    CHECK(step_with(0, SPRING_FULL * SPRING_EMPTY, &error) != SCREE_BAD_INPUT);
    CHECK(step_with(0, 2 * SPRING_FULL * SPRING_EMPTY, &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.where, "contact/history, row 0");
    CHECK_HAS(error.what, "number 0 is 2.26");
    CHECK(step_with(0, NAN, &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.what, "no finite number");
    CHECK_MSG(step_with(-1, 1e200, &error) == SCREE_OK, "%s: %s", error.where, error.what);
    CHECK(step_with(-1, 2e300, &error) == SCREE_BAD_INPUT);
}

// Walls move and turn no faster than bodies: a spin of 1e52 rad/s left books that are no numbers.
TEST(walls_are_no_faster_than_bodies)
{
    const world_options o = options_of(1, 0, 0);
    for (int k = 3; k < 9; k++) {
        scree_error error = {0};
        sim a;
        world *w = NULL;
        image im = image_of_scene(scene_find("stirred"), &a);
        for (int i = 0; i < im.count; i++)
            if (!strcmp(im.column[i].name, "wall/pose"))
                ((double *)im.column[i].data)[k] = -2e52;
        CHECK(world_restore(&a.m, &o, &im, &w, &error) == SCREE_BAD_INPUT);
        CHECK_HAS(error.where, "wall/pose, row 0");
        CHECK_HAS(error.what, "too fast");
        world_destroy(w);
        image_clear(&im);
        sim_close(&a);
    }
}

// ---- clocks of streams

typedef struct clocks {
    sim a;
    image im;
    double *row; // amount due; time, amount and amount per second from which it is counted
} clocks;

static void clocks_open(clocks *c, const char *rate)
{
    const case_override set = {"streams.rain.rate", rate};
    scree_error error;
    memset(c, 0, sizeof *c);
    REQUIRE(sim_open(&c->a, scene_find("stream")->text, &set, 1, NULL));
    REQUIRE(sim_step(&c->a, 100) && world_image(c->a.w, &c->im, &error) == SCREE_OK);
    const image_column *clock = image_find(&c->im, "stream/clock", IMAGE_F64, 4);
    REQUIRE(clock && clock->rows == 1);
    c->row = clock->data;
}

static void clocks_close(clocks *c)
{
    image_clear(&c->im);
    sim_close(&c->a);
}

static void check_refused(clocks *c, const char *why)
{
    const world_options o = options_of(1, 0, 0);
    scree_error error = {0};
    world *w = NULL;
    CHECK(world_restore(&c->a.m, &o, &c->im, &w, &error) == SCREE_BAD_INPUT && !w);
    CHECK_HAS(error.where, "stream/clock, row 0");
    CHECK_HAS(error.what, why);
    world_destroy(w);
}

// At the pace of the run before, the next grain would be due at no time that is a number; it is one that an image
// holds.
TEST(a_stream_too_slow_for_a_time_is_saved)
{
    clocks c;
    const world_options o = options_of(1, 0, 0);
    scree_error error = {0};
    world *w = NULL;
    world *again = NULL;
    image later = {0};
    clocks_open(&c, "20000/s");
    c.row[2] = 0;
    c.row[3] = 4.9e-324;
    REQUIRE(c.row[0] > 0);
    REQUIRE(world_restore(&c.a.m, &o, &c.im, &w, &error) == SCREE_OK);
    CHECK(world_step(w, 3, &error) == SCREE_OK && world_image(w, &later, &error) == SCREE_OK);
    CHECK_MSG(world_restore(&c.a.m, &o, &later, &again, &error) == SCREE_OK, "%s: %s", error.where,
              error.what);
    world_destroy(again);
    world_destroy(w);
    image_clear(&later);
    clocks_close(&c);
}

// A stream that begins at such a time is no other.
TEST(a_stream_that_begins_at_no_time_is_saved)
{
    const case_override never = {"streams.rain.from", "1e80 s"};
    const world_options o = options_of(1, 0, 0);
    scree_error error = {0};
    sim a;
    image im = {0};
    world *w = NULL;
    REQUIRE(sim_open(&a, scene_find("stream")->text, &never, 1, NULL));
    REQUIRE(sim_step(&a, 10) && world_image(a.w, &im, &error) == SCREE_OK);
    CHECK_MSG(world_restore(&a.m, &o, &im, &w, &error) == SCREE_OK, "%s: %s", error.where,
              error.what);
    world_destroy(w);
    image_clear(&im);
    sim_close(&a);
}

// What is counted a grain at a time would be counted for hours, or for ever.
TEST(counts_that_would_not_end_are_refused)
{
    clocks c;
    clocks_open(&c, "20000/s");
    const double step = ((double *)image_find(&c.im, "run/time", IMAGE_F64, 2)->data)[1];
    ((int64_t *)image_find(&c.im, "run/step", IMAGE_I64, 3)->data)[0] = 1000000000000;
    ((double *)image_find(&c.im, "run/time", IMAGE_F64, 2)->data)[0] = 1e12 * step;
    check_refused(&c, "grains are overdue");
    clocks_close(&c);
    clocks_open(&c, "100 kg/s");
    c.row[0] = 1e20;
    c.row[2] = 1e20;
    check_refused(&c, "1e+20 are due");
    clocks_close(&c);
}

// A count of crossings next to its end would overflow with the next one.
TEST(crossings_without_end_are_refused)
{
    const scene *s = NULL;
    image im = {0};
    const image_column *crossed = NULL;
    sim a = {0};
    for (int i = 0; i < scene_count && !crossed; i++) {
        if (s) {
            image_clear(&im);
            sim_close(&a);
        }
        s = &scenes[i];
        im = image_of_scene(s, &a);
        crossed = image_find(&im, "body/image", IMAGE_I64, 3);
    }
    REQUIRE(crossed);
    world *w = NULL;
    world_options o = options_of(1, 0, 0);
    scree_error error = {0};
    ((int64_t *)crossed->data)[1] = INT32_MIN;
    CHECK(world_restore(&a.m, &o, &im, &w, &error) == SCREE_BAD_INPUT && !w);
    CHECK_HAS(error.where, "body/image, row 0");
    image_clear(&im);
    sim_close(&a);
}

TEST_MAIN
