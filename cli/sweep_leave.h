// sweep_leave.h - what a sweep leaves in its folder, and what it prints: tables, plots, Sobol's indices.
#ifndef SCREE_CLI_SWEEP_LEAVE_H
#define SCREE_CLI_SWEEP_LEAVE_H

#include "sweep/points.h"
#include "sweep/wanted.h"

typedef struct sweep_asked {
    wanted of;
    wanted_pairs plot;
    double from; // s
    bool no_plots, quiet;
} sweep_asked;

// *failed: how many points did not come to their end.
scree_status sweep_leave(const points_wish *wish, const sweep_asked *asked, int *failed,
                         scree_error *error);

#endif
