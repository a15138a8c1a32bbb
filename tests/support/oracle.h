// oracle.h - a second, plain engine: one grain pair after the other, straight from the formulas, to compare bits with.
//
// No lists, no blocks, no vectors, no reordering: all pairs are looked at in each step, contacts stand in one table.
// What it shares with the engine are the laws' own functions (compiled one contact at a time) and the mixing of their
// coefficients; contacts, kinematics, sums and motion are written again, in the operation order that src/smooth states.
// Balls, plane walls that stand still, periodic and open axes, 2D; no ledger, no orientation.
#ifndef SCREE_TESTS_ORACLE_H
#define SCREE_TESTS_ORACLE_H

#include "support/scenes.h"

typedef struct oracle oracle;

// Takes over the state of a world at step 0. NULL (with a message) where the case has what an oracle does not know.
oracle *oracle_make(sim *s);
void oracle_free(oracle *o);
void oracle_step(oracle *o, int steps);

// Contacts that have begun and ended so far, and those that slide at their limit now.
typedef struct oracle_events {
    int64_t begun, ended, now;
} oracle_events;
oracle_events oracle_events_of(const oracle *o);

// Compares position, velocity and spin of all grains, bit for bit; prints the first that differs.
bool oracle_agrees(const oracle *o, sim *s);

#endif
