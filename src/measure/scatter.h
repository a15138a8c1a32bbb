// scatter.h - mean and scatter of the velocities of some grains, added one by one.
//
// The mean is kept up to date and the squares are those of the distances from it (Welford 1962), so a common velocity,
// however large, brings no rounding into the scatter. The squares about a mean of n values that is made of the same
// values have n - 1 degrees of freedom: divided by n they would be too small by the factor 1 - 1/n.
#ifndef SCREE_MEASURE_SCATTER_H
#define SCREE_MEASURE_SCATTER_H

#include "base/vec.h"

typedef struct scatter {
    double count;
    v3 mean;       // m/s
    double square; // sum of |v - mean|^2
} scatter;

static inline void scatter_add(scatter *scatter, v3 velocity)
{
    v3 before = v3_sub(velocity, scatter->mean);
    scatter->count += 1;
    scatter->mean = v3_fma(scatter->mean, 1 / scatter->count, before);
    scatter->square += v3_dot(before, v3_sub(velocity, scatter->mean));
}

// Degrees of freedom per dimension.
static inline double scatter_freedom(const scatter *scatter)
{
    return scatter->count > 1 ? scatter->count - 1 : 0;
}

#endif
