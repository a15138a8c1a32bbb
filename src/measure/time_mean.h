// time_mean.h - the mean of a column of a table and its standard error by blocks: values that follow each other in time
// are not independent, and the error of plain counting would be too small.
//
// Blocking (Flyvbjerg and Petersen 1989, J. Chem. Phys. 91, 461): neighbours are averaged in pairs, again and again. The
// standard error s / sqrt(n), s^2 = sum (x - mean)^2 / (n - 1), grows from level to level as correlations go into the
// blocks, and then stays. Each estimate is known to one part in sqrt(2 (n - 1)). Taken is the first level that no later
// one, of at least eight blocks, exceeds by more than that. Where values make up for each other, as counts of a steady
// flow do, the error falls from level to level instead: a level is passed over as well if one with at least 16 blocks lies
// below it by more than four such parts.
#ifndef SCREE_MEASURE_TIME_MEAN_H
#define SCREE_MEASURE_TIME_MEAN_H

#include <stdbool.h>
#include <stdint.h>

typedef struct time_mean {
    int64_t count; // of values that are finite
    double mean;   // NAN: there are none
    double error;  // standard error of the mean; NAN: fewer than 16 values
    // Else the error still grew with the last level, or the signal drifts: the error is at least that.
    bool settled;
} time_mean;

// `stride` values lie between one number and the next. False: out of memory.
bool time_mean_of(const double *value, int64_t count, int64_t stride, time_mean *out);

#endif
