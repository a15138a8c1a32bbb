// filling_columns.h - in how many layers grains will lie.
#ifndef SCREE_WORLD_FILLING_COLUMNS_H
#define SCREE_WORLD_FILLING_COLUMNS_H

#include "world/internal.h"

// Contacts on the way through a poured bed, over its depth in diameters.
#define FILLING_WINDING 1.5

typedef struct filling_sum {
    double count, diameter, volume, boxes;
    v3 low, high;
} filling_sum;

// The mean number of layers over all grains, at least 1. False without memory.
bool filling_layers(const model *model, const filling_sum *sum, int64_t count, filling_look *look,
                    const void *from, double *layers);

#endif
