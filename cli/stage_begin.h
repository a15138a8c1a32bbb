// stage_begin.h - where `scree run --stage NAME` begins: at the state at the beginning of that stage, which an earlier run of the
// same case has left; else at the start of the run, and why.
#ifndef SCREE_CLI_STAGE_BEGIN_H
#define SCREE_CLI_STAGE_BEGIN_H

#include "console/session.h"
#include "run/saving.h"

enum { STAGE_BEGIN_WORDS = 900 };

typedef struct stage_begin {
    int last_stage;              // with which the run ends; -1: with the last one
    char *snapshot;              // at the beginning of that stage, owned; NULL: from the start
    char *folder;                // of the snapshot, owned
    char why[STAGE_BEGIN_WORDS]; // it begins at the start although a stage is asked for; else empty
    generation from;
    image state;
} stage_begin;

// Looks for the state in the folder `out`, NULL: none, and in the results beside the case, from the newest on. `begin` is empty
// before. Returns ARGS_GO_ON, or the exit code of a fault that has been told: there is no such stage.
int stage_begin_find(stage_begin *begin, const session *session, const char *stage,
                     const char *out);
void stage_begin_clear(stage_begin *begin);

#endif
