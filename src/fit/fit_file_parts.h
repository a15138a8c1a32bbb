// fit_file_parts.h - what the files that read a fit share.
#ifndef SCREE_FIT_FIT_FILE_PARTS_H
#define SCREE_FIT_FIT_FILE_PARTS_H

#include "case/reader.h"
#include "fit/fit_file.h"

typedef struct fit_reading {
    reader reader;
    fit_job job;
    int models;   // sets of data whose parameters are known; the others were complained of
    char *folder; // of the file
} fit_reading;

// The section `parameters`. The sets of data must have been read: their models say which parameters there are.
void fit_read_parameters(fit_reading *reading, node *node);
// The section `searches`.
void fit_read_searches(fit_reading *reading, node *node);

#endif
