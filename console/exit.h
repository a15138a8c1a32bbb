// exit.h - what the programs return to the shell.
#ifndef SCREE_CONSOLE_EXIT_H
#define SCREE_CONSOLE_EXIT_H

#include "scree/status.h"

enum {
    EXIT_DONE = 0,
    EXIT_MISS =
        1, // a check of `scree verify` did not hold, or `scree solve` did not reach its tolerance
    EXIT_INPUT = 2,       // something given is wrong, or a file cannot be read or written
    EXIT_DIVERGED = 3,    // the simulation failed
    EXIT_MEMORY = 5,      // out of memory
    EXIT_INTERRUPT = 130, // stopped by SIGINT, and saved
    EXIT_TERMINATE = 143, // stopped by SIGTERM, and saved
    EXIT_HANGUP = 129     // stopped by SIGHUP, and saved
};

int exit_code(scree_status status);

#endif
