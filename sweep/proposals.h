// proposals.h - where runs of a fit would tell most, by a surrogate.
//
// The first proposal is the place where the surrogate expects the least chi squared. The others have the largest expected
// improvement on it, EI = E max(0, best - sum ((m + s e - y)/sigma)^2), over normal e that all numbers of an experiment
// share; each is then believed to be what the surrogate guesses before the next is chosen (Ginsbourger, Le Riche and
// Carraro 2010). Where no improvement worth mentioning is expected any more, they go to where the surrogate is least
// certain among the places that the data allow, since intervals come from there.
#ifndef SCREE_SWEEP_PROPOSALS_H
#define SCREE_SWEEP_PROPOSALS_H

#include "sweep/emulator.h"

typedef struct proposals {
    int count;
    double (*place)[FIT_PARAMETERS_MOST]; // room for as many as are asked for, owned by the caller
    double expected;                      // the largest improvement, of chi squared
    double
        uncertain; // the largest standard deviation of a guess among allowed places, in errors of its number
    double least; // chi squared of the first
} proposals;

// `round` makes other candidates each time. The emulator is given back with what was believed.
scree_status proposals_make(emulator *emulator, int wanted, uint64_t round, double tolerance,
                            proposals *out, scree_error *error);
// The place of the least chi squared by the emulator.
scree_status proposals_least(const emulator *emulator, uint64_t round, double *place, double *least,
                             scree_error *error);

#endif
