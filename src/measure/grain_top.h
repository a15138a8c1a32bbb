// grain_top.h - how high a grain reaches.
#ifndef SCREE_MEASURE_GRAIN_TOP_H
#define SCREE_MEASURE_GRAIN_TOP_H

#include "measure/whole.h"

// The height of its highest point along a unit vector, m: of its balls, or of its corners.
double grain_top(const frame *frame, const whole_grain *grain, v3 up);

#endif
