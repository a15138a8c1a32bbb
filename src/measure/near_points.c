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
    free(is->given);
    free(is->given_kind);
    free(is->at);
    free(is->kind);
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
        int64_t sorted = is->room;
        int64_t sorted_kinds = is->room;
        const int64_t need = is->points + 1;
        const bool good = MEM_GROW(is->given_kind, kinds, need) && MEM_GROW(is->at, sorted, need) &&
                          MEM_GROW(is->kind, sorted_kinds, need) &&
                          MEM_GROW(is->given, is->room, need);
        if (!good)
            return false;
    }
    is->given[is->points] = at;
    is->given_kind[is->points] = kind;
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

static int64_t cell_of(const near_points *is, v3 at)
{
    int64_t cell = 0;
    for (int axis = is->box->dimensions - 1; axis >= 0; axis--)
        cell = cell * is->cells[axis] + cell_along(is, axis, v3_component(at, axis));
    return cell;
}

// Sorts by cells, by counting.
static bool sort_points(near_points *is)
{
    int64_t cells = 1;
    for (int axis = 0; axis < 3; axis++) {
        is->cells[axis] = axis < is->box->dimensions ? cells_along(is, axis) : 1;
        cells *= is->cells[axis];
    }
    if (!MEM_GROW(is->first, is->rooms, cells + 2))
        return false;
    int64_t *first = is->first;
    for (int64_t i = 0; i < cells + 2; i++)
        first[i] = 0;
    for (int64_t i = 0; i < is->points; i++)
        first[cell_of(is, is->given[i]) + 2]++;
    for (int64_t i = 1; i < cells + 2; i++)
        first[i] += first[i - 1];
    for (int64_t i = 0; i < is->points; i++) {
        const int64_t to = first[cell_of(is, is->given[i]) + 1]++;
        is->at[to] = is->given[i];
        is->kind[to] = is->given_kind[i];
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

// Both are in the box, so no more than one length is to be taken off.
static double nearest(double way, double length)
{
    if (way > 0.5 * length)
        return way - length;
    return way < -0.5 * length ? way + length : way;
}

typedef struct near_look {
    near_points_see *see;
    void *context;
    double length[3]; // m; infinite where the box has ends
    double most;      // square of the distance, m^2
} near_look;

// Square of the distance from one point to another.
static double apart(const near_look *look, v3 from, v3 to)
{
    const double x = nearest(to.x - from.x, look->length[0]);
    const double y = nearest(to.y - from.y, look->length[1]);
    const double z = nearest(to.z - from.z, look->length[2]);
    return (x * x + y * y) + z * z;
}

static void see_cells(const near_points *is, const near_look *look, int64_t cell, int64_t other)
{
    const int64_t *first = is->first;
    const v3 *at = is->at;
    const int32_t *kind = is->kind;
    const int64_t end = first[other + 1];
    for (int64_t i = first[cell]; i < first[cell + 1]; i++) {
        int64_t partner = first[other];
        if (cell == other)
            partner = i + 1;
        for (; partner < end; partner++) {
            const double square = apart(look, at[i], at[partner]);
            if (square > look->most)
                continue;
            look->see(look->context, kind[i], kind[partner], sqrt(square));
        }
    }
}

// Each pair of cells once: those beside a cell that are not before it.
static void see_around(const near_points *is, const near_look *look, int64_t cell)
{
    int along[3][3] = {{0}, {0}, {0}};
    int count[3] = {1, 1, 1};
    int64_t rest = cell;
    for (int axis = 0; axis < is->box->dimensions; axis++) {
        count[axis] = beside(is, axis, (int)(rest % is->cells[axis]), along[axis]);
        rest /= is->cells[axis];
    }
    for (int z = 0; z < count[2]; z++) {
        for (int y = 0; y < count[1]; y++) {
            const int64_t layer = along[2][z];
            const int64_t row = layer * is->cells[1] + along[1][y];
            for (int x = 0; x < count[0]; x++) {
                const int64_t other = row * is->cells[0] + along[0][x];
                if (other >= cell)
                    see_cells(is, look, cell, other);
            }
        }
    }
}

bool near_points_pairs(near_points *is, near_points_see *see, void *context)
{
    near_look look = {
        .see = see,
        .context = context,
        .most = is->reach * is->reach,
    };
    if (!sort_points(is))
        return false;
    int64_t cells = 1;
    for (int axis = 0; axis < 3; axis++) {
        const bool periodic = is->box->periodic[axis];
        look.length[axis] = periodic ? is->box->length[axis] : INFINITY;
        cells *= is->cells[axis];
    }
    for (int64_t cell = 0; cell < cells; cell++)
        see_around(is, &look, cell);
    return true;
}
