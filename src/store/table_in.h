// table_in.h - reading a table of numbers back: probes/*.csv, and any other with the names of its columns in the first line.
#ifndef SCREE_STORE_TABLE_IN_H
#define SCREE_STORE_TABLE_IN_H

#include "base/fail.h"

#include <stdint.h>

typedef struct table_head {
    char *name, *unit; // unit "": none
} table_head;

typedef struct table_in {
    int columns;
    table_head *head;
    int64_t rows;
    double *value; // rows * columns
} table_in;

// Commas between, names as `name [unit]`, names with a comma or a quote in double quotes (RFC 4180). nan, inf, -inf and
// numbers; an empty cell is nan. A last line without its line break is the rest of a write that was cut off: it is left
// out. SCREE_BAD_INPUT names the line of what is no table.
scree_status table_in_read(const char *path, table_in *out, scree_error *error);
void table_in_clear(table_in *table);

int table_in_find(const table_in *table, const char *name); // -1: there is no such column

// The column with the standard errors of another one: NAME_error of NAME, or one called `error` right behind it, in the same
// unit. -1: there is none.
int table_in_error_of(const table_in *table, int column);
// The column whose error this is; -1: it is no error.
int table_in_of_error(const table_in *table, int column);

#endif
