// fit_runs_file.h - the folder of a fit whose experiments are runs. fit.json in it says which fit it is of, so that the
// same fit goes on there.
#ifndef SCREE_SWEEP_FIT_RUNS_FILE_H
#define SCREE_SWEEP_FIT_RUNS_FILE_H

#include "run/folder.h"
#include "sweep/experiments.h"

// `out` NULL: `results` beside the file, or the first number where nothing is or this very fit.
scree_status fit_runs_claim(const experiments *all, const char *path, const char *out, bool force,
                            run_folder *in, scree_error *error);

#endif
