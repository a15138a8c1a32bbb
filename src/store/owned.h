// owned.h - the files that runs of Scree have written in a folder, by name: the list scree-files.txt in it.
//
// A name comes onto the list, and the list to the disk, before the file is made. So whatever ends a run, all that it
// wrote is on the list; what is not on it is somebody else's, and is neither written over nor removed. The list is the
// only judge: that a file has a name as results have it says nothing about whose it is.
//
// Names are relative to the folder and lead to nowhere else: no `..`, no leading slash, and no folder on the way may be
// a symbolic link.
#ifndef SCREE_STORE_OWNED_H
#define SCREE_STORE_OWNED_H

#include "base/fail.h"

#include <stdbool.h>

#define OWNED_NAME "scree-files.txt"

typedef struct owned {
    char *folder;
    bool listed; // there was a list
    int file;    // the list, open at its end; -1: not yet made
    char **name; // sorted
    int64_t count, room;
} owned;

// Reads the list of the folder; nothing is written. A file of that name that is no list is refused.
scree_status owned_open(owned *owned, const char *folder, scree_error *error);
void owned_close(owned *owned);

bool owned_has(const owned *owned, const char *name);

// FOLDER/NAME to write to, owned by the caller: puts the name on the list first, and makes the folders on the way.
// Refused where a file stands that is not on the list.
scree_status owned_path(owned *owned, const char *name, char **path, scree_error *error);
// Puts on the list what is there already: files of an older run that had no list.
scree_status owned_adopt(owned *owned, const char *name, scree_error *error);

// Removes a file of the list with its .part; the name stays.
void owned_remove(const owned *owned, const char *name);
// Removes what was left half-written of all files of the list.
void owned_sweep(const owned *owned);
// Removes all files of the list but snapshots that were saved by hand, then the list.
void owned_remove_all(owned *owned);
// Writes the list anew, of what is there, in the order of names.
scree_status owned_settle(owned *owned, scree_error *error);

#endif
