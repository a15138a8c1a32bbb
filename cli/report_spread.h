// report_spread.h - a table whose places are spread over a plane or space, as a profile: means over the others of the axis along
// which there are most places.
#ifndef SCREE_CLI_REPORT_SPREAD_H
#define SCREE_CLI_REPORT_SPREAD_H

#include "cli/report_run.h"

// The profile of `probe`, which owns its values alone and borrows all else: to be cleared first. Without rows where places are no
// grid. False: out of memory.
bool report_spread_make(const report_probe *probe, report_probe *out);
void report_spread_clear(report_probe *profile);

#endif
