// law_path.h - the path along which `scree law` moves a contact: positions from a table, or a path of its own.
//
// A table is a CSV file with a header that names columns of positions since first touch: overlap or push (then the
// overlap is found), slip_x, slip_y or drag (then slip_x is found), roll_x, roll_y, twist, time. Units stand in
// brackets and are SI: overlap [m], push [N], drag [N], roll_x [rad], time [s].
#ifndef SCREE_CLI_LAW_PATH_H
#define SCREE_CLI_LAW_PATH_H

#include "base/fail.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    PATH_OVERLAP,
    PATH_PUSH,
    PATH_SLIP_X,
    PATH_SLIP_Y,
    PATH_DRAG,
    PATH_ROLL_X,
    PATH_ROLL_Y,
    PATH_TWIST,
    PATH_TIME,
    PATH_COLUMNS
};

typedef struct law_path {
    bool has[PATH_COLUMNS];
    double *at; // PATH_COLUMNS numbers a row, owned; 0 where a column is not there
    int64_t rows, room;
} law_path;

// `way` is empty on failure.
scree_status law_path_read(law_path *way, const char *file, scree_error *error);

// Straight on from the last row (from zeros where there is none) to `to` (PATH_COLUMNS numbers) in so many steps.
bool law_path_go(law_path *way, const double *to, int steps);

void law_path_clear(law_path *way);

#endif
