// sweep.c - projected Gauss-Seidel in double precision, compiled once per vector width (sweep_rows.h).
#include "nonsmooth/sweep.h"

#include "base/simd_real.h"

typedef sweep_batch batch;
typedef sweep_task task;
enum { LANES = SWEEP_LANES };

#include "nonsmooth/give_lanes.h"
#include "nonsmooth/mix_lanes.h"
#include "nonsmooth/sweep_batches.h"

#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)

extern const sweep_kernel JOIN(scree_sweep_, SCREE_WIDTH);
const sweep_kernel JOIN(scree_sweep_, SCREE_WIDTH) = {SCREE_WIDTH, sweep_all, give_balls, mix_look,
                                                      mix_take};
