// branch.h - a branch of a run from the state that it has just kept, with another value: scree resume as a process of its own,
// which goes on whatever becomes of the run that it comes from.
#ifndef SCREE_VIEW_BRANCH_H
#define SCREE_VIEW_BRANCH_H

#include "base/fail.h"
#include "store/json.h"

enum { BRANCH_COMMAND = 1200, BRANCH_SETTING = 480 };

typedef struct branch {
    char *out;                    // its folder, owned; its words go to the file OUT.txt beside it
    char *text;                   // that file, owned
    int child;                    // the process, 0: none, or it has ended
    char command[BRANCH_COMMAND]; // as one can type it
} branch;

typedef struct branch_wish {
    const char *folder;   // of the run; the branch goes to FOLDER-branch-1, or the next free number
    const char *snapshot; // a file in it
    const char *setting;  // KEY=VALUE
    bool confine;
} branch_wish;

scree_status branch_begin(branch *branch, const branch_wish *wish, scree_error *error);
// The members "command", "out", "going", "address" of its view (or null) and "words", the last line that it has said.
void branch_tell(branch *branch, json *out);
// Lets go of it; the process goes on.
// It is over and has made no folder: resume refused its value.
bool branch_was_refused(branch *branch);
// Of such a one: removes the file with its words.
void branch_forget(branch *branch);
void branch_end(branch *branch);

#endif
