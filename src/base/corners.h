// corners.h - boxes along the axes, by their lowest and their highest corner. Corners of the box around points go
// coordinate by coordinate, as real_min and real_max have it.
#ifndef SCREE_BASE_CORNERS_H
#define SCREE_BASE_CORNERS_H

#include "base/mathlib.h"
#include "base/vec.h"

#include <stdbool.h>

static inline v3 v3_min(v3 a, v3 b)
{
    return v3_make(real_min(a.x, b.x), real_min(a.y, b.y), real_min(a.z, b.z));
}
static inline v3 v3_max(v3 a, v3 b)
{
    return v3_make(real_max(a.x, b.x), real_max(a.y, b.y), real_max(a.z, b.z));
}

// Is a below b along any axis?
static inline bool v3_below(v3 a, v3 b)
{
    return a.x < b.x || a.y < b.y || a.z < b.z;
}
static inline bool box_misses(v3 low, v3 high, v3 point)
{
    return v3_below(point, low) || v3_below(high, point);
}

// Corner i, from 0 to 7: bit k of i says whether it is high along axis k.
static inline v3 box_corner(v3 low, v3 high, int i)
{
    const double x = i & 1 ? high.x : low.x;
    const double y = i & 2 ? high.y : low.y;
    const double z = i & 4 ? high.z : low.z;
    return v3_make(x, y, z);
}

// The axis along which a box is longest, the first of equal ones.
static inline int box_longest_axis(v3 low, v3 high)
{
    const v3 side = v3_sub(high, low);
    return side.x >= side.y && side.x >= side.z ? 0 : side.y >= side.z ? 1 : 2;
}

#endif
