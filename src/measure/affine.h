// affine.h - how far a grain has gone from one sample to the next beside the flow of a cell that deforms.
#ifndef SCREE_MEASURE_AFFINE_H
#define SCREE_MEASURE_AFFINE_H

#include "state/frame.h"

// A cell at one sample.
typedef struct affine_cell {
    v3 corner;
    cell_matrix edges, passed;
} affine_cell;

// From one sample to the next: the edges then and now, as those now are when nothing is taken off their tilts.
typedef struct affine_step {
    v3 corner;
    cell_matrix before, now;
} affine_step;

affine_cell affine_of(const frame *frame);
affine_step affine_between(const affine_cell *before, const affine_cell *now);
// The way of a grain that was and is at these places inside of the cell, without what the edges carried it: the nearest
// image counts, so samples must be closer than the time in which grains move by half a cell against the flow.
v3 affine_rest(const affine_step *step, v3 was, v3 is, int dimensions);

#endif
