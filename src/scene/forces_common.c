// forces_common.c - what forces that depend on the place have in common: a point or a line, and what is refused of it; see
// force.h.
#include "scene/force.h"

#include <math.h>
#include <stdio.h>

scree_status force_fail(scree_error *error, const char *name, const char *hint, const char *what)
{
    char where[160];
    snprintf(where, sizeof where, "forces.%.120s", name);
    return fail(error, SCREE_BAD_INPUT, where, hint, "%s", what);
}

static v3 vector_of(const choice *choice, const char *key)
{
    double x[3];
    choice_vector(choice, key, x);
    return v3_make(x[0], x[1], x[2]);
}

static scree_status read_line(const choice *choice, const model *model, const char *name,
                              force_terms *out, scree_error *error)
{
    const v3 axis = vector_of(choice, "axis");
    const double length = v3_norm(axis);
    const bool flat = model->dimensions == 2;
    if (!(length > 1e-100 && isfinite(length))) {
        return force_fail(error, name,
                          "give three numbers that are not all zero, such as [0, 0, 1]",
                          "axis has no direction");
    }
    if (flat && (axis.x != 0 || axis.y != 0)) {
        return force_fail(error, name, "give axis: [0, 0, 1], or a point alone",
                          "axis is not across the plane of this case");
    }
    out->line = true;
    out->along = v3_scale(1 / length, axis);
    return SCREE_OK;
}

static scree_status check_periodic(const model *model, const force_terms *terms, const char *name,
                                   scree_error *error)
{
    char what[140];
    for (int axis = 0; axis < model->dimensions; axis++) {
        const double part = v3_component(terms->along, axis);
        const bool along = terms->line && fabs(part) == 1;
        if (model->boundary[axis] != BOUNDARY_PERIODIC || along)
            continue;
        snprintf(what, sizeof what,
                 "it depends on the place along %c, where the boundary of the domain is periodic, "
                 "and would jump",
                 "xyz"[axis]);
        return force_fail(error, name, "let the axis be open or a wall, or give an `axis` along it",
                          what);
    }
    return SCREE_OK;
}

scree_status force_centre_read(const choice *choice, const model *model, const char *name,
                               force_terms *out, scree_error *error)
{
    scree_status status = SCREE_OK;
    out->point = vector_of(choice, "point");
    if (model->dimensions == 2)
        out->point.z = 0;
    if (choice_given(choice, "axis"))
        status = read_line(choice, model, name, out, error);
    return status == SCREE_OK ? check_periodic(model, out, name, error) : status;
}

scree_status force_where_read(const choice *choice, const model *model, const char *name,
                              force_terms *out, scree_error *error)
{
    const int region = choice_region(choice, "inside");
    const char *set = choice_text(choice, "set");
    char what[120];
    out->region = region < 0 ? NULL : model->region[region].made;
    out->set = -1;
    if (!set)
        return SCREE_OK;
    out->set = model_sets_named(model, set, &out->sets);
    if (out->set >= 0)
        return SCREE_OK;
    snprintf(what, sizeof what, "there are no grains called '%.60s'", set);
    return force_fail(error, name, "give the name of an entry of `grains` or `streams`", what);
}

bool force_acts(const force_terms *terms, const force_in *in)
{
    const bool meant =
        terms->set < 0 || (in->set >= terms->set && in->set < terms->set + terms->sets);
    return meant && (!terms->region || region_contains(terms->region, in->at));
}

v3 force_away(const force_terms *terms, v3 at)
{
    const v3 from = v3_sub(at, terms->point);
    if (!terms->line)
        return from;
    const double along = v3_dot(from, terms->along);
    return v3_fma(from, -along, terms->along);
}
