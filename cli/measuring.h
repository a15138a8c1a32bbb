// measuring.h - the probes of a case and of its stages, sampled on frames of a run that is over.
#ifndef SCREE_CLI_MEASURING_H
#define SCREE_CLI_MEASURING_H

#include "console/args.h"
#include "measure/probe.h"
#include "store/owned.h"

typedef struct measured measured;

typedef struct measuring {
    const char *folder; // for the tables and images, borrowed
    bool as_json;
    const settings *set; // probes that are named there are meant alone, where there are such
    const model *before; // the stage before, NULL: there was none
    const model *model;  // of the stage
    measured *one;       // owned
    int64_t count, room;
    owned files; // of the folder
    bool made;   // the folder was not there
    bool aside;  // the frame is one that a run's probes do not sample: it is none of their means
    const scree_error *lacks; // why the frame has no contacts, borrowed; NULL: it has them
    scree_error missed;       // why a probe could not be made in a stage
} measuring;

// Start with all zero but `folder`, `set` and `as_json`. Images are written at once.
scree_status measuring_sample(measuring *all, const frame *frame, scree_error *error);
// FOLDER/NAME.csv of each probe, and a line for it on the standard output; as JSON one line for all.
scree_status measuring_write(measuring *all, scree_error *error);
void measuring_end(measuring *all);

#endif
