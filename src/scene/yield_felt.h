// yield_felt.h - the mass of a wall that gives way, as a grain feels it through the normal of one contact.
//
// Along the axis d of a wall that moves along it alone it is M/(n.d)^2. A body is moved and turned by a push along n at the
// arm r from its centre: 1/M' = n.F n/M + (r x n).I^-1 (r x n), F its free axes (W. J. Stronge, Impact Mechanics, 2000: the mass
// of an impact of rigid bodies). It is a header, for the loops of contacts have no calls.
#ifndef SCREE_SCENE_YIELD_FELT_H
#define SCREE_SCENE_YIELD_FELT_H

#include "scene/drive.h"

// By what a push of 1 N s against the surface moves it out of the way there, 1/kg: a grain is pushed along `normal` at the
// place `at`, and the wall against it. 0: it is held.
static inline __attribute__((always_inline)) double drive_yield_felt(const drive_yield *yield,
                                                                     v3 normal, v3 at)
{
    if (!yield->body) {
        const double along = v3_dot(normal, yield->axis);
        const bool held =
            yield->stop * along < 0; // what pushes a grain along n pushes the wall against it
        return held ? 0 : along * along * yield->inverse_mass;
    }
    const v3 free = yield->free;
    const v3 lever = v3_cross(v3_sub(at, yield->point), normal);
    const v3 turned = sym3_times(yield->inverse_inertia, lever);
    const v3 moving = v3_make(free.x * normal.x, free.y * normal.y, free.z * normal.z);
    return v3_dot(moving, normal) * yield->inverse_mass + v3_dot(lever, turned);
}

#endif
