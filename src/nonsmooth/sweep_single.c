// sweep_single.c - projected Gauss-Seidel in single precision, compiled once per vector width (sweep_rows.h).
#include "nonsmooth/sweep_single.h"

#define SCREE_SINGLE
#include "base/simd_real.h"

typedef sweep_batch_single batch;
typedef sweep_task_single task;
enum { LANES = SWEEP_LANES_SINGLE };

#include "nonsmooth/sweep_batches.h"

#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)

extern const sweep_kernel_single JOIN(scree_sweep_single_, SCREE_WIDTH);
const sweep_kernel_single JOIN(scree_sweep_single_, SCREE_WIDTH) = {SCREE_WIDTH, sweep_all};
