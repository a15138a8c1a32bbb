// nlopt_search.h - the methods of the library NLopt (S. G. Johnson), between the goal's numbers and its unit cube.
#ifndef SCREE_FIT_NLOPT_SEARCH_H
#define SCREE_FIT_NLOPT_SEARCH_H

#include "fit/method.h"

// Rows that all of these methods have.
#define NLOPT_ROWS                                                                                 \
    {"evaluations",                                                                                \
     ROW_INTEGER,                                                                                  \
     "1",                                                                                          \
     5000,                                                                                         \
     10,                                                                                           \
     1e9,                                                                                          \
     "at most so many evaluations of the objective"},                                              \
        {"tolerance",                                                                              \
         ROW_REAL,                                                                                 \
         "1",                                                                                      \
         1e-10,                                                                                    \
         0,                                                                                        \
         1,                                                                                        \
         "ends when the objective changes by less, relative to itself"},                           \
    {                                                                                              \
        "step", ROW_REAL, "1", 0.1, 1e-6, 1,                                                       \
            "first step, as a part of the way between the bounds (of their logarithms)"            \
    }

typedef enum search_kind {
    SEARCH_BOBYQA,
    SEARCH_SUBPLEX,
    SEARCH_NELDER_MEAD,
    SEARCH_DIRECT
} search_kind;

// Walks from `start` (or, DIRECT, through the whole cube) with at most `most` evaluations more.
scree_status nlopt_search(search_kind kind, const fit_goal *goal, const choice *options,
                          const double *start, int64_t most, fit_trace *trace, scree_error *error);

#endif
