// yield_pair.h - the contact pressure at which a pair of materials begins to yield, for mixing the plastic normal laws.
#ifndef SCREE_LAW_YIELD_PAIR_H
#define SCREE_LAW_YIELD_PAIR_H

#include "base/mathlib.h"
#include "law/law.h"
#include "law/yield.h"

// The smaller A_Y(nu) sigma_Y of the two, Pa; a rigid body never yields. NaN where a yield stress is missing.
static inline __attribute__((unused)) double yield_pressure_of_pair(const law_pair *pair)
{
    double pressure = INFINITY;
    for (int i = 0; i < 2; i++) {
        if (!isfinite(pair->young[i]))
            continue;
        if (!isfinite(pair->yield[i]))
            return NAN;
        pressure = real_min(pressure, yield_point_of(pair->poisson[i]).factor * pair->yield[i]);
    }
    return pressure;
}

#endif
