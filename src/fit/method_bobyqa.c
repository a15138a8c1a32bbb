// method_bobyqa.c - NLopt's BOBYQA; see nlopt_search.h.
#include "fit/nlopt_search.h"

static const row rows[] = {NLOPT_ROWS};

static scree_status run(const fit_goal *goal, const choice *options, const double *start,
                        fit_trace *trace, scree_error *error)
{
    int64_t most = (int64_t)choice_real(options, "evaluations");
    return nlopt_search(&(nlopt_terms){SEARCH_BOBYQA, options, most}, goal, start, trace, error);
}

const fit_method fit_method_bobyqa = {
    .what = {"bobyqa",
             "local, without derivatives: quadratic models in a trust "
             "region (Powell 2009); needs two free parameters",
             rows, sizeof rows / sizeof *rows},
    .ignores_start = false,
    .run = run,
};
