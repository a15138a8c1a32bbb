// cells.h - balls by cells of a box, to ask for those near a point; used when grains are placed and when a start is
// checked.
//
// Cells are at least `reach` wide, so all balls with their centre within `reach` of a point are in its cell and the
// neighbours. Points outside the box count to the nearest cell. Not for the steps of a run, which have their own grid
// in search/.
#ifndef SCREE_SCENE_CELLS_H
#define SCREE_SCENE_CELLS_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct cells {
    double low[3], length[3];
    bool periodic[3];
    int64_t size[3]; // cells per axis
    int64_t *first;  // per cell, -1: empty
    int64_t *next;   // per ball
    int64_t room;    // balls
} cells;

// A grid for balls 0 ... balls - 1. False: out of memory.
bool cells_make(cells *c, v3 low, v3 high, const bool periodic[3], double reach, int64_t balls);
void cells_clear(cells *c);
void cells_put(cells *c, int64_t ball, v3 at);
// The difference b - a, the shortest where an axis is periodic.
v3 cells_between(const cells *c, v3 a, v3 b);

// The neighbourhood of a point: up to 27 cells, each once.
typedef struct cells_near {
    int64_t cell[27];
    int count;
} cells_near;
cells_near cells_around(const cells *c, v3 at);

#endif
