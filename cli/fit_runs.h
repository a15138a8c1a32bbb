// fit_runs.h - scree fit where the experiments are runs of cases.
#ifndef SCREE_CLI_FIT_RUNS_H
#define SCREE_CLI_FIT_RUNS_H

#include "sweep/experiments.h"

typedef struct fit_runs_options {
    const settings *set;
    int64_t jobs, threads;
    const char *out;
    bool json, quiet, force;
} fit_runs_options;

// The exit code.
int fit_runs(const char *path, const fit_runs_options *with);

#endif
