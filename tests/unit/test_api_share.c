// test_api_share.c - frames from a thread that steps to threads that look: they are whole, never older than the one before, kept
// until the next one is taken; when they come; that the bits do not know of it.
// label: threads
#include "unit/api_box.h"

#include <scree/picture.h>
#include <scree/share.h>

#include <pthread.h>
#include <stdatomic.h>

// Balls that fall freely, all of them alike, so that a frame of two moments shows.
static const char *const falling[] = {
    "domain={low: [0 m, 0 m, -20 m], high: [0.2 m, 0.2 m, 0.4 m], boundary: {x: open, y: open, z: "
    "open}}",
    "grains.bed.packing={law: lattice, counts: [6, 6, 6], spacing: [2 cm, 2 cm, 2 cm], origin: [2 "
    "cm, 2 cm, 2 cm]}",
    NULL};

static double height_of(int64_t row)
{
    return 0.02 + 0.02 * (double)(row / 36);
}

// Every ball is where it has to be at the time of the frame.
static bool is_whole(const scree_frame *frame)
{
    scree_view at;
    scree_view id;
    const double time = scree_frame_time(frame);
    if (scree_frame_column(frame, SCREE_BALLS, "position", &at, NULL) ||
        scree_frame_column(frame, SCREE_BALLS, "id", &id, NULL) || at.rows != 216)
        return false;
    for (int64_t i = 0; i < at.rows; i++) {
        const double height = height_of(*scree_row_int64(&id, i) - *scree_row_int64(&id, 0)) -
                              0.5 * 9.81 * time * time;
        if (fabs(scree_row_float64(&at, i)[2] - height) > 1e-9)
            return false;
    }
    return true;
}

// ---- threads

typedef struct looker {
    scree_share *share;
    atomic_bool *over;
    int64_t frames, torn, back;
} looker;

static void *look(void *context)
{
    looker *looker = context;
    scree_reader *reader = scree_reader_create(looker->share);
    int64_t seen = -1;
    while (!atomic_load(looker->over)) {
        const scree_frame *frame = scree_reader_take(reader);
        if (!frame || scree_frame_steps(frame) == seen)
            continue;
        looker->torn += !is_whole(frame);
        looker->back += scree_frame_steps(frame) < seen;
        seen = scree_frame_steps(frame);
        looker->frames++;
    }
    scree_reader_destroy(reader);
    return NULL;
}

TEST(two_threads_look_while_one_steps)
{
    const opened o = open_box(falling, 1, 1);
    scree_share *share = scree_share_create();
    atomic_bool over = false;
    looker looker[2] = {{share, &over, 0, 0, 0}, {share, &over, 0, 0, 0}};
    pthread_t thread[2];
    CHECK(scree_world_share(o.world, share, SCREE_BY_TIME, 100e-6, NULL) == SCREE_OK);
    for (int i = 0; i < 2; i++)
        CHECK(pthread_create(&thread[i], NULL, look, &looker[i]) == 0);
    for (int i = 0; i < 4; i++)
        step(o.world, 1000);
    CHECK(scree_world_share(o.world, share, SCREE_BY_CLOCK, 1e-4, NULL) == SCREE_OK);
    step(o.world, 2000);
    close_box(o); // the frames live on
    scree_share_destroy(share);
    atomic_store(&over, true);
    for (int i = 0; i < 2; i++) {
        pthread_join(thread[i], NULL);
        printf("    %lld frames\n", (long long)looker[i].frames);
        CHECK(looker[i].frames > 10 && looker[i].torn == 0 && looker[i].back == 0);
    }
}

// ---- one after the other

TEST(a_frame_stays_until_the_next_is_taken)
{
    const opened o = open_box(falling, 1, 1);
    scree_share *share = scree_share_create();
    scree_reader *reader[2] = {scree_reader_create(share), scree_reader_create(share)};
    CHECK(scree_reader_take(reader[0]) == NULL);
    CHECK(scree_share_put(share, o.world, NULL) == SCREE_OK);
    const scree_frame *first = scree_reader_take(reader[0]);
    CHECK(first && scree_frame_steps(first) == 0 && first == scree_reader_take(reader[0]));
    for (int i = 1; i < 6; i++) {
        step(o.world, 10);
        CHECK(scree_share_put(share, o.world, NULL) == SCREE_OK);
        const scree_frame *now = scree_reader_take(reader[1]);
        CHECK(scree_frame_steps(now) == 10 * i && now != first);
        CHECK(scree_frame_steps(first) == 0 && is_whole(first) && is_whole(now));
    }
    close_box(o);
    scree_share_destroy(share);
    scree_reader_destroy(reader[1]);
    CHECK(scree_frame_steps(scree_reader_take(reader[0])) == 50);
    CHECK(is_whole(scree_reader_take(reader[0])));
    scree_reader_destroy(reader[0]);
    scree_reader_destroy(NULL);
    scree_share_destroy(NULL);
}

