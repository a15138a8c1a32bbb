// table.h - a table of measurements: a CSV file whose first line names columns with their units, `force [N],overlap
// [um]`.
//
// The columns are those of a model, in any order: all inputs and at least one output. Cells are numbers in the unit of
// their column (without one, in SI where the column has no dimension), separated by commas or semicolons; # begins a
// comment.
#ifndef SCREE_FIT_TABLE_H
#define SCREE_FIT_TABLE_H

#include "case/tree.h"
#include "fit/problem.h"

// Fills count, input and value of `set`, whose model is known. Faults go to the book with the place in the table; true
// where there are none.
bool fit_table_read(const char *path, fit_set *set, fault_book *book);

#endif
