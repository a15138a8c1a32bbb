// solids.h - all grains of a sample together: volume, mass, and the size that stands for all. Fixed ones do not count.
#ifndef SCREE_MEASURE_SOLIDS_H
#define SCREE_MEASURE_SOLIDS_H

#include "measure/whole.h"
#include "state/frame.h"
#include "state/model.h"

typedef struct solids {
    int64_t count;
    double volume;   // of their shapes, m^3; 2D: m^2
    double mass;     // kg; 2D: kg/m
    double diameter; // mean of those of balls (2D: disks) of their volumes, m; NaN: there are none
} solids;
// Of the shape of a grain, m^3; 2D: m^2.
double solid_volume(const model *model, const frame_balls *balls, const whole_grain *grain);
// Of the ball (2D: disk) of the volume of a grain, m.
double solid_diameter(const model *model, const frame_balls *balls, const whole_grain *grain);
solids solids_of(const model *model, const frame_balls *balls);

#endif
