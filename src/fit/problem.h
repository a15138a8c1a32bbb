// problem.h - a fit: parameters with bounds, tables of data with the models that predict them, and the objective.
//
// Every measured column of every table is a part. The objective is the weighted sum of the parts, each divided by its
// value at the start (seed 004 (E.1), (E.4)-(E.7)):
//   F(p) = sum_s w_s F_s(p) / F_s(start),     F_s(p) = sum_i (predicted_i(p) - measured_i)^2
// so that F(start) is the sum of the weights. In other words F is the sum of squares of the scaled residuals
//   r_i(p) = sqrt(w_s / F_s(start)) (predicted_i(p) - measured_i).
#ifndef SCREE_FIT_PROBLEM_H
#define SCREE_FIT_PROBLEM_H

#include "fit/model.h"

#include <stdbool.h>

enum { FIT_SETS_MOST = 64, FIT_PARTS_MOST = FIT_SETS_MOST * FIT_COLUMNS_MOST };

typedef struct fit_parameter {
    char name[FIT_NAME_MOST];
    const char *unit, *doc;  // of the model that first asked for it
    double start, low, high; // SI; fixed: start alone
    bool fixed;
    bool log; // searched in its logarithm, else in proportion to high - low
} fit_parameter;

typedef struct fit_set {
    char name[FIT_NAME_MOST];
    const fit_model *is;
    choice constants;
    double weight; // of each of its measured columns
    int count;     // lines
    double *input; // count * is->inputs
    double *value; // count * is->outputs, NAN in columns that were not measured
    int wanted;
    fit_wanted want[FIT_PARAMETERS_MOST];
    int from[FIT_PARAMETERS_MOST]; // which parameter of the fit; -1: the row's fallback
} fit_set;

typedef struct fit_part {
    int set, output;
    double weight, scale; // scale: F_s at the start
    int first;            // its first residual; set.count of them
} fit_part;

typedef struct fit_problem {
    char *title; // owned
    int parameters;
    fit_parameter parameter[FIT_PARAMETERS_MOST];
    fit_set *set; // owned
    int sets, room;
    fit_part *part; // owned; made by fit_prepare
    int parts, residuals;
    bool plot;
    double level; // of intervals, 0.95
} fit_problem;

void fit_problem_clear(fit_problem *p);

// Ties the models' parameters to those of the fit, and measures the parts at the start. Fails where a model needs a
// parameter that is not there, where nothing asks for one that is, where start, low and high are not in order, and
// where a prediction at the start cannot be made or is already exact.
scree_status fit_prepare(fit_problem *p, scree_error *error);

// Values of all parameters -> all scaled residuals. NaN where a model has no answer.
scree_status fit_residuals(const fit_problem *p, const double *value, double *residual, scree_error *error);
// The objective; INFINITY where a model has no answer. `part` (may be NULL) gets F_s(p) / F_s(start) of each part.
scree_status fit_objective(const fit_problem *p, const double *value, double *part, double *out, scree_error *error);
// What the model of a set predicts for one line of inputs.
scree_status fit_predict(const fit_set *set, const double *value, const double *input, double *output,
                         scree_error *error);

// Derived quantities of all sets, each once: at most `most`; returns how many.
typedef struct fit_follows {
    const fit_derived *is;
    const fit_set *of;
} fit_follows;
int fit_derived_of(const fit_problem *p, fit_follows *list, int most);
double fit_derived_value(fit_follows d, const double *value);

#endif
