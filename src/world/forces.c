// forces.c - what forces that no contact makes (scene/force.h) can bring in speed: for the choice of a time step.
#include "world/internal.h"

#include "base/mathlib.h"

#include <math.h>

static v3 corner_of(const model *model, int number)
{
    v3 corner = model->low;
    if (number & 1)
        corner.x = model->high.x;
    if (number & 2)
        corner.y = model->high.y;
    if (number & 4)
        corner.z = model->high.z;
    return corner;
}

// Where the potential may be lowest: at the points of the forces, at corners of the domain, or at a grain.
static double lowest_of(const model *model, const force_field *field, const grain_list *grains)
{
    double least = INFINITY;
    for (int i = 0; i < field->count; i++) {
        const v3 at = field->terms[i].point;
        const double energy = force_field_potential(field, at);
        least = real_min(least, energy);
    }
    for (int corner = 0; corner < 8; corner++) {
        const v3 at = corner_of(model, corner);
        const double energy = force_field_potential(field, at);
        least = real_min(least, energy);
    }
    for (int64_t i = 0; i < grains->count; i++) {
        const v3 at = grains->position[i];
        const double energy = force_field_potential(field, at);
        least = real_min(least, energy);
    }
    return least;
}

scree_status world_field_gain(const model *model, const grain_list *grains, double *gain,
                              double *speed, scree_error *error)
{
    force_field field;
    double most = -INFINITY;
    *gain = 0;
    *speed = 0;
    const scree_status status = force_field_make(model, &field, error);
    for (int64_t i = 0; status == SCREE_OK && i < grains->count; i++) {
        if (!grains->fixed[i])
            most = real_max(most, force_field_potential(&field, grains->position[i]));
    }
    if (status == SCREE_OK && field.count > 0 && most > -INFINITY)
        *gain = most - lowest_of(model, &field, grains);
    for (int i = 0; status == SCREE_OK && i < field.count; i++)
        *speed = real_max(*speed, v3_norm(field.terms[i].velocity));
    force_field_free(&field);
    return status;
}
