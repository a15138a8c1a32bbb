// output.h - a run's results: which steps write what, and the folder they go to. See docs/program.md for what is in it.
#ifndef SCREE_CLI_OUTPUT_H
#define SCREE_CLI_OUTPUT_H

#include "case/case.h"
#include "run/aims.h"
#include "run/beat.h"
#include "run/effort.h"
#include "run/flows.h"
#include "run/folder.h"
#include "run/frames.h"
#include "run/masses.h"
#include "run/probing.h"
#include "run/saving.h"
#include "world/world.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct output {
    const model *root;  // the case
    const model *model; // that of the stage in progress
    int last_stage;     // with whose end the run is to stop; -1: none
    bool stopped;       // it did
    world *world;
    run_folder *in;     // borrowed
    const char *folder; // its path
    char *fingerprint;  // of the case, for snapshots
    int threads;
    FILE *log;
    frames frames;
    probing probes;
    effort effort;
    masses masses;
    frame seen;
    beat frames_at, snapshots_at, out_at, vtk_at;
    int64_t end;                // step
    int64_t saved[SAVE_SERIES]; // step of the last save of each series, -1: none yet
    int64_t good;               // step of the last whole state in the folder, -1: none
    double good_time;
    bool refused;               // the next stage cannot begin
    const scree_error *verdict; // on the world's step, which is then the last; NULL: none
    // What was due at the world's step is written in part: a run must not go on behind it.
    bool torn;
    bool no_picture;                 // none is drawn at the end
    const struct onlooker *onlooker; // borrowed; NULL: nobody looks on
    bool ends;                       // the frame of the end is seen
    aims aims;                       // what servos did not come to
    bool *told;                      // per stream: that it falls short has been said
    bool told_books;                 // that the energy books miss much
    // What had been turned over when they first did, J: what is little may be a beginning. 0: they never did.
    double books_since;
    bool told_soundness;      // that the step is too long for the dashpots of the contacts
    step_soundness soundness; // when it was last looked at
} output;

// Finds out what is to be written when; no file is touched. The probes are checked.
scree_status output_plan(output *output, const model *root, world *world, int threads,
                         scree_error *error);

// Makes the folder's files for a new run: resolved case, its input files, log.
scree_status output_begin(output *output, run_folder *in, const char *source_folder,
                          const case_families *families, scree_error *error);
// The same for a branch, in two parts: output_root writes what is due where the branch begins, saves that state, and
// only then the case.yaml. Without the state a branch that is killed would begin anew at the start of the case, which
// is no branch; without the case.yaml it is refused.
scree_status output_branch(output *output, run_folder *in, const char *source_folder,
                           const case_families *families, scree_error *error);
scree_status output_root(output *output, const char *source_folder, const case_families *families,
                         scree_error *error);
// Goes on in the folder of an interrupted run, from the state of a generation; NULL: from the start, as nothing was
// saved. With `families` its case.yaml is written anew, for a run that got another end.
scree_status output_continue(output *output, run_folder *in, const generation *from,
                             const case_families *families, scree_error *error);

// Is the stage over, and does another one follow?
bool output_stage_is_over(const output *output);
// Keeps the state at the border, makes the next stage that of the world, and goes on with tables and frames by its case.
scree_status output_next_stage(output *output, scree_error *error);
void output_log_case(output *output);  // at its beginning: scaled masses, the stage in progress
void output_log_stage(output *output); // which one is in progress, or how it ended

// What servos have not come to, into the log; of those that the next stage has no more, NULL: of all, at the end.
void output_judge_aims(output *output, const model *next);

// What has come and gone in the last steps of the world, for the mass balance and for probes: before what follows is written.
scree_status output_pass(output *output, scree_error *error);

// The first step after `step` at which something is written; at most the end.
int64_t output_next(const output *output, int64_t step);
// Writes what is due at the world's step.
scree_status output_step(output *output, scree_error *error);

// A stream that cannot keep its rate, a solver that does not reach its tolerance, books that do not close, a step that has become
// too long: logs it and gives the words with what
// can be done, once for each.
enum { WATCH_ROOM = EFFORT_ROOM + 80 };
bool output_watch(output *output, char text[WATCH_ROOM]);

// Tables, means of probes, lists, and a save of that series: what is needed to go on from here. A world that is spent
// has no state to save; then the one before stays, as where the files of its step are not whole.
scree_status output_save(output *output, int series, scree_error *error);

// The same under a name that tells the step, which stays: kept-000001234.h5, to branch from.
scree_status output_keep(output *output, char name[STAGE_NAME_ROOM], scree_error *error);

// How a run ended, for summary.json.
typedef struct ending {
    const char
        *status;    // "finished", "stopped", "diverged", "limit", or "refused": the next stage was
    double seconds; // of computing
    int64_t steps;  // in that time
    int threads;
    const scree_error *error; // NULL: none
} ending;
// Picture, list of files and summary, which comes last and says that all else is whole; the frame of the end is in
// output->seen.
scree_status output_end(output *output, const ending *end, uint64_t *hash, scree_error *error);
scree_status output_close(output *output, scree_error *error); // frees; also after a failure

void output_log(output *output, const char *text, ...) SCREE_PRINTF(2, 3);
// Warns, in the log too, that means begin again, as what the probes had kept is not there.
void output_log_no_sums(output *output);

// Does the folder hold the whole ending of a run that finished at that step in that state?
bool output_ended(const char *folder, int64_t step, uint64_t hash);

#endif
