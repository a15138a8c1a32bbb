// surface.c - see surface.h.
#include "scene/surface.h"

#include <math.h>
#include <stdio.h>

static const row belt_rows[] = {
    {"velocity", ROW_VECTOR, "m/s", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "velocity of the surface [x, y, z]; what of it is across a face does not count"},
    {"factor", ROW_FORMULA, "1", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "expression in the time t by which it is multiplied; default: 1"},
};

static const row rotation_rows[] = {
    {"axis", ROW_VECTOR, "1", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH,
     "direction of the axis [x, y, z] about which the surface turns, by the right-hand rule"},
    {"point", ROW_VECTOR, "m", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "a point of the axis; default: the reference point of the wall"},
    {"rate", ROW_REAL, "rad/s", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH,
     "angular velocity, such as 30 rpm"},
};

const plugin surface_belt = {"surface", "moves along itself", belt_rows,
                             sizeof belt_rows / sizeof *belt_rows};
const plugin surface_rotation = {"surface.rotation", "turns along itself about an axis",
                                 rotation_rows, sizeof rotation_rows / sizeof *rotation_rows};

static v3 vector_of(const choice *choice, const char *name)
{
    double x[3];
    choice_vector(choice, name, x);
    return v3_make(x[0], x[1], x[2]);
}

bool surface_moves(const surface_motion *is)
{
    return is->belt && is->belt->what;
}

static bool turns(const surface_motion *is)
{
    return is->turn && is->turn->what;
}

static scree_status refuse(const char *wall, const char *hint, const char *what, scree_error *error)
{
    char where[160];
    snprintf(where, sizeof where, "walls.%.120s.surface", wall);
    return fail(error, SCREE_BAD_INPUT, where, hint, "%s", what);
}

scree_status surface_check(const surface_motion *is, const char *wall, int dimensions,
                           scree_error *error)
{
    if (!surface_moves(is))
        return SCREE_OK;
    const formula *factor = choice_formula(is->belt, "factor");
    if (factor && !isfinite(formula_at(factor, 0, NULL)))
        return refuse(wall, "let it have values at all times", "factor has no value at t = 0",
                      error);
    if (choice_given(is->belt, "velocity") && dimensions == 2 &&
        vector_of(is->belt, "velocity").z != 0) {
        return refuse(wall, "let its third component be 0",
                      "velocity leads out of the plane of this case", error);
    }
    if (!turns(is))
        return SCREE_OK;
    const v3 axis = vector_of(is->turn, "axis");
    const double length = v3_norm(axis);
    if (!(length > 1e-100 && isfinite(length)))
        return refuse(wall, "give three numbers that are not all zero, such as [0, 0, 1]",
                      "rotation.axis has no direction", error);
    if (dimensions == 2 && (axis.x != 0 || axis.y != 0))
        return refuse(wall, "give axis: [0, 0, 1]", "rotation.axis is not across the plane", error);
    return SCREE_OK;
}

void surface_velocities(const surface_motion *is, v3 reference, v3 *velocity, v3 *spin)
{
    *velocity = v3_make(0, 0, 0);
    *spin = *velocity;
    if (choice_given(is->belt, "velocity"))
        *velocity = vector_of(is->belt, "velocity");
    if (!turns(is))
        return;
    const v3 axis = v3_unit(vector_of(is->turn, "axis"));
    *spin = v3_scale(choice_real(is->turn, "rate"), axis);
    if (!choice_given(is->turn, "point"))
        return;
    const v3 arm = v3_sub(reference, vector_of(is->turn, "point"));
    *velocity = v3_add(*velocity, v3_cross(*spin, arm));
}

double surface_factor(const surface_motion *is, double time)
{
    const formula *factor = choice_formula(is->belt, "factor");
    return factor ? formula_at(factor, time - is->clock, NULL) : 1;
}
