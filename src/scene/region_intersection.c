// region_intersection.c - what several regions have in common. The depth is the least of theirs: where theirs are
// distances, it is the distance.
#include "scene/region.h"
#include "scene/regions_combined.h"

#include "base/corners.h"
#include "base/mathlib.h"

static scree_status make(const region_given *given, region *out, scree_error *error)
{
    scree_status status = region_combine(given, out, error);
    for (int i = 1; status == SCREE_OK && i < given->parts; i++) {
        out->low = v3_max(out->low, given->part[i]->low);
        out->high = v3_min(out->high, given->part[i]->high);
    }
    const bool apart = out->low.x > out->high.x || out->low.y > out->high.y ||
                       (!given->flat && out->low.z > out->high.z);
    if (status == SCREE_OK && apart)
        out->volume = 0;
    return status;
}

static double depth(const region *is, v3 point)
{
    const combined *combined = (const struct combined *)is;
    double depth = region_part_depth(combined, 0, point);
    for (int i = 1; i < combined->parts; i++)
        depth = real_min(depth, region_part_depth(combined, i, point));
    return depth;
}

const char region_intersection_example[] =
    "[{ball: {centre: [0, 6 mm, 0], radius: 22 mm}}, {half-space: {point: [0, -10 mm, 0], normal: "
    "[0, 1, 0]}}]";

const region_kind region_intersection = {
    .what = {"intersection", "[a, b, ...]: what they have in common", region_no_rows, 0},
    .combines = true,
    .size = sizeof(combined),
    .make = make,
    .release = region_combined_release,
    .depth = depth,
};
