// tangential_batch.h - the tangential laws with history on arrays of contacts, compiled for every vector width.
#ifndef SCREE_TESTS_TANGENTIAL_BATCH_H
#define SCREE_TESTS_TANGENTIAL_BATCH_H

enum {
    BATCH_MINDLIN_DERESIEWICZ,
    BATCH_VU_QUOC_ZHANG,
    BATCH_WALTON_BRAUN,
    BATCH_MINDLIN,
    BATCH_LAWS
};

// One step of n contacts, a multiple of 8; columns of n numbers. `history` holds column after column.
typedef struct tangential_batch {
    int n;
    const double *k;
    const double *load, *grip, *radius, *rolled, *twirl, *fade, *change, *mean;
    const double *slip[3], *normal[3], *sweep[3];
    double dt;
    double *history, *force[3], *friction, *energy;
} tangential_batch;
typedef void tangential_batch_step(const tangential_batch *b);

// The step of a law at a width (1, 2, 4, 8), or NULL where this processor has not got it.
tangential_batch_step *tangential_batch_at(int width, int law);

#endif
