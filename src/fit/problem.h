// problem.h - a fit: parameters with bounds, tables of data with the models that predict them, and the objective.
//
// Every measured column of every table is a part. There are two objectives, both sums of squares of scaled residuals
// r_i.
//
// OBJECTIVE_ERRORS, chi squared: r_i = (predicted_i - measured_i) / sigma_i, with sigma_i the standard error of each
// measurement where the data give it. Where they do not, sigma is a number for the whole part that is estimated from
// its residuals (noise.h). Nothing in it depends on where a search starts.
//
// OBJECTIVE_START, of Zhang 1998, (E.1), (E.4)-(E.7): the weighted sum of the parts,
// each divided by its value at the start,
//   F(p) = sum_s w_s F_s(p) / F_s(start),     F_s(p) = sum_i (predicted_i(p) - measured_i)^2
// so that F(start) is the sum of the weights, and r_i(p) = sqrt(w_s / F_s(start)) (predicted_i(p) - measured_i).
#ifndef SCREE_FIT_PROBLEM_H
#define SCREE_FIT_PROBLEM_H

#include "fit/model.h"

#include <stdbool.h>

enum { FIT_SETS_MOST = 64, FIT_PARTS_MOST = FIT_SETS_MOST * FIT_COLUMNS_MOST };

typedef enum fit_objective_kind { OBJECTIVE_START, OBJECTIVE_ERRORS } fit_objective_kind;

typedef struct fit_parameter {
    char name[FIT_NAME_MOST];
    const char *unit, *doc;  // of the model that first asked for it
    double start, low, high; // SI; fixed: start alone
    bool fixed;
    bool log; // searched in its logarithm, else in proportion to high - low
} fit_parameter;

typedef struct fit_set {
    char name[FIT_NAME_MOST];
    char *file; // the table that it was read from; owned, NULL: none was
    const fit_model *is;
    choice constants;
    double weight; // of each of its measured columns
    int count;     // lines
    double *input; // count * is->inputs
    double *value; // count * is->outputs, NAN in columns that were not measured
    double *error; // their standard errors, SI, NAN where not known; NULL: none is known
    int wanted;
    fit_wanted want[FIT_PARAMETERS_MOST];
    int from[FIT_PARAMETERS_MOST]; // which parameter of the fit; -1: the row's fallback
} fit_set;

typedef struct fit_part {
    int set, output;
    double weight, scale; // OBJECTIVE_START; scale: F_s at the start
    int first;            // its first residual; set.count of them
    bool known;           // OBJECTIVE_ERRORS: the data give standard errors
    int group; // where they do not: parts of one group have one factor on their base, see noise.h
    // Size of the numbers, whatever the start; the standard error that is taken for each of them.
    double base, sigma;
    double freedom; // its values less what the parameters take of them, at the minimum; see noise.h
} fit_part;

typedef struct fit_problem {
    char *title; // owned
    int parameters;
    fit_parameter parameter[FIT_PARAMETERS_MOST];
    fit_set *set; // owned
    int sets, room;
    fit_part *part; // owned; made by fit_prepare
    int parts, residuals;
    fit_objective_kind objective;
    int groups; // of parts whose errors are estimated
    bool plot;
    double level; // of intervals, 0.95
} fit_problem;

void fit_problem_clear(fit_problem *problem);
// The tables that its sets were read from, for the caller to free the list and not the names; the last is NULL. NULL: no memory.
const char **fit_problem_files(const fit_problem *problem);

// Ties the models' parameters to those of the fit, and measures the parts at the start. Fails where a model needs a
// parameter that is not there, where nothing asks for one that is, where start, low and high are not in order, and
// where a prediction at the start cannot be made or is already exact.
scree_status fit_prepare(fit_problem *problem, scree_error *error);

// What (predicted - measured) of that line of a part is multiplied with.
double fit_residual_scale(const fit_problem *problem, const fit_part *part, int line);
// Values of all parameters -> all scaled residuals. NaN where a model has no answer.
scree_status fit_residuals(const fit_problem *problem, const double *value, double *residual,
                           scree_error *error);
// The objective; INFINITY where a model has no answer. `part` (may be NULL) gets F_s(p) / F_s(start) of each part, or
// its share of chi squared.
scree_status fit_objective(const fit_problem *problem, const double *value, double *part,
                           double *out, scree_error *error);
// What the model of a set predicts for one line of inputs.
scree_status fit_predict(const fit_set *set, const double *value, const double *input,
                         double *output, scree_error *error);

// Derived quantities of all sets, each once: at most `most`; returns how many.
typedef struct fit_follows {
    const fit_derived *is;
    const fit_set *of;
} fit_follows;
int fit_derived_of(const fit_problem *problem, fit_follows *list, int most);
double fit_derived_value(fit_follows follows, const double *value);

#endif
