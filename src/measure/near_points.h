// near_points.h - counts all pairs of points in a box that are no further from each other than a given distance, by their
// distance.
#ifndef SCREE_MEASURE_NEAR_POINTS_H
#define SCREE_MEASURE_NEAR_POINTS_H

#include "measure/window.h"

enum {
    NEAR_KINDS = 4,
    NEAR_SLACK = 8
}; // what points are to the caller; how far vectors read beyond the last one

// What counting one point and its partners needs (near_count.c).
typedef struct near_tally {
    const double *at[3]; // m, of the points cell by cell
    const int32_t *kind;
    double length[3]; // m; infinite where the box has ends
    double most;      // square of the distance, m^2
    double reach;     // m
    int bins;
    double weight[NEAR_KINDS][NEAR_KINDS]; // what a pair counts by its kinds
    double *count;                         // of each bin
} near_tally;
// The pairs of a point with those from `first` to before `end`.
typedef void near_count(const near_tally *tally, int64_t point, int64_t first, int64_t end);
near_count *near_count_choose(int width); // the same counts for every vector width

typedef struct near_points {
    const window *box;
    double reach; // m; along axes without end at most half of the box
    int cells[3];
    int64_t points, room, sorted, rooms;
    v3 *given; // of the points, as they came
    int32_t *given_kind;
    double *at[3]; // cell by cell
    int32_t *kind;
    int64_t *first; // of each cell, and one more
} near_points;

void near_points_begin(near_points *is, const window *box, double reach);
void near_points_clear(near_points *is);
void near_points_empty(near_points *is);
bool near_points_add(near_points *is, v3 at, int32_t kind); // false: out of memory
// Adds, for each pair, its weight to the bin of its distance: bins of equal width from 0 to the reach. False: out of memory.
typedef struct near_bins {
    int bins;
    double weight[NEAR_KINDS][NEAR_KINDS];
    double *count;
} near_bins;
bool near_points_count(near_points *is, const near_bins *bins);

#endif
