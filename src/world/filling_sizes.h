// filling_sizes.h - how large one grain is that will lie among others.
#ifndef SCREE_WORLD_FILLING_SIZES_H
#define SCREE_WORLD_FILLING_SIZES_H

#include "state/model.h"

// Of a ball of that radius, or of a shape whatever the radius; m^3, in 2D m^2.
double filling_volume(const model *model, const model_shape *shape, double radius);
// The mean of all grains of that shape.
double filling_mean_volume(const model *model, const model_shape *shape);
// Of the ball of that volume.
double filling_diameter(const model *model, double volume);
// Half of the box that a grain takes.
v3 filling_half(const model *model, int set, double radius, double diameter);
// Does it come to lie on others by faces?
bool filling_boxlike(const model *model, int set);
// Share of the space that grains fill in a bed.
double filling_packed(const model *model);

#endif
