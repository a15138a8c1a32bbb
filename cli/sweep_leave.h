// sweep_leave.h - what a sweep leaves in its folder, and what it prints: tables, plots, Sobol's indices.
#ifndef SCREE_CLI_SWEEP_LEAVE_H
#define SCREE_CLI_SWEEP_LEAVE_H

#include "cli/sweep_asked.h"
#include "sweep/points.h"
#include "sweep/results.h"

// Points that did not come to their end.
typedef struct sweep_left {
    int failed; // all of them
    int broken; // of these, by something else than what they simulate, such as a full disk: they can go on
} sweep_left;
scree_status sweep_leave(const points_wish *wish, const sweep_asked *asked, const results *results,
                         sweep_left *left, scree_error *error);

#endif
