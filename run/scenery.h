// scenery.h - how much of the space around the grains a picture shows.
#ifndef SCREE_CLI_SCENERY_H
#define SCREE_CLI_SCENERY_H

#include "world/world.h"

#include <stdbool.h>

typedef struct scenery {
    v3 low, high;
    bool wide; // more than the grains fill: the view is to be fitted to the box, drawn or not
} scenery;

scree_status scenery_of(const world *world, const frame *seen, scenery *out, scree_error *error);

#endif
