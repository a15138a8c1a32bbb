// log_ranks.h - how the grains of a run are shared out, as a line of its log.
#ifndef SCREE_CLI_LOG_RANKS_H
#define SCREE_CLI_LOG_RANKS_H

#include "console/args.h"
#include "run/output.h"

// Nothing where one process has all of them in one part.
void log_ranks(output *output, const machine *with);

#endif
