// record.h - the folder of a run read back: its case, and its frames as they were written (bodies, contacts and walls of docs/file-formats.md), for
// pictures, films and measures after the run.
//
// Numbers are those of the run to the bit.
#ifndef SCREE_RUN_RECORD_H
#define SCREE_RUN_RECORD_H

#include "run/series.h"
#include "state/frame.h"
#include "store/vtp.h"

typedef struct record {
    const model *model; // of the run's case, borrowed; frames have that of their stage
    char *folder;       // owned
    owned files;
    frames frames; // the lists alone
} record;

// One moment of a run. All is owned; start with all zero and use it again and again.
typedef struct record_moment {
    frame frame;
    bool has_contacts, has_walls; // whether the run wrote them
    surfaces surface;             // of the walls, in space; borrowed by surface.drawn
    wall_value *map;              // wall maps; surface.drawn borrows them
    double *map_number;
    char *names; // of the walls, which frame.wall points to
} record_moment;

// SCREE_BAD_INPUT where the folder has no frames.
scree_status record_open(record *record, const char *folder, const model *model,
                         scree_error *error);
int64_t record_count(const record *record);
double record_time(const record *record, int64_t k); // s
// The frame whose time is the nearest; the earlier one of two.
int64_t record_nearest(const record *record, double time);
scree_status record_read(const record *record, int64_t k, record_moment *out, scree_error *error);
// Files of the moment that the case asks for: SCREE_BAD_INPUT names the one that is not there.
scree_status record_check(const record *record, int64_t k, const record_moment *moment,
                          scree_error *error);
// Are there walls in the case, borders of the domain included?
bool record_walled(const model *model);
void record_moment_clear(record_moment *moment);
void record_close(record *record);

#endif
