// interior.h - solves a friction-contact problem from within its cones, by few steps that each solve linear equations.
#ifndef SCREE_FRICTION_INTERIOR_H
#define SCREE_FRICTION_INTERIOR_H

#include "friction/system.h"

#include <stdbool.h>

typedef struct friction_interior {
    double tolerance; // of friction_residual.scaled
    double sweeps;    // what it may cost at most, in sweeps over all contacts
    // Of the proximal-point method (solve.c): u + shift (r - centre) stands for u. Both NULL: u itself.
    const double *shift, *centre;
    // Comes back: what it cost, and how far the reactions are from a solution.
    double cost;
    friction_residual residual;
    bool no_memory; // why it was not tried
} friction_interior;

// The best reactions that it comes to, 3 a contact. False: it was not tried, for want of memory (then it says so), or
// since one step alone costs more than is allowed.
bool friction_interior_solve(const friction_system *system, friction_interior *with, double *r);

#endif
