// grain_mass.c - what grains of a set weigh; see packing.h.
#include "scene/packing.h"

#include "base/constants.h"
#include "base/spread.h"

double packing_mass(const model *model, int material, double radius)
{
    double density = model->material[material].density;
    if (model->dimensions == 2)
        return density * (PI * (radius * radius));
    return density * (4.0 / 3.0 * PI * (radius * radius * radius));
}

double grain_mass(const model *model, int set, double radius)
{
    const int material = model_material_of(model, set);
    const model_clump *clump = &model_shape_of(model, set)->clump;
    if (clump->balls && !clump->of_ball)
        return model->material[material].density * clump->volume;
    return packing_mass(model, material, radius);
}

double grain_mean_mass(const model *model, int set)
{
    const model_shape *shape = model_shape_of(model, set);
    const spread *radius = &shape->radius;
    if (radius->kind == SPREAD_FIXED)
        return grain_mass(model, set, radius->value);
    return grain_mass(model, set, 1) * spread_moment(radius, model->dimensions);
}
