// regions_round.c - see regions_round.h.
#include "scene/regions_round.h"

#include "base/corners.h"
#include "base/mathlib.h"

#include <math.h>

scree_status round_axis_read(const region_given *given, round_axis *out, scree_error *error)
{
    const v3 from = region_vector(given->form, "from");
    const v3 to = region_vector(given->form, "to");
    v3 way = v3_sub(to, from);
    if (given->flat && way.z != 0) {
        return fail(error, SCREE_BAD_INPUT, "to", "let both ends have the same z, or none",
                    "the axis leads out of the plane of a 2D case");
    }
    out->from = from;
    out->length = v3_norm(way);
    if (!(out->length > 0)) {
        return fail(error, SCREE_BAD_INPUT, "to", "give two ends",
                    "the region has no volume: `from` and `to` are one place");
    }
    out->along = v3_scale(1 / out->length, way);
    return SCREE_OK;
}

round_place round_axis_place(const round_axis *axis, bool flat, v3 point)
{
    v3 arm = v3_sub(point, axis->from);
    if (flat)
        arm.z = 0;
    const double along = v3_dot(arm, axis->along);
    return (round_place){along, v3_norm(v3_fma(arm, -along, axis->along))};
}

void round_axis_bound(const round_axis *axis, double radius_from, double radius_to, region *out)
{
    const v3 along = axis->along;
    const v3 to = v3_fma(axis->from, axis->length, along);
    // how far a disk across the axis reaches along x, y, z, in radii
    const v3 reach =
        v3_make(sqrt(real_max(0, 1 - along.x * along.x)), sqrt(real_max(0, 1 - along.y * along.y)),
                sqrt(real_max(0, 1 - along.z * along.z)));
    const v3 at_from = v3_scale(radius_from, reach);
    const v3 at_to = v3_scale(radius_to, reach);
    out->low = v3_min(v3_sub(axis->from, at_from), v3_sub(to, at_to));
    out->high = v3_max(v3_add(axis->from, at_from), v3_add(to, at_to));
    out->normal = along;
}
