// stretch.h - a part of a line, in shares of its length, and what a linear function leaves of it.
#ifndef SCREE_SHAPE_STRETCH_H
#define SCREE_SHAPE_STRETCH_H

#include "base/mathlib.h"

typedef struct stretch { // empty where it ends before it begins
    double from, to;
} stretch;

static inline void stretch_empty(stretch *stretch)
{
    stretch->to = stretch->from - 1;
}

// Leaves where a linear function, which has these values at the shares 0 and 1, is not below zero.
static inline void stretch_narrow(stretch *stretch, double at_begin, double at_end)
{
    if (at_begin < 0 && at_end < 0) {
        stretch_empty(stretch);
    } else if (at_begin < 0) {
        stretch->from = real_max(stretch->from, at_begin / (at_begin - at_end));
    } else if (at_end < 0) {
        stretch->to = real_min(stretch->to, at_begin / (at_begin - at_end));
    }
}

#endif
