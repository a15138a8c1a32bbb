// near_points.c - see near_points.h. Points are sorted into cells no smaller than the distance, so the partners of one are in
// its cell and those around it.
#include "measure/near_points.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

void near_points_begin(near_points *is, const window *box, double reach)
{
    *is = (near_points){.box = box, .reach = reach};
}

void near_points_clear(near_points *is)
{
    free(is->at);
    free(is->kind);
    free(is->next);
    free(is->first);
}

void near_points_empty(near_points *is)
{
    is->points = 0;
}

bool near_points_add(near_points *is, v3 at, int32_t kind)
{
    if (is->points == is->room) {
        int64_t kinds = is->room;
        int64_t nexts = is->room;
        const int64_t need = is->points + 1;
        const bool good = MEM_GROW(is->kind, kinds, need) && MEM_GROW(is->next, nexts, need) &&
                          MEM_GROW(is->at, is->room, need);
        if (!good)
            return false;
    }
    is->at[is->points] = at;
    is->kind[is->points] = kind;
    is->points++;
    return true;
}

// Cells along an axis: as many as the distance allows, and in all not many more than there are points.
static int cells_along(const near_points *is, int axis)
{
    const double most = 1 + floor(sqrt((double)is->points));
    const double fitting = floor(is->box->length[axis] / is->reach);
    const double count = fitting < most ? fitting : most;
    return count > 1 ? (int)count : 1;
}

static int cell_along(const near_points *is, int axis, double x)
{
    const double from = x - v3_component(is->box->low, axis);
    const double place = floor(from / is->box->length[axis] * is->cells[axis]);
    const int last = is->cells[axis] - 1;
    if (!(place > 0))
        return 0;
    return place < last ? (int)place : last;
}

static bool sort_points(near_points *is)
{
    int64_t cells = 1;
    for (int axis = 0; axis < 3; axis++) {
        is->cells[axis] = axis < is->box->dimensions ? cells_along(is, axis) : 1;
        cells *= is->cells[axis];
    }
    if (!MEM_GROW(is->first, is->rooms, cells))
        return false;
    for (int64_t i = 0; i < cells; i++)
        is->first[i] = -1;
    for (int64_t i = is->points - 1; i >= 0; i--) {
        int64_t cell = 0;
        for (int axis = is->box->dimensions - 1; axis >= 0; axis--)
            cell = cell * is->cells[axis] + cell_along(is, axis, v3_component(is->at[i], axis));
        is->next[i] = is->first[cell];
        is->first[cell] = i;
    }
    return true;
}

// The cells beside one along an axis, itself among them, each once; how many.
static int beside(const near_points *is, int axis, int at, int out[3])
{
    const int cells = is->cells[axis];
    int count = 0;
    for (int step = -1; step <= 1; step++) {
        int other = at + step;
        if (is->box->periodic[axis])
            other = (other + cells) % cells;
        bool known = other < 0 || other >= cells;
        for (int i = 0; i < count; i++)
            known = known || out[i] == other;
        if (!known)
            out[count++] = other;
    }
    return count;
}

static void see_cell(const near_points *is, int64_t point, int64_t cell, near_points_see *see,
                     void *context)
{
    for (int64_t other = is->first[cell]; other >= 0; other = is->next[other]) {
        if (other <= point)
            continue;
        const double distance = v3_norm(window_way(is->box, is->at[point], is->at[other]));
        if (distance <= is->reach)
            see(context, is->kind[point], is->kind[other], distance);
    }
}

static void see_around(const near_points *is, int64_t point, near_points_see *see, void *context)
{
    int along[3][3] = {{0}, {0}, {0}};
    int count[3] = {1, 1, 1};
    for (int axis = 0; axis < is->box->dimensions; axis++) {
        const double x = v3_component(is->at[point], axis);
        const int own = cell_along(is, axis, x);
        count[axis] = beside(is, axis, own, along[axis]);
    }
    for (int z = 0; z < count[2]; z++) {
        for (int y = 0; y < count[1]; y++) {
            const int64_t layer = along[2][z];
            const int64_t row = layer * is->cells[1] + along[1][y];
            for (int x = 0; x < count[0]; x++)
                see_cell(is, point, row * is->cells[0] + along[0][x], see, context);
        }
    }
}

bool near_points_pairs(near_points *is, near_points_see *see, void *context)
{
    if (!sort_points(is))
        return false;
    for (int64_t i = 0; i < is->points; i++)
        see_around(is, i, see, context);
    return true;
}
