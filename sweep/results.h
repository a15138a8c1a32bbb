// results.h - the numbers of all points of a sweep in one table, and their scatter over seeds.
//
// table.csv has a row per point: its values, what has become of it, and of every column of every probe the last value,
// the mean, the peak and where that stands. scatter.csv has a row per group of points that differ in seeds alone: how
// many runs, and of each number the mean over them, the standard deviation (n - 1) and the standard error.
#ifndef SCREE_SWEEP_RESULTS_H
#define SCREE_SWEEP_RESULTS_H

#include "sweep/points.h"
#include "sweep/probed.h"
#include "sweep/since.h"

typedef struct results_head {
    char *name, *unit; // owned
} results_head;

typedef struct results {
    const plan *plan;
    results_head *head; // of numbers, owned
    int64_t numbers, room;
    double **row;    // of each point, `filled` numbers, owned; those behind are NAN
    int64_t *filled; // owned
    point_state *state;
    char (*words)[POINT_WORDS];
    int64_t *warnings;            // of each point, owned
    char (*warning)[POINT_WORDS]; // the first of each point
} results;

// Clear also after a fault. `from`: means and peaks are of times from there on.
scree_status results_gather(const points_wish *wish, const since *from, results *out,
                            scree_error *error);
void results_clear(results *results);

double results_number(const results *results, int point, int64_t number);
// By its whole name, `probe.column:take`; -1: there is none.
int64_t results_find(const results *results, const char *name);

// A number over the points of a group that have it.
typedef struct results_scatter {
    int runs;
    double mean, deviation, error; // NAN: not known
} results_scatter;
results_scatter results_over_seeds(const results *results, int group, int64_t number);

// The same with the error of a mean by blocks where one run alone counts.
results_scatter results_shown(const results *results, int group, int64_t number);

// The probes by the names of numbers, which stand together: from *k = 0 on, each name and the first number behind it. False:
// there are no more.
enum { PROBE_NAME_ROOM = 100 };
bool results_next_probe(const results *results, int64_t *k, char out[PROBE_NAME_ROOM]);

scree_status results_write(const results *results, const char *path, scree_error *error);
scree_status results_write_scatter(const results *results, const char *path, scree_error *error);
bool results_have_seeds(const results *results);
// In how many groups all runs, two at least, have the same numbers throughout, to the last bit: the seed changes nothing there.
int results_alike(const results *results);
// A point of the group, the first.
int results_first(const results *results, int group);

#endif
