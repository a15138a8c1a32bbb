// borders.c - bodies that cross the borders of the domain.
#include "motion/stepping.h"

#include <math.h>

// Which way a ball has to go to be in the domain again: 1: up, -1: down, 0: it is in.
static int way_back(const stepping *stepping, int axis, double at)
{
    if (at < stepping->low[axis])
        return 1;
    if (at >= stepping->high[axis])
        return -1;
    return 0;
}

// On the other side of a periodic axis. Sums may round: x + L up to the upper border, x - L below the lower one.
double border_rounded(const stepping *stepping, int axis, double at, int turn)
{
    bool is_beyond = turn > 0 ? at >= stepping->high[axis] : at < stepping->low[axis];
    return is_beyond ? stepping->low[axis] : at;
}

bool border_turn(const stepping *stepping, int32_t slot, int axis, double at, int *turn,
                 report *report)
{
    *turn = way_back(stepping, axis, at);
    bool finite = fabs(at) < 1e300;
    if (!finite) {
        report_trouble(stepping, report, TROUBLE_FAST, slot, -1, false);
        return false;
    }
    bool is_lost = *turn != 0 && !stepping->periodic[axis];
    if (is_lost) {
        report->lost++;
        report_trouble(stepping, report, TROUBLE_LOST, slot, -1, false);
        *turn = 0;
    }
    return true;
}

void border_crossed(const stepping *stepping, int32_t slot, int axis, double at, int turn,
                    report *report)
{
    const bodies *bodies = stepping->context.body;
    double length = stepping->context.length[axis];
    size_t image = 3 * (size_t)slot + (size_t)axis;
    bodies->hold[slot].v[axis] += turn * length;
    if (bodies->image)
        bodies->image[image] -= turn;
    if (!border_inside(stepping, axis, at))
        report_trouble(stepping, report, TROUBLE_FAST, slot, -1, false);
}

void cross_border(const stepping *stepping, int32_t slot, report *report)
{
    const bodies *bodies = stepping->context.body;
    double *position = bodies->position[1 - bodies->now][slot].v;
    for (int axis = 0; axis < 3; axis++) {
        int turn;
        if (!border_turn(stepping, slot, axis, position[axis], &turn, report))
            return;
        if (!turn)
            continue;
        double moved = position[axis] + turn * stepping->context.length[axis];
        position[axis] = border_rounded(stepping, axis, moved, turn);
        border_crossed(stepping, slot, axis, position[axis], turn, report);
    }
}
