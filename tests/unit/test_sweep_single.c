// test_sweep_single.c - the sweeps of the nonsmooth solver in single precision (sweep_checks.h).
// label: sanitize
#include "nonsmooth/sweep_single.h"

typedef float number;
typedef mover_single record;
typedef mover_inertia_single inertia_record;
typedef sweep_batch_single batch_record;
typedef sweep_task_single task_record;
typedef sweep_kernel_single kernel_record;
enum { LANES = SWEEP_LANES_SINGLE };
#define choose sweep_choose_single
#define NEAR 5e-6
#define ROUNDING 0x1p-24

#include "sweep_checks.h"

TEST_MAIN
