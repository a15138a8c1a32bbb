// smoothing_value.h - the smoothing functions at SCREE_WIDTH distances at once: the one place where their formulas stand (see
// smoothing.h). Included by files that are compiled once per vector width, and by smoothing.c for one distance.
#ifndef SCREE_MEASURE_SMOOTHING_VALUE_H
#define SCREE_MEASURE_SMOOTHING_VALUE_H

#include "base/wide_math.h"
#include "measure/smoothing.h"

// c (1 + 3 q)(1 - q)^3, of which nothing is left beyond q = 1.
static inline vd smoothing_lucy(const smoothing *is, vd distance_squared)
{
    const vd one = vd_set(1);
    const vd ratio = vd_sqrt(vd_min(distance_squared * is->inverse_square, one));
    const vd rest = one - ratio;
    return is->factor * (one + 3.0 * ratio) * (rest * rest * rest);
}

static inline vd smoothing_gauss(const smoothing *is, vd distance_squared)
{
    const vd value = is->factor * vd_exp(-0.5 * (distance_squared * is->inverse_square));
    const vm beyond = vd_gt(distance_squared, vd_set(is->reach * is->reach));
    return vd_select(beyond, vd_set(0), value);
}

static inline vd smoothing_heaviside(const smoothing *is, vd distance_squared)
{
    const vm beyond = vd_gt(distance_squared, vd_set(is->reach * is->reach));
    return vd_select(beyond, vd_set(0), vd_set(is->factor));
}

// Where `kind` is a constant the compiler leaves one of the three.
static inline __attribute__((always_inline)) vd
smoothing_values(smoothing_kind kind, const smoothing *is, vd distance_squared)
{
    if (kind == SMOOTHING_LUCY)
        return smoothing_lucy(is, distance_squared);
    if (kind == SMOOTHING_GAUSS)
        return smoothing_gauss(is, distance_squared);
    return smoothing_heaviside(is, distance_squared);
}

#endif
