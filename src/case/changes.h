// changes.h - in which values two resolved cases differ.
#ifndef SCREE_CASE_CHANGES_H
#define SCREE_CASE_CHANGES_H

#include "base/fail.h"

#include <stdbool.h>

enum { CHANGES_TOLD = 3 };
typedef struct case_change {
    char path[160];       // "walls.lid.plane.point"
    char was[60], is[60]; // as the texts spell it, shortened; "" where there is none
    bool holds_others;    // what is there now, or was: is[] and was[] only say how many
} case_change;

typedef enum case_change_kind {
    CHANGE_OF_VALUE,
    CHANGE_ADDED,
    CHANGE_GONE,
    CHANGE_KINDS
} case_change_kind;

// A change that may be told; of what holds others `was` and `is` only say that they are there.
typedef struct case_difference {
    case_change_kind kind;
    const char *path, *was, *is;
} case_difference;

// Those that `tells` says are to be told; the first few, and how many there are.
typedef struct case_changes {
    bool (*tells)(const case_difference *change, const void *context);
    const void *context;
    case_change item[CHANGES_TOLD];
    int count;
} case_changes;

// SCREE_BAD_INPUT where a text cannot be read; SCREE_NO_MEMORY.
scree_status case_changes_find(const char *was, const char *is, case_changes *out);

#endif
