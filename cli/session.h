// session.h - opening a case from the command line, with all its faults shown.
#ifndef SCREE_CLI_SESSION_H
#define SCREE_CLI_SESSION_H

#include "case/case.h"
#include "cli/args.h"
#include "world/world.h"

#include <stdbool.h>

// The plug-ins of this program.
case_families all_families(void);

typedef struct session {
    model m;
    case_families families;
    char *path;   // of the case
    char *folder; // where its relative paths start; "." at least
} session;

// `path` is a case file, a .par file of the course format, or a folder with a case.yaml. Faults go to stderr, one line
// each, notes too unless `quiet`. Returns ARGS_GO_ON or an exit code.
int session_open(session *s, const char *path, const settings *set, bool quiet);
void session_close(session *s);

// "where: what (hint)" on stderr.
void print_error(const scree_error *error);
// Prints and returns the exit code.
int give_up(const scree_error *error);

// The world of the case, or with `im` as it was in a snapshot. `threads` gets their number: as given, else all cores,
// but fewer where a thread would have less than a few thousand grains and waiting for each other would cost more than
// it brings.
scree_status world_open(const session *s, const machine *with, const image *im, world **w, int *threads,
                        scree_error *error);

#endif
