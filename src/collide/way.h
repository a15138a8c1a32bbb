// way.h - where two balls meet that go straight on for a step.
#ifndef SCREE_COLLIDE_WAY_H
#define SCREE_COLLIDE_WAY_H

#include "base/vec.h"

#include <stdbool.h>

// Ways shorter than this part of a ball's radius bend no normal by more than it, and no gap by more than half of its
// square: contacts stay as they are.
static const double way_short = 1e-3;

// A contact that is not met on the way stands back by so much of it more than the way goes.
static const double way_behind = 1e-9;

// Two balls whose centres are `from` apart, that of b seen from a, farther than `sum` of their radii; b goes `way`
// against a. True where they touch on it: `where` is then b, seen from a, as they do for the first time, which is
// the smaller root of |from + t way| = sum;
// else it is b as they are nearest.
static inline bool way_meets_ball(v3 from, v3 way, double sum, v3 *where)
{
    double far = v3_norm(from);
    double a = v3_dot(way, way);
    double b = v3_dot(from, way);
    double c = (far - sum) * (far + sum);
    double inside = b * b - a * c;
    *where = from;
    if (!(b < 0))
        return false;
    if (!(c > 0))
        return true; // they touch already, to rounding
    double part = inside >= 0 ? c / (sqrt(inside) - b) : 2;
    bool meets = part <= 1;
    if (!meets)
        part = -b < a ? -b / a : 1;
    *where = v3_fma(from, part, way);
    return meets;
}

#endif
