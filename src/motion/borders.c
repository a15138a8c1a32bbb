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

// Along one axis; sums may round, as in border_rounded.
static double lengths_over(const stepping *stepping, int axis, double at)
{
    if (!stepping->periodic[axis])
        return 0;
    return floor((at - stepping->low[axis]) / stepping->cell->next.of[axis]);
}

static double put_inside(const stepping *stepping, int axis, double at)
{
    if (!stepping->periodic[axis] || border_inside(stepping, axis, at))
        return at;
    return stepping->low[axis];
}

v3 cell_enter(const stepping *stepping, v3 *at, v3 *velocity)
{
    const cell_step *cell = stepping->cell;
    v3 turns = {0, 0, 0};
    turns.z = lengths_over(stepping, 2, at->z);
    const v3 third = {0, 0, turns.z};
    *at = v3_sub(*at, cell_times(&cell->next, third));
    turns.y = lengths_over(stepping, 1, at->y);
    const v3 second = {0, turns.y, 0};
    *at = v3_sub(*at, cell_times(&cell->next, second));
    turns.x = lengths_over(stepping, 0, at->x);
    const v3 first = {turns.x, 0, 0};
    *at = v3_sub(*at, cell_times(&cell->next, first));
    at->x = put_inside(stepping, 0, at->x);
    at->y = put_inside(stepping, 1, at->y);
    at->z = put_inside(stepping, 2, at->z);
    *velocity = v3_sub(*velocity, cell_times(&cell->flow, turns));
    return turns;
}

// A ball that leaves a cell that deforms: what is held of it comes along, and its velocity is that of its image.
static void cross_cell(const stepping *stepping, int32_t slot, report *report)
{
    const bodies *bodies = stepping->context.body;
    const int next = 1 - bodies->now;
    double *position = bodies->position[next][slot].v;
    double *velocity = bodies->velocity[next][slot].v;
    v3 at = v3_at(position);
    v3 moves = v3_at(velocity);
    for (int axis = 0; axis < 3; axis++) {
        int turn = 0;
        const bool stays = stepping->periodic[axis] && fabs(position[axis]) < 1e300;
        if (!stays && !border_turn(stepping, slot, axis, position[axis], &turn, report))
            return;
    }
    const v3 turns = cell_enter(stepping, &at, &moves);
    const v3 taken = cell_times(&stepping->cell->next, turns);
    const double far[3] = {fabs(turns.x), fabs(turns.y), fabs(turns.z)};
    for (int axis = 0; axis < 3; axis++) {
        position[axis] = v3_component(at, axis);
        velocity[axis] = v3_component(moves, axis);
        bodies->hold[slot].v[axis] -= v3_component(taken, axis);
        if (far[axis] > 2)
            report_trouble(stepping, report, TROUBLE_FAST, slot, -1, false);
        else if (bodies->image)
            bodies->image[3 * (size_t)slot + (size_t)axis] += (int32_t)v3_component(turns, axis);
    }
}

void cross_border(const stepping *stepping, int32_t slot, report *report)
{
    const bodies *bodies = stepping->context.body;
    if (stepping->cell) {
        cross_cell(stepping, slot, report);
        return;
    }
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
