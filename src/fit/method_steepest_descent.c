// method_steepest_descent.c - the scaled steepest descent of Zhang 1998, (E.8)-(E.14) and algorithm D.1.
//
//   g_k = (F(p with p_k (1 + d)) - F(p)) / d        the gradient for relative changes, by forward differences
//   p_k <- p_k (1 - s g_k / |g|)                    a step of relative length s along it
// Where F would grow, the step and the tolerance shrink by 0.8 and the step is tried again; the descent has converged
// when a step changes F by less than the tolerance. The seed takes one number for d and s; here the difference is a
// small one of its own, so that the gradient does not depend on the length of the step. Every number stays within its
// bounds.
#include "fit/method.h"

#include "base/mathlib.h"

#include <stdio.h>
#include <string.h>

static const row rows[] = {
    {"step", ROW_REAL, "1", 0.02, ROW_POSITIVE, 0.5, "relative length of the first step"},
    {"shrink", ROW_REAL, "1", 0.8, 0.01, 0.99,
     "factor on step and tolerance where the objective would grow"},
    {"difference", ROW_REAL, "1", 1e-4, 1e-8, 0.1,
     "relative change by which the gradient is measured"},
    {"tolerance", ROW_REAL, "1", 1e-3, 0, 1, "converged when a step changes the objective by less"},
    {"iterations", ROW_INTEGER, "1", 2000, 1, 1e9, "at most so many accepted steps"},
};

typedef struct descent {
    const fit_goal *goal;
    fit_trace *trace;
    double x[FIT_FREE_MOST], gradient[FIT_FREE_MOST], value;
} descent;

// Relative gradient at x, and its length; a difference that would leave the bounds is taken downwards.
static scree_status slope(descent *descent, double difference, double *length, scree_error *error)
{
    double sum = 0;
    for (int i = 0; i < descent->goal->count; i++) {
        double x = descent->x[i];
        double other;
        double by = x * (1 + difference) <= descent->goal->high[i] ? difference : -difference;
        descent->x[i] = x * (1 + by);
        scree_status status =
            fit_goal_value(descent->goal, descent->x, descent->trace, &other, error);
        descent->x[i] = x;
        if (status)
            return status;
        descent->gradient[i] = isfinite(other) ? (other - descent->value) / by : 0;
        sum += descent->gradient[i] * descent->gradient[i];
    }
    *length = sqrt(sum);
    return SCREE_OK;
}

static void end(fit_trace *trace, const char *why)
{
    snprintf(trace->why, sizeof trace->why, "%s", why);
}

static scree_status walk(descent *descent, const choice *options, scree_error *error)
{
    double step = choice_real(options, "step");
    double tolerance = choice_real(options, "tolerance");
    double length = 0;
    double shrink = choice_real(options, "shrink");
    double difference = choice_real(options, "difference");
    int64_t most = (int64_t)choice_real(options, "iterations");
    int64_t iteration = 0;
    bool fresh = true;
    scree_status status = SCREE_OK;
    end(descent->trace, "the number of iterations was used up");
    while (iteration < most) {
        double next[FIT_FREE_MOST];
        double value;
        if (fresh && (status = slope(descent, difference, &length, error)))
            return status;
        if (!(length > 0)) {
            end(descent->trace, "the gradient vanished");
            break;
        }
        for (int i = 0; i < descent->goal->count; i++) {
            double x = descent->x[i] * (1 - step * descent->gradient[i] / length);
            next[i] = real_min(real_max(x, descent->goal->low[i]), descent->goal->high[i]);
        }
        if ((status = fit_goal_value(descent->goal, next, descent->trace, &value, error)))
            return status;
        fresh = value <= descent->value;
        if (!fresh) {
            step *= shrink;
            tolerance *= shrink;
            if (step > 1e-12)
                continue;
            end(descent->trace, "the step became too short to matter");
            break;
        }
        double change = descent->value - value;
        memcpy(descent->x, next, sizeof descent->x);
        descent->value = value;
        fit_trace_add(descent->trace, descent->goal, ++iteration, value, descent->x);
        if (change > tolerance)
            continue;
        end(descent->trace, "a step changed the objective by less than the tolerance");
        break;
    }
    return status;
}

static scree_status run(const fit_goal *goal, const choice *options, const double *start,
                        fit_trace *trace, scree_error *error)
{
    descent descent = {.goal = goal, .trace = trace};
    memcpy(descent.x, start, (size_t)goal->count * sizeof *start);
    scree_status status = fit_goal_value(goal, descent.x, trace, &descent.value, error);
    if (status)
        return status;
    fit_trace_add(trace, goal, 0, descent.value, descent.x);
    if (isfinite(descent.value))
        return walk(&descent, options, error);
    end(trace, "there is no answer at the start");
    return SCREE_OK;
}

const fit_method fit_method_steepest_descent = {
    .what = {"steepest-descent",
             "scaled steepest descent with a shrinking step (Zhang 1998, appendix E)", rows,
             sizeof rows / sizeof *rows},
    .ignores_start = false,
    .run = run,
};
