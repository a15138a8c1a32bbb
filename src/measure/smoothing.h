// smoothing.h - the functions over which coarse-grained fields spread what is at a point, in one, two or three dimensions,
// each of integral 1.
//
// Lucy 1977 (Astron. J. 82, 1013): c (1 + 3 q)(1 - q)^3 with q = r/width, smooth to the second derivative where it ends.
// Gauss: exp(-(r/width)^2/2), cut off at 3 widths. Heaviside: the same everywhere within the width.
#ifndef SCREE_MEASURE_SMOOTHING_H
#define SCREE_MEASURE_SMOOTHING_H

#include "base/vec.h"

typedef enum smoothing_kind { SMOOTHING_LUCY, SMOOTHING_GAUSS, SMOOTHING_HEAVISIDE } smoothing_kind;

typedef struct smoothing {
    smoothing_kind kind;
    double width;  // m
    double reach;  // where it ends, m
    double factor; // 1/m^dimensions
} smoothing;

// dimensions 0 to 3; of 0 the value is 1.
smoothing smoothing_make(smoothing_kind kind, double width, int dimensions);
// The value at a distance whose square is given; 0 beyond the reach.
double smoothing_at(const smoothing *is, double distance_squared);
// Its mean along a line that begins at `from`, seen from the middle of the function, and goes on by `way`.
double smoothing_mean(const smoothing *is, v3 from, v3 way);

#endif
