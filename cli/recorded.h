// recorded.h - the folder of a run with its case and its frames, for the commands that look at a run afterwards.
#ifndef SCREE_CLI_RECORDED_H
#define SCREE_CLI_RECORDED_H

#include "console/session.h"
#include "show/record.h"

typedef struct recorded {
    session session;
    record record;
    world *world; // of a snapshot; what its moment borrows from
} recorded;

// `set` is put in the place of values of the case. Faults go to stderr; returns ARGS_GO_ON or an exit code.
int recorded_case(recorded *run, const char *folder, const settings *set);
// The same with the frames.
int recorded_open(recorded *run, const char *folder, const settings *set);
// A snapshot with the case beside it, or by the one that it carries: its one moment, valid until the end, and no record.
int recorded_state(recorded *run, const char *snapshot, const settings *set, record_moment *moment);
// The folder of that file; NULL: out of memory.
char *recorded_folder(const char *file);
// Is it a plain file, and not the folder of a run?
bool recorded_is_file(const char *path);
void recorded_close(recorded *run);

// A time such as "1.2 s", which that option has; NULL leaves *time as it is.
scree_status recorded_time(const char *option, const char *given, double *time, scree_error *error);

#endif
