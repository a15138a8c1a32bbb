// target.h - files that a command is asked to write, where something may stand already.
#ifndef SCREE_CLI_TARGET_H
#define SCREE_CLI_TARGET_H

#include "base/fail.h"

#define TARGET_PNG "\211PNG\r\n\032\n"
#define TARGET_LAMMPS "LAMMPS data file, atom_style sphere"
#define TARGET_DUMP "ITEM: TIMESTEP"

// A file that begins in this way may be replaced by a newer one of its kind; what else stands there is somebody's, and
// refused. `path` NULL: nothing is to be written.
scree_status target_check(const char *path, const char *begin, scree_error *error);

// The same of pictures and films of any kind, which carry a mark of ours (draw/mark.h).
scree_status target_picture(const char *path, scree_error *error);

// Refuses a name with another ending, such as .png, than that of what is written; `what` says what that is, "a PNG file". `path`
// NULL: fine.
scree_status target_ends(const char *path, const char *ending, const char *what,
                         scree_error *error);

// Refuses a file that stands on the list of a run, in the folder of the file or in one above it. `path` NULL: fine.
scree_status target_is_free(const char *path, scree_error *error);

#endif
