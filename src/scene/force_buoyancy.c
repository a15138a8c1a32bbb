// force_buoyancy.c - the buoyancy of a fluid at rest (Archimedes): the weight of the fluid that a grain displaces, against
// gravity; of a fluid with a surface, of the part of the grain that is below it.
//
// A grain of another form is taken as the ball of its volume, so the force acts at its centre and does not turn it. The cap
// of a ball of radius R up to the height z above its centre has the volume pi (R + z)^2 (2R - z)/3; of a disk, per metre of
// depth, it is R^2 arccos(-z/R) + z sqrt(R^2 - z^2). The fluid is not pushed up by what floats in it.
#include "scene/force.h"

#include "base/constants.h"
#include "base/mathlib.h"

#include <math.h>

static const row rows[] = {
    {"density", ROW_REAL, "kg/m^3", ROW_REQUIRED, ROW_POSITIVE, ROW_ANY_HIGH, "of the fluid"},
    {"level", ROW_REAL, "m", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "height of its surface above the origin, against gravity; left out: it is everywhere"},
    FORCE_SET_ROW,
    FORCE_INSIDE_ROW,
};

static scree_status prepare(const choice *choice, const model *model, const char *name,
                            force_terms *out, scree_error *error)
{
    const double gravity = v3_norm(model->gravity);
    if (!(gravity > 0)) {
        return force_fail(error, name, "give gravity, or leave out the buoyancy",
                          "a fluid without weight lifts nothing");
    }
    *out = (force_terms){
        .along = v3_scale(-1 / gravity, model->gravity),
        .strength = gravity * choice_real(choice, "density"),
        .width = choice_given(choice, "level") ? choice_real(choice, "level") : INFINITY,
        .flat = model->dimensions == 2,
    };
    return force_where_read(choice, model, name, out, error);
}

// Of the ball or disk up to that height above its centre, m^3 or m^2.
static double volume_below(double radius, double height, bool flat)
{
    const double z = real_max(-radius, real_min(height, radius));
    if (!flat)
        return PI * (radius + z) * (radius + z) * (2 * radius - z) / 3;
    const double half_chord = sqrt(real_max(0, radius * radius - z * z));
    return radius * radius * real_atan2(half_chord, -z) + z * half_chord;
}

static void pull(const force_terms *terms, const force_in *in, force_pull *out)
{
    if (!force_acts(terms, in))
        return;
    const double height = terms->width - v3_dot(terms->along, in->at);
    const double lift = terms->strength * volume_below(in->radius, height, terms->flat);
    out->acceleration = v3_fma(out->acceleration, lift / in->mass, terms->along);
}

const force_law force_buoyancy = {
    .what = {"buoyancy", "the weight of the fluid that a grain displaces, against gravity", rows,
             sizeof rows / sizeof *rows},
    .prepare = prepare,
    .pull = pull,
};
