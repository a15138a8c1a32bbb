// force_drag.c - the drag of a fluid that flows with a given velocity and does not feel the grains: F = -6 pi eta R (v - u)
// of Stokes (1851), for grains that are small and slow, or F = -m (v - u)/tau with a time that is given. It may fill a region alone.
//
// A grain of another form has the drag of the ball of its volume. The fluid does not brake spins.
#include "scene/force.h"

#include "base/constants.h"

static const row rows[] = {
    {"velocity", ROW_VECTOR, "m/s", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "of the fluid [x, y, z]; default: it is at rest"},
    {"viscosity", ROW_REAL, "Pa s", ROW_OPTIONAL, ROW_POSITIVE, ROW_ANY_HIGH,
     "dynamic viscosity of the fluid: drag of Stokes"},
    {"time", ROW_REAL, "s", ROW_OPTIONAL, ROW_POSITIVE, ROW_ANY_HIGH,
     "in which the difference of velocities falls to 1/e, of all grains"},
    FORCE_SET_ROW,
    FORCE_INSIDE_ROW,
};

static scree_status prepare(const choice *choice, const model *model, const char *name,
                            force_terms *out, scree_error *error)
{
    const bool viscous = choice_given(choice, "viscosity");
    const bool timed = choice_given(choice, "time");
    double u[3] = {0, 0, 0};
    if (choice_given(choice, "velocity"))
        choice_vector(choice, "velocity", u);
    if (viscous == timed) {
        return force_fail(error, name, "give viscosity: 1 mPa s, or time: 10 ms",
                          viscous ? "drag is given twice" : "nothing says how strong the drag is");
    }
    if (viscous && model->dimensions == 2)
        return force_fail(error, name, "give time: 10 ms",
                          "there is no Stokes drag of disks in the plane");
    if (model->dimensions == 2 && u[2] != 0)
        return force_fail(error, name, "let its third component be 0",
                          "velocity leads out of the plane of this case");
    *out = (force_terms){
        .velocity = v3_make(u[0], u[1], u[2]),
        .strength = viscous ? 6 * PI * choice_real(choice, "viscosity") : 0,
        .width = timed ? 1 / choice_real(choice, "time") : 0,
    };
    return force_where_read(choice, model, name, out, error);
}

static void pull(const force_terms *terms, const force_in *in, force_pull *out)
{
    if (!force_acts(terms, in))
        return;
    const double brake = terms->width + terms->strength * in->radius / in->mass;
    out->brake += brake;
    out->acceleration = v3_fma(out->acceleration, brake, terms->velocity);
}

const force_law force_drag = {
    .what = {"drag", "the drag of a fluid with a given velocity", rows, sizeof rows / sizeof *rows},
    .prepare = prepare,
    .pull = pull,
};
