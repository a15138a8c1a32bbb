// test_api_share.c - frames from a thread that steps to threads that look: they are whole, never older than the one before, kept
// until the next one is taken; when they come; that the bits do not know of it.
// label: threads
#include "unit/api_box.h"

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
