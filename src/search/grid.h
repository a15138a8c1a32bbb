// grid.h - bodies in cells, one grid of cells for each size class (level); Alonso-Marroquin and Wang 2009, section 2.4.
//
// A level holds the bodies of one range of radii in cells as wide as the largest pair of them reaches. The partners of
// a body among its own and larger levels are in the 27 cells around it; among smaller levels, in the cells that the
// ball of its reach meets (near.c). So a few large bodies do not crowd the cells of many small ones. Bodies of about
// one size make one level.
//
// Built by one counting sort over the cells of all levels. Positions are kept in single precision relative to the
// middle of the cell: the search needs a superset of the pairs only, and so no periodic image needs a thought. Periodic
// axes with fewer than three cells take the nearest image instead.
#ifndef SCREE_SEARCH_GRID_H
#define SCREE_SEARCH_GRID_H

#include "base/simd.h"

#include <stdbool.h>
#include <stdint.h>

enum { GRID_LEVELS_MOST = 8 };

typedef struct grid_level {
    int32_t cells[3];
    int32_t first;          // number of its first cell among those of all levels
    double low[3], cell[3]; // corner of the first cell and edge lengths, m
    bool periodic[3];
    bool few[3];     // periodic with one or two cells
    float length[3]; // of the few axes, 0 of the others
    // Its bodies are larger than this (and not larger than the bound of the level before).
    double bound;
    double radius; // largest
    int32_t count; // bodies
} grid_level;

typedef struct cell_grid {
    int levels;
    grid_level level[GRID_LEVELS_MOST]; // from the largest bodies to the smallest
    int32_t total;                      // cells of all levels
    int32_t *start;                     // first entry of each cell, total + 1
    int32_t *slot;                      // bodies by cell
    float *at
        [4]; // x, y, z relative to the middle of the cell (few axes: of the domain), and radius; by entry
    int32_t *cell_of; // cell of each slot, of its own level, counted over all levels
    int32_t *tally;   // scratch of the sort
    int64_t start_room, slot_room, tally_room;
} cell_grid;

typedef struct grid_box {
    double low[3], high[3];
    bool periodic[3];
} grid_box;

// Sorts `count` bodies into cells wide enough for pairs up to `skin` apart. The box counts on periodic axes; elsewhere
// the grid spans the bodies. False without memory.
bool grid_fill(cell_grid *g, const rec4 *position, int32_t count, const grid_box *box, double skin,
               int threads);
void grid_free(cell_grid *g);

// Place along a Morton curve of the smallest cells, for the order of bodies in memory.
uint64_t grid_morton(const cell_grid *g, const rec4 *x);

static inline int grid_level_of(const cell_grid *g, double radius)
{
    int m = 0;
    while (m + 1 < g->levels && !(radius > g->level[m].bound))
        m++;
    return m;
}

// Cell of a level in which a position lies, along each axis (positions beyond the border count to the last one), and
// where in it: relative to its middle, on few axes to that of the domain.
static inline void grid_locate(const grid_level *l, const double *x, int32_t k[3], double at[3])
{
    for (int d = 0; d < 3; d++) {
        double u = (x[d] - l->low[d]) / l->cell[d];
        int32_t c = u > 0 ? (int32_t)u : 0;
        k[d] = c < l->cells[d] ? c : l->cells[d] - 1;
        double middle = l->few[d] ? 0.5 * l->cells[d] : k[d] + 0.5;
        at[d] = (u - middle) * l->cell[d];
    }
}

static inline int32_t grid_cell(const grid_level *l, const int32_t k[3])
{
    return l->first + (k[2] * l->cells[1] + k[1]) * l->cells[0] + k[0];
}

#endif
