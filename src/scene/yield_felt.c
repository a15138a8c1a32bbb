// yield_felt.c - the mass of a wall that gives way, as a grain feels it through the normal of one contact.
//
// Along the axis d of a wall that moves along it alone it is M/(n.d)^2. A body is moved and turned by a push along n at the
// arm r from its centre: 1/M' = n.F n/M + (r x n).I^-1 (r x n), F its free axes (W. J. Stronge, Impact Mechanics, 2000: the mass
// of an impact of rigid bodies).
#include "scene/drive.h"

double drive_yield_felt(const drive_yield *yield, v3 normal, v3 at)
{
    if (!yield->body) {
        const double along = v3_dot(normal, yield->axis);
        const bool held =
            yield->stop * along < 0; // what pushes a grain along n pushes the wall against it
        return held ? 0 : along * along * yield->inverse_mass;
    }
    const v3 lever = v3_cross(v3_sub(at, yield->point), normal);
    const v3 turned = sym3_times(yield->inverse_inertia, lever);
    const double moved = v3_dot(v3_times(yield->free, normal), normal);
    return moved * yield->inverse_mass + v3_dot(lever, turned);
}
