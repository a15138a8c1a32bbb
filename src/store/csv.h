// csv.h - a table of numbers that grows by a row at a time: probes/*.csv.
//
// The first line names the columns with their units, `time [s],force [N]`; numbers read back as the same doubles; nan
// and inf are spelt so. A row reaches the file whole or not at all, also on a full disk, and in the order of the calls.
#ifndef SCREE_STORE_CSV_H
#define SCREE_STORE_CSV_H

#include "base/fail.h"

#include <stdint.h>

typedef struct csv_column {
    const char *name, *unit; // unit NULL or "": none is written
} csv_column;

typedef struct csv_table {
    int file; // descriptor; -1 when closed
    char *path, *line;
    int columns;
    int64_t rows;   // in the file
    int64_t length; // bytes of whole rows
} csv_table;

// Makes a new table with its head; an older file of that name is replaced.
scree_status csv_create(csv_table *table, const char *path, const csv_column *column, int columns,
                        scree_error *error);

// Opens a table again to go on after an interrupted run: rows whose first value is above `last` go, as does half a row
// at the end; the head must be the same. A file that is not there is made anew.
scree_status csv_resume(csv_table *table, const char *path, const csv_column *column, int columns,
                        double last, scree_error *error);

scree_status csv_row(csv_table *table, const double *value, scree_error *error);
scree_status csv_flush(csv_table *table, scree_error *error); // to the disk; harmless where closed
scree_status csv_close(csv_table *table,
                       scree_error *error); // to the disk; also after a failed row

#endif
