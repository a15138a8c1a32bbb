// borders.c - bodies that cross the borders of the domain.
#include "motion/stepping.h"

#include <math.h>

void cross_border(const stepping *stepping, int32_t slot, report *report)
{
    const bodies *bodies = stepping->context.body;
    double *position = bodies->position[1 - bodies->now][slot].v;
    double *hold = bodies->hold[slot].v;
    for (int axis = 0; axis < 3; axis++) {
        int turn = position[axis] < stepping->low[axis]     ? 1
                   : position[axis] >= stepping->high[axis] ? -1
                                                            : 0;
        if (!(fabs(position[axis]) < 1e300)) {
            report_trouble(stepping, report, TROUBLE_FAST, slot, -1, false);
            return;
        }
        if (!turn)
            continue;
        if (!stepping->periodic[axis]) {
            report->lost++;
            report_trouble(stepping, report, TROUBLE_LOST, slot, -1, false);
            continue;
        }
        double shift = turn * stepping->context.length[axis];
        position[axis] += shift;
        // sums may round: x + L up to the upper border, x - L below the lower one
        if (turn > 0 ? position[axis] >= stepping->high[axis]
                     : position[axis] < stepping->low[axis])
            position[axis] = stepping->low[axis];
        hold[axis] += shift;
        if (bodies->image)
            bodies->image[3 * (size_t)slot + (size_t)axis] -= turn;
        if (!(position[axis] >= stepping->low[axis] && position[axis] < stepping->high[axis]))
            report_trouble(stepping, report, TROUBLE_FAST, slot, -1, false);
    }
}
