// grain_table.h - files of grains, one per line: reading numbers, and saying at which line one is wrong.
#ifndef SCREE_SCENE_GRAIN_TABLE_H
#define SCREE_SCENE_GRAIN_TABLE_H

#include "base/fail.h"
#include "scene/packing.h"

#include <stdbool.h>
#include <stdint.h>

// A walk over the lines of a text. Fields are separated by blanks, tabs, commas or semicolons; # begins a comment.
typedef struct grain_table_scan {
    const char *path; // for messages
    char *text;       // owned; changed by the walk
    char *at, *end;
    long line;
    char *field[32]; // of the present line
    int fields;
    fault_tally tally; // of lines that could not be read
} grain_table_scan;

// Each open is followed by a close, which gives the status of the whole and the first fault; `faults` (may be NULL)
// gets those of all lines. False: the file cannot be read.
bool grain_table_open(grain_table_scan *scan, const char *path, fault_list *faults);
scree_status grain_table_close(grain_table_scan *scan, scree_error *error);
// The next line that is not empty. False: there is none.
bool grain_table_next(grain_table_scan *scan);
// Notes what is wrong with a line, so that the walk can go on with the next. False: no use, memory ran out.
bool grain_table_goes_on(grain_table_scan *scan, const scree_error *fault);
// Names path:line, before the first line the path alone.
scree_status grain_table_fail(const grain_table_scan *scan, scree_error *error, const char *hint,
                              const char *what, ...) SCREE_PRINTF(4, 5);
// The number in a field; infinite only where allowed.
scree_status grain_table_number(const grain_table_scan *scan, int field, const char *name,
                                bool infinite, double *out, scree_error *error);
// Checks what every grain needs: radius above zero, mass above zero or 0 for "not given".
scree_status grain_table_check(const grain_table_scan *scan, const grain_entry *entry,
                               scree_error *error);

// The particle file of the course format: the number of grains, then lines `m r x y z vx vy vz`; `inf` masses do not
// move. Calls `each` for every grain until it fails; `each` may be NULL, then the file is only checked. `*largest` (may
// be NULL) is the largest radius. `error` has the first fault, `faults` (may be NULL) gets those of all lines.
typedef scree_status (*course_grain)(void *context, const grain_entry *entry, scree_error *error);
scree_status course_particles(const char *path, course_grain each, void *context, double *largest,
                              fault_list *faults, scree_error *error);

#endif
