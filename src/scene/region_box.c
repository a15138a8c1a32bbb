// region_box.c - a box with edges along the axes; in 2D a rectangle. Inside the depth is the distance.
#include "scene/region.h"

#include "base/mathlib.h"

#include <math.h>

static const row rows[] = {
    {"low", ROW_VECTOR, "m", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH, "lower corner"},
    {"high", ROW_VECTOR, "m", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH, "upper corner"},
};

static scree_status make(const region_given *given, region *out, scree_error *error)
{
    out->low = region_vector(given->form, "low");
    out->high = region_vector(given->form, "high");
    const v3 edge = v3_sub(out->high, out->low);
    out->volume = edge.x * edge.y * (given->flat ? 1 : edge.z);
    if (edge.x > 0 && edge.y > 0 && (given->flat || edge.z > 0))
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, "", "every component of `low` must be below that of `high`",
                "the region has no volume: the box is empty");
}

static double depth(const region *is, v3 point)
{
    const v3 above = v3_sub(point, is->low);
    const v3 below = v3_sub(is->high, point);
    const double x = real_min(above.x, below.x);
    const double y = real_min(above.y, below.y);
    const double in_plane = real_min(x, y);
    return is->flat ? in_plane : real_min(in_plane, real_min(above.z, below.z));
}

const char region_box_example[] = "low: [-28 mm, -12 mm, -28 mm], high: [28 mm, 20 mm, 28 mm]";

const region_kind region_box = {
    .what = {"box", "a box with edges along the axes", rows, sizeof rows / sizeof *rows},
    .size = sizeof(region),
    .make = make,
    .depth = depth,
};
