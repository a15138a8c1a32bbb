// sweep_tell.h - what a sweep came to, as one line of JSON: what `scree sweep --json` prints.
#ifndef SCREE_CLI_SWEEP_TELL_H
#define SCREE_CLI_SWEEP_TELL_H

#include "cli/sweep_asked.h"
#include "sweep/points.h"
#include "sweep/results.h"

// The folder and its files, how many points are whole, which are not and why, and the numbers that were asked for over groups of
// points that differ in seeds alone. Returns an exit code.
int sweep_tell(const points_wish *wish, const sweep_asked *asked, const results *results);

#endif
