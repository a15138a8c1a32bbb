// near_points.h - all pairs of points in a box that are no further from each other than a given distance.
#ifndef SCREE_MEASURE_NEAR_POINTS_H
#define SCREE_MEASURE_NEAR_POINTS_H

#include "measure/window.h"

typedef struct near_points {
    const window *box;
    double reach; // m; along axes without end at most half of the box
    int cells[3];
    int64_t points, room, rooms;
    v3 *given, *at;             // of the points, as they came and cell by cell
    int32_t *given_kind, *kind; // of the caller
    int64_t *first;             // of each cell, and one more
} near_points;

void near_points_begin(near_points *is, const window *box, double reach);
void near_points_clear(near_points *is);
void near_points_empty(near_points *is);
bool near_points_add(near_points *is, v3 at, int32_t kind); // false: out of memory
// Calls `see` once for each pair. False: out of memory.
typedef void near_points_see(void *context, int32_t kind_a, int32_t kind_b, double distance);
bool near_points_pairs(near_points *is, near_points_see *see, void *context);

#endif
