// method_nelder_mead.c - NLopt's Nelder-Mead; see nlopt_search.h.
#include "fit/nlopt_search.h"

static const row rows[] = {NLOPT_ROWS};

static scree_status run(const fit_goal *goal, const choice *options, const double *start,
                        fit_trace *trace, scree_error *error)
{
    int64_t most = (int64_t)choice_real(options, "evaluations");
    return nlopt_search(&(nlopt_terms){SEARCH_NELDER_MEAD, options, most}, goal, start, trace,
                        error);
}

const fit_method fit_method_nelder_mead = {
    .what = {"nelder-mead",
             "local, without derivatives: the simplex of Nelder and Mead (1965), within the bounds",
             rows, sizeof rows / sizeof *rows},
    .ignores_start = false,
    .run = run,
};
