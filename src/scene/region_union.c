// region_union.c - all that is in one of several regions or more. The depth is that in the part in which it is largest:
// a ball across the border of two parts counts as outside.
#include "scene/region.h"
#include "scene/regions_combined.h"

#include "base/corners.h"
#include "base/mathlib.h"

static scree_status make(const region_given *given, region *out, scree_error *error)
{
    scree_status status = region_combine(given, out, error);
    for (int i = 1; status == SCREE_OK && i < given->parts; i++) {
        out->low = v3_min(out->low, given->part[i]->low);
        out->high = v3_max(out->high, given->part[i]->high);
    }
    return status;
}

static double depth(const region *is, v3 point)
{
    const combined *combined = (const struct combined *)is;
    double depth = region_part_depth(combined, 0, point);
    for (int i = 1; i < combined->parts; i++)
        depth = real_max(depth, region_part_depth(combined, i, point));
    return depth;
}

const char region_union_example[] = "[{ball: {centre: [-7 mm, 4 mm, 0], radius: 17 mm}}, {ball: "
                                    "{centre: [7 mm, 4 mm, 0], radius: 17 mm}}]";

const region_kind region_union = {
    .what = {"union", "[a, b, ...]: all that is in one of them or more", region_no_rows, 0},
    .combines = true,
    .size = sizeof(combined),
    .make = make,
    .release = region_combined_release,
    .depth = depth,
};
