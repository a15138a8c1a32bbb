// local_meet.c - how ranks of one machine meet; see local_area.h.
//
// All meet at one gate in shared memory: who comes last opens it. What a rank gives lies in a box of its own before it comes
// to the gate, and is read behind it; there are two sets of boxes, so that nobody writes where others still read, and one
// meeting is enough for an exchange. What is larger than a box goes in several meetings. What goes again and again is written
// to where the other one reads it. Who waits long sleeps (futex).
#define _DEFAULT_SOURCE
#include "ranks/local_area.h"

#include <linux/futex.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const long look_again = 500000000; // ns

typedef enum meeting {
    MEETING_GATHER = 1,
    MEETING_SWAP,
    MEETING_ADD,
    MEETING_MERGE,
    MEETING_TELL,
    MEETING_OPEN,
    MEETING_ROOMS
} meeting;

// ---- the gate

static long now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1000000000L * now.tv_sec + now.tv_nsec;
}

// Has the gate opened before patience came to an end?
static bool wait_awake(const local_ranks *local, uint32_t before)
{
    enum { LOOKS = 50 }; // between two looks at the clock
    const long until = now_ns() + local->patience;
    do {
        for (int i = 0; i < LOOKS; i++) {
            if (atomic_load_explicit(&local->area->open, memory_order_acquire) != before)
                return true;
#if defined(__x86_64__)
            __builtin_ia32_pause();
#endif
        }
    } while (now_ns() < until);
    return false;
}

static void wait_asleep(local_ranks *local, uint32_t before)
{
    local_area *area = local->area;
    atomic_fetch_add(&area->asleep, 1);
    while (atomic_load(&area->open) == before) {
        const struct timespec patience = {0, look_again};
        syscall(SYS_futex, &area->open, FUTEX_WAIT, before, &patience, NULL, 0);
        if (atomic_load(&area->open) == before)
            local->look(local);
    }
    atomic_fetch_sub(&area->asleep, 1);
}

// Who waited in vain waits less the next time: where others use the processors, a rank that is awake may keep the one from its
// work that it waits for.
static long between(long patience)
{
    static const long least = 20000; // ns
    static const long most = 1000000;
    if (patience < least)
        return least;
    return patience < most ? patience : most;
}

static void pass(local_ranks *local)
{
    local_area *area = local->area;
    const uint32_t before = atomic_load(&area->open);
    const uint32_t ranks = (uint32_t)local->transport.ranks;
    if (atomic_fetch_add(&area->came, 1) + 1 == ranks) {
        atomic_store(&area->came, 0);
        atomic_fetch_add(&area->open, 1);
        if (atomic_load(&area->asleep) > 0)
            syscall(SYS_futex, &area->open, FUTEX_WAKE, INT32_MAX, NULL, NULL, 0);
    } else if (local->patience == 0) {
        wait_asleep(local, before);
    } else if (wait_awake(local, before)) {
        local->patience = between(local->patience * 2);
    } else {
        wait_asleep(local, before);
        local->patience = between(local->patience / 2);
    }
}

static char *box_of(const local_ranks *local, int rank)
{
    return local->box +
           ((size_t)local->side * (size_t)local->transport.ranks + (size_t)rank) * LOCAL_BOX;
}

// Which lane, or room, it is from a rank to another.
static size_t number_of(const local_ranks *local, int side, int from, int to)
{
    const size_t ranks = (size_t)local->transport.ranks;
    return ((size_t)side * ranks + (size_t)from) * ranks + (size_t)to;
}

static char *lane_of(const local_ranks *local, int from, int to)
{
    return local->lane + number_of(local, local->side, from, to) * local->lane_size;
}

static char *room_of(const local_ranks *local, int side, int from, int to)
{
    return local->room + number_of(local, side, from, to) * local->room_size;
}

// Meets the others. All of them do the same, or something is very wrong.
static void meet(local_ranks *local, meeting kind, size_t size, size_t more)
{
    local_area *area = local->area;
    local_label *own = &area->label[local->side][local->transport.rank];
    *own = (local_label){kind, (int64_t)size, (int64_t)more};
    pass(local);
    for (int rank = 0; rank < local->transport.ranks; rank++) {
        const local_label *its = &area->label[local->side][rank];
        if (its->kind != own->kind || its->size != own->size)
            local->transport.abandon(local, "the ranks are not at the same place");
    }
}

static void turn(local_ranks *local)
{
    local->side = 1 - local->side;
}

// ---- what a world needs

static void gather_as(local_ranks *local, meeting kind, const void *mine, size_t size, void *all)
{
    size_t at = 0;
    do {
        const size_t bytes = size - at < LOCAL_BOX ? size - at : LOCAL_BOX;
        if (bytes > 0)
            memcpy(box_of(local, local->transport.rank), (const char *)mine + at, bytes);
        meet(local, kind, size, 0);
        for (int rank = 0; bytes > 0 && rank < local->transport.ranks; rank++)
            memcpy((char *)all + (size_t)rank * size + at, box_of(local, rank), bytes);
        turn(local);
        at += LOCAL_BOX;
    } while (at < size);
}

static void gather(void *context, const void *mine, size_t size, void *all)
{
    gather_as(context, MEETING_GATHER, mine, size, all);
}

