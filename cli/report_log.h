// report_log.h - the log of a run read back: its lines, the warnings, where the run came from, when stages began, and the
// last time that is on the disk.
#ifndef SCREE_CLI_REPORT_LOG_H
#define SCREE_CLI_REPORT_LOG_H

#include "base/fail.h"

typedef struct log_stage {
    char *name;
    double time; // s, of its beginning
} log_stage;

typedef struct report_log {
    char **line; // owned, with the time of day
    int64_t lines;
    log_stage *stage; // in order
    int64_t stages;
    double reached; // s, of the last state that is told; NAN: of none
} report_log;

// A folder without a log has one without lines.
scree_status report_log_read(report_log *log, const char *folder, scree_error *error);
void report_log_clear(report_log *log);

// What stands behind the time of day.
const char *report_log_words(const char *line);
// The words of a warning; NULL: the line is none.
const char *report_log_warning(const char *line);
// Does the line tell how the run, or a part of it, began: from which case, from which state, with which settings?
bool report_log_is_origin(const char *line);

#endif
