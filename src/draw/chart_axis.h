// chart_axis.h - the round numbers along an axis of a chart.
//
// Steps are 1, 2 or 5 times a power of ten (Heckbert 1990, Nice numbers for graph labels, in Graphics Gems). A tick is
// a whole number times that, so its label is made of whole numbers and has no rounding. Large and small numbers share a
// power of ten, which stands with the unit.
#ifndef SCREE_DRAW_CHART_AXIS_H
#define SCREE_DRAW_CHART_AXIS_H

#include <stdint.h>

typedef struct chart_axis {
    double low, high; // ends of the axis, low < high
    int64_t first;    // the lowest tick
    int ticks;        // at least one
    int mantissa;     // of a step: 1, 2 or 5
    int power;        // of a step: mantissa * 10^power
    int shared;       // the power of ten that stands with the unit, 0: none
} chart_axis;

enum { TICK_ROOM = 40 };

// From the least to the greatest number, with some more where they are (nearly) one. About `most` ticks, at most twice that.
chart_axis chart_axis_of(double least, double greatest, int most);
double chart_axis_tick(const chart_axis *axis, int k);
void chart_axis_label(const chart_axis *axis, int k, char out[TICK_ROOM]);
// 1e-6 as " 10⁻⁶", behind which the unit stands; "" where there is none.
void chart_axis_power(const chart_axis *axis, char out[TICK_ROOM]);

#endif
