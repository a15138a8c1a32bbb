// tables.h - the tables of the probes of a run as JSON for plots, read from its folder: also those of a run in progress, whose
// rows reach their files whole.
#ifndef SCREE_VIEW_TABLES_H
#define SCREE_VIEW_TABLES_H

#include "store/json.h"

enum { TABLES_MOST = 40, TABLE_POINTS = 1200, TABLE_COLUMNS = 24 };

// The members "kind" and "tables"; what cannot be read is told in "faults". `folder` NULL: there are none.
void view_tables_write(json *out, const char *folder);

#endif
