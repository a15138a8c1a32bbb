// scenery.h - how much of the space around the grains a picture shows.
#ifndef SCREE_SHOW_SCENERY_H
#define SCREE_SHOW_SCENERY_H

#include "state/frame.h"
#include "state/model.h"
#include "store/vtp.h"

#include <stdbool.h>

typedef struct scenery {
    v3 low, high;
    bool wide; // more than the grains fill: the view is to be fitted to the box, drawn or not
} scenery;

// `walls` are those that are no borders of the domain, infinite ones cut to its box.
void scenery_of(const model *model, const frame *seen, const wall_surface *walls, scenery *out);

#endif
