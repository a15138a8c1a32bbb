// output.h - a run's results: which steps write what, and the folder they go to. See docs/program.md for what is in it.
#ifndef SCREE_CLI_OUTPUT_H
#define SCREE_CLI_OUTPUT_H

#include "case/case.h"
#include "cli/beat.h"
#include "cli/effort.h"
#include "cli/flows.h"
#include "cli/frames.h"
#include "cli/probing.h"
#include "world/world.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct output {
    const model *m;
    world *w;
    char *folder;
    int threads;
    FILE *log;
    frames frames;
    probing probes;
    effort effort;
    frame seen;
    beat frames_at, snapshots_at, out_at, vtk_at;
    int64_t end;   // step
    int64_t saved; // step of the last snapshot, -1: none yet
    int64_t good;  // step of the last whole state in the folder, -1: none
    double good_time;
    bool *told; // per stream: that it falls short has been said
} output;

// Finds out what is to be written when; no file is touched. The probes are checked.
scree_status output_plan(output *o, const model *m, world *w, int threads, scree_error *error);

// Makes the folder's files for a new run: resolved case, its input files, log.
scree_status output_begin(output *o, const char *folder, const char *source_folder, const case_families *families,
                          scree_error *error);
// Goes on in the folder of an interrupted run. With `families` its case.yaml is written anew, for a run that got
// another end.
scree_status output_continue(output *o, const char *folder, const case_families *families, scree_error *error);

// The first step after `step` at which something is written; at most the end.
int64_t output_next(const output *o, int64_t step);
// Writes what is due at the world's step.
scree_status output_step(output *o, scree_error *error);

// A stream that cannot keep its rate, a solver that does not reach its tolerance: logs it and gives the words with what
// can be done, once for each.
enum { WATCH_ROOM = EFFORT_ROOM + 80 };
bool output_watch(output *o, char text[WATCH_ROOM]);

// Snapshot, means of probes, lists: what is needed to go on from here. A world that is spent has no state to save; then
// the snapshot before stays.
scree_status output_save(output *o, scree_error *error);

// How a run ended, for summary.json.
typedef struct ending {
    const char *status; // "finished", "stopped", "diverged"
    double seconds;     // of computing
    int64_t steps;      // in that time
    int threads;
    const scree_error *error; // NULL: none
} ending;
// Picture and summary; the frame of the end is in o->seen.
scree_status output_end(output *o, const ending *end, uint64_t *hash, scree_error *error);
scree_status output_close(output *o, scree_error *error); // frees; also after a failure

void output_log(output *o, const char *text, ...) SCREE_PRINTF(2, 3);

#endif
