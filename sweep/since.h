// since.h - from when on numbers of a run count: a time, "0.5 s", or the beginning of a stage, "stage:shear", which each run
// comes to in its own time.
#ifndef SCREE_SWEEP_SINCE_H
#define SCREE_SWEEP_SINCE_H

#include "base/fail.h"
#include "state/model.h"

typedef struct since {
    double time;    // s
    char stage[80]; // empty: the time counts
} since;

// `option` is where the text stands; NULL is the beginning of the run.
scree_status since_read(const char *option, const char *text, since *out, scree_error *error);
// The name of the stage in such a text; NULL: it is a time.
const char *since_stage(const char *text);
// Has the case such a stage?
scree_status since_check(const model *model, const char *option, const since *since,
                         scree_error *error);
// The time in the run of that folder, by its summary; infinite where it has not come to that stage.
double since_in_run(const since *since, const char *folder);

#endif
