// curves.h - overlaid charts of the points of a sweep.
#ifndef SCREE_SWEEP_CURVES_H
#define SCREE_SWEEP_CURVES_H

#include "draw/overlay.h"
#include "sweep/results.h"

enum {
    CURVES_MOST = 200, // lines in a file
    CURVES_NAMED = 16  // groups that have names in legends
};

// What a curve is called (NULL: not in the legend), and the number of its colour.
typedef struct overlay_label {
    const char *name;
    int like;
} overlay_label;

// A run whose table is drawn.
typedef struct curves_run {
    int point;
    bool whole;
    table_in table;
} curves_run;

// How many groups of points are drawn, so that at most so many lines are.
int64_t curves_groups(const plan *plan, int most);

// The columns of one probe that change, as a plot shows them (store/table_view.h): a chart for each, with a line for each
// point. Of points that differ in seeds alone the mean is drawn, in a band from the least to the greatest (curves_seeds.c), or
// where that cannot be, all of them in one colour. Errors of columns have no chart.
typedef struct curves_probe {
    chart *chart; // owned, with all that they point to
    overlay *overlay;
    int charts, lines;
    curves_run *run; // of each line, those of a group one after another
    bool banded;     // there are bands
} curves_probe;
// Of more than `most` points so many, spread over all of them, and of groups all points. Clear also after a fault.
scree_status curves_of_probe(const points_wish *wish, const char *probe, int most,
                             curves_probe *out, scree_error *error);
scree_status curves_write_probe(const curves_probe *curves, const char *path, scree_error *error);
void curves_probe_clear(curves_probe *curves);

// A curve of a run: places and values of so many rows, each that many numbers behind the one before.
typedef struct seed_curve {
    const double *place, *value; // borrowed
    int64_t rows;
    int stride;
    int64_t at; // row that is looked at: 0
} seed_curve;

// The mean of a column over runs that differ in seeds alone, with its least and greatest as a band, at the places of the first
// of them; of others that have no row there, on the straight line between their rows. It is known where all of them are. False:
// their places do not all ascend, nor all descend, or there are fewer than two curves, and nothing was added. *memory: whether
// there was enough.
bool curves_add_mean(overlay *overlay, seed_curve *curve, int64_t curves,
                     const overlay_label *label, bool *memory);
// The same of a column of whole runs.
bool curves_add_seeds(overlay *overlay, const curves_run *run, int64_t runs, const char *column,
                      const overlay_label *label, bool *memory);

// A chart with all that it points to; it stays where it is, for the chart points into it.
typedef struct curves_drawn {
    chart chart;
    overlay overlay;
    char x_name[200], y_name[200], x_unit[80], y_unit[80];
} curves_drawn;
void curves_drawn_clear(curves_drawn *drawn);

// One column against another: `stress.q/strain.yy`. Rows of the two tables belong together where their first columns
// are the same. Refused where there is no such column. Of more than `most` points so many groups that these fit, spread over all
// of them; of points that differ in seeds alone the mean in a band, as above.
typedef struct curves_pair {
    probed_name upward, across;
    since from; // rows of times before are left out
} curves_pair;
bool curves_pair_read(const char *text, curves_pair *out);
scree_status curves_of_pair(const points_wish *wish, const curves_pair *pair, int most,
                            curves_drawn *out, scree_error *error);
// The same as a table, a row per point and moment.
scree_status curves_write_pair(const points_wish *wish, const curves_pair *pair, const char *path,
                               scree_error *error);

// A number against the first axis with numbers, with the errors (results_shown) as a band, or as bars where points are drawn at
// random and make no line; a line for each value of the others. Without curves: nothing with numbers is varied.
scree_status curves_of_number(const results *results, int64_t number, curves_drawn *out,
                              scree_error *error);

#endif
