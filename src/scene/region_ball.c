// region_ball.c - a ball, or a shell of that and a smaller one; in 2D a disk or a ring. The depth is the distance.
#include "scene/region.h"

#include "base/constants.h"
#include "base/mathlib.h"

#include <math.h>

static const row rows[] = {
    {"centre", ROW_VECTOR, "m", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH, "its centre"},
    {"radius", ROW_REAL, "m", ROW_REQUIRED, ROW_POSITIVE, ROW_ANY_HIGH, "its radius"},
    {"inner_radius", ROW_REAL, "m", 0, 0, ROW_ANY_HIGH, "of a shell: of the hole in it"},
};

typedef struct ball {
    region base;
    v3 centre;
    double radius, inner;
} ball;

static scree_status make(const region_given *given, region *out, scree_error *error)
{
    ball *ball = (struct ball *)out;
    ball->centre = region_vector(given->form, "centre");
    ball->radius = choice_real(given->form, "radius");
    ball->inner = choice_real(given->form, "inner_radius");
    const double radius = ball->radius;
    const double inner = ball->inner;
    const v3 reach = v3_make(radius, radius, radius);
    out->low = v3_sub(ball->centre, reach);
    out->high = v3_add(ball->centre, reach);
    out->volume = given->flat ? PI * (radius * radius - inner * inner)
                              : 4.0 / 3.0 * PI * (radius * radius * radius - inner * inner * inner);
    if (inner < radius)
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, "inner_radius", "let it be below `radius`",
                "the region has no volume: its hole is as large as it is, %g m", inner);
}

static double depth(const region *is, v3 point)
{
    const ball *ball = (const struct ball *)is;
    v3 away = v3_sub(point, ball->centre);
    if (is->flat)
        away.z = 0;
    const double distance = v3_norm(away);
    const double below_surface = ball->radius - distance;
    return ball->inner > 0 ? real_min(below_surface, distance - ball->inner) : below_surface;
}

const char region_ball_example[] = "centre: [0, 6 mm, 0], radius: 20 mm";

const region_kind region_ball = {
    .what = {"ball", "a ball, or a shell", rows, sizeof rows / sizeof *rows},
    .size = sizeof(ball),
    .make = make,
    .depth = depth,
};
