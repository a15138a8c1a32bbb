// table.h - what probes share: their tables, the numbers they keep, and words for an axis.
#ifndef SCREE_MEASURE_TABLE_H
#define SCREE_MEASURE_TABLE_H

#include "measure/probe.h"

// Gives an empty table its columns.
scree_status table_columns(probe_table *t, const probe_head *head, int count, scree_error *error);
// Adds a row of t->columns values.
scree_status table_row(probe_table *t, const double *value, scree_error *error);
// Forgets the rows and keeps the columns.
void table_empty(probe_table *t);
void table_clear(probe_table *t);

bool memory_put(probe_memory *m, const double *value, int64_t count); // false: out of memory

// SCREE_BAD_INPUT; `law` is the name of the probe.
scree_status probe_fail(scree_error *error, const char *law, const char *hint, const char *what,
                        ...) SCREE_PRINTF(4, 5);

// The row `name`, x, y or z, as 0, 1, 2; where it is not given `fallback`.
scree_status probe_axis(const choice *c, const char *name, const char *law, int fallback, int *axis,
                        scree_error *error);
double v3_component(v3 v, int axis);

// Along an axis: the rows `low` and `high`, or the domain. Finite, low < high.
scree_status probe_range(const choice *c, const model *m, const char *law, int axis, double *low,
                         double *high, scree_error *error);

#endif
