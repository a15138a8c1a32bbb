// solve.h - solves a friction-contact problem by sweeps, accelerated.
#ifndef SCREE_FRICTION_SOLVE_H
#define SCREE_FRICTION_SOLVE_H

#include "friction/system.h"

#include <stdbool.h>

// Where nobody says otherwise.
#define FRICTION_TOLERANCE 1e-9
#define FRICTION_ITERATIONS 100000

typedef struct friction_wish {
    double tolerance;    // of friction_residual.scaled
    int64_t iterations;  // sweeps at most, forth and back counted as two
    const double *start; // reactions, 3 a contact; NULL: none
    // Asked after each look with the residual, may be NULL: true ends the work.
    bool (*watch)(void *context, int64_t iterations, double residual);
    void *context;
} friction_wish;

typedef struct friction_outcome {
    friction_residual residual;
    int64_t iterations;
    bool solved; // to the tolerance
} friction_outcome;

// Reactions and velocities, 3 a contact. Where the tolerance is not reached, the best that was found.
scree_status friction_solve(const friction_system *system, const friction_wish *wish, double *r,
                            double *u, friction_outcome *out, scree_error *error);

#endif
