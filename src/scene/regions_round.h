// regions_round.h - what regions with an axis share: its ends, and where a point is along it and off it.
#ifndef SCREE_SCENE_REGIONS_ROUND_H
#define SCREE_SCENE_REGIONS_ROUND_H

#include "scene/region.h"

#define REGION_FROM_ROW                                                                            \
    {                                                                                              \
        "from", ROW_VECTOR, "m", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH, "middle of one end"      \
    }
#define REGION_TO_ROW                                                                              \
    {                                                                                              \
        "to", ROW_VECTOR, "m", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH, "middle of the other end"  \
    }

typedef struct round_axis {
    v3 from, along; // m; unit
    double length;  // m
} round_axis;

typedef struct round_place {
    double along, off; // m, from `from`; from the axis
} round_place;

// Refuses ends in one place, and in 2D an axis out of the plane.
scree_status round_axis_read(const region_given *given, round_axis *out, scree_error *error);
round_place round_axis_place(const round_axis *axis, bool flat, v3 point);
// The box around two disks at the ends, and the direction from one to the other.
void round_axis_bound(const round_axis *axis, double radius_from, double radius_to, region *out);

#endif
