// region_half_space.c - all on one side of a plane. It has no end: its box and its volume are those of its part in the
// domain. The depth is the distance.
#include "scene/region.h"
#include "scene/regions_plane.h"

static const row rows[] = {
    {"point", ROW_VECTOR, "m", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH, "a point of the plane"},
    {"normal", ROW_VECTOR, "1", ROW_REQUIRED, -1e100, 1e100, "to the side that is meant"},
};

typedef struct half_space {
    region base;
    v3 point;
} half_space;

static scree_status make(const region_given *given, region *out, scree_error *error)
{
    half_space *half_space = (struct half_space *)out;
    half_space->point = region_vector(given->form, "point");
    scree_status status = region_direction(given, "normal", region_vector(given->form, "normal"),
                                           &out->normal, error);
    if (status == SCREE_OK)
        region_cut(given, half_space->point, INFINITY, out);
    return status;
}

static double depth(const region *is, v3 point)
{
    return v3_dot(is->normal, v3_sub(point, ((const half_space *)is)->point));
}

const char region_half_space_example[] = "point: [0, -10 mm, 0], normal: [0, 1, 0]";

const region_kind region_half_space = {
    .what = {"half-space", "all on one side of a plane", rows, sizeof rows / sizeof *rows},
    .size = sizeof(half_space),
    .make = make,
    .depth = depth,
};
