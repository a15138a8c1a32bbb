// method_subplex.c - NLopt's SBPLX, a variant of Rowan's subplex; see nlopt_search.h.
#include "fit/nlopt_search.h"

static const row rows[] = {NLOPT_ROWS};

static scree_status run(const fit_goal *goal, const choice *options, const double *start,
                        fit_trace *trace, scree_error *error)
{
    int64_t most = (int64_t)choice_real(options, "evaluations");
    return nlopt_search(&(nlopt_terms){SEARCH_SUBPLEX, options, most}, goal, start, trace, error);
}

const fit_method fit_method_subplex = {
    .what = {"subplex",
             "local, without derivatives: simplices in subspaces (Rowan "
             "1990), robust where the objective has kinks or noise",
             rows, sizeof rows / sizeof *rows},
    .ignores_start = false,
    .run = run,
};
