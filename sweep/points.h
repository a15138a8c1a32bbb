// points.h - the runs of a sweep: each in a folder of its own below that of the sweep.
//
// What is whole is never run again; what was begun goes on; a run that failed (a grain lost, a stage that waited in
// vain) stays as it is and is told.
#ifndef SCREE_SWEEP_POINTS_H
#define SCREE_SWEEP_POINTS_H

#include "run/folder.h"
#include "sweep/orders.h"
#include "sweep/plan.h"

typedef struct points_wish {
    const plan *plan;
    const char *path; // of the case
    const settings *set;
    run_folder *in; // of the sweep
    int64_t jobs, threads;
    bool quiet, no_pictures;
} points_wish;

// Is each point a case that can be run? All faults go to stderr with the point. Returns ARGS_GO_ON or an exit code;
// `hash` is that of all the cases together, files that they name among them.
int points_check(const plan *plan, const char *path, const settings *set, bool quiet,
                 uint64_t *hash);
// Runs what is not whole. `signal`: the first that asked for the end; 0: none.
scree_status points_run(const points_wish *wish, int *signal, scree_error *error);
// FOLDER/NAME of a point, owned.
char *point_folder(const points_wish *wish, int point);

#endif