static int64_t steps_seen(scree_reader *reader)
{
    return scree_frame_steps(scree_reader_take(reader));
}

TEST(frames_come_when_they_are_asked_for)
{
    const opened o = open_box(falling, 1, 1);
    scree_share *share = scree_share_create();
    scree_reader *reader = scree_reader_create(share);
    CHECK(scree_world_share(o.world, share, SCREE_BY_CALL, 0, NULL) == SCREE_OK);
    CHECK(steps_seen(reader) == 0);
    step(o.world, 7);
    CHECK(steps_seen(reader) == 7);
    CHECK(scree_world_step_until(o.world, 1e-3, NULL) == SCREE_OK);
    CHECK(steps_seen(reader) == 20);
    CHECK(scree_world_share(o.world, share, SCREE_BY_TIME, 1e-3, NULL) == SCREE_OK);
    for (int i = 21; i < 100; i++) {
        step(o.world, 1);
        CHECK(steps_seen(reader) == i / 20 * 20);
    }
    step(o.world, 1012); // 1111
    CHECK(steps_seen(reader) == 1100);
    CHECK(scree_world_share(o.world, share, SCREE_BY_TIME, 1e-6, NULL) == SCREE_OK);
    step(o.world, 5); // shorter than a step
    CHECK(steps_seen(reader) == 1116);
    CHECK(scree_world_share(o.world, share, SCREE_BY_CLOCK, 1e6, NULL) == SCREE_OK);
    step(o.world, 20);
    CHECK(steps_seen(reader) == 1116);
    CHECK(scree_world_share(o.world, share, SCREE_BY_CLOCK, 1e-9, NULL) == SCREE_OK);
    step(o.world, 2000);
    const int64_t last = steps_seen(reader);
    CHECK(last > 1136);
    CHECK(scree_world_share(o.world, NULL, SCREE_BY_CALL, 0, NULL) == SCREE_OK);
    step(o.world, 20);
    CHECK(steps_seen(reader) == last);
    close_box(o);
    scree_reader_destroy(reader);
    scree_share_destroy(share);
}

TEST(bits_do_not_know_of_it)
{
    uint64_t hash[2];
    for (int i = 0; i < 2; i++) {
        const opened o = open_box(NULL, 1, 1);
        scree_share *share = scree_share_create();
        if (i == 1)
            CHECK(scree_world_share(o.world, share, SCREE_BY_TIME, 1e-3, NULL) == SCREE_OK);
        step(o.world, 400);
        hash[i] = hash_of(o.world);
        close_box(o);
        scree_share_destroy(share);
    }
    CHECK(hash[0] == hash[1]);
}

// ---- short looks

static const double *numbers_of(const scree_frame *frame, const char *name, scree_view *view)
{
    scree_error e = {0};
    if (scree_frame_column(frame, SCREE_BALLS, name, view, &e))
        tell(&e);
    CHECK(!*e.what);
    return scree_row_float64(view, 0);
}

// Where the ball with that id stands among the rows.
static int64_t row_of(const scree_frame *frame, int64_t id)
{
    scree_view ids;
    CHECK(scree_frame_column(frame, SCREE_BALLS, "id", &ids, NULL) == SCREE_OK);
    for (int64_t i = 0; i < ids.rows; i++) {
        if (*scree_row_int64(&ids, i) == id)
            return i;
    }
    return -1;
}

