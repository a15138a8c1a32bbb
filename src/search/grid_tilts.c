// grid_tilts.c - cells of a grid in a box whose images lean (grid.h).
#include "search/grid.h"

// Where an image leans, and there are one or two cells along the axis that it is across, its place follows from the places
// of both: then all axes have one cell, and the nearest image is found for each pair.
void grid_lay_tilts(grid_level *level, const grid_box *box)
{
    const double *tilt = box->tilt;
    const bool second = level->few[1] && tilt[TILT_XY] != 0;
    const bool third = level->few[2] && (tilt[TILT_XZ] != 0 || tilt[TILT_YZ] != 0);
    for (int i = 0; i < 3; i++)
        level->tilt[i] = tilt[i];
    level->tilted = tilt[0] != 0 || tilt[1] != 0 || tilt[2] != 0;
    level->leans = second || third;
    for (int axis = 0; level->leans && axis < 3; axis++) {
        const double length = level->cells[axis] * level->cell[axis];
        level->cells[axis] = 1;
        level->cell[axis] = length;
        level->few[axis] = level->periodic[axis];
        level->length[axis] = level->periodic[axis] ? (float)length : 0;
    }
}
