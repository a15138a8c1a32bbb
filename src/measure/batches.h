// batches.h - means over the samples of a run, and their standard errors by the means of blocks of samples.
//
// Samples that follow each other are not independent, so their scatter says too little of the error of their mean. Means of
// blocks that are long enough are independent: with the means m_i of B blocks of equal length the error is
// sqrt(sum (m_i - m)^2 / (B (B - 1))) (batch means: H. Flyvbjerg, H. G. Petersen, J. Chem. Phys. 91, 461, 1989). Between 16
// and 31 blocks are kept: when there are 32, each two are made one.
//
// The mean is that of a ratio, sum of y over sum of x; a plain mean has x = 1. Then the error is that of the residuals
// y_i - m x_i over the mean of x (W. G. Cochran, Sampling Techniques, 1977, section 2.11).
#ifndef SCREE_MEASURE_BATCHES_H
#define SCREE_MEASURE_BATCHES_H

#include "measure/probe.h"

enum { BATCHES_MOST = 32, BATCHES_LEAST = 8 }; // fewer blocks than the least have no error

typedef struct batches {
    int64_t columns;
    double samples;        // of the block that is open
    double length, blocks; // samples of a block that is full, and how many of those there are
    double *sum;           // columns for each block, full ones first, then that which is open
} batches;

bool batches_make(batches *is, int64_t columns); // false: out of memory
void batches_clear(batches *is);
// The open block's columns, to which a sample adds its own; then the sample is closed.
double *batches_open(const batches *is);
void batches_close(batches *is);

double batches_samples(const batches *is); // closed
double batches_total(const batches *is, int64_t column);
// total(y)/total(x), and its standard error; NAN where that is not known.
double batches_ratio(const batches *is, int64_t y, int64_t x);
double batches_error(const batches *is, int64_t y, int64_t x);
// The same of a sum of columns, each times a factor.
typedef struct batches_terms {
    int64_t first, count;
    const double *factor;
} batches_terms;
double batches_error_of(const batches *is, const batches_terms *y, int64_t x);

bool batches_save(const batches *is, probe_memory *out);
int64_t batches_numbers(const batches *is); // that are saved
bool batches_load(batches *is, const double *value, int64_t count);

#endif
