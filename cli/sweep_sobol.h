// sweep_sobol.h - Sobol's indices of a sweep: sobol.csv, and as words.
#ifndef SCREE_CLI_SWEEP_SOBOL_H
#define SCREE_CLI_SWEEP_SOBOL_H

#include "cli/sweep_leave.h"
#include "sweep/results.h"

// Of each number that was asked for.
scree_status sweep_sobol(const points_wish *wish, const sweep_asked *asked, const results *results,
                         scree_error *error);

#endif
