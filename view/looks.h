// looks.h - looks at a run, one behind the other: while pages read the newest one the next is made in other memory.
#ifndef SCREE_VIEW_LOOKS_H
#define SCREE_VIEW_LOOKS_H

#include "view/budget.h"
#include "world/world.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct looks {
    bool whole; // with forces and contacts
    frame frame[2];
    int front;             // the one that pages read
    bool ready;            // the other one is newer, and waits for pages that are still reading
    atomic_llong number;   // of the front, 0: there is none yet
    long long next;        // of the one that is ready
    pthread_rwlock_t lock; // of the front
    atomic_bool wanted;    // a page has asked
    budget budget;
    _Atomic(double) seconds; // of work that the last one took
} looks;

bool looks_begin(looks *looks, bool whole);
void looks_end(looks *looks);

// By the thread that steps: makes the next look where one is wanted, within a budget of that share. `number` is that of the newest look of all kinds.
void looks_take(looks *looks, world *world, double share, long long *number);
// Shows it to pages, if none is reading just now.
void looks_show(looks *looks);
const frame *
looks_newest(const looks *looks); // for the thread that steps: the ready one, else the front

#endif
