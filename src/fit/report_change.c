// report_change.c - see report_change.h.
//
// A share of the objective tells nothing where that is all but 0, as where there are no more data than parameters. There the two
// values are told instead; and chi squared has a scale of its own, as it rises by 1 at one standard error.
#include "fit/report_change.h"

#include <math.h>

static bool is_felt(const fit_result *result, const fit_estimate *estimate)
{
    const double rise = fabs(estimate->alone_objective - result->analysis->objective);
    const bool by_scale = !result->inference || rise > 1e-6;
    return estimate->alone >= 1e-8 && by_scale;
}

void fit_report_change(const fit_result *result, const fit_estimate *estimate, text_buffer *text)
{
    const double relative = estimate->alone;
    if (!is_felt(result, estimate))
        text_append(text, "by nothing that could be measured");
    else if (relative < 2)
        text_append_format(text, "by at most %.2g %%", 100 * relative);
    else if (relative < 1000)
        text_append_format(text, "up to %.3g times", 1 + relative);
    else
        text_append_format(text, "from %.2g to %.3g", result->analysis->objective,
                           estimate->alone_objective);
}
