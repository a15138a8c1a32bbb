// factor.h - factors of a matrix of the pattern of W, in blocks of 3 x 3, for the method that needs the solution of
// linear equations (interior.h).
//
// Contacts are eliminated in an order of minimum degree (Tinney, Walker 1967), found once for the pattern. There is no
// pivoting but within blocks: matrices are positive definite, or nearly so.
#ifndef SCREE_FRICTION_FACTOR_H
#define SCREE_FRICTION_FACTOR_H

#include "friction/system.h"

#include <stdbool.h>

typedef struct friction_factor {
    int32_t contacts;
    int32_t *order;       // contacts as they are eliminated
    int32_t *place;       // of each contact in that order
    int64_t *upper;       // contacts + 1: where the blocks behind the diagonal begin, of each place
    int32_t *column;      // their places, rising
    int64_t *lower;       // contacts + 1: where the blocks before the diagonal begin
    int32_t *before;      // their places, rising
    double (*right)[9];   // blocks of U behind the diagonal
    double (*left)[9];    // blocks of L before it
    double (*inverse)[9]; // of the diagonal blocks of U
    double (*row)[9];     // of the row that is worked on, by places
    double *moved;        // right sides in the order of places
    double work;          // multiplications of blocks that a factorisation takes
    bool no_memory;       // why there is no plan
} friction_factor;

// The order and the pattern, with room for the numbers. False: no memory (then it says so), or more than `most`
// multiplications of blocks or so many contacts that the order itself takes too long; `out` is clear then.
bool friction_factor_plan(const friction_system *system, double most, friction_factor *out);
void friction_factor_clear(friction_factor *factor);

// Of scale W scale + added: `scale` has 3 numbers a contact, `added` a block of 3 x 3 for each. False where a block
// cannot be inverted.
bool friction_factor_make(friction_factor *factor, const friction_system *system,
                          const double *scale, const double (*added)[9]);
// Solves for a right side, in its place.
void friction_factor_solve(const friction_factor *factor, double *side);

#endif
