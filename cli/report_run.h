// report_run.h - all that a report tells of a run, gathered from its folder: case, summary, log, tables of probes and of the
// solver, the first and the last frame. Nothing is written.
//
// What is missing is missing in the report: a run that is at work or was cut off has no summary, and one without frames no
// picture.
#ifndef SCREE_CLI_REPORT_RUN_H
#define SCREE_CLI_REPORT_RUN_H

#include "cli/recorded.h"
#include "cli/report_log.h"
#include "cli/report_summary.h"
#include "measure/probe.h"
#include "store/column_number.h"
#include "store/table_view.h"

typedef struct report_probe {
    char *name, *file;        // "lid", "probes/lid.csv"
    const model_probe *asked; // NULL: it is no probe of the case
    table_in table;
    table_view view; // the rows that are looked at
    // Of these rows the numbers are: in time those of the span that was asked for, else all that are looked at.
    int64_t counted_first, counted;
    // Of each column; those whose mean says nothing have none, and `last` is that of the last row.
    column_number *number;
} report_probe;

typedef struct report_contents { // of a frame
    bool known;
    double time;    // s
    int64_t grains; // bodies
    double mass;    // kg, of those that can move
} report_contents;

typedef struct report_span { // of time, s
    double from, to;
} report_span;

typedef struct report_times { // as they are given; NULL: none
    const char *from, *to;
} report_times;

typedef struct report_run {
    const char *folder; // borrowed
    report_span span;   // that numbers are of; without ends it is all of the run
    recorded recorded;
    report_summary summary;
    report_log log;
    bool at_work;        // another process has the folder
    bool finished;       // it reached its end
    const char *state;   // "finished", "stopped", "diverged", "limit", "refused", or "unfinished"
    double reached;      // s
    char *snapshot;      // its newest state, owned; NULL: none
    uint64_t hash;       // of that
    scree_error no_hash; // status SCREE_OK: there is one
    report_contents start, end;
    record_moment last;   // frame
    scree_error no_frame; // status SCREE_OK: there is one
    report_probe *probe;
    int probes;
    char **gap; // tables that are gone or damaged, in words; owned
    int gaps;
} report_run;

// Returns ARGS_GO_ON or an exit code; faults are told.
int report_run_open(report_run *run, const char *folder, report_times times);
void report_run_close(report_run *run);

// The number of a stage by its mark; the marks are those of the summary, else of the log.
int64_t report_stages(const report_run *run);
const char *report_stage_name(const report_run *run, int64_t k);
double report_stage_time(const report_run *run, int64_t k); // s, of its beginning

// What the numbers of a column are; of a table that is of no probe of the case they are plain values.
probe_kind report_kind(const report_probe *probe, int column);

#endif
