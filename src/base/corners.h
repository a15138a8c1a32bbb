// corners.h - the lowest and the highest corner of the box around points: coordinate by coordinate, as real_min and
// real_max have it.
#ifndef SCREE_BASE_CORNERS_H
#define SCREE_BASE_CORNERS_H

#include "base/mathlib.h"
#include "base/vec.h"

static inline v3 v3_min(v3 a, v3 b)
{
    return v3_make(real_min(a.x, b.x), real_min(a.y, b.y), real_min(a.z, b.z));
}
static inline v3 v3_max(v3 a, v3 b)
{
    return v3_make(real_max(a.x, b.x), real_max(a.y, b.y), real_max(a.z, b.z));
}

#endif
