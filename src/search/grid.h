// grid.h - a grid of cells at least as wide as the reach of a pair, with the bodies of each cell; seed 001 section 2.4.
//
// Built by one counting sort. Positions are kept in single precision relative to the middle of the cell: the search
// needs a superset of the pairs only, and so no periodic image needs a thought. Periodic axes with fewer than three
// cells take the nearest image instead.
#ifndef SCREE_SEARCH_GRID_H
#define SCREE_SEARCH_GRID_H

#include "base/simd.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct cell_grid {
    int32_t cells[3];
    double low[3], cell[3]; // corner of the first cell and edge lengths, m
    bool periodic[3];
    bool few[3];      // periodic with one or two cells
    float length[3];  // of the few axes, 0 of the others
    int32_t *start;   // first entry of each cell, total + 1
    int32_t *slot;    // bodies by cell
    float *at[4];     // x, y, z relative to the middle of the cell (few axes: of the domain), and radius; by entry
    int32_t *cell_of; // cell of each slot
    int64_t start_room, slot_room;
    double radius; // largest
} cell_grid;

typedef struct grid_box {
    double low[3], high[3];
    bool periodic[3];
} grid_box;

// Sorts `count` bodies into cells wide enough for pairs up to `skin` apart. The box counts on periodic axes; elsewhere
// the grid spans the bodies. False without memory.
bool grid_fill(cell_grid *g, const rec4 *position, int32_t count, const grid_box *box, double skin, int threads);
void grid_free(cell_grid *g);

// Place along a Morton curve of the cells, for the order of bodies in memory.
uint64_t grid_morton(const cell_grid *g, const rec4 *x);

static inline int32_t grid_total(const cell_grid *g) { return g->cells[0] * g->cells[1] * g->cells[2]; }

#endif
