// method_direct.c - NLopt's DIRECT-L, which divides the whole box between the bounds into ever smaller ones where the
// objective is low (Jones, Perttunen and Stuckman 1993; Gablonsky and Kelley 2001), and a subplex search from the best
// point found, because dividing boxes is slow near the end. Global and without chance: no start, no seed.
#include "fit/nlopt_search.h"

static const row rows[] = {NLOPT_ROWS};

static scree_status run(const fit_goal *goal, const choice *options, const double *start,
                        fit_trace *trace, scree_error *error)
{
    int64_t most = (int64_t)choice_real(options, "evaluations");
    scree_status status =
        nlopt_search(&(nlopt_terms){SEARCH_DIRECT, options, most / 2}, goal, start, trace, error);
    if (status || trace->out_of_memory)
        return status;
    fit_point best = trace->point[trace->count - 1];
    return nlopt_search(&(nlopt_terms){SEARCH_SUBPLEX, options, most - most / 2}, goal, best.x,
                        trace, error);
}

const fit_method fit_method_direct = {
    .what = {"direct",
             "global: divides the whole box between the bounds "
             "(DIRECT-L), then subplex from the best point",
             rows, sizeof rows / sizeof *rows},
    .ignores_start = true,
    .run = run,
};