static void is_a_glance(const scree_frame *frame, scree_world *w)
{
    static const char *const refused[] = {"force", "spin", "mass", "contacts", "image", "torque"};
    scree_error e = {0};
    scree_view at;
    scree_view place;
    scree_view ids;
    void *data;
    int64_t size;
    scree_frame *whole = scree_frame_create();
    CHECK(scree_frame_take(whole, w, NULL) == SCREE_OK);
    CHECK(scree_frame_column(whole, SCREE_BALLS, "id", &ids, NULL) == SCREE_OK);
    numbers_of(frame, "position", &place);
    numbers_of(whole, "position", &at);
    CHECK(place.rows == at.rows && at.rows == ids.rows);
    CHECK(scree_frame_time(frame) == scree_world_time(w));
    for (int64_t i = 0; i < at.rows; i++) {
        const int64_t row = row_of(frame, *scree_row_int64(&ids, i));
        CHECK(row >= 0 && !memcmp(scree_row_float64(&at, i), scree_row_float64(&place, row),
                                  3 * sizeof(double)));
    }
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        CHECK(scree_frame_column(frame, SCREE_BALLS, refused[i], &at, &e) == SCREE_BAD_INPUT);
        CHECK_HAS(e.what, "a short look has not looked at it");
    }
    CHECK(scree_frame_column(frame, SCREE_LEDGER, "kinetic", &at, &e) == SCREE_BAD_INPUT);
    CHECK(scree_frame_column(frame, SCREE_CONTACTS, "a", &at, &e) == SCREE_BAD_INPUT);
    CHECK(scree_frame_column(frame, SCREE_WALLS, "force", &at, &e) == SCREE_BAD_INPUT);
    CHECK(scree_frame_column(frame, SCREE_WALLS, "position", &at, &e) == SCREE_OK && at.rows > 0);
    CHECK(scree_frame_picture(frame, w, NULL, &data, &size, &e) == SCREE_BAD_INPUT);
    CHECK_HAS(e.what, "the frame is a short look");
    scree_frame_destroy(whole);
}

TEST(a_short_look_shows_where_all_is_and_nothing_else)
{
    const opened o = open_box(NULL, 1, 1);
    scree_frame *frame = scree_frame_create();
    scree_frame *copy = scree_frame_create();
    scree_view view;
    for (int i = 0; i < 3; i++) {
        step(o.world, 300);
        CHECK(scree_frame_glance(frame, o.world, NULL) == SCREE_OK);
        is_a_glance(frame, o.world);
    }
    CHECK(scree_frame_copy(copy, frame, NULL) == SCREE_OK);
    is_a_glance(copy, o.world);
    // A whole frame after it is whole, and a short look after that short.
    CHECK(scree_frame_take(frame, o.world, NULL) == SCREE_OK);
    CHECK(scree_frame_column(frame, SCREE_BALLS, "force", &view, NULL) == SCREE_OK);
    CHECK(scree_frame_glance(frame, o.world, NULL) == SCREE_OK);
    is_a_glance(frame, o.world);
    scree_frame_destroy(copy);
    scree_frame_destroy(frame);
    close_box(o);
}

TEST(short_looks_are_shared)
{
    const opened o = open_box(NULL, 1, 1);
    scree_share *share = scree_share_create();
    scree_reader *reader = scree_reader_create(share);
    scree_view view;
    scree_share_glance(share, 1);
    CHECK(scree_world_share(o.world, share, SCREE_BY_CALL, 0, NULL) == SCREE_OK);
    step(o.world, 10);
    is_a_glance(scree_reader_take(reader), o.world);
    scree_share_glance(share, 0);
    step(o.world, 10);
    CHECK(scree_frame_column(scree_reader_take(reader), SCREE_BALLS, "force", &view, NULL) ==
          SCREE_OK);
    scree_reader_destroy(reader);
    scree_share_destroy(share);
    close_box(o);
}

TEST(what_is_no_time_is_refused)
{
    const opened o = open_box(falling, 1, 1);
    scree_share *share = scree_share_create();
    scree_error e = {0};
    CHECK(scree_world_share(o.world, share, SCREE_BY_TIME, 0, &e) == SCREE_BAD_INPUT);
    CHECK_HAS(e.what, "no time between frames");
    CHECK(scree_world_share(o.world, share, SCREE_BY_CLOCK, NAN, &e) == SCREE_BAD_INPUT);
    CHECK(scree_world_share(o.world, share, (scree_pace)9, 1, &e) == SCREE_BAD_INPUT);
    CHECK_HAS(e.what, "there is no pace 9");
    close_box(o);
    scree_share_destroy(share);
}

TEST_MAIN
