// region_cylinder.c - a round cylinder, or a pipe; in 2D its section along the axis, a rectangle (of a pipe: two).
// Inside the depth is the distance.
#include "scene/region.h"

#include "base/constants.h"
#include "base/mathlib.h"
#include "scene/regions_round.h"

#include <math.h>

static const row rows[] = {
    REGION_FROM_ROW,
    REGION_TO_ROW,
    {"radius", ROW_REAL, "m", ROW_REQUIRED, ROW_POSITIVE, ROW_ANY_HIGH, "its radius"},
    {"inner_radius", ROW_REAL, "m", 0, 0, ROW_ANY_HIGH, "of a pipe: of the bore"},
};

typedef struct cylinder {
    region base;
    round_axis axis;
    double radius, inner;
} cylinder;

static scree_status make(const region_given *given, region *out, scree_error *error)
{
    cylinder *cylinder = (struct cylinder *)out;
    scree_status status = round_axis_read(given, &cylinder->axis, error);
    if (status != SCREE_OK)
        return status;
    cylinder->radius = choice_real(given->form, "radius");
    cylinder->inner = choice_real(given->form, "inner_radius");
    if (!(cylinder->inner < cylinder->radius)) {
        return fail(error, SCREE_BAD_INPUT, "inner_radius", "let it be below `radius`",
                    "the region has no volume: its bore is as wide as it is, %g m",
                    cylinder->inner);
    }
    const double radius = cylinder->radius;
    const double inner = cylinder->inner;
    const double length = cylinder->axis.length;
    out->volume = given->flat ? 2 * (radius - inner) * length
                              : PI * (radius * radius - inner * inner) * length;
    round_axis_bound(&cylinder->axis, radius, radius, out);
    return SCREE_OK;
}

static double depth(const region *is, v3 point)
{
    const cylinder *cylinder = (const struct cylinder *)is;
    const round_place place = round_axis_place(&cylinder->axis, is->flat, point);
    const double ends = real_min(place.along, cylinder->axis.length - place.along);
    const double side = cylinder->radius - place.off;
    const double solid = real_min(ends, side);
    return cylinder->inner > 0 ? real_min(solid, place.off - cylinder->inner) : solid;
}

const char region_cylinder_example[] = "from: [0, -10 mm, 0], to: [0, 25 mm, 0], radius: 24 mm";

const region_kind region_cylinder = {
    .what = {"cylinder", "a round cylinder, or a pipe", rows, sizeof rows / sizeof *rows},
    .size = sizeof(cylinder),
    .make = make,
    .depth = depth,
};
