// warm.h - impulses kept from one step to the next, by contact (warm.c).
#ifndef SCREE_NONSMOOTH_WARM_H
#define SCREE_NONSMOOTH_WARM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct ns_key {
    int64_t id_a, id_b;
    int64_t feature;
} ns_key;

// That of no contact: none is of one body with itself.
static const ns_key ns_no_key = {INT64_MAX, INT64_MAX, 0};

// Where impulses of the step before are: each in the chain of a body, of a hub only where the other is one or is still.
typedef struct ns_kept {
    ns_key key;
    int32_t next; // in the chain; -1: the last
    bool there;   // false: the contact has no impulses, and is in no chain
    bool of_a;    // the chain is that of id_a
} ns_kept;

// Impulses by contact, those of the step before, in the order in which it worked on them: what is near in space is near
// here.
typedef struct ns_memory {
    ns_kept *kept;
    double (*impulse)[8]; // push, drag, roll, twist, of the lower id as a
    int64_t slots, room;
    int64_t count;         // slots that are there
    _Atomic int32_t *head; // of the chain of an id: number id mod heads; -1: none
    int64_t heads;         // a power of two
    int64_t head_room;
} ns_memory;
bool memory_reserve(ns_memory *memory, int64_t slots);
// After slots were written; until then what is there is of the step before.
bool memory_chain(ns_memory *memory, int threads);
// Where the chain of an id begins. Ids of bodies that lie together are close or far apart; their lowest bits differ in
// both cases, so that few share a chain.
static inline int32_t memory_first(const ns_memory *memory, int64_t id)
{
    if (memory->count == 0)
        return -1;
    return atomic_load_explicit(&memory->head[id & (memory->heads - 1)], memory_order_relaxed);
}
// The first of the chain of an id, into cache.
static inline void memory_call(const ns_memory *memory, int64_t id)
{
    int32_t at = memory_first(memory, id);
    if (at >= 0) {
        __builtin_prefetch(&memory->kept[at], 0, 2);
        __builtin_prefetch(memory->impulse[at], 0, 2);
    }
}

#endif
