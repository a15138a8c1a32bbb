// folder.h - the folder that a run writes to: made, recognised, cleaned.
#ifndef SCREE_CLI_FOLDER_H
#define SCREE_CLI_FOLDER_H

#include "base/fail.h"
#include "run/lock.h"
#include "store/owned.h"

#include <stdbool.h>

// FOLDER/NAME, owned; NULL when out of memory.
char *folder_path(const char *folder, const char *name);

bool folder_exists(const char *folder);
bool folder_holds_run(const char *folder); // there is a log or a snapshot of a run

// The snapshot that is meant, owned by the caller: a file, or the newest save of a folder. Faults say what was looked
// for, and what is there instead.
scree_status folder_snapshot(const char *given, char **path, scree_error *error);

// May a run that saved nothing begin anew from the case in its folder? Faults say what to do instead.
scree_status folder_restartable(const char *folder, scree_error *error);

// Makes the folder and those above it; one that is there stays as it is.
scree_status folder_make(const char *folder, scree_error *error);

// A folder that results are written to: locked against all others, with the list of what is ours in it.
typedef struct run_folder {
    char *path;
    bool made; // by this claim
    folder_lock lock;
    owned files;
} run_folder;

typedef struct folder_wish {
    const char *out;    // NULL: `results` beside the case, results-2 where that is taken, and so on
    const char *beside; // folder of the case
    const char *case_path; // must not be in the way of a result
    // Files that are still to be read, which --force must not remove; a NULL ends them.
    char *const *input;
    bool force;              // remove the files of an older run, and nothing else
    bool no_force;           // there is no such option, so no hint names it
    const char *const *name; // of results beside those that every run has; a NULL ends them
} folder_wish;

// For a new run: what is there must be empty, or with `force` hold nothing of others that a result would replace.
scree_status folder_claim(run_folder *in, const folder_wish *wish, scree_error *error);
// Refuses states, lists and other results in a folder that are links, pipes or devices: a run reads back and adds to
// what is in its folder alone.
scree_status folder_check(const char *folder, scree_error *error);
// For a run that goes on in its own folder, which is checked, with its tables.
scree_status folder_enter(run_folder *in, const char *folder, scree_error *error);
// Puts files on the list as runs had them before there was a list; nothing where there is one.
scree_status folder_adopt(run_folder *in, scree_error *error);
// Lets go of the lock; harmless on a folder that was never claimed (all zero) or was left already.
void folder_leave(run_folder *in);
// Leaves, and takes back what a new run has just made and could not begin with.
void folder_withdraw(run_folder *in);

// Copies a file byte by byte; what stood at `to` is replaced as a whole.
scree_status file_copy(const char *from, const char *to, scree_error *error);

#endif
