// rounds.h - acceleration of rounds of sweeps, and what a solution on its way consists of; for solve.c alone.
//
// A round is a map r -> G(r), whose fixed point solves the problem; it is accelerated as Anderson 1965 has it (Walker, Ni
// 2011, "Anderson acceleration for fixed-point iterations"): of the last rounds the combination is taken whose steps
// G(r) - r cancel best. The map has kinks where contacts begin to stick, slide or part. So where a step grows, what is
// remembered is forgotten, and sweeps go on alone for a while from before the jump.
#ifndef SCREE_FRICTION_ROUNDS_H
#define SCREE_FRICTION_ROUNDS_H

#include "friction/solve.h"

#include <stddef.h>

enum { DEPTH = 12 }; // rounds that are remembered

typedef struct round_memory {
    double *step, *end;                 // G(r) - r and G(r) of the last round
    double *steps[DEPTH], *ends[DEPTH]; // by how much they changed from round to round
    int kept, next;
    bool first;   // nothing is remembered
    double least; // the smallest step since it is
    int64_t jumps, pause, plain;
} round_memory;

typedef struct solving {
    const friction_system *system;
    const friction_wish *wish;
    size_t size;    // 3 a contact
    double *r, *u;  // where it is
    double *before; // r before the round
    double *best;   // with the smallest residual of the problem of the proximal-point method
    double *centre; // r_k
    double *shift;  // alpha D, of each number
    double *weight; // of each number in sums: steps count by the speeds they stand for
    double *storage;
    round_memory memory;
    int64_t iterations;
    bool no_interior; // it was not possible
    bool no_memory;
} solving;

void rounds_forget(round_memory *memory);
// After a round, from `before` to `r`: jumps, or goes back to before a jump that was no good.
void rounds_accelerate(solving *at);

#endif
