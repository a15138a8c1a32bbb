// laws.c - every law that the build has found and the passes around it, one contact a thread, for a compiler of another
// machine: scripts/check-device makes PTX of this file and looks at every instruction.
//
// There is no physics here: the functions are those of the engine at width 1 (law_stamps.h, gather_pass.h, plain_pass.h),
// and which laws there are law_list.h knows. A thread takes one contact of a bucket, in a batch of its own, which a
// compiler takes apart into registers; what passes hand on to each other stands in columns in between.
#include "smooth/law_stamps.h"
#include "smooth/plain_pass.h"

#include "base/rec8_single.h"

// The contacts of a bucket, and what the passes know of each: 64 contacts a batch.
typedef struct device_work {
    span contacts; // `from` and `count` are those of the thread
    batch *known;
    double *deepest; // per contact
    bool wrap, ledger, last;
} device_work;

// The contact of a thread. `none`: it calls nothing into a cache.
static inline __attribute__((always_inline)) span contact_of(const device_work *work,
                                                             int32_t contact, caller *none)
{
    span own = work->contacts;
    *none = (caller){0};
    own.from = contact;
    own.count = 1;
    own.ahead = none;
    own.deepest = -1e300;
    return own;
}

static inline __attribute__((always_inline)) void known_read(const device_work *work,
                                                             int32_t contact, batch *q)
{
    const batch *known = work->known + contact / BATCH;
#pragma unroll
    for (int c = 0; c < COLUMNS; c++)
        q->column[c][0] = known->column[c][contact % BATCH];
}

static inline __attribute__((always_inline)) void known_write(const device_work *work,
                                                              int32_t contact, const batch *q)
{
    batch *known = work->known + contact / BATCH;
#pragma unroll
    for (int c = 0; c < COLUMNS; c++)
        known->column[c][contact % BATCH] = q->column[c][0];
}

// From the records of bodies to what a normal law leaves.
#define DEVICE_NORMAL(name)                                                                        \
    __attribute__((flatten)) void device_normal_##name(const device_work *work, int32_t contact)   \
    {                                                                                              \
        caller none;                                                                               \
        batch q;                                                                                   \
        if (normal_##name##_traits & LAW_GIVEN) /* its function is of this machine */              \
            return;                                                                                \
        span own = contact_of(work, contact, &none);                                               \
        gather(&own, &q, work->wrap);                                                              \
        normal_##name##_pass(&own, &q, work->ledger, work->last);                                  \
        work->deepest[contact] = own.deepest;                                                      \
        known_write(work, contact, &q);                                                            \
    }

// What comes after that.
#define DEVICE_PASS(function, called)                                                              \
    __attribute__((flatten)) void device_##function(const device_work *work, int32_t contact)      \
    {                                                                                              \
        caller none;                                                                               \
        batch q;                                                                                   \
        span own = contact_of(work, contact, &none);                                               \
        known_read(work, contact, &q);                                                             \
        called;                                                                                    \
        known_write(work, contact, &q);                                                            \
    }
// A law whose function is of this machine is none of another.
#define DEVICE_LAW(law, traits)                                                                    \
    DEVICE_PASS(law, if (!((traits)&LAW_GIVEN)) law##_pass(&own, &q, work->ledger, work->last))
#define DEVICE_ENERGY(law) DEVICE_PASS(law##_energies, law##_energies(&own, &q))
#define DEVICE_COHESION(name) DEVICE_LAW(cohesion_##name, cohesion_##name##_traits)
#define DEVICE_TANGENTIAL(name) DEVICE_LAW(tangential_##name, tangential_##name##_traits)
#define DEVICE_ROLLING(name) DEVICE_LAW(rolling_##name, rolling_##name##_traits)
#define DEVICE_TWISTING(name) DEVICE_LAW(twisting_##name, twisting_##name##_traits)
#define DEVICE_NORMAL_ENERGY(name) DEVICE_ENERGY(normal_##name)
#define DEVICE_COHESION_ENERGY(name) DEVICE_ENERGY(cohesion_##name)
#define DEVICE_TANGENTIAL_ENERGY(name) DEVICE_ENERGY(tangential_##name)
#define DEVICE_ROLLING_ENERGY(name) DEVICE_ENERGY(rolling_##name)
#define DEVICE_TWISTING_ENERGY(name) DEVICE_ENERGY(twisting_##name)

// A pair of laws that has a loop of its own: from the records to the lines, all in registers.
#define DEVICE_PLAIN(normal, tangential)                                                           \
    __attribute__((flatten)) void device_plain_##normal##_##tangential(const device_work *work,    \
                                                                       int32_t contact)            \
    {                                                                                              \
        caller none;                                                                               \
        batch q;                                                                                   \
        const group known = {&q, 0};                                                               \
        if (!PLAIN(normal, tangential))                                                            \
            return;                                                                                \
        span own = contact_of(work, contact, &none);                                               \
        const plain_kind kind =                                                                    \
            PLAIN_KIND(normal, tangential, work->wrap, own.set->unlike, work->ledger);             \
        plain_from from = plain_begin(&own, kind);                                                 \
        plain_meet(&own, &from, known, kind, &own.deepest);                                        \
        plain_respond(&own, &from, known, kind, normal_##normal##_push,                            \
                      tangential_##tangential##_drag);                                             \
        work->deepest[contact] = own.deepest;                                                      \
    }
#define DEVICE_PLAIN_OF(normal) LAW_LIST_TANGENTIAL_WITH(DEVICE_PLAIN, normal)

LAW_LIST_NORMAL(DEVICE_NORMAL)
LAW_LIST_COHESION(DEVICE_COHESION)
LAW_LIST_TANGENTIAL(DEVICE_TANGENTIAL)
LAW_LIST_ROLLING(DEVICE_ROLLING)
LAW_LIST_TWISTING(DEVICE_TWISTING)
LAW_LIST_NORMAL(DEVICE_NORMAL_ENERGY)
LAW_LIST_COHESION(DEVICE_COHESION_ENERGY)
LAW_LIST_TANGENTIAL(DEVICE_TANGENTIAL_ENERGY)
LAW_LIST_ROLLING(DEVICE_ROLLING_ENERGY)
LAW_LIST_TWISTING(DEVICE_TWISTING_ENERGY)
LAW_LIST_NORMAL(DEVICE_PLAIN_OF)

DEVICE_PASS(frictionless, frictionless_pass(&own, &q, work->ledger, work->last))
DEVICE_PASS(spins, spin_pass(&own, &q))
DEVICE_PASS(couples, couple_pass(&own, &q, work->ledger))
DEVICE_PASS(core_lines, core_lines_pass(&own, &q, work->ledger))
