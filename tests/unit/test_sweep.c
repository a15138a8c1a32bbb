// test_sweep.c - the sweeps of the nonsmooth solver in double precision (sweep_checks.h).
// label: sanitize
#include "nonsmooth/sweep.h"

typedef double number;
typedef mover record;
typedef mover_inertia inertia_record;
typedef sweep_batch batch_record;
typedef sweep_task task_record;
typedef sweep_kernel kernel_record;
enum { LANES = SWEEP_LANES };
#define choose sweep_choose
#define NEAR 1e-13
#define ROUNDING 0x1p-53

#include "sweep_checks.h"

TEST_MAIN
