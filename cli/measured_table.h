// measured_table.h - the table of a probe that scree measure has filled: as a file, and as JSON.
#ifndef SCREE_CLI_MEASURED_TABLE_H
#define SCREE_CLI_MEASURED_TABLE_H

#include "measure/probe.h"
#include "store/json.h"

scree_status measured_table_write(const probe_table *table, const char *path, scree_error *error);

// FOLDER/NAME.csv into the list that is open, and what goes with it: the list of its images, or a mean as a picture, by its ending;
// NULL: there is none.
void measured_table_files(json *line, const char *folder, const char *name, const char *beside);
// An object of the list that is open: whose it is, by which probe, how many rows, its columns.
void measured_table_tell(json *line, const probe_table *table, const char *name, const char *law);

#endif
