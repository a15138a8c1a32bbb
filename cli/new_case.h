// new_case.h - what scree new makes: files in a folder, and what it says of them.
#ifndef SCREE_CLI_NEW_CASE_H
#define SCREE_CLI_NEW_CASE_H

#include "base/fail.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct new_case {
    const char *folder;
    bool as_json;
    char **file; // paths, owned
    int64_t files, room;
} new_case;

// Is FOLDER/NAME free? Nothing that is there is ever replaced.
scree_status new_check_free(const char *folder, const char *name, scree_error *error);
// Writes NAME into the folder; refuses to replace what is there.
scree_status new_write(new_case *made, const char *name, const char *text, scree_error *error);
// What was made. Returns an exit code.
int new_tell(const new_case *made);
void new_case_clear(new_case *made);

// The case of a LAMMPS data file (new_lammps.c). Returns an exit code.
int new_from_lammps(const char *from, new_case *made);

#endif
