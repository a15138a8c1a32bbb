// emulator.h - a surrogate for the runs of a fit: a Gaussian process for the numbers of each experiment, through the
// trials that have an answer.
#ifndef SCREE_SWEEP_EMULATOR_H
#define SCREE_SWEEP_EMULATOR_H

#include "fit/gaussian_process.h"
#include "sweep/predictor.h"
#include "sweep/trials.h"

enum { EMULATOR_POINTS_MOST = 2200 };

typedef struct emulator {
    const experiments *all;
    int axes, free[FIT_PARAMETERS_MOST]; // the free parameters, those of the problem
    int points;
    double *place;             // points * axes, owned
    double **value;            // of each experiment, points * knots, owned
    gaussian_process *process; // of each experiment, owned
    predictor predictor;       // to be used while the emulator stays as it is
} emulator;

// Nothing but the parameters, for emulator_place and emulator_value.
void emulator_begin(emulator *emulator, const experiments *all);
// Clear also after a fault. Takes the place of what was learnt before.
scree_status emulator_learn(emulator *emulator, const trials *trials, scree_error *error);
// One point more, at which the numbers are what the emulator guesses; lengths and noise stay.
scree_status emulator_believe(emulator *emulator, const double *place, scree_error *error);
void emulator_clear(emulator *emulator);

// Between values of all parameters and places in the unit cube.
void emulator_place(const emulator *emulator, const double *value, double *place);
void emulator_value(const emulator *emulator, const double *place, double *value);

// All numbers at a place, and (where not NULL) the standard deviations of these guesses.
void emulator_look(const emulator *emulator, const double *place, double *mean, double *deviation);

#endif
