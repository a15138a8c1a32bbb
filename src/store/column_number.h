// column_number.h - what a column of a table of results comes down to: the mean over its rows with its standard error by
// blocks, the value of the largest size and where it stands, and of rows that are parts of a whole their sum.
//
// Rows of a table need not stand for the same amount. Where a column `area [m^2]` says for how much of a surface each
// stands, as of the triangles of a wall, means are weighted with it; where the first column is `radius [m]`, rows are
// rings of equal width, and the radius is the weight. Numbers that are no number count for nothing.
#ifndef SCREE_STORE_COLUMN_NUMBER_H
#define SCREE_STORE_COLUMN_NUMBER_H

#include "store/table_in.h"

#include <stdbool.h>

typedef struct column_rows { // the rows that are looked at
    int64_t first, count;
    int x; // the column that tells where a row stands
} column_rows;

typedef struct column_number {
    double last; // of the last row that has a number
    double mean;
    double
        error; // standard error of the mean, of rows that follow each other in time; NAN: there is none
    bool settled; // else the error is at least that
    double peak, at;
    // Sum over the rows, of a column with a unit times the area where the table has one; NAN: rows in time have none.
    double total;
} column_number;

enum { TOTAL_UNIT_ROOM = 40 };

bool table_in_time(const table_in *table);
// The column that weighs the rows; -1: all count alike.
int table_in_weight(const table_in *table);
// False: out of memory.
bool column_number_of(const table_in *table, int column, const column_rows *rows,
                      column_number *out);
// The unit of the total of a column.
void column_total_unit(const table_in *table, int column, char out[TOTAL_UNIT_ROOM]);

#endif
