// share.c - scree/share.h: frames from a thread that steps to threads that look.
//
// The frames are a list that only the thread that puts them adds to. Each counts its holders. A new one is written into a frame that is not the
// newest and that nobody holds, and then becomes the newest. A reader counts itself as a holder of the newest and looks whether it still is: if
// not, it has counted itself too late, counts itself off and tries again. Where it is, the frame is whole, for it became the newest
// after it was written; and it stays so, for it has a holder. All this is in one order for all threads (seq_cst), without a lock. (A
// reader tries again only where a frame was put in between, which takes far longer than the two words that it reads.)
#include "scree/share.h"

#include "api/objects.h"
#include "api/share.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

typedef struct shared_frame {
    scree_frame *frame;
    atomic_int holders;
    struct shared_frame *next;
} shared_frame;

struct scree_share {
    atomic_int users; // the caller, worlds and readers
    atomic_bool glance;
    _Atomic(shared_frame *) newest;
    shared_frame *first; // of the thread that puts
};

struct scree_reader {
    scree_share *share;
    shared_frame *held; // NULL: none yet
};

struct share_link {
    scree_share *share;
    scree_pace pace;
    double every;      // s
    double last, took; // s, of the clock: when there was one last, and how long it took
    int64_t step;      // of the last one
    double number;     // by the time of the world: multiples that are over
};

// ---- life

scree_share *scree_share_create(void)
{
    scree_share *share = calloc(1, sizeof *share);
    if (share)
        atomic_init(&share->users, 1);
    return share;
}

void scree_share_glance(scree_share *share, int glance)
{
    atomic_store(&share->glance, glance != 0);
}

static scree_share *keep(scree_share *share)
{
    atomic_fetch_add(&share->users, 1);
    return share;
}

void scree_share_destroy(scree_share *share)
{
    if (!share || atomic_fetch_sub(&share->users, 1) > 1)
        return;
    for (shared_frame *one = share->first; one;) {
        shared_frame *next = one->next;
        scree_frame_destroy(one->frame);
        free(one);
        one = next;
    }
    free(share);
}

scree_reader *scree_reader_create(scree_share *share)
{
    scree_reader *reader = calloc(1, sizeof *reader);
    if (reader)
        reader->share = keep(share);
    return reader;
}

static void give_back(scree_reader *reader)
{
    if (reader->held)
        atomic_fetch_sub(&reader->held->holders, 1);
    reader->held = NULL;
}

void scree_reader_destroy(scree_reader *reader)
{
    if (!reader)
        return;
    give_back(reader);
    scree_share_destroy(reader->share);
    free(reader);
}

// ---- frames

static shared_frame *find_free(scree_share *share)
{
    for (shared_frame *one = share->first; one; one = one->next) {
        if (one != atomic_load(&share->newest) && atomic_load(&one->holders) == 0)
            return one;
    }
    shared_frame *made = calloc(1, sizeof *made);
    if (made)
        made->frame = scree_frame_create();
    if (!made || !made->frame) {
        free(made);
        return NULL;
    }
    made->next = share->first;
    share->first = made;
    return made;
}

scree_status scree_share_put(scree_share *share, scree_world *handle, scree_error *error)
{
    shared_frame *to = find_free(share);
    if (!to)
        return fail_memory(error, "frame");
    const scree_status status = atomic_load(&share->glance)
                                    ? scree_frame_glance(to->frame, handle, error)
                                    : scree_frame_take(to->frame, handle, error);
    if (!status)
        atomic_store(&share->newest, to);
    return status;
}

const scree_frame *scree_reader_take(scree_reader *reader)
{
    scree_share *share = reader->share;
    for (;;) {
        shared_frame *newest = atomic_load(&share->newest);
        if (newest == reader->held)
            return newest ? newest->frame : NULL;
        atomic_fetch_add(&newest->holders, 1);
        if (newest == atomic_load(&share->newest)) {
            give_back(reader);
            reader->held = newest;
            return newest->frame;
        }
        atomic_fetch_sub(&newest->holders, 1);
    }
}

// ---- while steps are taken

static double clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// The multiple of `every` at or before the time of the world.
static double number_of(const scree_world *handle, const struct share_link *link)
{
    return floor(world_time(handle->world) / link->every * (1 + 1e-12));
}

static scree_status put(scree_world *handle, scree_error *error)
{
    struct share_link *link = handle->share;
    const double begin = clock_now();
    const scree_status status = scree_share_put(link->share, handle, error);
    link->last = clock_now();
    link->took = link->last - begin;
    link->step = world_steps(handle->world);
    if (link->pace == SCREE_BY_TIME)
        link->number = number_of(handle, link);
    return status;
}

scree_status scree_world_share(scree_world *handle, scree_share *share, scree_pace pace,
                               double every, scree_error *error)
{
    if (share && pace != SCREE_BY_CALL && !(every > 0 && isfinite(every)))
        return fail(error, SCREE_BAD_INPUT, "every", "give seconds",
                    "%g s is no time between frames", every);
    if (share && ((int)pace < 0 || pace > SCREE_BY_CLOCK))
        return fail(error, SCREE_BAD_INPUT, "pace", "take one of scree_pace", "there is no pace %d",
                    (int)pace);
    struct share_link *link = share ? calloc(1, sizeof *link) : NULL;
    if (share && !link)
        return fail_memory(error, "share");
    const scree_status status = share ? scree_share_put(share, handle, error) : SCREE_OK;
    if (status) {
        free(link);
        return status;
    }
    share_forget(handle);
    if (!share)
        return SCREE_OK;
    *link = (struct share_link){.share = keep(share), .pace = pace, .every = every};
    link->last = clock_now();
    link->step = world_steps(handle->world);
    if (pace == SCREE_BY_TIME)
        link->number = number_of(handle, link);
    handle->share = link;
    return SCREE_OK;
}

void share_forget(scree_world *handle)
{
    if (handle->share)
        scree_share_destroy(handle->share->share);
    free(handle->share);
    handle->share = NULL;
}

bool share_by_clock(const scree_world *handle)
{
    return handle->share && handle->share->pace == SCREE_BY_CLOCK;
}

int64_t share_next(const scree_world *handle)
{
    const struct share_link *link = handle->share;
    if (!link || link->pace != SCREE_BY_TIME)
        return INT64_MAX;
    const int64_t step = world_step_at(handle->world, (link->number + 1) * link->every);
    const int64_t way = step - world_steps(handle->world);
    return way > 0 ? way : 1;
}

scree_status share_pass(scree_world *handle, bool ends, scree_error *error)
{
    const struct share_link *link = handle->share;
    if (!link || link->step == world_steps(handle->world))
        return SCREE_OK;
    const double wait = link->took > link->every ? link->took : link->every;
    const bool by_clock = link->pace == SCREE_BY_CLOCK && clock_now() - link->last >= wait;
    const bool by_time = link->pace == SCREE_BY_TIME && number_of(handle, link) > link->number;
    const bool by_call = link->pace == SCREE_BY_CALL && ends;
    return by_call || by_clock || by_time ? put(handle, error) : SCREE_OK;
}
