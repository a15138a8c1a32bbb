// table_view.h - which rows and columns of a table a plot of it shows, and over which column.
//
// Of a table with several rows a moment, such as a profile that is written again and again, it is the last moment over
// its second column; of rows that are cells or triangles with their places x, y, z, the one of those that varies; of any
// other all rows over the first column.
#ifndef SCREE_STORE_TABLE_VIEW_H
#define SCREE_STORE_TABLE_VIEW_H

#include "store/table_in.h"

#include <stdbool.h>

typedef struct table_view {
    int64_t first, rows; // the rows that are looked at
    int x;               // the column that the others stand over
    int begin;           // the first of those; none where the rows are spread over a plane or space
    bool in_time;        // it is the time
} table_view;

// A table has at least one column.
table_view table_view_of(const table_in *table);

// Is it one value throughout, but for rounding, or none at all? `stride` numbers lie between one value and the next.
bool table_is_flat(const double *value, int64_t rows, int64_t stride);

#endif
