// near_gather.h - the bodies around a place, gathered from the cells of a level into columns that a vector can run along:
// from the cells around one, or from those that the ball of a larger body's reach meets. Part of near.c alone, which is
// compiled once per vector width.
#ifndef SCREE_SEARCH_NEAR_GATHER_H
#define SCREE_SEARCH_NEAR_GATHER_H

#include "search/near_cells.h"

#include <math.h>

// Bodies of a level in the cells around `cell`, relative to its middle. Two cells from a periodic border a body may be
// across it before the next build.
static bool is_near_end(const grid_level *level, int axis, int32_t cell)
{
    return cell < 2 || cell >= level->cells[axis] - 2;
}

// The cells around one, by axis, with their shifts.
typedef struct neighbour_cells {
    int count[3];
    int32_t cell[3][3];
    float shift[3][3];
} neighbour_cells;

static bool gather_neighbour(const cell_grid *grid, const grid_level *level,
                             const neighbour_cells *near, const int which[3], near_around *around)
{
    int32_t place[3];
    float shift[3];
    for (int axis = 0; axis < 3; axis++) {
        place[axis] = near->cell[axis][which[axis]];
        shift[axis] = near->shift[axis][which[axis]];
    }
    int32_t cell = grid_cell(level, place);
    int32_t first = grid->start[cell];
    int32_t end = grid->start[cell + 1];
    return gather_run(grid, first, end, shift, around);
}

static bool gather_around(const cell_grid *grid, const grid_level *level, const int32_t at[3],
                          near_around *around, bool *border)
{
    neighbour_cells near;
    for (int axis = 0; axis < 3; axis++) {
        int32_t cell = at[axis];
        near.count[axis] = axis_cells(level, axis, cell, near.cell[axis], near.shift[axis]);
        *border |= level->periodic[axis] && is_near_end(level, axis, cell);
    }
    if (level->tilted && !level->leans)
        return gather_leaning(grid, level, at, around);
    around->count = 0;
    for (int z = 0; z < near.count[2]; z++) {
        for (int y = 0; y < near.count[1]; y++) {
            for (int x = 0; x < near.count[0]; x++) {
                const int which[3] = {x, y, z};
                if (!gather_neighbour(grid, level, &near, which, around))
                    return false;
            }
        }
    }
    return true;
}

// A body that looks among smaller ones.
typedef struct large_body {
    const grid_level *level;
    int32_t cell[3]; // of that level, in which it is
    double at[3];    // relative to the middle of it; few axes: of the domain
    double reach;    // beyond which no body of the level can be a partner
    double lean[2];  // of the images that are looked at: along the first and second axis, m
} large_body;

// A number of cells, brought between -most and most, whatever it is.
static int32_t cells_within(double cells, double most)
{
    if (cells > most)
        return (int32_t)most;
    return (int32_t)(cells > -most ? cells : -most);
}

// Where a body is among images that lean.
static double axis_place(const large_body *body, int axis)
{
    return axis < 2 ? body->at[axis] - body->lean[axis] : body->at[axis];
}

// Cells [from, to] along an axis, counted on beyond periodic borders, that are within `half` of the body.
static void axis_range(const large_body *body, int axis, double half, int32_t *from, int32_t *to)
{
    const grid_level *level = body->level;
    if (level->few[axis]) {
        *from = 0;
        *to = level->cells[axis] - 1;
        return;
    }
    double width = level->cell[axis];
    double most = level->cells[axis];
    const double at = axis_place(body, axis);
    double low = floor((at - half) / width + 0.5);
    double high = floor((at + half) / width + 0.5);
    // on a periodic axis no pair reaches farther than half way around
    *from = body->cell[axis] + cells_within(low, most);
    *to = body->cell[axis] + cells_within(high, most);
    if (level->periodic[axis])
        return;
    if (*from < 0)
        *from = 0;
    if (*to > level->cells[axis] - 1)
        *to = level->cells[axis] - 1;
}

static int32_t wrapped_cell(const grid_level *level, int axis, int32_t cell)
{
    int32_t cells = level->cells[axis];
    int32_t at = cell % cells;
    return at < 0 ? at + cells : at;
}

// How far the body is from a cell along an axis at least.
static double axis_distance(const large_body *body, int axis, int32_t cell)
{
    const grid_level *level = body->level;
    if (level->few[axis])
        return 0;
    double width = level->cell[axis];
    double to_middle = (cell - body->cell[axis]) * width - axis_place(body, axis);
    double distance = fabs(to_middle) - 0.5 * width;
    return distance > 0 ? distance : 0;
}

