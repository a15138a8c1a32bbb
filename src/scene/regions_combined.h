// regions_combined.h - what regions made of others share. Their volumes are found by sampling.
#ifndef SCREE_SCENE_REGIONS_COMBINED_H
#define SCREE_SCENE_REGIONS_COMBINED_H

#include "scene/region.h"

typedef struct combined {
    region base;
    region **part; // the list is owned, the parts are not
    int parts;
} combined;

extern const row region_no_rows[1];

// Keeps the parts; the box is that of the first.
scree_status region_combine(const region_given *given, region *out, scree_error *error);
void region_combined_release(region *is);

static inline double region_part_depth(const combined *is, int part, v3 point)
{
    return is->part[part]->kind->depth(is->part[part], point);
}

#endif
