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

typedef struct deposit_share {
    int64_t cell;
    double weight; // 1/m^dimensions of the world
} deposit_share;

typedef struct deposit {
    window box;
    smoothing smooth;
    bool conserving;
    bool averaged[3];         // axes with one cell
    bool turns[3];            // periodic axes of which the box is a part
    double period[3];         // m
    bool ended[2][3];         // has the domain a low and a high end?
    double first[3], last[3]; // of the domain, m
    deposit_share *share;     // of the line last asked for
    int64_t shares, room;
} deposit;

// Takes a window with its cells, and of the smoothing function kind and width. Refuses one that reaches around a periodic axis.
scree_status deposit_make(const model *model, const window *box, const smoothing *asked,
                          const char *law, deposit *out, scree_error *error);
void deposit_clear(deposit *is);
// Fills is->share for a line from one point to another, which may be the same; false: out of memory. Along axes with one
// cell only the part of it within the window counts.
bool deposit_line(deposit *is, v3 from, v3 to);

#endif
