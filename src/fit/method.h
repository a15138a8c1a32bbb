// method.h - how a smallest value is looked for: a function of a few bounded numbers, and methods that walk downhill.
//
// A method is one file fit/method_NAME.c that the build finds; it defines `const fit_method fit_method_NAME`. Methods
// know nothing of data and laws, so they are tested on functions whose minimum is known.
#ifndef SCREE_FIT_METHOD_H
#define SCREE_FIT_METHOD_H

#include "base/fail.h"
#include "base/row.h"

#include <stdbool.h>
#include <stdint.h>

enum { FIT_FREE_MOST = 32 };

typedef struct fit_goal {
    int count; // of numbers, at most FIT_FREE_MOST
    const double *low, *high;
    const bool *log; // searched in the logarithm (low > 0), else in proportion to high - low
    // Fills *out, INFINITY where there is no answer. Called by one thread at a time for one search.
    scree_status (*value)(const void *context, const double *x, double *out, scree_error *error);
    const void *context;
} fit_goal;

// A point on the way: every accepted step, or every new best.
typedef struct fit_point {
    int64_t iteration, evaluations;
    double value;
    double x[FIT_FREE_MOST];
} fit_point;

typedef struct fit_trace {
    fit_point *point; // owned; the first is the start, the last the best
    int64_t count, room;
    int64_t evaluations;
    int64_t unanswered; // of these, points without an answer
    char why[160];      // it ended
    bool out_of_memory;
} fit_trace;

typedef struct fit_method {
    plugin what;
    bool ignores_start; // several starts make no sense
    scree_status (*run)(const fit_goal *goal, const choice *options, const double *start,
                        fit_trace *trace, scree_error *error);
} fit_method;

const plugin *const *fit_method_plugins(int *count);
const fit_method *fit_method_find(const plugin *what);

// Evaluates and counts.
scree_status fit_goal_value(const fit_goal *goal, const double *x, fit_trace *trace, double *out,
                            scree_error *error);
void fit_trace_add(fit_trace *trace, const fit_goal *goal, int64_t iteration, double value,
                   const double *x);
void fit_trace_clear(fit_trace *trace);

// Between a number and its place in [0, 1] on its scale.
double fit_goal_place(const fit_goal *goal, int i, double x);
double fit_goal_number(const fit_goal *goal, int i, double place);

#endif
