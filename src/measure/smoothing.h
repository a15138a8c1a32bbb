// smoothing.h - the functions over which coarse-grained fields spread what is at a point, in one, two or three dimensions,
// each of integral 1.
//
// Lucy 1977 (Astron. J. 82, 1013): c (1 + 3 q)(1 - q)^3 with q = r/width, smooth to the second derivative where it ends.
// Gauss: exp(-(r/width)^2/2), cut off at 3 widths. Heaviside: the same everywhere within the width.
#ifndef SCREE_MEASURE_SMOOTHING_H
#define SCREE_MEASURE_SMOOTHING_H

#include "base/vec.h"

#include <stdint.h>

typedef enum smoothing_kind { SMOOTHING_LUCY, SMOOTHING_GAUSS, SMOOTHING_HEAVISIDE } smoothing_kind;

typedef struct smoothing {
    smoothing_kind kind;
    double width;          // m
    double reach;          // where it ends, m
    double factor;         // 1/m^dimensions
    double inverse_square; // of the width, 1/m^2
} smoothing;

// The way along a line; of a point it has no length.
typedef struct smoothing_way {
    v3 way;                 // m
    double square, inverse; // of its length, m^2, 1/m^2
} smoothing_way;

// dimensions 0 to 3; of 0 the value is 1.
smoothing smoothing_make(smoothing_kind kind, double width, int dimensions);
// The value at a distance whose square is given; 0 beyond the reach.
double smoothing_at(const smoothing *is, double distance_squared);
smoothing_way smoothing_way_of(v3 way);
// Its mean along a line that begins at `from`, seen from the middle of the function.
double smoothing_mean(const smoothing *is, v3 from, const smoothing_way *along);
// The same seen from the first of so many middles in a row along x, an edge from one to the next, and from those after it.
typedef struct smoothing_row {
    double edge; // m
    int64_t count;
} smoothing_row;
void smoothing_means(const smoothing *is, v3 from, smoothing_row row, const smoothing_way *along,
                     double *out);

#endif
