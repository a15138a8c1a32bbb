// search.h - the searches of a fit: methods from one or several starts, in parallel.
//
// Every run is computed by one thread from its own start and, for the starts, its own random numbers, so the results
// have the same bits for any number of threads.
#ifndef SCREE_FIT_SEARCH_H
#define SCREE_FIT_SEARCH_H

#include "fit/method.h"
#include "fit/problem.h"

typedef struct fit_search {
    char name[FIT_NAME_MOST];
    const fit_method *is;
    choice options;
    int starts;    // the first is that of the problem, the others are drawn between the bounds
    uint64_t seed; // of the others
    double target; // the first iterate at or below it is told; NAN: none
} fit_search;

typedef struct fit_run {
    int search, start;
    fit_trace trace;
    int64_t at_target; // the iterate; -1: none
} fit_run;

typedef struct fit_outcome {
    fit_run *run; // owned, in the order of searches and starts
    int runs;
    int best; // the run with the lowest value, the first of equals
    double objective, value[FIT_PARAMETERS_MOST];
} fit_outcome;

// `threads` 0: all cores.
scree_status fit_search_all(const fit_problem *problem, const fit_search *search, int searches,
                            int threads, fit_outcome *out, scree_error *error);
void fit_outcome_clear(fit_outcome *outcome);

// The parameters of the fit with those that are free taken from a point of a run.
void fit_point_values(const fit_problem *problem, const fit_point *at, double *value);

#endif
