// turns.h - items 0 .. count-1 shared out among threads: each has a run of its own and helps others when it is done.
//
// A thread comes back to the same items in every round, next to each other, so that what it called into its cache ahead
// of use is its own; and a core that someone else uses too does not hold the others up. Which thread takes an item can
// change no result.
#ifndef SCREE_BASE_TURNS_H
#define SCREE_BASE_TURNS_H

#include <stdatomic.h>
#include <stdint.h>

// What is left of one thread's run: first item in the upper half, the one behind the last in the lower. A cache line
// each.
typedef struct turns {
    _Alignas(64) _Atomic uint64_t left;
} turns;

// The first item of thread k, of so many; of thread `threads` the one behind the last.
static inline int turns_begin(int k, int threads, int count)
{
    return (int)((uint64_t)count * (uint64_t)k / (uint64_t)threads);
}

// Shares out `count` items; before the threads start.
void turns_deal(turns *turns, int threads, int count);

// An item for thread `me`: the next of its own, else the last of another's; -1 when all are taken. `next` is the item
// that it will take after this one unless others help, or -1.
int turns_take(turns *turns, int threads, int me, int *next);

#endif
