// near_points.c - see near_points.h. Points are sorted into cells no smaller than half of the distance, so the partners of one
// are in its cell and those up to two around it. Cells beside each other along x follow each other, and so do their points:
// a point looks through whole stretches of a row.
#include "measure/near_points.h"

#include "base/memory.h"
#include "smooth/smooth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { AROUND = 2, STRETCH = 2 * AROUND + 1 }; // cells on either side of one, and with it

void near_points_begin(near_points *is, const window *box, double reach)
{
    *is = (near_points){.box = box, .reach = reach};
}

void near_points_clear(near_points *is)
{
    free(is->given);
    free(is->given_kind);
    for (int axis = 0; axis < 3; axis++)
        free(is->at[axis]);
    free(is->kind);
    free(is->first);
}

void near_points_empty(near_points *is)
{
    is->points = 0;
}

bool near_points_add(near_points *is, v3 at, int32_t kind)
{
    int64_t kinds = is->room;
    if (!MEM_GROW(is->given_kind, kinds, is->points + 1))
        return false;
    if (!MEM_GROW(is->given, is->room, is->points + 1))
        return false;
    is->given[is->points] = at;
    is->given_kind[is->points] = kind;
    is->points++;
    return true;
}

// Cells along an axis: as many as the distance allows, and in all not many more than there are points.
static int cells_along(const near_points *is, int axis)
{
    const double most = 1 + floor(sqrt((double)is->points));
    const double fitting = floor(AROUND * is->box->length[axis] / is->reach);
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

static bool make_room(near_points *is, int64_t cells)
{
    const int64_t need = is->points + NEAR_SLACK;
    int64_t room = is->sorted;
    for (int axis = 0; axis < 3; axis++) {
        room = is->sorted;
        if (!MEM_GROW(is->at[axis], room, need))
            return false;
    }
    return MEM_GROW(is->kind, is->sorted, need) && MEM_GROW(is->first, is->rooms, cells + 2);
}

// Vectors read beyond the last point, and forget what they read.
static void fill_slack(near_points *is)
{
    for (int64_t i = is->points; i < is->points + NEAR_SLACK; i++) {
        for (int axis = 0; axis < 3; axis++)
            is->at[axis][i] = 0;
        is->kind[i] = 0;
    }
}

// Sorts by cells, by counting.
static bool sort_points(near_points *is)
{
    int64_t cells = 1;
    for (int axis = 0; axis < 3; axis++) {
        is->cells[axis] = axis < is->box->dimensions ? cells_along(is, axis) : 1;
        cells *= is->cells[axis];
    }
    if (!make_room(is, cells))
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
        for (int axis = 0; axis < 3; axis++)
            is->at[axis][to] = v3_component(is->given[i], axis);
        is->kind[to] = is->given_kind[i];
    }
    fill_slack(is);
    return true;
}

// Stretches of cells along an axis, each cell once.
typedef struct near_stretches {
    int count;
    int first[2], last[2];
} near_stretches;

static near_stretches beside(const near_points *is, int axis, int at)
{
    const int cells = is->cells[axis];
    const int low = at - AROUND;
    const int high = at + AROUND;
    const int end = cells - 1;
    near_stretches out = {.count = 1};
    out.first[0] = low > 0 ? low : 0;
    out.last[0] = high < end ? high : end;
    if (!is->box->periodic[axis])
        return out;
    if (cells <= STRETCH) {
        out.first[0] = 0;
        out.last[0] = end;
        return out;
    }
    if (low < 0) {
        out.first[1] = low + cells;
        out.last[1] = end;
        out.count = 2;
    }
    if (high > end) {
        out.first[1] = 0;
        out.last[1] = high - cells;
        out.count = 2;
    }
    return out;
}

// The points of cell `cell` with those of a row of cells that are not before it: each pair once.
static void count_row(const near_points *is, const near_tally *tally, near_count *count,
                      int64_t cell, int64_t row, const near_stretches *along)
{
    const int64_t *first = is->first;
    for (int k = 0; k < along->count; k++) {
        const int64_t begin = row * is->cells[0] + along->first[k];
        const int64_t last = row * is->cells[0] + along->last[k];
        const int64_t from = first[begin]; // points before i, which stand before it, do not count
        const int64_t end = first[last + 1];
        for (int64_t i = first[cell]; i < first[cell + 1] && last >= cell; i++)
            count(tally, i, from > i ? from : i + 1, end);
    }
}

static void count_around(const near_points *is, const near_tally *tally, near_count *count,
                         int64_t cell)
{
    const int64_t own_row = cell / is->cells[0];
    const near_stretches along = beside(is, 0, (int)(cell % is->cells[0]));
    const near_stretches lines = beside(is, 1, (int)(own_row % is->cells[1]));
    const near_stretches layers = beside(is, 2, (int)(own_row / is->cells[1]));
    for (int k = 0; k < layers.count; k++) {
        for (int z = layers.first[k]; z <= layers.last[k]; z++) {
            for (int j = 0; j < lines.count; j++) {
                for (int y = lines.first[j]; y <= lines.last[j]; y++) {
                    const int64_t row = (int64_t)z * is->cells[1] + y;
                    if (row >= own_row)
                        count_row(is, tally, count, cell, row, &along);
                }
            }
        }
    }
}

bool near_points_count(near_points *is, const near_bins *bins)
{
    near_count *count = near_count_choose(kernel_choose(0)->width);
    if (!sort_points(is))
        return false;
    near_tally tally = {
        .at = {is->at[0], is->at[1], is->at[2]},
        .kind = is->kind,
        .most = is->reach * is->reach,
        .reach = is->reach,
        .bins = bins->bins,
        .count = bins->count,
    };
    memcpy(tally.weight, bins->weight, sizeof tally.weight);
    int64_t cells = 1;
    for (int axis = 0; axis < 3; axis++) {
        const bool periodic = is->box->periodic[axis];
        tally.length[axis] = periodic ? is->box->length[axis] : INFINITY;
        cells *= is->cells[axis];
    }
    for (int64_t cell = 0; cell < cells; cell++)
        count_around(is, &tally, count, cell);
    return true;
}

// ---- the widths

near_count scree_near_count_1;
#ifdef SCREE_HAVE_WIDTH_2
near_count scree_near_count_2;
#endif
#ifdef SCREE_HAVE_WIDTH_4
near_count scree_near_count_4;
#endif
#ifdef SCREE_HAVE_WIDTH_8
near_count scree_near_count_8;
#endif

near_count *near_count_choose(int width)
{
#ifdef SCREE_HAVE_WIDTH_8
    if (width == 8)
        return scree_near_count_8;
#endif
#ifdef SCREE_HAVE_WIDTH_4
    if (width == 4)
        return scree_near_count_4;
#endif
#ifdef SCREE_HAVE_WIDTH_2
    if (width == 2)
        return scree_near_count_2;
#endif
    (void)width;
    return scree_near_count_1;
}
