// forces.h - the state of the smooth solver.
#ifndef SCREE_SMOOTH_FORCES_H
#define SCREE_SMOOTH_FORCES_H

#include "motion/solver.h"
#include "smooth/smooth.h"

typedef struct forces {
    shared *shared;
    part *part; // the first of so many
    int parts;
    const kernel *kernel;
} forces;

static inline part *parts_end(const forces *forces)
{
    return forces->part + forces->parts;
}

extern const solver smooth_solver;

#endif
