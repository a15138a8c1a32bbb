// momentum.h - what grains have of momentum, and what walls and gravity gave them in a step; see momentum.c.
#ifndef SCREE_TESTS_MATRIX_MOMENTUM_H
#define SCREE_TESTS_MATRIX_MOMENTUM_H

#include "matrix/matrix.h"

typedef struct momentum_seen {
    v3 momentum;         // kg m/s
    double size;         // sum of the sizes
    double mass;         // of all that moves, kg
    v3 walls;            // force on all walls, N
    double pushes;       // sum of the sizes
    int64_t bodies, ids; // what there is: a number that changes when grains come or go
    int stage;
    int walls_there;
    bool unknown;
} momentum_seen;

bool momentum_see(world *w, const frame *f, momentum_seen *out);
// Can it be followed at all: fixed grains and cells that deform take and give some that no wall tells of.
bool momentum_is_kept(const model *m);
// What is missing in the step between two looks, of what there was and what was exchanged; 0 where grains came or went, or
// walls.
double momentum_missing(const world *w, const momentum_seen *before, const momentum_seen *after);

#endif
