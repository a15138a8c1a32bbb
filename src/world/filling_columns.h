// filling_columns.h - what filling.c and filling_columns.c know of grains that will lie on each other.
#ifndef SCREE_WORLD_FILLING_COLUMNS_H
#define SCREE_WORLD_FILLING_COLUMNS_H

#include "world/internal.h"

// Contacts on the way through a poured bed, over its depth in diameters.
#define FILLING_WINDING 1.5

typedef struct filling_sum {
    double count, diameter, volume, boxes;
    v3 low, high;
} filling_sum;

// Of one grain.
double filling_volume(const model *model, const model_shape *shape, double radius);
double filling_diameter(const model *model, double volume);
// Half of the box that a grain takes.
v3 filling_half(const model *model, int set, double radius, double diameter);
// Share of the space that grains fill in a bed.
double filling_packed(const model *model);

// The mean number of layers over all grains, at least 1. False without memory.
bool filling_layers(const model *model, const filling_sum *sum, int64_t count, filling_look *look,
                    const void *from, double *layers);

#endif
