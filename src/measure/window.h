// window.h - the box that a probe looks at: the domain, or a part of it by the rows `low` and `high`; and equal cells in it.
//
// Where it takes up a periodic axis from end to end it has no end there. In 2D it is not bounded along z, and lengths
// along z are 1.
#ifndef SCREE_MEASURE_WINDOW_H
#define SCREE_MEASURE_WINDOW_H

#include "measure/filter.h"
#include "measure/probe.h"

#define WINDOW_ROWS                                                                                \
    {"low",                                                                                        \
     ROW_VECTOR,                                                                                   \
     "m",                                                                                          \
     ROW_OPTIONAL,                                                                                 \
     ROW_ANY_LOW,                                                                                  \
     ROW_ANY_HIGH,                                                                                 \
     "lower corner of the box that is looked at; default: the domain"},                            \
    {                                                                                              \
        "high", ROW_VECTOR, "m", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,                          \
            "upper corner of it; default: the domain"                                              \
    }
#define WINDOW_CELL_ROWS                                                                           \
    {"cell",                                                                                       \
     ROW_REAL,                                                                                     \
     "m",                                                                                          \
     ROW_OPTIONAL,                                                                                 \
     ROW_POSITIVE,                                                                                 \
     ROW_ANY_HIGH,                                                                                 \
     "edge of a cell; so many of about that size as fill the box"},                                \
    {                                                                                              \
        "cells", ROW_VECTOR, "1", ROW_OPTIONAL, 1, 1e6,                                            \
            "instead of `cell`: how many along each axis [x, y, z]"                                \
    }

typedef struct window {
    v3 low, high;
    double length[3]; // m
    double volume;    // m^3; 2D: m^2
    bool periodic[3];
    bool deforms; // it is a whole cell that deforms, as it was when window_follow saw it
    int dimensions;
    int count[3];   // of cells along each axis
    double edge[3]; // of a cell, m
    int64_t cells;
} window;

// Reads the rows of the box; `law` is the name of the probe. Refuses a box without end or beyond a periodic border, and
// cells that deform.
scree_status window_read(const choice *choice, const model *model, const char *law, window *out,
                         scree_error *error);
// The same, and of a cell that deforms the whole of it: the brick in which the grains are kept, with one image of each
// (state/cell.h). Refuses a part of one, and grains of several balls in one.
scree_status window_read_cell(const choice *choice, const model *model, const char *law,
                              window *out, scree_error *error);
// Brings the window of a cell that deforms to how it is in a frame, with as many cells as before.
void window_follow(window *is, const frame *frame);
// Reads the rows of cells into a window that has been read; no more than `most` of them.
scree_status window_cells(const choice *choice, const char *law, int64_t most, window *out,
                          scree_error *error);
// Takes only the grains in the box; none is outside of one without ends that deforms.
void window_limits(const window *is, grain_filter *filter);
// The cell of a point in the box.
int64_t window_cell(const window *is, v3 at);
// The middle of a cell.
v3 window_middle(const window *is, int64_t cell);

#endif
