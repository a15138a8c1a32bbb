// advance.h - taking a run from where it is to its end: steps, outputs, the progress line, signals.
#ifndef SCREE_CLI_ADVANCE_H
#define SCREE_CLI_ADVANCE_H

#include "run/output.h"

// Runs to the end, saves, draws the picture, writes the summary, and says on stdout where the results are (unless
// `quiet`). `fresh`: the outputs of the current step are still to be written. Closes the output.
// Meanwhile it saves by the clock, as the case asks for. Returns the exit code.
int advance(output *output, bool fresh, bool quiet);
// Has a signal asked the run to end its step, save and stop?
bool run_is_asked_to_stop(void);

#endif
