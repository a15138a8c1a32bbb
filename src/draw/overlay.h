// overlay.h - a chart (draw/chart.h) that owns its curves.
#ifndef SCREE_DRAW_OVERLAY_H
#define SCREE_DRAW_OVERLAY_H

#include "draw/chart.h"

#include <stdbool.h>

typedef struct overlay {
    chart_curve *curve; // owned, with all that they point to
    int curves;
    int64_t room;
} overlay;

// The numbers of a new curve, to be filled; `low` and `high` only of one with a band.
typedef struct overlay_line {
    double *x, *y, *low, *high;
} overlay_line;

// False: out of memory. `name` is copied; NULL: not in the legend.
bool overlay_add(overlay *overlay, const char *name, int64_t points, bool band, overlay_line *out);
// What is drawn of the last curve: so many points, as dots or as a line, with the number of its colour (from 1; 0: its own).
void overlay_settle(overlay *overlay, int64_t points, bool dots, int like);
scree_status overlay_write(const overlay *overlay, const chart *labels, const char *path,
                           scree_error *error);
void overlay_clear(overlay *overlay);

#endif
