// call_ahead.h - records and columns are called into the caches shortly before they are needed.
#ifndef SCREE_SMOOTH_CALL_AHEAD_H
#define SCREE_SMOOTH_CALL_AHEAD_H

#include "smooth/smooth.h"

#define LANES SCREE_WIDTH
enum { AHEAD = 128 }; // how many contacts or slots before their use columns and lists are called
enum {
    CALL_FROM = 20000
}; // bodies; a smaller system stays in the caches and calls cost more than they bring

// The records that the next block will need are called into the second-level cache, a few per iteration: misses of a
// large system are latency, not bandwidth. What is read in a row (histories, indices, the list of what to call) is
// called shortly before it is used.
typedef struct caller {
    const rec4 *position, *velocity, *spin, *hold;
    const contact_row *row;
    const int32_t *slot, *own, *end;
    int share;
} caller;

static caller call_ahead(const bodies *body, const block *own, const block *next, bool measure)
{
    caller caller = {
        .position = body->position[body->now],
        .velocity = body->velocity[body->now],
        .spin = body->spin[body->now],
        .hold = measure ? body->hold : NULL,
    };
    if (!next || body->count < CALL_FROM)
        return caller;
    caller.row = next->row - next->low;
    caller.slot = next->ahead.slot;
    caller.own = caller.slot + next->ahead.own;
    caller.end = caller.slot + next->ahead.count;
    caller.share = next->ahead.count / (3 * (own->lines / LANES) + 1) + 1; // three passes call some
    return caller;
}

static inline void call_some(caller *caller)
{
    // an address, not a pointer: there may be no list, and a call for what is behind its end does nothing
    const uintptr_t soon = (uintptr_t)caller->slot + AHEAD / 2 * sizeof *caller->slot;
    __builtin_prefetch((const void *)soon, 0, 3);
    for (int i = 0; i < caller->share && caller->slot < caller->end; i++, caller->slot++) {
        __builtin_prefetch(caller->position + *caller->slot, 0, 2);
        __builtin_prefetch(caller->velocity + *caller->slot, 0, 2);
        __builtin_prefetch(caller->spin + *caller->slot, 0, 2);
        if (caller->slot >= caller->own)
            continue;
        if (caller->hold)
            __builtin_prefetch(caller->hold + *caller->slot, 0, 2);
        __builtin_prefetch(caller->row + *caller->slot, 0, 2);
    }
}

static inline void call_columns(const bucket *bucket, int width, int32_t contact)
{
    for (int j = 0; j < width; j++)
        __builtin_prefetch(bucket->history[j] + contact + AHEAD, 1, 3);
    __builtin_prefetch(bucket->a + contact + 2 * AHEAD, 0, 3);
    __builtin_prefetch(bucket->b + contact + 2 * AHEAD, 0, 3);
}

#endif
