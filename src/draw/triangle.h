// triangle.h - the pixels whose centres a triangle covers, row by row, with the depth of its surface at each.
#ifndef SCREE_DRAW_TRIANGLE_H
#define SCREE_DRAW_TRIANGLE_H

#include "draw/canvas.h"

// Rows from `top` on, without `bottom`.
typedef struct triangle_rows {
    int top, bottom;
} triangle_rows;

// Pixels of a row from `from` on, without `to`. Its surface has `depth` at x = `left`, and the slope along x.
typedef struct triangle_row {
    int from, to;
    float left, depth, slope;
} triangle_row;

triangle_rows triangle_rows_of(const canvas *canvas, const canvas_point corner[3]);
// False: the row of pixels y does not meet the triangle.
bool triangle_row_of(const canvas *canvas, const canvas_point corner[3], int y, triangle_row *out);

static inline float triangle_depth(const triangle_row *row, int x)
{
    const float beside = (float)x + 0.5f - row->left;
    return row->depth + row->slope * beside;
}

#endif
