// transits.h - the grains that have gone through a surface in a step.
#ifndef SCREE_STATE_TRANSITS_H
#define SCREE_STATE_TRANSITS_H

#include <stdint.h>

typedef struct transit {
    int64_t id;   // of the grain: that of its first ball
    int32_t set;  // streams after sets
    double mass;  // kg
    double count; // along the normals of the surface less against them; not 0
} transit;

// In the order of ids.
typedef struct transits {
    double time; // at the end of the step, s
    const transit *transit;
    int64_t count;
} transits;

#endif
