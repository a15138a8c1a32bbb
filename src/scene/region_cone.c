// region_cone.c - a cone, whole or cut off (a frustum); in 2D its section along the axis, a trapezium. It is convex, and
// inside the depth, the least distance to the planes that touch it, is the distance.
#include "scene/region.h"

#include "base/constants.h"
#include "base/mathlib.h"
#include "scene/regions_round.h"

#include <math.h>

static const row rows[] = {
    REGION_FROM_ROW,
    REGION_TO_ROW,
    {"radius_from", ROW_REAL, "m", ROW_REQUIRED, 0, ROW_ANY_HIGH, "radius at `from`; 0: its tip"},
    {"radius_to", ROW_REAL, "m", ROW_REQUIRED, 0, ROW_ANY_HIGH, "radius at `to`; 0: its tip"},
};

typedef struct cone {
    region base;
    round_axis axis;
    double radius, slope; // at `from`, and how much more in each metre along the axis
    double cosine;        // of the angle between side and axis
} cone;

static scree_status make(const region_given *given, region *out, scree_error *error)
{
    cone *cone = (struct cone *)out;
    scree_status status = round_axis_read(given, &cone->axis, error);
    if (status != SCREE_OK)
        return status;
    const double first = choice_real(given->form, "radius_from");
    const double last = choice_real(given->form, "radius_to");
    const double length = cone->axis.length;
    cone->radius = first;
    cone->slope = (last - first) / length;
    cone->cosine = 1 / sqrt(1 + cone->slope * cone->slope);
    const double squares = first * first + first * last + last * last;
    out->volume = given->flat ? (first + last) * length : PI / 3 * length * squares;
    round_axis_bound(&cone->axis, first, last, out);
    if (first > 0 || last > 0)
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, "radius_to", "give one of them a radius above 0",
                "the region has no volume: both ends of the cone are points");
}

static double depth(const region *is, v3 point)
{
    const cone *cone = (const struct cone *)is;
    const round_place place = round_axis_place(&cone->axis, is->flat, point);
    const double ends = real_min(place.along, cone->axis.length - place.along);
    const double radius = cone->radius + cone->slope * place.along;
    return real_min(ends, (radius - place.off) * cone->cosine);
}

const char region_cone_example[] =
    "from: [0, -12 mm, 0], to: [0, 26 mm, 0], radius_from: 14 mm, radius_to: 28 mm";

const region_kind region_cone = {
    .what = {"cone", "a cone, whole or cut off", rows, sizeof rows / sizeof *rows},
    .size = sizeof(cone),
    .make = make,
    .depth = depth,
};
