// effort.h - what the nonsmooth solver does in a run: solver.csv, words for the progress line and the end, warnings.
//
// Rows tell of the steps since the row before. What has gathered since then, and since the start of the run, is saved
// beside the state (saving.h), so that a run that was interrupted leaves the table of one that was not.
#ifndef SCREE_CLI_EFFORT_H
#define SCREE_CLI_EFFORT_H

#include "run/kept.h"
#include "store/owned.h"
#include "store/csv.h"
#include "store/json.h"
#include "world/world.h"

#include <stdbool.h>

enum { EFFORT_ROOM = 400 };

// Stretches of steps: since the last row, since warnings were last thought about, since the start of the run.
enum { EFFORT_ROW, EFFORT_WATCH, EFFORT_RUN, EFFORT_PARTS };

typedef struct effort {
    bool on; // the solver of the case is the nonsmooth one
    csv_table table;
    solver_effort part[EFFORT_PARTS];
    solver_effort judged; // the last while that warnings were thought about
    double judged_at;     // s, its end
    double diameter;      // characteristic, m
    double fall;          // a h, the speed that gravity gives in a step, m/s
    bool told_overlap, told_sweeps, told_impacts, told_unkept;
} effort;

void effort_begin(effort *effort, const model *model);
// Makes solver.csv; `last` NAN: a new one, else goes on with rows up to that time.
scree_status effort_open(effort *effort, owned *files, double last, scree_error *error);
// A stage may have the other solver: then the table begins, or waits until this one comes again.
scree_status effort_change(effort *effort, const world *world, owned *files, bool with_table,
                           scree_error *error);
// Takes over what the world has done since the last call.
void effort_gather(effort *effort, world *world);
scree_status effort_row(effort *effort, world *world, scree_error *error); // gathers first
scree_status effort_close(effort *effort, scree_error *error);             // also after a failure

scree_status effort_save(const effort *effort, const char *path, int64_t step, scree_error *error);
// Takes up what was saved as `text`, which it changes. What is wrong in it is told in `fault`, which is empty before, and
// leaves the counts as they were.
void effort_load(effort *effort, char *text, kept_fault *fault);

// Both empty where there is nothing to tell; return `out`.
const char *effort_progress(char out[EFFORT_ROOM], const effort *effort); // of late
const char *effort_words(char out[EFFORT_ROOM], const effort *effort);    // of the whole run
// True once for each: in most steps of a while more overlap, or less of a solution, was left than had been asked for;
// impacts were left unsolved.
// Thought about with every row, and at the end of the run.
bool effort_warning(char out[EFFORT_ROOM], effort *effort, world *world);
// What has gathered since warnings were last thought about is a while to judge, if it is long enough.
void effort_judge(effort *effort, const world *world);
void effort_json(json *json, const effort *effort); // an object `solver`; nothing of the smooth one

#endif
