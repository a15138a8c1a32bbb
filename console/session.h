// session.h - opening a case from the command line, with all its faults shown.
#ifndef SCREE_CLI_SESSION_H
#define SCREE_CLI_SESSION_H

#include "case/case.h"
#include "console/args.h"
#include "ranks/local.h"
#include "world/world.h"

#include <stdbool.h>

typedef struct session {
    model model;
    case_families families;
    char *path;          // of the case
    char *folder;        // where its relative paths start; "." at least
    const settings *set; // borrowed
    bool changed;        // a world is restored from an image of another case
    const bool *anew;    // then: of each probe of its stage, does it begin anew? (world_options)
} session;

// `path` is a case file, a .par file of the course format, or a folder with a case.yaml or one .par file. Faults go to
// stderr, one line each, notes too unless `quiet`. Returns ARGS_GO_ON or an exit code.
int session_open(session *session, const char *path, const settings *set, bool quiet);
// The case of a snapshot: the case.yaml beside it, else, as it stands alone, the one that it carries. That one names files by what is in
// them, so a snapshot whose case needs some is refused without its case.yaml. `im` is the snapshot as read. (console/session_state.c)
int session_open_state(session *session, const char *snapshot, const image *im, const settings *set,
                       bool quiet);
void session_close(session *session);
// For --confine: refuses a file that is not in the folder once links are followed.
scree_status session_confine(const char *folder, const char *path, scree_error *error);

// "where: what (hint)" on stderr.
void print_error(const scree_error *error);
void print_faults(const fault_list *faults); // one line each
// Prints and returns the exit code.
int give_up(const scree_error *error);
// The same of a fault that the world found: where it names a value of the case, the place in the file stands before it.
int session_give_up(const session *session, const scree_error *error);

// The world of the case, or with `im` as it was in a snapshot. `threads` gets their number: as given, else all cores,
// but fewer where a thread would have less than a few thousand grains and waiting for each other would cost more than
// it brings. With ranks the other processes do not return: they obey until the world is closed. Faults go to stderr, all of them; returns ARGS_GO_ON or an exit code.
int world_open(const session *session, const machine *with, const image *im, world **world,
               int *threads);
// Ranks that mpirun has started, if it has; ARGS_GO_ON or an exit code. `follows`: this one is led by rank 0.
int session_ranks(machine *with, bool *follows);
// The same on as many ranks as the machine says, which `ranks` gets; NULL: this process alone.
int world_open_ranks(const session *session, const machine *with, const image *im, world **world,
                     int *threads, local_ranks **ranks);
// And the end of the world and of the other ranks. The world may be NULL.
void world_close_ranks(world *world, local_ranks *ranks);
// Tells what a stage to come cannot begin with, as far as it shows without a step; ARGS_GO_ON or an exit code.
int session_foresee(const session *session, world *world);
// Grains now, and those that streams will bring.
double grains_expected(const session *session, const world *world);

#endif
