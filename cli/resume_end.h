// resume_end.h - a run that is asked to go on and is at its end.
#ifndef SCREE_CLI_RESUME_END_H
#define SCREE_CLI_RESUME_END_H

#include "console/args.h"
#include "world/world.h"

typedef struct resume_ending {
    const char *folder;
    const settings *set; // what was asked for besides
    bool branch;         // into a folder of its own, which goes on from any state
    bool saved;          // false: the run ended before it saved anything
    bool quiet, as_json;
} resume_ending;

// A run that is at its end is left as it is, unless its ending was cut off. EXIT_DONE or EXIT_INPUT, ARGS_GO_ON for all
// others.
int resume_end(const resume_ending *is, world *world);

#endif
