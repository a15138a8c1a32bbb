// range.h - from where to where numbers go, and numbers as 16-bit fractions of that.
#ifndef SCREE_VIEW_RANGE_H
#define SCREE_VIEW_RANGE_H

#include <stdint.h>

enum { PACK_TOP = 65534 }; // of a fraction; PACK_TOP + 1: no number

typedef struct range {
    double low, high;
} range;

extern const range range_nothing; // to be widened

// What is no number changes neither end.
void range_widen(range *range, double value);
// Of nothing from 0 to 0.
range range_settled(range range);
// Steps of a fraction in a unit of the value.
double range_steps(range range);
uint16_t range_fraction(range range, double steps, double value);
// Where nearly all values lie, so that a few runaways do not darken the others: of a sample, without its hundredth at each end.
range range_usual(const double *value, int64_t count, range all);

#endif
