// force_towards.c - a constant acceleration towards a point, or towards a line: grains gather into a ball or a cylinder.
//
// a = -g d/|d| with d from the point, or from the nearest point of the line; the potential is g |d|. Within `core` of it
// the acceleration grows linearly with the distance, g |d|/c, and the potential is g (d^2/c + c)/2: it has no jump.
#include "scene/force.h"

#include <math.h>

static const row rows[] = {
    {"point", ROW_VECTOR, "m", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH,
     "the point [x, y, z], or one of the line"},
    {"axis", ROW_VECTOR, "1", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "direction of the line [x, y, z]; left out: towards the point"},
    {"acceleration", ROW_REAL, "m/s^2", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH,
     "how fast grains fall towards it; below zero: away from it"},
    {"core", ROW_REAL, "m", 0, 0, ROW_ANY_HIGH,
     "distance within which the acceleration falls to zero linearly"},
};

static scree_status prepare(const choice *choice, const model *model, const char *name,
                            force_terms *out, scree_error *error)
{
    *out = (force_terms){
        .strength = choice_real(choice, "acceleration"),
        .width = choice_real(choice, "core"),
    };
    return force_centre_read(choice, model, name, out, error);
}

static void pull(const force_terms *terms, const force_in *in, force_pull *out)
{
    const v3 from = force_away(terms, in->at);
    const double distance = v3_norm(from);
    const double over = distance > terms->width ? distance : terms->width;
    if (over > 0)
        out->acceleration = v3_fma(out->acceleration, -terms->strength / over, from);
}

static double potential(const force_terms *terms, v3 at)
{
    const double distance = v3_norm(force_away(terms, at));
    if (distance >= terms->width)
        return terms->strength * distance;
    return 0.5 * terms->strength * (distance * distance / terms->width + terms->width);
}

const force_law force_towards = {
    .what = {"towards", "a constant acceleration towards a point or a line", rows,
             sizeof rows / sizeof *rows},
    .prepare = prepare,
    .pull = pull,
    .potential = potential,
};
