// observe_sets.h - what the ledger has of the grains of each entry of `grains` and `streams`: the energy that is there now, and what they have lost.
//
// The energy of a contact is given half to each of its two grains, and all of it to the grain where the other body is a wall. Halves
// are exact, and so are the sums, so those of all sets are the whole but for the rounding of each.
#ifndef SCREE_WORLD_OBSERVE_SETS_H
#define SCREE_WORLD_OBSERVE_SETS_H

#include "motion/losses.h"
#include "world/internal.h"

typedef struct set_sums {
    exact_sum kinetic, rotational, gravitational, elastic; // J
    exact_sum lost[LOSSES];                                // what is not booked yet included
} set_sums;

// One for each set; a single one needs none, and `needed` is false. NULL where none is needed, or out of memory.
set_sums *set_sums_make(const model *model, bool *needed);
// `sums` may be NULL in all.
void set_sums_move(set_sums *sums, int32_t set, double kinetic, double rotational,
                   double gravitational);
// `set_a` -1: a wall.
void set_sums_touch(set_sums *sums, int32_t set_a, int32_t set_b, double energy);
// Of a contact that lasts, what stands in its books.
void set_sums_book(set_sums *sums, int32_t set_a, int32_t set_b, const double book[BOOKS]);
void set_sums_lose(set_sums *sums, int32_t set, int mechanism, double lost);
// What is booked of them all.
bool set_sums_past(set_sums *sums, const world *world); // false: out of memory
// After the ledger, of which a single set has all. False: out of memory.
bool set_sums_show(const set_sums *sums, frame *frame);

#endif
