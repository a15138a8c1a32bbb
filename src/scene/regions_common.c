// regions_common.c - what the forms of regions read from their rows; see region.h.
#include "scene/region.h"

v3 region_vector(const choice *choice, const char *name)
{
    double value[3];
    choice_vector(choice, name, value);
    return v3_at(value);
}

scree_status region_direction(const region_given *given, const char *name, v3 vector, v3 *out,
                              scree_error *error)
{
    if (!(v3_norm(vector) > 1e-100)) {
        return fail(error, SCREE_BAD_INPUT, name, "such as [0, 0, 1]",
                    "the direction has no length");
    }
    if (given->flat && vector.z != 0) {
        return fail(error, SCREE_BAD_INPUT, name, "let its third component be 0",
                    "the direction leads out of the plane of a 2D case");
    }
    *out = v3_unit(vector);
    return SCREE_OK;
}
