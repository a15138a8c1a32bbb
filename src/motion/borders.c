// borders.c - bodies that cross the borders of the domain.
#include "motion/stepping.h"

#include <math.h>

void cross_border(const stepping *s, int32_t slot, report *r)
{
    const bodies *o = s->context.body;
    double *x = o->position[1 - o->now][slot].v;
    double *hold = o->hold[slot].v;
    for (int axis = 0; axis < 3; axis++) {
        int turn = x[axis] < s->low[axis] ? 1 : x[axis] >= s->high[axis] ? -1 : 0;
        if (!(fabs(x[axis]) < 1e300)) {
            report_trouble(s, r, TROUBLE_FAST, slot, -1, false);
            return;
        }
        if (!turn)
            continue;
        if (!s->periodic[axis]) {
            r->lost++;
            report_trouble(s, r, TROUBLE_LOST, slot, -1, false);
            continue;
        }
        double shift = turn * s->context.length[axis];
        x[axis] += shift;
        // sums may round: x + L up to the upper border, x - L below the lower one
        if (turn > 0 ? x[axis] >= s->high[axis] : x[axis] < s->low[axis])
            x[axis] = s->low[axis];
        hold[axis] += shift;
        if (o->image)
            o->image[3 * (size_t)slot + (size_t)axis] -= turn;
        if (!(x[axis] >= s->low[axis] && x[axis] < s->high[axis]))
            report_trouble(s, r, TROUBLE_FAST, slot, -1, false);
    }
}
