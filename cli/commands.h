// commands.h - the commands of the program, one file each, and what they return to the shell.
//
// A command gets its own name as argv[0] and its arguments behind it.
#ifndef SCREE_CLI_COMMANDS_H
#define SCREE_CLI_COMMANDS_H

#include "scree/status.h"

enum {
    EXIT_DONE = 0,
    EXIT_MISS = 1,        // a check of `scree verify` did not hold
    EXIT_INPUT = 2,       // something given is wrong, or a file cannot be read or written
    EXIT_DIVERGED = 3,    // the simulation failed
    EXIT_MEMORY = 5,      // out of memory
    EXIT_INTERRUPT = 130, // stopped by SIGINT, and saved
    EXIT_TERMINATE = 143, // stopped by SIGTERM, and saved
    EXIT_HANGUP = 129     // stopped by SIGHUP, and saved
};

int exit_code(scree_status status);

int run_main(int argc, char **argv);
int check_main(int argc, char **argv);
int resume_main(int argc, char **argv);
int fit_main(int argc, char **argv);
int info_main(int argc, char **argv);
int list_main(int argc, char **argv);
int new_main(int argc, char **argv);
int bench_main(int argc, char **argv);
int verify_main(int argc, char **argv);
int law_main(int argc, char **argv);
int shape_main(int argc, char **argv);

#endif
