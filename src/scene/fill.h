// fill.h - solids and outlines filled with balls and disks: clumps with the mass properties of what they stand for.
//
// A solid gets inscribed balls one after the other, each where it adds most (greedy cover: G. L. Nemhauser, L. A.
// Wolsey, M. L. Fisher, Math. Program. 14 (1978) 265, at least 1 - 1/e of what the same number could reach); an outline
// gets equal disks on a triangular lattice. All stay inside, so that what they leave out is the error of the volume.
#ifndef SCREE_SCENE_FILL_H
#define SCREE_SCENE_FILL_H

#include "shape/solid.h"
#include "state/model.h"

enum { FILL_BALLS_MOST = 2000, FILL_DISKS_MOST = 20000 };

typedef struct fill_report {
    double left;  // part of the volume (area) that no ball holds; exact
    double reach; // m: the ball about the centre of mass that holds all
} fill_report;

typedef struct fill_balls {
    int most;          // balls
    double error_most; // of the volume that they may leave; 0: as many balls as are allowed
    const char *name;  // in messages
} fill_balls;

// At most `most` balls, and no more once they leave no more than `error_most` of the volume (0: as many as are
// allowed). Fails where `most` are not enough. `out` is about the centre of mass in the principal axes, and owned by
// the caller.
scree_status fill_solid(const solid *solid, const fill_balls *limits, model_clump *out,
                        fill_report *report, scree_error *error);

typedef struct fill_disks {
    const v3 *vertex; // of the outline
    int32_t vertices;
    double radius, spacing; // m; of the disks, and between their centres
} fill_disks;

// Disks of `radius`, their centres `spacing` apart, on all places of the lattice that hold a whole disk. The lattice
// has one place in the middle of the box around the outline.
scree_status fill_outline(const fill_disks *disks, model_clump *out, fill_report *report,
                          scree_error *error);

#endif
