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
    double x[3];
    const double rate = choice_real(choice, "rate");
    choice_vector(choice, "point", x);
    *out = (force_terms){
        .point = v3_make(x[0], x[1], x[2]),
        .strength = choice_flag(choice, "outwards") ? -rate * rate : rate * rate,
        .line = choice_given(choice, "axis"),
    };
    if (model->dimensions == 2)
        out->point.z = 0;
    if (out->line) {
        const scree_status status =
            force_direction(choice, "axis", model, name, &out->along, error);
        if (status != SCREE_OK)
            return status;
    }
    return force_check_periodic(model, out, name, error);
}

static v3 away(const force_terms *terms, v3 at)
{
    const v3 from = v3_sub(at, terms->point);
    return terms->line ? v3_fma(from, -v3_dot(from, terms->along), terms->along) : from;
}

static void pull(const force_terms *terms, const force_in *in, force_pull *out)
{
    out->acceleration = v3_fma(out->acceleration, -terms->strength, away(terms, in->at));
}

static double potential(const force_terms *terms, v3 at)
{
    const v3 from = away(terms, at);
    return 0.5 * terms->strength * v3_dot(from, from);
}

const force_law force_spring = {
    .what = {"spring", "an acceleration that grows with the distance from a point or a line", rows,
             sizeof rows / sizeof *rows},
    .prepare = prepare,
    .pull = pull,
    .potential = potential,
};
