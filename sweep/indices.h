// indices.h - Sobol's indices (fit/sensitivity.h) of a number of a sweep.
#ifndef SCREE_SWEEP_INDICES_H
#define SCREE_SWEEP_INDICES_H

#include "fit/sensitivity.h"
#include "sweep/results.h"

// Of a sweep whose plan has them; `folder` is told in faults. The indices are in the order of the ranges among the axes; clear
// with sensitivity_clear.
scree_status indices_of(const results *results, int64_t number, const char *folder,
                        sensitivity *out, scree_error *error);

#endif
