// observer.h - who looks at a world for a frame: of the parts that stand here what is seen of bodies and contacts, and sums over
// them, from which the ledger is shown.
#ifndef SCREE_WORLD_OBSERVER_H
#define SCREE_WORLD_OBSERVER_H

#include "world/observe_sets.h"
#include "world/ranks.h"

#include "motion/losses.h"

typedef struct ledger_sums {
    exact_sum kinetic, rotational, gravitational, elastic, book[BOOKS], size;
    exact_sum growth; // half a step of its work
    exact_sum drag;   // likewise
    cell_sums cell;
} ledger_sums;

typedef struct observer {
    frame *frame;
    const world *world;
    const bodies *bodies; // of the part that is looked at
    ledger_sums *sum;
    set_sums *of_set; // NULL: there is one set alone
    exact_sum *lost;  // by sets (motion/losses.h); NULL: there is one alone, or no ledger
    int32_t *place;   // of each body in the order of ids, part by part
    rec4 *pull;       // on the balls of clumps, as in stepping, part by part
    int64_t before;   // how many bodies the parts before the one that is looked at own
    int64_t *feature; // of each contact, which tells apart those of one pair
    int64_t features; // room
    double worst;
    int64_t worst_a, worst_b;
    pair_residuals residuals; // of grains with corners
    bool out_of_memory;
} observer;

// Those of the threads of a world, the first of them the observer of all, into which the others are merged. What they see of bodies
// goes into its frame, each body to its own place; of contacts, which nobody can count before, each has its own.
typedef struct observers {
    observer *first, *other; // other[thread - 1]
    frame *frame;            // of the others
    void **context;          // of all threads, for world_look_by_threads
    int threads;
} observers;
// False without memory; they are to be cleared all the same.
bool observers_make(observers *observers, observer *first, const world *world);
bool observers_merge(observers *observers);
void observers_clear(observers *observers);

// Adds so many sums to others, as those of the structs below, which have no others.
void observer_add_sums(exact_sum *to, const exact_sum *from, size_t count);
_Static_assert(sizeof(ledger_sums) % sizeof(exact_sum) == 0, "the ledger has exact sums alone");
_Static_assert(sizeof(wall_load) % sizeof(exact_sum) == 0, "loads are exact sums");
_Static_assert(sizeof(set_sums) % sizeof(exact_sum) == 0, "sets have exact sums");

// False without memory; it is to be cleared all the same.
bool observer_make(observer *observer, const world *world, frame *frame);
void observer_clear(observer *observer);
// Sees so many balls, all that stand here, whose places are known. Contacts have begun (world_meet).
scree_status observer_see(observer *observer, world *world, int64_t balls, scree_error *error);
// The contacts that the solver alone knows; with those ranks, NULL: all parts stand here.
scree_status observer_see_solver(observer *observer, const world *world, const transport *with,
                                 scree_error *error);
// Then puts the contacts in order. False without memory.
bool observer_sort(observer *observer);
// Then fills in walls, the cell and the ledger, which follow from the sums.
scree_status observer_show(observer *observer, world *world, scree_error *error);
// Keeps the contact, or the pair, whose books balance worst; of two that are as bad the one of the lower id.
void observer_note_residual(observer *observer, double residual, int64_t a, int64_t b);

#endif
