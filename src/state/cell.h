// cell.h - a periodic box that deforms: the matrix of its edges, and what follows from it.
//
// The edges of the cell are the columns of an upper triangular matrix H: (Lx, 0, 0), (xy, Ly, 0), (xz, yz, Lz). A body
// at x has images at x + H s with whole numbers s, which move faster by (dH/dt) s. Places are kept inside of the brick
// Lx x Ly x Lz above the lower corner, which holds one image of each body however the cell leans (Lees and Edwards
// 1972): who leaves it along y comes in again at the other side, displaced along x by the tilt xy. So the tilts count up
// to whole edges alone and are kept within half of one; what is taken off is exact (Sterbenz), and nothing else happens.
//
// The velocity gradient L is upper triangular, too: dH/dt = L H.
#ifndef SCREE_STATE_CELL_H
#define SCREE_STATE_CELL_H

#include "base/mathlib.h"
#include "base/vec.h"

#include <stdbool.h>

enum { CELL_XX, CELL_YY, CELL_ZZ, CELL_XY, CELL_XZ, CELL_YZ, CELL_PARTS };
extern const char *const cell_part_names[CELL_PARTS];

typedef struct cell_matrix {
    double of[CELL_PARTS];
} cell_matrix;

// The matrix times a vector.
static inline v3 cell_times(const cell_matrix *matrix, v3 v)
{
    const double *of = matrix->of;
    return v3_make(of[CELL_XX] * v.x + (of[CELL_XY] * v.y + of[CELL_XZ] * v.z),
                   of[CELL_YY] * v.y + of[CELL_YZ] * v.z, of[CELL_ZZ] * v.z);
}

// The same with two of them.
cell_matrix cell_product(const cell_matrix *first, const cell_matrix *second);
// X with A X = B.
cell_matrix cell_divide(const cell_matrix *a, const cell_matrix *b);
// X with X A = B.
cell_matrix cell_divide_by(const cell_matrix *b, const cell_matrix *a);
// first + share * second.
cell_matrix cell_add(const cell_matrix *first, double share, const cell_matrix *second);

// dH/dt of a step of length dt with this velocity gradient: the same in the middle of the step, dH/dt = L (H + dt/2
// dH/dt), so that affine motion with that gradient keeps bodies where they are in the cell.
cell_matrix cell_flow(const cell_matrix *cell, const cell_matrix *gradient, double dt);

// Takes whole edges off the tilts of a cell, and their motion off that of its edges.
void cell_reduce(cell_matrix *cell, cell_matrix *flow);

// The sum of L_ij S_ij.
double cell_contract(const cell_matrix *first, const cell_matrix *second);

#endif
