// source_run.h - a view of a run that is over, or of what one in progress has written so far: the frames in its folder.
#ifndef SCREE_VIEW_SOURCE_RUN_H
#define SCREE_VIEW_SOURCE_RUN_H

#include "show/record.h"
#include "view/source.h"

#include <pthread.h>

typedef struct source_run {
    const record *record; // borrowed
    pthread_mutex_t lock; // of all below: one moment at a time is in memory
    record_moment moment;
    int64_t at; // which one it is, -1: none
    uint64_t scene;
} source_run;

scree_status source_run_open(source_run *run, const record *record, view_source *out,
                             scree_error *error);
void source_run_close(source_run *run);

#endif
