// folder.h - the folder that a run writes to: made, recognised, cleaned.
#ifndef SCREE_CLI_FOLDER_H
#define SCREE_CLI_FOLDER_H

#include "base/fail.h"

#include <stdbool.h>

// FOLDER/NAME, owned; NULL when out of memory.
char *folder_path(const char *folder, const char *name);

bool folder_exists(const char *folder);
bool folder_holds_run(const char *folder); // there is a log or a snapshot of a run

// The snapshot that is meant, owned by the caller: a file, or the snapshot.h5 of a folder. Faults say what was looked
// for, and what is there instead.
scree_status folder_snapshot(const char *given, char **path, scree_error *error);

// Makes the folder and those above it; one that is there stays as it is.
scree_status folder_make(const char *folder, scree_error *error);
// The same for a new run. What is there must be empty; with `force`, the files of an older run are removed, and nothing
// else. `case_path` must not be the case.yaml of the folder.
scree_status folder_claim(const char *folder, const char *case_path, bool force, scree_error *error);

// Where a run goes that names no folder: `results` beside the case, results-2 where that is taken, and so on. Owned.
char *folder_suggest(const char *beside);

// Takes back the folder that a new run has just made and could not begin in. What is none of a run stays.
void folder_withdraw(const char *folder);

// Copies a file byte by byte; what stood at `to` is replaced as a whole.
scree_status file_copy(const char *from, const char *to, scree_error *error);

#endif
