// plan.h - the points of a sweep: all combinations of the values of its axes, or a Latin hypercube of ranges, or the
// points of Sobol's indices, combined with the values of the other axes.
//
// The last axis changes fastest. A plan is made of what was asked for alone: it does not depend on jobs or on what has
// been run.
#ifndef SCREE_SWEEP_PLAN_H
#define SCREE_SWEEP_PLAN_H

#include "console/args.h"
#include "sweep/axis.h"

typedef struct plan_point {
    char *name;     // of its folder, owned
    char **text;    // of each axis, as --set takes it, owned
    double *number; // of each axis, SI, NAN for words, owned
    int group;      // points of one group differ in seeds alone
    int next;       // the next point of the group; -1: none
} plan_point;

typedef struct plan {
    axis *axis; // owned
    int axes;
    int64_t latin, sobol; // how many; 0: none
    uint64_t seed;        // of these
    plan_point *point;    // owned
    int points, groups;
    int *first; // point of each group, owned
} plan;

enum { PLAN_POINTS_MOST = 100000 };

// What is asked for: each `over` is NAME=VALUES; `path` is the case, with what is `set` in it; NULL: the points are only
// looked at, and axes have no keys. Clear also after a fault.
typedef struct plan_wish {
    const char *path;
    const settings *set, *over;
    int64_t latin, sobol, seed;
} plan_wish;
scree_status plan_make(const plan_wish *wish, plan *out, scree_error *error);
void plan_clear(plan *plan);

// The settings of a point: those of the case, then its own. Clear with settings_clear; `set` must outlive it.
scree_status plan_settings(const plan *plan, int point, const settings *set, settings *out,
                           scree_error *error);
// "friction = 0.3, seed = 2"
void plan_words(const plan *plan, int point, char *out, size_t size);
// The same without seeds.
void plan_words_of_group(const plan *plan, int point, char *out, size_t size);

#endif
