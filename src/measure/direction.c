// direction.c - see direction.h.
//
// With the corner as origin, the part of a box with edges L_i below n.x = c, all n_i > 0, is that of the corner that the plane cuts
// off, c^m / (m! n_1 ... n_m), less what of it lies beyond each face, and so on by turns: the sum over all sets S of axes of
// (-1)^|S| max(0, c - sum over S of n_i L_i)^m / (m! n_1 ... n_m) (inclusion and exclusion). Edges along the plane multiply it.
#include "measure/direction.h"

#include <math.h>

static const double along_plane = 1e-12; // components below that are none

static bool leaves(const direction *direction, int axis)
{
    return fabs(v3_component(direction->along, axis)) > along_plane;
}

static scree_status check(const model *model, const char *law, const direction *direction,
                          scree_error *error)
{
    if (model->cell.given) {
        return probe_fail(error, law, "write x, y or z",
                          "in a cell that deforms there is no such `axis`");
    }
    if (model->dimensions == 2 && leaves(direction, 2)) {
        return probe_fail(error, law, "leave its third component 0",
                          "in 2D `axis` leaves the plane");
    }
    for (int axis = 0; axis < model->dimensions; axis++) {
        if (model->boundary[axis] != BOUNDARY_PERIODIC || !leaves(direction, axis))
            continue;
        return probe_fail(error, law, "write x, y or z, or a direction across all periodic axes",
                          "`axis` is oblique to %c, which is periodic", "xyz"[axis]);
    }
    return SCREE_OK;
}

scree_status direction_read(const choice *choice, const model *model, const char *law, int fallback,
                            direction *out, scree_error *error)
{
    static const v3 unit[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    double given[3];
    out->axis = fallback;
    if (choice_text(choice, "axis") || !choice_given(choice, "axis")) {
        const scree_status status = probe_axis(choice, "axis", law, fallback, &out->axis, error);
        out->along = unit[out->axis];
        return status;
    }
    choice_vector(choice, "axis", given);
    const v3 along = v3_at(given);
    if (!(v3_norm(along) > 0))
        return probe_fail(error, law, "write x, y or z, or [1, 0, 1]", "`axis` is no direction");
    out->along = v3_unit(along);
    for (int axis = 0; axis < 3; axis++) {
        const v3 rest = v3_sub(out->along, unit[axis]);
        if (v3_norm(rest) < along_plane)
            out->axis = axis;
        else
            continue;
        out->along = unit[axis];
        return SCREE_OK;
    }
    out->axis = -1;
    return check(model, law, out, error);
}

scree_status direction_range(const choice *choice, const model *model, const char *law,
                             const direction *direction, double range[2], scree_error *error)
{
    double ends[2] = {0, 0};
    for (int axis = 0; axis < 3; axis++) {
        const double n = v3_component(direction->along, axis);
        if (!leaves(direction, axis))
            continue;
        const double first = n * v3_component(model->low, axis);
        const double last = n * v3_component(model->high, axis);
        ends[0] += fmin(first, last);
        ends[1] += fmax(first, last);
    }
    range[0] = choice_given(choice, "low") ? choice_real(choice, "low") : ends[0];
    range[1] = choice_given(choice, "high") ? choice_real(choice, "high") : ends[1];
    if (!isfinite(range[0]) || !isfinite(range[1])) {
        return probe_fail(error, law, "give `low` and `high`",
                          "the domain has no end along `axis`");
    }
    if (!(range[0] < range[1])) {
        return probe_fail(error, law, "`low` must be below `high`",
                          "the range from %g m to %g m is empty", range[0], range[1]);
    }
    if (range[0] > ends[1] || range[1] < ends[0]) {
        return probe_fail(error, law, "choose a place within the domain",
                          "along `axis` no grain is ever from %g m to %g m: the domain goes from "
                          "%g m to %g m",
                          range[0], range[1], ends[0], ends[1]);
    }
    return SCREE_OK;
}

double direction_below(const direction *direction, const direction_box *box, double place)
{
    double edge[3]; // over n, of axes that leave the plane
    double whole = 1;
    int leaving = 0;
    for (int axis = 0; axis < box->dimensions; axis++) {
        const double n = v3_component(direction->along, axis);
        const double low = v3_component(box->low, axis);
        const double high = v3_component(box->high, axis);
        const double length = high - low;
        if (!isfinite(length))
            return NAN;
        if (!leaves(direction, axis)) {
            whole *= length;
            continue;
        }
        place -= n > 0 ? n * low : n * high;
        edge[leaving] = fabs(n) * length;
        leaving++;
        whole /= leaving * fabs(n);
    }
    double sum = 0;
    for (int set = 0; set < 1 << leaving; set++) {
        double rest = place;
        double sign = 1;
        for (int k = 0; k < leaving; k++) {
            if (!(set >> k & 1))
                continue;
            rest -= edge[k];
            sign = -sign;
        }
        double power = sign;
        for (int k = 0; k < leaving; k++)
            power *= fmax(rest, 0);
        sum += power;
    }
    return whole * sum;
}
