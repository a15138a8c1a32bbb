// direction.h - slices across an axis of space, or across any direction, of which profiles are means.
#ifndef SCREE_MEASURE_DIRECTION_H
#define SCREE_MEASURE_DIRECTION_H

#include "measure/table.h"

#define DIRECTION_ROW(usual)                                                                       \
    {                                                                                              \
        "axis", ROW_AXIS, "1", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,                            \
            usual ", or a direction [x, y, z]: the slices lie across it"                           \
    }

typedef struct direction {
    int axis; // 0, 1, 2: along it; -1: oblique to all, or against one of them
    v3 along; // unit vector
} direction;

// The row `axis`; `fallback` where it is left out. Refuses what is no direction, one that leaves the plane, and one that is oblique
// to a periodic axis or in a cell that deforms.
scree_status direction_read(const choice *choice, const model *model, const char *law, int fallback,
                            direction *out, scree_error *error);

// The rows `low` and `high` of an oblique direction, which are by default the ends of the domain along it; refuses an empty range,
// and one beyond the domain.
scree_status direction_range(const choice *choice, const model *model, const char *law,
                             const direction *direction, double range[2], scree_error *error);

// Of a box of so many dimensions what lies below the plane at a place along the direction, m^3 (2D: m^2). NaN: the box has no end.
typedef struct direction_box {
    v3 low, high;
    int dimensions;
} direction_box;
double direction_below(const direction *direction, const direction_box *box, double place);

#endif
