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
} set_sums;

// One for each set, and with a ledger what they have lost; NULL where there is a single set, which needs none. The caller frees both. False: out of memory.
bool set_sums_make(const shared *shared, set_sums **sums, exact_sum **lost);
// `sums` may be NULL in both.
void set_sums_move(set_sums *sums, int32_t set, double kinetic, double rotational,
                   double gravitational);
// `set_a` -1: a wall.
void set_sums_touch(set_sums *sums, int32_t set_a, int32_t set_b, double energy);
// After the ledger, of which a single set has all. What the world has booked is added to `lost`. False: out of memory.
bool set_sums_show(const world *world, const set_sums *sums, exact_sum *lost, frame *frame);

#endif
