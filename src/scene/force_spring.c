// force_spring.c - an acceleration that grows with the distance from a point or a line: a harmonic well, a = -w^2 d, or
// the other way round the centrifugal force of a frame that turns with w about the line, a = w^2 d.
#include "scene/force.h"

static const row rows[] = {
    {"point", ROW_VECTOR, "m", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH,
     "the point [x, y, z], or one of the line"},
    {"axis", ROW_VECTOR, "1", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "direction of the line [x, y, z]; left out: towards the point"},
    {"rate", ROW_REAL, "rad/s", ROW_REQUIRED, ROW_POSITIVE, ROW_ANY_HIGH,
     "angular frequency with which a free grain swings, or of the frame that turns"},
    {"outwards", ROW_FLAG, "1", 0, 0, 1, "away from it, as in a centrifuge"},
};

static scree_status prepare(const choice *choice, const model *model, const char *name,
                            force_terms *out, scree_error *error)
{
    const double rate = choice_real(choice, "rate");
    const double square = rate * rate;
    *out = (force_terms){
        .strength = choice_flag(choice, "outwards") ? -square : square,
    };
    return force_centre_read(choice, model, name, out, error);
}

static void pull(const force_terms *terms, const force_in *in, force_pull *out)
{
    const v3 from = force_away(terms, in->at);
    out->acceleration = v3_fma(out->acceleration, -terms->strength, from);
}

static double potential(const force_terms *terms, v3 at)
{
    const v3 from = force_away(terms, at);
    return 0.5 * terms->strength * v3_dot(from, from);
}

const force_law force_spring = {
    .what = {"spring", "an acceleration that grows with the distance from a point or a line", rows,
             sizeof rows / sizeof *rows},
    .prepare = prepare,
    .pull = pull,
    .potential = potential,
};
