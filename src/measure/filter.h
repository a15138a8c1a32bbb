// filter.h - which grains a probe looks at: those of one set, those within a box or a region, with or without the fixed ones.
#ifndef SCREE_MEASURE_FILTER_H
#define SCREE_MEASURE_FILTER_H

#include "measure/table.h"
#include "measure/whole.h"
#include "scene/region.h"

#include <stddef.h>

// Rows that a probe with a filter has.
#define FILTER_SET_ROW                                                                             \
    {                                                                                              \
        "set", ROW_TEXT, "1", ROW_OPTIONAL, 0, 0,                                                  \
            "only grains of this entry of `grains` or `streams`; ENTRY.PART: of a part of a "      \
            "mixture"                                                                              \
    }
#define FILTER_INSIDE_ROW                                                                          \
    {                                                                                              \
        "inside", ROW_REGION, "", ROW_OPTIONAL, 0, 0,                                              \
            "only grains with their centre in this region"                                         \
    }
#define FILTER_FIXED_ROW                                                                           \
    {                                                                                              \
        "fixed", ROW_FLAG, "1", 0, 0, 1, "count fixed grains as well"                              \
    }

typedef struct grain_filter {
    int set, sets; // so many from that one on; -1: all
    bool fixed;
    v3 low, high;         // of centres, low <= x < high; infinite where there is no limit
    const region *region; // of centres; NULL: everywhere
} grain_filter;

// Reads the rows above; the box is everything.
scree_status filter_read(const choice *choice, const model *model, const char *law,
                         grain_filter *out, scree_error *error);

// Of the rows only `set`, and nothing but that of *out is written.
scree_status filter_read_set(const choice *choice, const model *model, const char *law,
                             grain_filter *out, scree_error *error);

static inline bool filter_between(double x, double low, double high)
{
    return x >= low && x < high;
}

static inline bool filter_takes(const grain_filter *is, const whole_grain *grain)
{
    const v3 at = grain->position;
    const v3 low = is->low;
    const v3 high = is->high;
    const int end = is->set + is->sets;
    if (is->set >= 0 && !filter_between(grain->set, is->set, end))
        return false;
    if (!is->fixed && !isfinite(grain->mass))
        return false;
    if (!filter_between(at.x, low.x, high.x))
        return false;
    if (!filter_between(at.y, low.y, high.y))
        return false;
    if (!filter_between(at.z, low.z, high.z))
        return false;
    return !is->region || region_contains(is->region, at);
}

// The mass that a grain brings to a mean: its own, and none where it is fixed and therefore infinite.
static inline double filter_mass(const whole_grain *grain)
{
    return isfinite(grain->mass) ? grain->mass : 0;
}

#endif
