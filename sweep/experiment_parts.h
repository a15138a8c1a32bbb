// experiment_parts.h - what the files that read experiments share.
#ifndef SCREE_SWEEP_EXPERIMENT_PARTS_H
#define SCREE_SWEEP_EXPERIMENT_PARTS_H

#include "fit/fit_file_parts.h"
#include "sweep/experiments.h"

// The kind of an entry: one that is there already, or a new one; -1: a fault.
int experiments_find_kind(experiments *all, fit_reading *reading, node *map);
void experiments_kind_clear(experiment_kind *kind);
// The section `experiments`.
void experiments_read_list(experiments *all, fit_reading *reading, node *node);
// The section `parameters`, behind the experiments, whose cases have them.
void experiments_read_parameters(experiments *all, fit_reading *reading, node *node);
// A fault that has its words already.
void experiments_fault(fit_reading *reading, const node *at, const scree_error *error);

#endif
