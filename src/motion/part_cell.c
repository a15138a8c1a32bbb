// part_cell.c - a periodic cell that deforms, as a part sees it (motion/part.h).
#include "motion/part.h"

static void set_borders(stepping *stepping, const double *edge, v3 corner)
{
    for (int axis = 0; axis < 3; axis++) {
        if (stepping->periodic[axis])
            stepping->high[axis] = v3_component(corner, axis) + edge[axis];
    }
}

void part_place_cell(part *part, const shared *shared)
{
    const cell_state *cell = &shared->cell;
    stepping *stepping = &part->stepping;
    contact_context *context = &stepping->context;
    if (!cell->given)
        return;
    const double *edge = cell->now.of;
    stepping->cell = &cell->step;
    context->deforms = true;
    context->cell = cell->now;
    context->flow = cell->flow;
    for (int axis = 0; axis < 3; axis++) {
        if (!stepping->periodic[axis])
            continue;
        context->length[axis] = edge[axis];
        context->inverse_length[axis] = 1 / edge[axis];
    }
    set_borders(stepping, edge, cell->step.corner);
}

void part_open_cell(part *part, const shared *shared)
{
    if (shared->cell.given)
        set_borders(&part->stepping, shared->cell.step.next.of, shared->cell.step.corner);
}
