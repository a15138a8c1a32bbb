// sweep_leave.h - what a sweep leaves in its folder, and what it prints: tables, plots, Sobol's indices.
#ifndef SCREE_CLI_SWEEP_LEAVE_H
#define SCREE_CLI_SWEEP_LEAVE_H

#include "sweep/points.h"
#include "sweep/wanted.h"

typedef struct sweep_asked {
    wanted of;
    wanted_pairs plot;
    double from;        // s
    const char *format; // of charts: png, svg or pdf
    bool no_plots, quiet;
} sweep_asked;

// Points that did not come to their end.
typedef struct sweep_left {
    int failed; // all of them
    int broken; // of these, by something else than what they simulate, such as a full disk: they can go on
} sweep_left;
scree_status sweep_leave(const points_wish *wish, const sweep_asked *asked, sweep_left *left,
                         scree_error *error);

#endif
