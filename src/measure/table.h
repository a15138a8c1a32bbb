// table.h - what probes share: their tables, the numbers they keep, and words for an axis.
#ifndef SCREE_MEASURE_TABLE_H
#define SCREE_MEASURE_TABLE_H

#include "measure/probe.h"

// Gives an empty table its columns.
scree_status table_columns(probe_table *table, const probe_head *head, int count,
                           scree_error *error);
// Adds a row of table->columns values.
scree_status table_row(probe_table *table, const double *value, scree_error *error);
// Forgets the rows and keeps the columns.
void table_empty(probe_table *table);
void table_clear(probe_table *table);

bool memory_put(probe_memory *memory, const double *value, int64_t count); // false: out of memory

// SCREE_BAD_INPUT; `law` is the name of the probe.
scree_status probe_fail(scree_error *error, const char *law, const char *hint, const char *what,
                        ...) SCREE_PRINTF(4, 5);

// The row `name`, x, y or z, as 0, 1, 2; where it is not given `fallback`.
scree_status probe_axis(const choice *choice, const char *name, const char *law, int fallback,
                        int *axis, scree_error *error);

// Along an axis: the rows `low` and `high`, or the domain. Finite, low < high.
scree_status probe_range(const choice *choice, const model *model, const char *law, int axis,
                         double range[2], scree_error *error);

// Refuses what lies outside of the domain, where no grain stays: from `low` to `high` along an axis, which may be the same.
scree_status probe_inside(const model *model, const char *law, int axis, const double range[2],
                          scree_error *error);

#endif
