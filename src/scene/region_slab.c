// region_slab.c - all between two parallel planes. It has no end: its box and its volume are those of its part in the
// domain. The depth is the distance.
#include "scene/region.h"
#include "scene/regions_plane.h"

#include "base/mathlib.h"

static const row rows[] = {
    {"point", ROW_VECTOR, "m", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH, "a point of one plane"},
    {"normal", ROW_VECTOR, "1", ROW_REQUIRED, -1e100, 1e100, "towards the other plane"},
    {"thickness", ROW_REAL, "m", ROW_REQUIRED, ROW_POSITIVE, ROW_ANY_HIGH,
     "distance of the two planes"},
};

typedef struct slab {
    region base;
    v3 point;
    double thickness;
} slab;

static scree_status make(const region_given *given, region *out, scree_error *error)
{
    slab *slab = (struct slab *)out;
    slab->point = region_vector(given->form, "point");
    slab->thickness = choice_real(given->form, "thickness");
    scree_status status = region_direction(given, "normal", region_vector(given->form, "normal"),
                                           &out->normal, error);
    if (status == SCREE_OK)
        region_cut(given, slab->point, slab->thickness, out);
    return status;
}

static double depth(const region *is, v3 point)
{
    const slab *slab = (const struct slab *)is;
    const double height = v3_dot(is->normal, v3_sub(point, slab->point));
    return real_min(height, slab->thickness - height);
}

const char region_slab_example[] = "point: [0, -10 mm, 0], normal: [0, 1, 0], thickness: 35 mm";

const region_kind region_slab = {
    .what = {"slab", "all between two parallel planes", rows, sizeof rows / sizeof *rows},
    .size = sizeof(slab),
    .make = make,
    .depth = depth,
};
