// inference.c - see inference.h.
#include "fit/inference.h"

#include <string.h>

enum { AGAIN_MOST = 4, M = FIT_PARAMETERS_MOST };

scree_status fit_infer(fit_problem *problem, const double (*start)[M], int starts,
                       fit_inference *out, scree_error *error)
{
    double lower[1][M];
    memset(out, 0, sizeof *out);
    scree_status status = fit_refine(problem, start, starts, &out->best, error);
    out->evaluations = out->best.evaluations;
    if (!status)
        status = fit_profile_all(problem, &out->best, &out->profiles, error);
    // a profile that found a deeper valley has done the search a favour
    for (int again = 0; again < AGAIN_MOST && !status && out->profiles.lower; again++) {
        out->evaluations += out->profiles.evaluations;
        memcpy(lower[0], out->profiles.found, sizeof lower[0]);
        status = fit_refine(problem, lower, 1, &out->best, error);
        out->evaluations += out->best.evaluations;
        if (!status)
            status = fit_profile_all(problem, &out->best, &out->profiles, error);
    }
    out->evaluations += out->profiles.evaluations;
    if (!status)
        status = fit_misfit_of(problem, &out->best, &out->misfit, error);
    return status;
}

static void replace(const fit_profile *from, fit_interval *to)
{
    to->low = from->low;
    to->high = from->high;
    to->identified = !from->open_low && !from->open_high;
}

void fit_infer_into(const fit_inference *from, fit_analysis *analysis)
{
    for (int k = 0; k < analysis->free; k++)
        replace(&from->profiles.parameter[k], &analysis->estimate[k].is);
    for (int i = 0; i < analysis->deriveds; i++)
        replace(&from->profiles.derived[i], &analysis->derived[i].is);
}
