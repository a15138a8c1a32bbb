// interval.h - the part of a run that the means of a probe are over: rows `from` and `to`.
#ifndef SCREE_MEASURE_INTERVAL_H
#define SCREE_MEASURE_INTERVAL_H

#include "base/row.h"

#include <math.h>
#include <stdbool.h>

#define INTERVAL_ROWS                                                                              \
    {"from", ROW_REAL, "s", 0, 0, ROW_ANY_HIGH, "first time that counts"},                         \
    {                                                                                              \
        "to", ROW_REAL, "s", ROW_OPTIONAL, 0, ROW_ANY_HIGH,                                        \
            "last time that counts; default: the end"                                              \
    }

typedef struct interval {
    double from, to; // s
    double last;     // s, of the newest sample, which a branch takes once more; NAN: none
} interval;

static inline interval interval_read(const choice *choice)
{
    return (interval){
        .from = choice_real(choice, "from"),
        .to = choice_given(choice, "to") ? choice_real(choice, "to") : INFINITY,
        .last = NAN,
    };
}

// Does a sample of that time count? If so it is the newest.
static inline bool interval_takes(interval *is, double time)
{
    if (time < is->from || time > is->to || time == is->last)
        return false;
    is->last = time;
    return true;
}

#endif
