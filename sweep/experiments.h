// experiments.h - a fit whose experiments are runs of cases: numbers of probes against measured ones. See docs/fit.md.
//
// What is fitted is a problem as any other (fit/problem.h): each experiment is a set of data with a model of its own,
// made here, that predicts its numbers either by running the case or by a surrogate (emulator.h).
#ifndef SCREE_SWEEP_EXPERIMENTS_H
#define SCREE_SWEEP_EXPERIMENTS_H

#include "console/args.h"
#include "fit/fit_file.h"
#include "sweep/axis.h"
#include "sweep/probed.h"
#include "sweep/since.h"

// What is run: a case with settings, and where in it the parameters stand. Experiments with the same share it.
typedef struct experiment_kind {
    char *path;   // owned
    settings set; // keys owned; values owned by `value`
    char **value;
    // Of each parameter its ways in this case; keys of none where it has none there.
    axis way[FIT_PARAMETERS_MOST];
    axis seed; // the ways of seeds
} experiment_kind;

struct predictor; // what answers for all experiments (predictor.h)

typedef struct experiment {
    fit_model model; // the first: what the constants of its set point to
    const struct predictor *from;
    char name[FIT_NAME_MOST];
    fit_column across, measured;
    char words[4][80]; // names and units of those columns
    char probe[80], across_probe[80];
    bool curve;
    probed_take take;
    since since;
    double longest; // how long runs may take, s; INFINITY: the case does not say it
    int kind;
    // The different inputs, in order: for a curve places along `across`, else the one place 0.
    double *knot;  // owned
    double *error; // of each measurement, as the data give it; owned
    int knots;
    int first; // of its numbers among those of all
    struct experiments *all;
} experiment;

typedef struct experiments {
    fit_job job;             // its sets are the experiments, in their order
    experiment **experiment; // owned, each at its place
    int count;
    experiment_kind *kind; // owned
    int kinds;
    axis range[FIT_PARAMETERS_MOST]; // of each parameter, for its unit
    int64_t seeds;                   // runs of each case, with seeds 1, 2, ...
    int numbers;                     // of all experiments
    char *folder;                    // of the file, owned
    uint64_t hash;                   // of the file, the settings and the cases
} experiments;

// Is it a file of a fit with `experiments`?
bool experiments_are_in(const char *path, const settings *set);
// Reads, and looks at the cases. Faults go to stderr; returns ARGS_GO_ON or an exit code. Clear also after a fault.
int experiments_open(experiments *all, const char *path, const settings *set);
void experiments_clear(experiments *all);

// The value of a parameter as --set takes it, and what that says exactly.
void experiments_spell(const experiments *all, int parameter, double value, char *text, size_t size,
                       double *said);
// Settings of a run. Clear with settings_clear; `text`, the values of parameters, and `seed` must outlive it.
scree_status experiments_settings(const experiments *all, int kind, const char *seed,
                                  const char (*text)[AXIS_UNIT_ROOM], settings *out,
                                  scree_error *error);
// The numbers of one experiment from the folder of a run; NAN where it has none.
scree_status experiments_measure(const experiment *of, const char *folder, double *number,
                                 scree_error *error);
// Which of all numbers a measurement of an experiment is of.
int experiments_number(const experiment *is, const fit_set *set, int line);
// Chi squared of the numbers of all experiments.
double experiments_square(const experiments *all, const double *number);

#endif