static void add(void *context, int64_t *number, size_t count)
{
    local_ranks *local = context;
    const size_t most = LOCAL_BOX / sizeof *number;
    for (size_t at = 0; at < count; at += most) {
        const size_t some = count - at < most ? count - at : most;
        memcpy(box_of(local, local->transport.rank), number + at, some * sizeof *number);
        meet(local, MEETING_ADD, count, 0);
        memset(number + at, 0, some * sizeof *number);
        for (int rank = 0; rank < local->transport.ranks; rank++) {
            const int64_t *told = (const int64_t *)box_of(local, rank);
            for (size_t i = 0; i < some; i++)
                number[at + i] += told[i];
        }
        turn(local);
    }
}

static size_t part_of(size_t size, size_t at, size_t most)
{
    const size_t left = size > at ? size - at : 0;
    return left < most ? left : most;
}

// The most that is still to go to some rank from here on.
static size_t still_to_come(const local_ranks *local, const transport_piece *piece, size_t at)
{
    size_t most = 0;
    for (int rank = 0; rank < local->transport.ranks; rank++) {
        if (rank != local->transport.rank) {
            const size_t left = part_of(piece[rank].send_size, at, SIZE_MAX);
            most = left > most ? left : most;
        }
    }
    return most;
}

static void swap(void *context, const transport_piece *piece)
{
    local_ranks *local = context;
    const int own = local->transport.rank;
    const int ranks = local->transport.ranks;
    const size_t most = local->lane_size;
    bool more = true;
    for (size_t at = 0; more; at += most) {
        for (int rank = 0; rank < ranks; rank++) {
            const size_t bytes = rank == own ? 0 : part_of(piece[rank].send_size, at, most);
            if (bytes > 0)
                memcpy(lane_of(local, own, rank), (const char *)piece[rank].send + at, bytes);
        }
        meet(local, MEETING_SWAP, 0, still_to_come(local, piece, at + most));
        more = false;
        for (int rank = 0; rank < ranks; rank++) {
            const size_t bytes = rank == own ? 0 : part_of(piece[rank].receive_size, at, most);
            if (bytes > 0)
                memcpy((char *)piece[rank].receive + at, lane_of(local, rank, own), bytes);
            more = more || local->area->label[local->side][rank].more > 0;
        }
        turn(local);
    }
}

static void tell(void *context, void *data, size_t size)
{
    local_ranks *local = context;
    for (size_t at = 0; at < size; at += LOCAL_BOX) {
        const size_t bytes = size - at < LOCAL_BOX ? size - at : LOCAL_BOX;
        if (local->transport.rank == 0)
            memcpy(box_of(local, 0), (const char *)data + at, bytes);
        meet(local, MEETING_TELL, size, 0);
        if (local->transport.rank > 0)
            memcpy((char *)data + at, box_of(local, 0), bytes);
        turn(local);
    }
}

// ---- rooms

static bool open_rooms(void *context, const transport_piece *piece)
{
    local_ranks *local = context;
    size_t most = 0;
    for (int rank = 0; rank < local->transport.ranks; rank++) {
        if (rank != local->transport.rank && piece[rank].send_size > most)
            most = piece[rank].send_size;
    }
    meet(local, MEETING_OPEN, 0, most);
    bool fit = true;
    for (int rank = 0; rank < local->transport.ranks; rank++)
        fit = fit && local->area->label[local->side][rank].more <= (int64_t)local->room_size;
    turn(local);
    return fit;
}

static void *room_to(void *context, int rank)
{
    const local_ranks *local = context;
    return room_of(local, local->room_side, local->transport.rank, rank);
}

static const void *room_from(void *context, int rank)
{
    const local_ranks *local = context;
    return room_of(local, 1 - local->room_side, rank, local->transport.rank);
}

// Rooms are memory of both: what is written there has come.
static void be_there(void *context)
{
    (void)context;
}

static void be_there_for(void *context, int rank)
{
    (void)context;
    (void)rank;
}

static void merge_as(local_ranks *local, meeting kind, void *record, size_t size,
                     const transport_merging *by)
{
    const size_t ranks = (size_t)local->transport.ranks;
    if (ranks * size > local->told_room) {
        free(local->told);
        local->told = malloc(ranks * size);
        local->told_room = ranks * size;
    }
    if (size > 0 && !local->told)
        local->transport.abandon(local, "out of memory for what ranks tell each other");
    gather_as(local, kind, record, size, local->told);
    for (size_t rank = 0; size > 0 && rank < ranks; rank++) {
        const char *told = local->told + rank * size;
        if (rank == 0)
            memcpy(record, told, size);
        else
            by->add(by->context, record, told);
    }
}

static void merge(void *context, void *record, size_t size, const transport_merging *by)
{
    merge_as(context, MEETING_MERGE, record, size, by);
}

static void meet_with_rooms(void *context, void *record, size_t size, const transport_merging *by)
{
    local_ranks *local = context;
    merge_as(local, MEETING_ROOMS, record, size, by);
    local->room_side = 1 - local->room_side;
}

void local_fill_in_meetings(transport *transport)
{
    transport->gather = gather;
    transport->add = add;
    transport->swap = swap;
    transport->open = open_rooms;
    transport->out = room_to;
    transport->in = room_from;
    transport->expect = be_there;
    transport->send = be_there_for;
    transport->push = be_there;
    transport->merge = merge;
    transport->meet = meet_with_rooms;
    transport->tell = tell;
}
