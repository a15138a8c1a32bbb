// tables.h - the lists of columns.h and frame.h as data: what the C interface hands out as views, what `scree list
// columns` prints, and what docs/columns.md is made of.
#ifndef SCREE_STATE_TABLES_H
#define SCREE_STATE_TABLES_H

#include "state/columns.h"
#include "state/frame.h"

#include <stddef.h>

typedef enum table {
    TABLE_STATE,
    TABLE_BALLS,
    TABLE_CONTACTS,
    TABLE_WALLS,
    TABLE_LEDGER,
    TABLES
} table;
typedef enum number_type { NUMBER_F64, NUMBER_I32, NUMBER_I64 } number_type;

typedef struct column {
    const char *name, *unit, *doc;
    number_type type;
    int width;            // values per row
    bool saved, optional; // of the state: part of a snapshot; kept by worlds that ask for it only
    const char *stage;    // of the state: what writes it; else ""
    int buffers;          // of the state: 2 where a step reads one and writes the other
    size_t offset, size;  // of its member in the struct; of a row
} column;

// All columns of a table, in the order of their list.
const column *columns_of(table table, int *count);
// By name; NULL where there is none.
const column *column_named(table table, const char *name);
const char *number_type_name(number_type type); // "float64", ...

// Where a column lies: `rows` rows, `stride` bytes apart; data is NULL where it is not kept or there are no rows.
typedef struct column_place {
    const void *data;
    int64_t rows;
    ptrdiff_t stride;
} column_place;
column_place column_in_state(const column *column,
                             const bodies *bodies); // of the current time, in slots
column_place column_in_frame(const column *column, table table, const frame *frame);

#endif
