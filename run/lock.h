// lock.h - one writer for a folder: the file scree.lock in it, held by flock.
//
// The kernel lets go of such a lock when its process ends, however that comes about, so a run that was killed leaves
// none and the file that it leaves is no hindrance. On NFS the lock reaches other machines only where the server takes
// part (Linux since 2.6.12, mounted without `nolock`); where a file system knows no locks at all, a note says so.
#ifndef SCREE_CLI_LOCK_H
#define SCREE_CLI_LOCK_H

#include "base/fail.h"

#include <stdbool.h>

#define LOCK_NAME "scree.lock"

typedef struct folder_lock {
    int file; // -1: none is held
    char *path;
} folder_lock;

// Takes the lock of a folder that is there. Refused where another process has it, which is named.
scree_status lock_take(folder_lock *lock, const char *folder, scree_error *error);
// The same question without writing anything: a fault where somebody works in the folder.
scree_status lock_look(const char *folder, scree_error *error);
// Removes the file and lets go; harmless where nothing is held.
void lock_drop(folder_lock *lock);

#endif
