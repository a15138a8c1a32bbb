// depth_soft.h - how deep a point is in a convex solid, without kinks.
//
// A point that passes below an edge of the solid must not change its face at once, or a step feels a blow. So the depth is
// (sum of d_k^-4)^(-1/4) over the depths under all faces: zero on the surface, the least of them away from the edges, and
// its slope goes over from one to the other.
#ifndef SCREE_COLLIDE_DEPTH_SOFT_H
#define SCREE_COLLIDE_DEPTH_SOFT_H

#include "collide/depths.h"

#include "base/mathlib.h"

#include <math.h>

typedef struct depth_soft {
    double least, sum, depth;
} depth_soft;

static inline bool depth_soft_at(const depth_field *field, v3 place, depth_soft *out)
{
    out->least = INFINITY;
    out->sum = 0;
    for (int32_t k = 0; k < field->faces; k++)
        out->least = real_min(out->least, field->height[k] - v3_dot(field->normal[k], place));
    if (!(out->least > 0))
        return false;
    for (int32_t k = 0; k < field->faces; k++) {
        const double depth = field->height[k] - v3_dot(field->normal[k], place);
        const double part = out->least / depth;
        const double square = part * part;
        out->sum += square * square;
    }
    out->depth = out->least / sqrt(sqrt(out->sum));
    return true;
}

// The slope of the depth along that under one face.
static inline double depth_soft_slope(const depth_soft *soft, double depth)
{
    const double part = soft->depth / depth;
    const double square = part * part;
    return square * square * part;
}

#endif
