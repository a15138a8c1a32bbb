// regions_plane.c - see regions_plane.h.
#include "scene/regions_plane.h"

#include "base/mathlib.h"

#include <math.h>

// The lower and upper end along an axis to which the normal is parallel.
static void cut_axis(double at, double thickness, double normal, double *low, double *high)
{
    const double far = at + normal * thickness;
    *low = real_max(*low, normal > 0 ? at : far);
    *high = real_min(*high, normal > 0 ? far : at);
}

void region_cut(const region_given *given, v3 point, double thickness, region *out)
{
    const v3 normal = out->normal;
    out->low = given->low;
    out->high = given->high;
    if (fabs(normal.x) == 1)
        cut_axis(point.x, thickness, normal.x, &out->low.x, &out->high.x);
    else if (fabs(normal.y) == 1)
        cut_axis(point.y, thickness, normal.y, &out->low.y, &out->high.y);
    else if (fabs(normal.z) == 1)
        cut_axis(point.z, thickness, normal.z, &out->low.z, &out->high.z);
    else
        return;
    const v3 edge = v3_sub(out->high, out->low);
    const bool there = edge.x > 0 && edge.y > 0 && (given->flat || edge.z > 0);
    out->volume = there ? edge.x * edge.y * (given->flat ? 1 : edge.z) : 0;
}
