// region_difference.c - a region without others. The depth is the least of that in the first and of how far the point is
// outside of the others.
#include "scene/region.h"
#include "scene/regions_combined.h"

#include "base/mathlib.h"

static scree_status make(const region_given *given, region *out, scree_error *error)
{
    return region_combine(given, out, error);
}

static double depth(const region *is, v3 point)
{
    const combined *combined = (const struct combined *)is;
    double depth = region_part_depth(combined, 0, point);
    for (int i = 1; i < combined->parts; i++)
        depth = real_min(depth, -region_part_depth(combined, i, point));
    return depth;
}

const char region_difference_example[] = "[{ball: {centre: [0, 5 mm, 0], radius: 22 mm}}, {ball: "
                                         "{centre: [0, -23 mm, 0], radius: 13 mm}}]";

const region_kind region_difference = {
    .what = {"difference", "[a, b, ...]: the first without the others", region_no_rows, 0},
    .combines = true,
    .size = sizeof(combined),
    .make = make,
    .release = region_combined_release,
    .depth = depth,
};
