// whole.h - bodies of several balls as the one grain that they are: what probes count, and where it is.
//
// Frames hold the balls, those of a body one after another. The centre of mass of a body, and its velocity, is the mean
// of those of its balls with the weights that the clump has for it (state/model.h, `level` and `slope`).
#ifndef SCREE_MEASURE_WHOLE_H
#define SCREE_MEASURE_WHOLE_H

#include "state/frame.h"
#include "state/model.h"

typedef struct whole_grain {
    int64_t id;            // of its first ball
    int64_t first, balls;  // entries in the frame
    v3 position, velocity; // of the centre, inside the domain on periodic axes
    double image[3];       // how often the centre has crossed each periodic border, signed
    double mass;           // infinite where fixed
    int32_t set;
    double contacts;
} whole_grain;

// The grain whose first ball is entry i. The next one begins at first + balls.
whole_grain whole_grain_at(const model *model, const frame_balls *balls, int64_t i);

// From one ball of a body to another, or to its centre: on periodic axes a border may lie between them. Not in a cell that
// deforms, where a body of several balls has no centre that frames tell.
v3 whole_way(const model *model, v3 from, v3 to);
// Has each grain of the case one ball, also where that is the ball around a grain with corners?
bool whole_are_balls(const model *model);

// The share of its balls' volumes (2D: areas), each for itself, that a grain of this set has: 1 for a ball.
double whole_filling(const model *model, int32_t set);

#endif
