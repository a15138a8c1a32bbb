// axis.h - what is varied along one direction of a sweep: `--over NAME=VALUES`.
//
// VALUES are a list `a,b,c`; a range with a step, `0.1:1:0.1` or `1 mm:5 mm:1 mm`; whole numbers, `1..3`; words,
// `ball,cube`; or a range without a step, `0.1:1`, from which a Latin hypercube or Sobol's points are drawn, with `:log`
// by its logarithm. Items of a list may be ranges with a step.
//
// NAME is a key as --set takes it, or the end of one: see ways.h.
#ifndef SCREE_SWEEP_AXIS_H
#define SCREE_SWEEP_AXIS_H

#include "base/fail.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { AXIS_UNIT_ROOM = 64, AXIS_VALUES_MOST = 100000 };

typedef struct axis {
    char *name; // as given, owned
    char **key; // the ways in the case that get the value, owned
    int keys;
    // A list of values. Numbers are in SI; NAN where the values are words.
    char **text;
    double *number;
    int64_t values, room;
    bool numeric;
    char unit[AXIS_UNIT_ROOM]; // in SI, "" for plain numbers and words
    bool is_range;             // without a step: no values
    double low, high;          // SI
    bool logarithmic;
    bool is_seed; // points that differ in it alone are the same experiment once more
} axis;

// `name` and `values` are what stands before and behind the first `=`. Clear also after a fault.
scree_status axis_read(const char *name, const char *values, axis *out, scree_error *error);
void axis_clear(axis *axis);

// The value at `share` in [0, 1] of a range without a step; `text` is as --set takes it, and the value is what it says.
void axis_draw(const axis *axis, double share, char *text, size_t size, double *value);

#endif
