// solid_angle.h - under which angle a triangle is seen (A. van Oosterom and J. Strackee, IEEE Trans. Biomed. Eng. 30 (1983)
// 125).
#ifndef SCREE_BASE_SOLID_ANGLE_H
#define SCREE_BASE_SOLID_ANGLE_H

#include "base/mathlib.h"
#include "base/vec.h"

// Of corners a, b, c from where one looks; above zero where they turn as the hands of a clock do, seen from there. Those of a
// closed surface add up to 4 pi from inside and to 0 from outside.
static inline double solid_angle(v3 a, v3 b, v3 c)
{
    const double la = v3_norm(a);
    const double lb = v3_norm(b);
    const double lc = v3_norm(c);
    const double volume = v3_dot(a, v3_cross(b, c));
    const double cosines = la * lb * lc + v3_dot(a, b) * lc + v3_dot(b, c) * la + v3_dot(c, a) * lb;
    return 2 * real_atan2(volume, cosines);
}

#endif
