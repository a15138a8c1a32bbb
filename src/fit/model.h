// model.h - what is fitted: a kind of experiment on single grains, and how a contact law predicts its outcome.
//
// A model is one file fit/model_NAME.c that the build finds. It defines `const fit_model fit_model_NAME`: the constants
// of the specimen (radius, mass, ...) as rows, the columns that a table of data has, the parameters of the law that it
// takes, and a function that predicts one line of the table. Parameters are called by name, so that several models
// share them: `young` is one parameter, whichever experiments depend on it.
#ifndef SCREE_FIT_MODEL_H
#define SCREE_FIT_MODEL_H

#include "base/fail.h"
#include "base/row.h"

enum { FIT_PARAMETERS_MOST = 32, FIT_COLUMNS_MOST = 6, FIT_NAME_MOST = 48 };

// A column of a table: `name [unit]` in its first line.
typedef struct fit_column {
    const char *name, *unit, *doc; // SI unit
} fit_column;

// A parameter that a model takes; the row's fallback is used where the fit does not name it.
typedef struct fit_wanted {
    char name[FIT_NAME_MOST];
    row is;
} fit_wanted;

// A quantity that follows from the parameters and that data may determine although they do not determine its parts.
typedef struct fit_derived {
    const char *name, *unit, *doc;
    // `parameter` in the order of the model's list; above 0, NaN where there is none.
    double (*value)(const choice *constants, const double *parameter);
} fit_derived;

typedef struct fit_model {
    plugin what; // its name, and the constants of the specimen
    const fit_column *input, *output;
    int inputs, outputs;
    // Relative accuracy of a prediction: rounding for closed forms, the time step for simulations.
    double precision;
    // Fills `list` (room for FIT_PARAMETERS_MOST) and *count; fails where the constants make no sense.
    scree_status (*parameters)(const choice *constants, fit_wanted *list, int *count,
                               scree_error *error);
    // Predicts `output` (all of them) from `input` and the parameters, in the order of the list. NaN: there is no
    // answer for these parameters, which a search steers away from. Called by several threads at a time.
    scree_status (*predict)(const choice *constants, const double *parameter, const double *input,
                            double *output, scree_error *error);
    const fit_derived *derived;
    int deriveds;
} fit_model;

const plugin *const *fit_model_plugins(int *count);
const fit_model *fit_model_find(const plugin *what);

#endif