static float axis_shift(const large_body *body, int axis, int32_t cell)
{
    const grid_level *level = body->level;
    const double lean = axis < 2 ? body->lean[axis] : 0;
    if (level->few[axis])
        return (float)lean;
    int32_t cells = cell - body->cell[axis];
    return (float)(cells * level->cell[axis] + lean);
}

// How many borders lie before a cell that is counted on beyond them.
static double borders_before(const grid_level *level, int axis, int32_t cell)
{
    if (!level->periodic[axis] || level->few[axis])
        return 0;
    return floor((double)cell / level->cells[axis]);
}

// The cells [from, to] along the first axis, none across a border.
typedef struct cell_run {
    int32_t begin; // the cell where these begin to count
    int32_t from, to;
    int32_t off; // how many cells the copy of the domain lies off
} cell_run;

static bool gather_cells(const cell_grid *grid, const large_body *body, const cell_run *run,
                         const float shift[3], near_around *around)
{
    int32_t first = grid->start[run->begin + run->from];
    int32_t last = grid->start[run->begin + run->to + 1];
    if (first == last)
        return true;
    int32_t more = last - first;
    if (!around_reserve(around, around->count + more))
        return false;
    for (int32_t entry = first; entry < last; entry++) {
        int32_t at = around->count;
        int32_t slot = grid->slot[entry];
        int32_t cell = grid->cell_of[slot] - run->begin + run->off;
        around->x[at] = grid->at[0][entry] + axis_shift(body, 0, cell);
        around->y[at] = grid->at[1][entry] + shift[1];
        around->z[at] = grid->at[2][entry] + shift[2];
        around->r[at] = grid->at[3][entry];
        around->slot[at] = slot;
        around->count++;
    }
    return true;
}

static bool gather_rows(const cell_grid *grid, const large_body *body, int32_t y, int32_t z,
                        double half, near_around *around)
{
    const grid_level *level = body->level;
    const int32_t cells = level->cells[0];
    int32_t row[3] = {0};
    row[1] = wrapped_cell(level, 1, y);
    row[2] = wrapped_cell(level, 2, z);
    const int32_t begin = grid_cell(level, row);
    float shift[3] = {0};
    shift[1] = axis_shift(body, 1, y);
    shift[2] = axis_shift(body, 2, z);
    int32_t from;
    int32_t to;
    axis_range(body, 0, half, &from, &to);
    while (from <= to) {
        const int32_t at = wrapped_cell(level, 0, from);
        const int32_t off = from - at;
        const int32_t end = to - off < cells - 1 ? to - off : cells - 1;
        const cell_run run = {
            .begin = begin,
            .from = at,
            .to = end,
            .off = off,
        };
        if (!gather_cells(grid, body, &run, shift, around))
            return false;
        from = off + end + 1;
    }
    return true;
}

// Bodies of a finer level within reach, and some more. Whether the border is near, the body's own cell has told.
static bool gather_ball(const cell_grid *grid, const large_body *seeker, near_around *around)
{
    large_body leaning = *seeker;
    const large_body *body = &leaning;
    const grid_level *level = body->level;
    const double *tilt = level->tilt;
    const double reach = body->reach;
    const double r2 = reach * reach;
    int32_t y0;
    int32_t y1;
    int32_t z0;
    int32_t z1;
    around->count = 0;
    axis_range(body, 2, reach, &z0, &z1);
    for (int32_t z = z0; z <= z1; z++) {
        double dz = axis_distance(body, 2, z);
        double left = r2 - dz * dz;
        if (left < 0)
            continue;
        const double over_z = level->leans ? 0 : borders_before(level, 2, z);
        leaning.lean[1] = over_z * tilt[TILT_YZ];
        axis_range(body, 1, sqrt(left), &y0, &y1);
        for (int32_t y = y0; y <= y1; y++) {
            double dy = axis_distance(body, 1, y);
            double rest = left - dy * dy;
            const double over_y = level->leans ? 0 : borders_before(level, 1, y);
            leaning.lean[0] = over_z * tilt[TILT_XZ] + over_y * tilt[TILT_XY];
            if (rest >= 0 && !gather_rows(grid, body, y, z, sqrt(rest), around))
                return false;
        }
    }
    return true;
}

#endif
