// near_cells.h - bodies of the cells around one, gathered into columns; also where images lean (grid.h). Part of near.c
// alone, by near_gather.h.
#ifndef SCREE_SEARCH_NEAR_CELLS_H
#define SCREE_SEARCH_NEAR_CELLS_H

#include "search/near.h"

#include <math.h>
#include <stdlib.h>

enum { SLACK = 16 };

static bool around_reserve(near_around *around, int32_t need)
{
    if (need + SLACK <= around->room)
        return true;
    int32_t room = need + need / 2 + 4 * SLACK;
    float **column[] = {&around->x, &around->y, &around->z, &around->r};
    for (int number = 0; number < 4; number++) {
        float *grown = realloc(*column[number], (size_t)room * sizeof *grown);
        if (!grown)
            return false;
        *column[number] = grown;
    }
    int32_t *grown = realloc(around->slot, (size_t)room * sizeof *grown);
    if (!grown)
        return false;
    around->slot = grown;
    around->room = room;
    return true;
}

static bool gather_run(const cell_grid *grid, int32_t from, int32_t to, const float shift[3],
                       near_around *around)
{
    int32_t count = around->count;
    int32_t more = to - from;
    if (!around_reserve(around, count + more))
        return false;
    float *x = around->x + count;
    float *y = around->y + count;
    float *z = around->z + count;
    float *radius = around->r + count;
    int32_t *slot = around->slot + count;
    for (int32_t k = 0; k < more; k++)
        x[k] = grid->at[0][from + k] + shift[0];
    for (int32_t k = 0; k < more; k++)
        y[k] = grid->at[1][from + k] + shift[1];
    for (int32_t k = 0; k < more; k++)
        z[k] = grid->at[2][from + k] + shift[2];
    for (int32_t k = 0; k < more; k++)
        radius[k] = grid->at[3][from + k];
    for (int32_t k = 0; k < more; k++)
        slot[k] = grid->slot[from + k];
    around->count = count + more;
    return true;
}

// Neighbour cells of a cell along one axis: at most three, with their shifts.
static int axis_cells(const grid_level *level, int axis, int32_t cell, int32_t out[3],
                      float shift[3])
{
    int count = 0;
    int32_t total = level->cells[axis];
    double width = level->cell[axis];
    if (level->few[axis]) {
        for (int32_t k = 0; k < total; k++) {
            out[k] = k;
            shift[k] = 0;
        }
        return total;
    }
    for (int32_t k = cell - 1; k <= cell + 1; k++) {
        int32_t at = k;
        bool is_beyond = k < 0 || k >= total;
        if (is_beyond && !level->periodic[axis])
            continue;
        if (is_beyond)
            at = k < 0 ? total - 1 : 0;
        out[count] = at;
        shift[count] = (float)((k - cell) * width);
        count++;
    }
    return count;
}

// The same of images that lean by `lean` along the axis: of all cells, those whose image may be next to the cell. There
// are up to one more than three.
enum { LEANING_MOST = 6 };
static int leaning_cells(const grid_level *level, int axis, int32_t cell, double lean,
                         int32_t out[LEANING_MOST], float shift[LEANING_MOST])
{
    const double width = level->cell[axis];
    const int32_t total = level->cells[axis];
    if (level->few[axis]) { // relative to the domain; the nearest image is looked for later
        for (int32_t k = 0; k < total; k++) {
            out[k] = k;
            shift[k] = (float)lean;
        }
        return total;
    }
    int count = 0;
    const double offset = lean / width;
    const int32_t first = cell - 2 + (int32_t)floor(-offset);
    for (int32_t k = first; k <= first + 5; k++) {
        const int32_t at = ((k % total) + total) % total;
        const double apart = (k - cell) + offset;
        if (fabs(apart) > 2.001)
            continue;
        out[count] = at;
        shift[count] = (float)(apart * width);
        count++;
    }
    return count;
}

// How many borders lie between a cell and the cell k before or after it.
static int borders_to(const grid_level *level, int axis, int32_t k)
{
    if (!level->periodic[axis] || level->few[axis])
        return 0;
    return k < 0 ? -1 : k >= level->cells[axis];
}

// A row of cells along the first axis, with what it leans by.
typedef struct leaning_row {
    int32_t y, z;
    float shift_y, shift_z;
    double lean;
} leaning_row;

static bool gather_leaning_row(const cell_grid *grid, const grid_level *level, int32_t x,
                               const leaning_row *row, near_around *around)
{
    int32_t cell[LEANING_MOST];
    float shift[LEANING_MOST];
    const bool periodic = level->periodic[0];
    int count = periodic ? leaning_cells(level, 0, x, row->lean, cell, shift)
                         : axis_cells(level, 0, x, cell, shift);
    for (int i = 0; i < count; i++) {
        const int32_t place[3] = {cell[i], row->y, row->z};
        const float by[3] = {shift[i], row->shift_y, row->shift_z};
        const int32_t number = grid_cell(level, place);
        const int32_t begin = grid->start[number];
        const int32_t end = grid->start[number + 1];
        if (!gather_run(grid, begin, end, by, around))
            return false;
    }
    return true;
}

// Cells along the second axis beside `at`, in a layer that lies so many borders off along the third.
static bool gather_leaning_layer(const cell_grid *grid, const grid_level *level,
                                 const int32_t at[3], leaning_row row, int borders,
                                 near_around *around)
{
    int32_t cell[LEANING_MOST];
    float shift[LEANING_MOST];
    const double lean = borders * level->tilt[TILT_YZ];
    const bool leans = lean != 0 && level->periodic[1];
    const double width = level->cell[1];
    int count = leans ? leaning_cells(level, 1, at[1], lean, cell, shift)
                      : axis_cells(level, 1, at[1], cell, shift);
    for (int i = 0; i < count; i++) {
        int over = 0;
        if (!level->few[1]) { // how many borders the image of the cell lies off, by its place
            const double offset = (at[1] - cell[i]) * width;
            const double apart = shift[i] - lean + offset;
            const double length = width * level->cells[1];
            over = (int)floor(apart / length + 0.5);
        }
        row.y = cell[i];
        row.shift_y = shift[i];
        row.lean = borders * level->tilt[TILT_XZ] + over * level->tilt[TILT_XY];
        if (!gather_leaning_row(grid, level, at[0], &row, around))
            return false;
    }
    return true;
}

static bool gather_leaning(const cell_grid *grid, const grid_level *level, const int32_t at[3],
                           near_around *around)
{
    around->count = 0;
    for (int32_t k = -1; k <= 1; k++) {
        const int32_t z = at[2] + k;
        const int borders = borders_to(level, 2, z);
        const int32_t total = level->cells[2];
        const bool beyond = z < 0 || z >= total;
        leaning_row row = {.z = z, .shift_z = (float)(k * level->cell[2])};
        if (level->few[2]) { // all of its cells, once
            if (k + 1 >= total)
                break;
            row.z = k + 1;
            row.shift_z = 0;
        } else if (beyond) {
            if (!level->periodic[2])
                continue;
            row.z = z - borders * total;
        }
        if (!gather_leaning_layer(grid, level, at, row, borders, around))
            return false;
    }
    return true;
}

#endif
