// list_rows.h - the rows of plug-ins, for people: each parameter with its kind, unit, default, range and documentation.
#ifndef SCREE_CLI_LIST_ROWS_H
#define SCREE_CLI_LIST_ROWS_H

#include "base/row.h"

enum { LIST_NAME = 14 }; // letters of a column of names

void print_plugins(const char *title, const plugin *const *list, int count);
// The same and an empty line.
void print_family(const char *title, const plugin *const *list, int count);

#endif
