// nlopt_search.c - see nlopt_search.h.
#include "fit/nlopt_search.h"

#include "base/mathlib.h"

#include <nlopt.h>
#include <stdio.h>
#include <string.h>

typedef struct search {
    const fit_goal *goal;
    fit_trace *trace;
    nlopt_opt opt;
    double best, worst; // worst: stands for points without an answer
    scree_status status;
    scree_error *error;
} search;

static double evaluate(unsigned n, const double *place, double *gradient, void *context)
{
    search *search = context;
    double x[FIT_FREE_MOST];
    double value;
    (void)gradient;
    for (unsigned i = 0; i < n; i++)
        x[i] = fit_goal_number(search->goal, (int)i, place[i]);
    search->status = fit_goal_value(search->goal, x, search->trace, &value, search->error);
    if (search->status) {
        nlopt_force_stop(search->opt);
        return search->worst;
    }
    if (value < search->best) {
        search->best = value;
        fit_trace_add(search->trace, search->goal, search->trace->evaluations, value, x);
    }
    return isfinite(value) ? value : search->worst;
}

static const char *reason(nlopt_result code)
{
    switch (code) {
    case NLOPT_FTOL_REACHED:
        return "the objective no longer changed";
    case NLOPT_XTOL_REACHED:
        return "the parameters no longer changed";
    case NLOPT_MAXEVAL_REACHED:
        return "the number of evaluations was used up";
    case NLOPT_ROUNDOFF_LIMITED:
        return "rounding allowed no further progress";
    case NLOPT_STOPVAL_REACHED:
        return "the objective reached zero";
    default:
        return "the method ended";
    }
}

static nlopt_opt set_up(search_kind kind, search *search, const choice *options, int64_t most)
{
    static const nlopt_algorithm algorithms[] = {[SEARCH_BOBYQA] = NLOPT_LN_BOBYQA,
                                                 [SEARCH_SUBPLEX] = NLOPT_LN_SBPLX,
                                                 [SEARCH_NELDER_MEAD] = NLOPT_LN_NELDERMEAD,
                                                 [SEARCH_DIRECT] = NLOPT_GN_DIRECT_L};
    nlopt_opt opt = nlopt_create(algorithms[kind], (unsigned)search->goal->count);
    if (!opt)
        return NULL;
    double tolerance = choice_real(options, "tolerance");
    bool good = nlopt_set_min_objective(opt, evaluate, search) > 0 &&
                nlopt_set_lower_bounds1(opt, 0) > 0 && nlopt_set_upper_bounds1(opt, 1) > 0 &&
                nlopt_set_maxeval(opt, (int)real_min((double)most, 1e9)) > 0;
    if (kind != SEARCH_DIRECT) {
        good = good && nlopt_set_ftol_rel(opt, tolerance) > 0 &&
               nlopt_set_xtol_abs1(opt, 1e-12) > 0 &&
               nlopt_set_initial_step1(opt, choice_real(options, "step")) > 0;
    }
    if (good)
        return opt;
    nlopt_destroy(opt);
    return NULL;
}

scree_status nlopt_search(const nlopt_terms *terms, const fit_goal *goal, const double *start,
                          fit_trace *trace, scree_error *error)
{
    search search = {
        .goal = goal,
        .trace = trace,
        .opt = NULL,
        .best = INFINITY,
        .worst = 0,
        .status = SCREE_OK,
        .error = error,
    };
    double place[FIT_FREE_MOST];
    double first;
    if (terms->kind == SEARCH_BOBYQA && goal->count < 2) {
        return fail(error, SCREE_BAD_INPUT, "bobyqa", "use subplex",
                    "bobyqa needs at least two free parameters");
    }
    scree_status status = fit_goal_value(goal, start, trace, &first, error);
    if (status)
        return status;
    if (!trace->count || first < trace->point[trace->count - 1].value)
        fit_trace_add(trace, goal, 0, first, start);
    search.best = first;
    search.worst = isfinite(first) ? 1e3 * (fabs(first) + 1) : 1e6;
    search.opt = set_up(terms->kind, &search, terms->options, terms->most);
    if (!search.opt)
        return fail_memory(error, "NLopt");
    for (int i = 0; i < goal->count; i++)
        place[i] = fit_goal_place(goal, i, start[i]);
    nlopt_result code = nlopt_optimize(search.opt, place, &first);
    nlopt_destroy(search.opt);
    if (search.status)
        return search.status;
    if (code == NLOPT_OUT_OF_MEMORY)
        return fail_memory(error, "NLopt");
    if (code == NLOPT_INVALID_ARGS) {
        return fail(error, SCREE_BAD_INPUT, "NLopt", "use another method",
                    "the method cannot search this function");
    }
    snprintf(trace->why, sizeof trace->why, "%s", reason(code));
    return SCREE_OK;
}
