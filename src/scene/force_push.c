// force_push.c - a constant acceleration, or a constant force, of the grains of a set or in a region: a jet, a field that is
// switched on, a pull at some grains.
//
// Where it acts in a region alone it has no potential, so what it does is always booked as that of a force without one.
#include "scene/force.h"

static const row rows[] = {
    {"acceleration", ROW_VECTOR, "m/s^2", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "of each grain [x, y, z]"},
    {"force", ROW_VECTOR, "N", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "instead: on each grain [x, y, z]; N/m in 2D"},
    FORCE_SET_ROW,
    FORCE_INSIDE_ROW,
};

static scree_status prepare(const choice *choice, const model *model, const char *name,
                            force_terms *out, scree_error *error)
{
    const bool accelerates = choice_given(choice, "acceleration");
    const char *key = accelerates ? "acceleration" : "force";
    double push[3];
    if (accelerates == choice_given(choice, "force")) {
        return force_fail(error, name, "give acceleration: [1 m/s^2, 0, 0], or force: [1 mN, 0, 0]",
                          accelerates ? "the push is given twice"
                                      : "nothing says how strong the push is");
    }
    choice_vector(choice, key, push);
    if (model->dimensions == 2 && push[2] != 0)
        return force_fail(error, name, "let its third component be 0",
                          "the push leads out of the plane of this case");
    *out = (force_terms){
        .along = v3_make(push[0], push[1], push[2]),
        .strength = accelerates ? 0 : 1,
        .width = accelerates ? 1 : 0,
    };
    return force_where_read(choice, model, name, out, error);
}

static void pull(const force_terms *terms, const force_in *in, force_pull *out)
{
    if (!force_acts(terms, in))
        return;
    const double each = terms->width + terms->strength / in->mass;
    out->acceleration = v3_fma(out->acceleration, each, terms->along);
}

const force_law force_push = {
    .what = {"push", "a constant acceleration or force, of a set or in a region", rows,
             sizeof rows / sizeof *rows},
    .prepare = prepare,
    .pull = pull,
};
