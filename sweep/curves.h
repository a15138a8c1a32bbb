// curves.h - overlaid plots of the points of a sweep, as scripts for gnuplot.
#ifndef SCREE_SWEEP_CURVES_H
#define SCREE_SWEEP_CURVES_H

#include "base/text.h"
#include "sweep/results.h"

enum { CURVES_MOST = 200 }; // points that are drawn

// All columns of one probe that change, along its first column, each in a panel with a line per point. False: nothing
// changes.
scree_status curves_of_probe(const points_wish *wish, const char *probe, const char *png,
                             text_buffer *script, bool *any, scree_error *error);

// One column against another: `stress.q/strain.yy`. Rows of the two tables belong together where their first columns
// are the same. Refused where there is no such column.
typedef struct curves_pair {
    probed_name upward, across;
} curves_pair;
bool curves_pair_read(const char *text, curves_pair *out);
scree_status curves_of_pair(const points_wish *wish, const curves_pair *pair, const char *png,
                            text_buffer *script, scree_error *error);
// The same as a table, a row per point and moment.
scree_status curves_write_pair(const points_wish *wish, const curves_pair *pair, const char *path,
                               scree_error *error);

// A number against the first axis with numbers, with standard errors over seeds; a line for each value of the others.
scree_status curves_of_number(const results *results, int64_t number, const char *png,
                              text_buffer *script, bool *any, scree_error *error);

// Parts of scripts: the beginning of a page, a label with its unit, the colour of a group, the title of a line.
void curves_page(text_buffer *script, const char *png, int width, int height);
void curves_label(text_buffer *script, const char *axis, const char *name, const char *unit);
void curves_colour(text_buffer *script, const plan *plan, int group);
void curves_title(text_buffer *script, const plan *plan, int point);

#endif
