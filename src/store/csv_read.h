// csv_read.h - a table of numbers read back, as csv.h writes them: probes/*.csv of a run.
#ifndef SCREE_STORE_CSV_READ_H
#define SCREE_STORE_CSV_READ_H

#include "base/fail.h"

#include <stdint.h>

typedef struct csv_numbers {
    int columns;
    char **name, **unit; // owned; units are "" where none is written
    int64_t rows, room;
    double *value; // owned; rows * columns
} csv_numbers;

// Half a row at the end, of a run that goes on, is left out. Faults name the line. Clear also after a fault.
scree_status csv_numbers_read(const char *path, csv_numbers *out, scree_error *error);
void csv_numbers_clear(csv_numbers *numbers);
// The column of that name; -1: none.
int csv_numbers_column(const csv_numbers *numbers, const char *name);

#endif
