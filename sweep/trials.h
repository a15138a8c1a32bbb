// trials.h - the points of a fit at which cases were run, and their numbers.
//
// A trial runs all cases of the experiments, with all seeds, for one set of parameters; its number is the mean over the
// seeds. Each run has a folder whose name says its case, the parameters and the seed, so that a fit that was stopped
// finds what was run and goes on where it was.
#ifndef SCREE_SWEEP_TRIALS_H
#define SCREE_SWEEP_TRIALS_H

#include "sweep/experiments.h"
#include "sweep/orders.h"

typedef struct trial {
    char text[FIT_PARAMETERS_MOST][AXIS_UNIT_ROOM]; // of the parameters
    double value[FIT_PARAMETERS_MOST];              // what these texts say
    double *number;                                 // of all experiments, owned; NAN: no answer
    bool answered;                                  // all numbers are there
    char why[300];                                  // else what is missing
    double square;                                  // chi squared, INFINITY without an answer
} trial;

typedef struct trials {
    experiments *all;
    run_folder *in;
    int64_t jobs, threads;
    bool quiet;
    trial *trial; // owned
    int count;
    int64_t room, runs;
    int signal; // that asked for the end; 0: none
} trials;

// Runs what is not known yet, side by side; `value` has `count` rows of all parameters, and `which` (may be NULL) gets the
// numbers of their trials. SCREE_STOPPED after a signal.
scree_status trials_add(trials *trials, const double (*value)[FIT_PARAMETERS_MOST], int count,
                        int *which, scree_error *error);
// trials.csv: a row for each, with its numbers.
scree_status trials_write(const trials *trials, const char *path, scree_error *error);
int trials_best(const trials *trials); // -1: none has an answer
void trials_clear(trials *trials);

#endif
