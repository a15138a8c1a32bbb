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
    // By how much images lean: those across the third border along the first axis and the second, those across the second
    // along the first; m. Where an axis that others lean with has few cells, all have one.
    double tilt[3];
    bool tilted, leans; // some are not 0; all axes have one cell
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

enum { TILT_XY, TILT_XZ, TILT_YZ };
typedef struct grid_box {
    double low[3], high[3];
    bool periodic[3];
    double tilt[3]; // of periodic edges, within half a length, m
} grid_box;

// Sorts `count` bodies into cells wide enough for pairs up to `skin` apart. The box counts on periodic axes; elsewhere
// the grid spans the bodies. False without memory.
bool grid_fill(cell_grid *grid, const rec4 *position, int32_t count, const grid_box *box,
               double skin, int threads);
void grid_free(cell_grid *grid);
void grid_lay_tilts(grid_level *level, const grid_box *box); // of a level whose cells are laid

// Place along a Morton curve of the smallest cells, for the order of bodies in memory.
uint64_t grid_morton(const cell_grid *grid, const rec4 *position);

static inline int grid_level_of(const cell_grid *grid, double radius)
{
    int number = 0;
    while (number + 1 < grid->levels && !(radius > grid->level[number].bound))
        number++;
    return number;
}

// Cell of a level in which a position lies, along each axis (positions beyond the border count to the last one), and
// where in it: relative to its middle, on few axes to that of the domain.
static inline void grid_locate(const grid_level *level, const double *x, int32_t cell[3],
                               double at[3])
{
    for (int axis = 0; axis < 3; axis++) {
        int32_t cells = level->cells[axis];
        double width = level->cell[axis];
        double place = (x[axis] - level->low[axis]) / width;
        int32_t whole = place > 0 ? (int32_t)place : 0;
        int32_t inside = whole < cells ? whole : cells - 1;
        double middle = level->few[axis] ? 0.5 * cells : inside + 0.5;
        cell[axis] = inside;
        at[axis] = (place - middle) * width;
    }
}

static inline int32_t grid_cell(const grid_level *level, const int32_t cell[3])
{
    const int32_t *cells = level->cells;
    int32_t row = cell[2] * cells[1] + cell[1];
    return level->first + row * cells[0] + cell[0];
}

#endif
