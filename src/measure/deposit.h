// deposit.h - how what is at a point, or along a line, is shared out among the nodes of a grid, the middles of the cells of
// a window.
//
// Along axes with one cell all within the window counts alike; along the others the smoothing function decides. Nodes lie
// on the lattice of the window, which goes on beyond it to the ends of the domain. The weights of one point or line are divided
// by their sum over that lattice, so they make exactly one in all, near walls, too, and where cells are wide: sums over a whole
// domain are those of the grains to rounding. Without `conserving` they are the values of the function as it stands.
#ifndef SCREE_MEASURE_DEPOSIT_H
#define SCREE_MEASURE_DEPOSIT_H

#include "measure/smoothing.h"
#include "measure/window.h"

// What is to be shared out: numbers at a point, or along a line.
enum { DEPOSIT_MOST = 16 };
typedef struct deposit_item {
    v3 from, to;      // the same: a point
    int first, count; // which sums of a cell they belong to, no more than DEPOSIT_MOST
    double value[DEPOSIT_MOST + SMOOTHING_SLACK]; // 0 beyond those
} deposit_item;

// One image of a line in the making.
typedef struct deposit_span {
    double from[3], to[3]; // m
    double share; // of the line that is within the window along axes with one cell; 0: none of it
} deposit_span;

typedef struct deposit {
    window box;
    smoothing smooth;
    smoothing_kernel kernel;
    bool conserving;
    double
        per_cell; // one over the volume of a cell, and over the lengths of the axes with one cell, m
    double per_length;
    bool averaged[3];         // axes with one cell
    bool turns[3];            // periodic axes of which the box is a part
    double period[3];         // m
    bool ended[2][3];         // has the domain a low and a high end?
    double first[3], last[3]; // of the domain, m
    int sums;                 // of a cell
    // Nodes near some items: where they are, their cells (below 0: outside of the window), the means of the function for one
    // item, and what all items have brought so far.
    double *place[3];
    int64_t *cell;
    double *mean, *brought;
    int64_t nodes, room;
    deposit_span *span;
    int64_t spans;
} deposit;

// Takes a window with its cells, and of the smoothing function kind and width; Refuses a function that
// reaches around a periodic axis.
scree_status deposit_make(const model *model, const window *box, const smoothing *asked,
                          const char *law, deposit *out, scree_error *error);
void deposit_clear(deposit *is);
// Adds each item to the sums of the cells, its values times weights in 1/m^dimensions of the world. Items should be near each
// other, for nodes are looked for once. Along axes with one cell only the part of them within the window counts. Behind the
// sums of the last cell there is room for SMOOTHING_SLACK more, to which nothing is added. False: out of memory.
bool deposit_spread(deposit *is, const deposit_item *item, int64_t items, double *sum);

#endif
