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

// dimensions 0 to 3; of 0 the value is 1.
smoothing smoothing_make(smoothing_kind kind, double width, int dimensions);
// The value at a distance whose square is given; 0 beyond the reach.
double smoothing_at(const smoothing *is, double distance_squared);

// ---- means along a line, at many middles at once (smoothing_line.c)

// A line; one without length is a point.
typedef struct smoothing_line {
    v3 from, way; // m
} smoothing_line;

// Where middles of the function are. There is room for SMOOTHING_SLACK more, and for as many more results.
enum { SMOOTHING_SLACK = 8 };
typedef struct smoothing_middles {
    const double *x, *y, *z; // m
    int64_t count;
} smoothing_middles;

// The mean of the function along the line, about each middle.
typedef void smoothing_means(const smoothing *is, const smoothing_line *line,
                             const smoothing_middles *at, double *out);
// Sums of many places, a stride from one place to the next. Behind the last one there is room for SMOOTHING_SLACK more, and
// behind values for as many that are 0, for whole vectors are added.
typedef struct smoothing_sums {
    double *sum;
    int64_t stride, count;
} smoothing_sums;
// Adds to the first sums of each place its mean times the values.
typedef void smoothing_adds(const smoothing_sums *to, const double *mean, const double *value,
                            int values);
// Adds so many sums of each place to those of its cell, one cell behind the other. Cells below 0 are left out.
typedef void smoothing_moves(const smoothing_sums *from, const int64_t *cell, double *to, int sums);

// The same bits for every vector width.
typedef struct smoothing_kernel {
    smoothing_means *means;
    smoothing_adds *adds;
    smoothing_moves *moves;
} smoothing_kernel;
smoothing_kernel smoothing_kernel_of(int width);

#endif
