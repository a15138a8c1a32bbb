// sweep_single.h - the sweeps of sweep.h in single precision, a named option: half the memory, twice the lanes.
//
// All is as there, with floats and batches of SWEEP_LANES_SINGLE contacts. Torques and impulses are squared in the cut
// to the cone, so numbers of 1e-19 are lost: units of mass and length are the caller's, and bodies should weigh and
// measure about 1 in them. Sums of hubs stay in double precision.
#ifndef SCREE_NONSMOOTH_SWEEP_SINGLE_H
#define SCREE_NONSMOOTH_SWEEP_SINGLE_H

#include "nonsmooth/sweep.h"

enum { SWEEP_LANES_SINGLE = 16 };

typedef struct mover_single {
    float velocity[3], inverse_mass;
    float rim[3], inverse_rho;
} __attribute__((aligned(32))) mover_single;

typedef struct mover_inertia_single {
    float xx, yy, zz, xy, xz, yz, unused[2];
} __attribute__((aligned(32))) mover_inertia_single;

typedef struct sweep_batch_single {
    sweep_kind kind;
    int32_t a[SWEEP_LANES_SINGLE], b[SWEEP_LANES_SINGLE];
    float *column; // [sweep_columns(kind)][SWEEP_LANES_SINGLE], aligned to 64 bytes
} sweep_batch_single;

typedef struct sweep_task_single {
    mover_single *body;
    const mover_inertia_single *inertia;
    double spin_factor;
    const mover_single *hub;
    hub_sum *sum;
} sweep_task_single;

typedef double sweep_function_single(const sweep_task_single *task, sweep_batch_single *batch,
                                     int64_t batches, bool measure);

typedef struct sweep_kernel_single {
    int width; // of the kernel: doubles in a vector
    sweep_function_single *sweep;
} sweep_kernel_single;

const sweep_kernel_single *sweep_choose_single(int width);

#endif
