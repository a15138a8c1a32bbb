// curves.h - overlaid plots of the points of a sweep: of all columns of a probe as a script for gnuplot, others as charts.
#ifndef SCREE_SWEEP_CURVES_H
#define SCREE_SWEEP_CURVES_H

#include "base/text.h"
#include "sweep/results.h"

enum {
    CURVES_MOST = 200,
    CURVES_NAMED = 16
}; // points that are drawn, and groups that have names in legends

// All columns of one probe that change, along its first column, each in a panel with a line per point. False: nothing
// changes.
scree_status curves_of_probe(const points_wish *wish, const char *probe, const char *png,
                             text_buffer *script, bool *any, scree_error *error);

// One column against another: `stress.q/strain.yy`. Rows of the two tables belong together where their first columns
// are the same. Refused where there is no such column. `path` ends as a chart may (draw/chart.h).
typedef struct curves_pair {
    probed_name upward, across;
} curves_pair;
bool curves_pair_read(const char *text, curves_pair *out);
scree_status curves_of_pair(const points_wish *wish, const curves_pair *pair, const char *path,
                            scree_error *error);
// The same as a table, a row per point and moment.
scree_status curves_write_pair(const points_wish *wish, const curves_pair *pair, const char *path,
                               scree_error *error);

// A number against the first axis with numbers, with the band of standard errors over seeds; a line for each value of the
// others. *any false: nothing with numbers is varied.
scree_status curves_of_number(const results *results, int64_t number, const char *path, bool *any,
                              scree_error *error);

#endif
