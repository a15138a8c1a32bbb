// surrogate_search.h - the search of a fit whose experiments are runs: by a surrogate that every trial makes better, or
// by any other method, which runs the cases where it comes.
#ifndef SCREE_SWEEP_SURROGATE_SEARCH_H
#define SCREE_SWEEP_SURROGATE_SEARCH_H

#include "fit/search.h"
#include "sweep/trials.h"

// Fills the outcome as fit_search_all does, and leaves trials. SCREE_STOPPED after a signal.
scree_status trials_search(trials *trials, fit_outcome *out, scree_error *error);

#endif
