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

static void take_edges(v3 *from, const cell_matrix *edges, v3 turns)
{
    const v3 away = cell_times(edges, turns);
    *from = v3_sub(*from, away);
}

v3 cell_enter(const stepping *stepping, v3 *at, v3 *velocity)
{
    const cell_step *cell = stepping->cell;
    v3 turns = {0, 0, 0};
    turns.z = lengths_over(stepping, 2, at->z);
    take_edges(at, &cell->next, v3_make(0, 0, turns.z));
    turns.y = lengths_over(stepping, 1, at->y);
    take_edges(at, &cell->next, v3_make(0, turns.y, 0));
    turns.x = lengths_over(stepping, 0, at->x);
    take_edges(at, &cell->next, v3_make(turns.x, 0, 0));
    at->x = put_inside(stepping, 0, at->x);
    at->y = put_inside(stepping, 1, at->y);
    at->z = put_inside(stepping, 2, at->z);
    take_edges(velocity, &cell->flow, turns);
    return turns;
}

void border_count(const bodies *bodies, int32_t slot, v3 turns)
{
    if (!bodies->image)
        return;
    int32_t *image = bodies->image + 3 * (size_t)slot;
    image[0] = (int32_t)turns.x;
    image[1] = (int32_t)turns.y;
    image[2] = (int32_t)turns.z;
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
    double *held = bodies->hold[slot].v;
    int32_t *image = NULL;
    if (bodies->image)
        image = bodies->image + 3 * (size_t)slot;
    for (int axis = 0; axis < 3; axis++) {
        const double edges = v3_component(turns, axis);
        position[axis] = v3_component(at, axis);
        velocity[axis] = v3_component(moves, axis);
        held[axis] -= v3_component(taken, axis);
        if (fabs(edges) > 2)
            report_trouble(stepping, report, TROUBLE_FAST, slot, -1, false);
        else if (image)
            image[axis] += (int32_t)edges;
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
