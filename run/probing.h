// probing.h - the probes of a run: sampled at their steps, written to probes/NAME.csv.
//
// What probes keep between samples (sums of a mean, places of grains) is saved beside the state (saving.h), with the
// step it belongs to, so that an interrupted run goes on as if it had not been.
#ifndef SCREE_CLI_PROBING_H
#define SCREE_CLI_PROBING_H

#include "measure/probe.h"
#include "run/beat.h"
#include "run/kept.h"
#include "store/owned.h"
#include "run/probe_images.h"
#include "store/csv.h"

typedef struct probing_one {
    const probe *is;
    const model_probe *asked;
    probe_state *state;
    probe_table table;
    csv_table csv; // of those that do not average
    beat at;       // never: only at the start
    char *path;
    char *image_path;    // of the means as an image; NULL: they have no grid
    probe_images images; // of each sample
    probe_table cells;   // of the newest of them
    bool fresh;          // new in this stage, and not sampled yet
    bool anew;           // what an older state of the run has kept is not of this probe
} probing_one;

typedef struct probing {
    const model *model;
    probing_one *one;
    int count;
} probing;

// Begins all probes of the model without touching a file: finds what is wrong with them. error->where is probes.NAME.
scree_status probing_begin(probing *probing, const model *model, const world *world,
                           scree_error *error);
// Samples all probes once, in memory, with a state of their own: finds what only a frame can tell. `frame` is of the start.
scree_status probing_rehearse(const model *model, const world *world, const frame *frame,
                              scree_error *error);
// Makes the tables in probes/; `last` NAN: new ones, else goes on with rows up to that time.
scree_status probing_open(probing *probing, owned *files, double last, scree_error *error);

// The probes of the next stage: those that stay go on with what they keep and with their tables. *fresh: some are new.
scree_status probing_change(probing *probing, const model *model, const world *world, owned *files,
                            bool *fresh, scree_error *error);
scree_status probing_sample_fresh(probing *probing, const frame *frame, scree_error *error);

bool probing_due(const probing *probing, int64_t step); // of any
// First step after `step`, at most `end`.
int64_t probing_next(const probing *probing, int64_t step, int64_t end);
scree_status probing_sample(probing *probing, const frame *frame,
                            scree_error *error); // those due at frame->step

// Grains that have come into the world and left it in the last steps, for all probes: before the sample that follows.
scree_status probing_pass(probing *probing, const world *world, scree_error *error);

// Has the world tell the probes that want to know what contacts with walls do, and what goes through surfaces, in each step:
// again after probing_change.
scree_status probing_listen(probing *probing, world *world, scree_error *error);

scree_status probing_save(const probing *probing, const char *path, int64_t step,
                          scree_error *error);
// Takes up what was saved as `text`, which it changes, but for probes that begin anew. What is wrong in it is told in `fault`,
// which is empty before, and leaves the probes half loaded.
scree_status probing_load(probing *probing, char *text, kept_fault *fault, scree_error *error);
scree_status probing_flush(probing *probing, scree_error *error); // tables to the disk
// Writes the tables of averaging probes as they stand, and flushes the others.
scree_status probing_write_means(probing *probing, scree_error *error);
scree_status probing_close(probing *probing, scree_error *error); // also after a failure
bool probing_has_memory(const probing *probing);
bool probing_looks_back(const probing *probing); // is there one that goes on with what was kept?
// The names of the tables, also those of stages, owned, ending in NULL; NULL when out of memory.
char **probing_names(const model *root);
#endif
