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

typedef struct nlopt_terms {
    search_kind kind;
    const choice *options;
    int64_t most; // evaluations more
} nlopt_terms;

// Walks from `start` (or, DIRECT, through the whole cube) by the method and with the evaluations of `terms`.
scree_status nlopt_search(const nlopt_terms *terms, const fit_goal *goal, const double *start,
                          fit_trace *trace, scree_error *error);

#endif
