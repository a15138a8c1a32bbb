// fit_coverage.h - do the intervals of fits hold the truth as often as they say? Data are made from known parameters
// with noise, many times, and each time it is looked whether the interval of each parameter holds its true value.
#ifndef SCREE_TESTS_FIT_COVERAGE_H
#define SCREE_TESTS_FIT_COVERAGE_H

#include <stdbool.h>

enum { COVERAGE_SETUPS = 4, COVERAGE_PARAMETERS_MOST = 3, COVERAGE_STARTS = 3 };

typedef struct coverage {
    const char *name;
    int replicates, compared, parameters;
    const char *parameter[COVERAGE_PARAMETERS_MOST];
    int held[COVERAGE_PARAMETERS_MOST]; // intervals that hold the truth
    int open[COVERAGE_PARAMETERS_MOST]; // of all: those with an open end
    int alarms;         // fits that were doubted or refused although the model is true
    int apart;          // fits whose result was not the same from every start
    int failed;         // or did not converge
    double evaluations; // of all residuals, the mean of a fit
} coverage;

// `count` replicates of a set-up, from one of COVERAGE_STARTS starts in turn; the first `compared` of them from all of
// these, to see whether the results agree. False: a fit failed with an error, which is printed.
bool coverage_measure(int setup, int count, int compared, coverage *out);

void coverage_print(const coverage *c);

#endif
