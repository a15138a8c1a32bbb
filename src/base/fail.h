// fail.h - filling a scree_error, and collecting many faults of one input before giving up.
#ifndef SCREE_BASE_FAIL_H
#define SCREE_BASE_FAIL_H

#include "scree/status.h"

#include <stdbool.h>
#include <stdint.h>

#if defined(__GNUC__)
#define SCREE_PRINTF(format_at, args_at) __attribute__((format(printf, format_at, args_at)))
#else
#define SCREE_PRINTF(format_at, args_at)
#endif

// Fills `error` (which may be NULL) and returns `status`, so that a failing function reads
// `return fail(error, SCREE_IO, path, "free some space", "cannot write: %s", why);`. `where` and `hint` may be NULL.
scree_status fail(scree_error *error, scree_status status, const char *where, const char *hint,
                  const char *what, ...) SCREE_PRINTF(5, 6);
// Gives a failure another place and moves the one it had into its words: "walls.lid.mesh.file: lid.stl: cannot be
// read".
void fault_move(scree_error *error, const char *where);
scree_status fail_memory(scree_error *error, const char *where);

// A growing list of faults. A reader adds all it finds and reports them together.
typedef struct fault_list {
    scree_error *item; // count entries, owned
    int count, room;
    int64_t left_out;   // found besides and not listed
    bool out_of_memory; // some faults could not be kept
} fault_list;

void fault_add(fault_list *list, scree_status status, const char *where, const char *hint,
               const char *what, ...) SCREE_PRINTF(5, 6);
void fault_list_clear(fault_list *list);

// The faults of a long input, such as the lines of a table: all are found, the first few listed, the others counted.
enum { FAULTS_LISTED = 20 };
typedef struct fault_tally {
    fault_list *list; // NULL: only the first is kept
    int64_t count;
    scree_error first;
} fault_tally;

void fault_tally_add(fault_tally *tally, const scree_error *fault);
// SCREE_OK where there was none, else the status of the first, which `error` then holds.
scree_status fault_tally_end(const fault_tally *tally, scree_error *error);

#endif
