// record.h - the folder of a run read back: its case, and its frames as they were written (bodies, contacts and walls of docs/file-formats.md), for
// pictures, films and measures after the run.
//
// Numbers are those of the run to the bit.
#ifndef SCREE_SHOW_RECORD_H
#define SCREE_SHOW_RECORD_H

#include "show/moment.h"
#include "show/series.h"

typedef struct record {
    const model *model; // of the run's case, borrowed; frames have that of their stage
    char *folder;       // owned
    owned files;
    series list[SERIES_COUNT];
} record;

// SCREE_BAD_INPUT where the folder has no frames.
scree_status record_open(record *record, const char *folder, const model *model,
                         scree_error *error);
int64_t record_count(const record *record);
double record_time(const record *record, int64_t k); // s
// The frame whose time is the nearest; the earlier one of two.
int64_t record_nearest(const record *record, double time);
// The same of a time such as "1.2 s", NULL: the last one. Faults name the option --at; refused are times far from all frames.
scree_status record_find(const record *record, const char *at, int64_t *k, scree_error *error);
scree_status record_read(const record *record, int64_t k, record_moment *out, scree_error *error);
// Files of the moment that the case asks for: SCREE_BAD_INPUT names the one that is not there.
scree_status record_check(const record *record, int64_t k, const record_moment *moment,
                          scree_error *error);
// Are there walls in the case, borders of the domain included?
bool record_walled(const model *model);
void record_close(record *record);

#endif
