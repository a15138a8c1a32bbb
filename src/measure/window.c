// window.c - see window.h.
#include "measure/window.h"

#include "measure/table.h"

#include <math.h>

static void take_corner(const choice *choice, const char *name, double corner[3])
{
    if (choice_given(choice, name))
        choice_vector(choice, name, corner);
}

static scree_status read_axis(const model *model, const char *law, int axis, double low,
                              double high, scree_error *error)
{
    const double first = v3_component(model->low, axis);
    const double last = v3_component(model->high, axis);
    if (!isfinite(low) || !isfinite(high)) {
        return probe_fail(error, law, "give `low` and `high`, or bound the domain",
                          "the domain has no end along %c", "xyz"[axis]);
    }
    if (!(low < high)) {
        return probe_fail(error, law, "every component of `low` must be below that of `high`",
                          "along %c the box from %g m to %g m is empty", "xyz"[axis], low, high);
    }
    if (model->boundary[axis] == BOUNDARY_PERIODIC && (low < first || high > last)) {
        return probe_fail(error, law, "keep the box within the domain",
                          "along %c the box from %g m to %g m goes beyond the periodic border",
                          "xyz"[axis], low, high);
    }
    const double range[2] = {low, high};
    return probe_inside(model, law, axis, range, error);
}

static scree_status read_box(const choice *choice, const model *model, const char *law, window *out,
                             scree_error *error)
{
    double low[3] = {model->low.x, model->low.y, model->low.z};
    double high[3] = {model->high.x, model->high.y, model->high.z};
    take_corner(choice, "low", low);
    take_corner(choice, "high", high);
    *out = (window){.dimensions = model->dimensions, .volume = 1};
    for (int axis = 0; axis < 3; axis++) {
        out->length[axis] = 1;
        out->count[axis] = 1;
        out->edge[axis] = 1;
    }
    for (int axis = 0; axis < model->dimensions; axis++) {
        const scree_status status = read_axis(model, law, axis, low[axis], high[axis], error);
        if (status)
            return status;
        const bool whole = low[axis] == v3_component(model->low, axis) &&
                           high[axis] == v3_component(model->high, axis);
        out->length[axis] = high[axis] - low[axis];
        out->volume *= out->length[axis];
        out->periodic[axis] = whole && model->boundary[axis] == BOUNDARY_PERIODIC;
    }
    if (model->dimensions == 2) {
        low[2] = -INFINITY;
        high[2] = INFINITY;
    }
    out->low = v3_at(low);
    out->high = v3_at(high);
    return SCREE_OK;
}

scree_status window_read(const choice *choice, const model *model, const char *law, window *out,
                         scree_error *error)
{
    if (model->cell.given) {
        return probe_fail(error, law, "leave it out, or the cell",
                          "it knows no box in a cell that deforms");
    }
    return read_box(choice, model, law, out, error);
}

scree_status window_read_cell(const choice *choice, const model *model, const char *law,
                              window *out, scree_error *error)
{
    const bool part = choice_given(choice, "low") || choice_given(choice, "high");
    if (model->cell.given && part)
        return probe_fail(error, law, "leave out `low` and `high`",
                          "in a cell that deforms it looks at the whole cell");
    if (model->cell.given && !whole_are_balls(model))
        return probe_fail(error, law, "leave it out, or the cell",
                          "it knows no grains of several balls in a cell that deforms");
    const scree_status status = read_box(choice, model, law, out, error);
    out->deforms = !status && model->cell.given;
    return status;
}

void window_follow(window *is, const frame *frame)
{
    if (!is->deforms)
        return;
    is->volume = 1;
    for (int axis = 0; axis < is->dimensions; axis++) {
        is->length[axis] = frame->cell.edges.of[axis];
        is->edge[axis] = is->length[axis] / is->count[axis];
        is->volume *= is->length[axis];
    }
    const v3 lengths = v3_make(is->length[0], is->length[1], is->length[2]);
    const v3 high = v3_add(is->low, lengths);
    is->high.x = high.x;
    is->high.y = high.y;
    if (is->dimensions == 3)
        is->high.z = high.z;
}

static double whole_number(double x)
{
    const double rounded = floor(x + 0.5);
    return rounded > 1 ? rounded : 1;
}

scree_status window_cells(const choice *choice, const char *law, int64_t most, window *out,
                          scree_error *error)
{
    const bool by_edge = choice_given(choice, "cell");
    const bool by_number = choice_given(choice, "cells");
    double count[3] = {1, 1, 1};
    double cells = 1;
    if (by_edge == by_number) {
        return probe_fail(error, law, "give cell: LENGTH, or cells: [NX, NY, NZ]",
                          by_edge ? "`cell` and `cells` are both given"
                                  : "how large the cells are is not said");
    }
    if (by_number)
        choice_vector(choice, "cells", count);
    for (int axis = 0; axis < out->dimensions; axis++) {
        if (by_edge)
            count[axis] = whole_number(out->length[axis] / choice_real(choice, "cell"));
        if (count[axis] != floor(count[axis]))
            return probe_fail(error, law, "write whole numbers", "cells: %g is not whole",
                              count[axis]);
        cells *= count[axis];
    }
    if (!(cells <= (double)most)) {
        return probe_fail(error, law, "make the cells larger", "%.4g cells are more than %.4g",
                          cells, (double)most);
    }
    for (int axis = 0; axis < out->dimensions; axis++) {
        out->count[axis] = (int)count[axis];
        out->edge[axis] = out->length[axis] / count[axis];
    }
    out->cells = (int64_t)cells;
    return SCREE_OK;
}

void window_limits(const window *is, grain_filter *filter)
{
    double low[3] = {is->low.x, is->low.y, is->low.z};
    double high[3] = {is->high.x, is->high.y, is->high.z};
    for (int axis = 0; axis < 3; axis++) {
        if (!is->deforms || !is->periodic[axis])
            continue;
        low[axis] = -INFINITY;
        high[axis] = INFINITY;
    }
    filter->low = v3_at(low);
    filter->high = v3_at(high);
}

static int64_t place_along(const window *is, int axis, double x)
{
    const double place = floor((x - v3_component(is->low, axis)) / is->edge[axis]);
    const double last = is->count[axis] - 1;
    if (!(place > 0))
        return 0;
    return (int64_t)(place < last ? place : last);
}

int64_t window_cell(const window *is, v3 at)
{
    int64_t cell = 0;
    for (int axis = is->dimensions - 1; axis >= 0; axis--)
        cell = cell * is->count[axis] + place_along(is, axis, v3_component(at, axis));
    return cell;
}

v3 window_middle(const window *is, int64_t cell)
{
    double at[3] = {0, 0, 0};
    for (int axis = 0; axis < is->dimensions; axis++) {
        const double place = (double)(cell % is->count[axis]);
        at[axis] = v3_component(is->low, axis) + (place + 0.5) * is->edge[axis];
        cell /= is->count[axis];
    }
    return v3_at(at);
}
