// diverged.h - what is left of a run that came to a step on which a verdict fell, and how to go on with other settings.
#ifndef SCREE_RUN_DIVERGED_H
#define SCREE_RUN_DIVERGED_H

#include <stdint.h>

// Says on stderr which states are in the folder, that after `step` and the last one before it, and the command that
// branches from them.
void diverged_say_how_to_branch(const char *folder, int64_t step);

#endif
