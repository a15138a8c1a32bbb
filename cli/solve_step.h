// solve_step.h - the problem of a step of a case or a snapshot becomes a file, for scree solve --step.
#ifndef SCREE_CLI_SOLVE_STEP_H
#define SCREE_CLI_SOLVE_STEP_H

#include "console/args.h"

typedef struct solve_step {
    int64_t step; // 0: none is asked for
    const char *out;
    bool as_json;
    settings set;
} solve_step;

// A problem may be written over an older one, but for the file that is read; what else stands there is somebody's, and
// refused.
scree_status solve_check_target(const char *path, const char *source, scree_error *error);

// Returns what the program returns.
int solve_take_step(const char *path, const solve_step *with);

#endif
