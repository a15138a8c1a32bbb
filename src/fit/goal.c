// goal.c - what all methods of a fit share: the value of the goal, the trace, and places between bounds. See method.h.
#include "fit/method.h"

#include "base/mathlib.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

scree_status fit_goal_value(const fit_goal *goal, const double *x, fit_trace *trace, double *out,
                            scree_error *error)
{
    scree_status status = goal->value(goal->context, x, out, error);
    trace->evaluations++;
    if (!status && !isfinite(*out))
        trace->unanswered++;
    return status;
}

void fit_trace_add(fit_trace *trace, const fit_goal *goal, int64_t iteration, double value,
                   const double *x)
{
    if (!MEM_GROW(trace->point, trace->room, trace->count + 1)) {
        trace->out_of_memory = true;
        return;
    }
    fit_point *point = &trace->point[trace->count++];
    *point = (fit_point){.iteration = iteration, .evaluations = trace->evaluations, .value = value};
    memcpy(point->x, x, (size_t)goal->count * sizeof *x);
}

void fit_trace_clear(fit_trace *trace)
{
    free(trace->point);
    memset(trace, 0, sizeof *trace);
}

double fit_goal_place(const fit_goal *goal, int i, double x)
{
    double low = goal->low[i];
    double high = goal->high[i];
    double place;
    if (goal->log[i])
        place = real_log(x / low) / real_log(high / low);
    else
        place = (x - low) / (high - low);
    return real_min(real_max(place, 0), 1);
}

double fit_goal_number(const fit_goal *goal, int i, double place)
{
    double low = goal->low[i];
    double high = goal->high[i];
    if (place <= 0)
        return low;
    if (place >= 1)
        return high;
    double x;
    if (goal->log[i])
        x = low * real_exp(place * real_log(high / low));
    else
        x = low + place * (high - low);
    return real_min(real_max(x, low), high);
}
