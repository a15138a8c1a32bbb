// method_steepest_descent.c - the scaled steepest descent of seed 004, (E.8)-(E.14) and algorithm D.1.
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
static scree_status slope(descent *d, double difference, double *length, scree_error *error)
{
    double sum = 0;
    for (int i = 0; i < d->goal->count; i++) {
        double x = d->x[i];
        double other;
        double by = x * (1 + difference) <= d->goal->high[i] ? difference : -difference;
        d->x[i] = x * (1 + by);
        scree_status status = fit_goal_value(d->goal, d->x, d->trace, &other, error);
        d->x[i] = x;
        if (status)
            return status;
        d->gradient[i] = isfinite(other) ? (other - d->value) / by : 0;
        sum += d->gradient[i] * d->gradient[i];
    }
    *length = sqrt(sum);
    return SCREE_OK;
}

static void end(fit_trace *trace, const char *why)
{
    snprintf(trace->why, sizeof trace->why, "%s", why);
}

static scree_status walk(descent *d, const choice *options, scree_error *error)
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
    end(d->trace, "the number of iterations was used up");
    while (iteration < most) {
        double next[FIT_FREE_MOST];
        double value;
        if (fresh && (status = slope(d, difference, &length, error)))
            return status;
        if (!(length > 0)) {
            end(d->trace, "the gradient vanished");
            break;
        }
        for (int i = 0; i < d->goal->count; i++) {
            double x = d->x[i] * (1 - step * d->gradient[i] / length);
            next[i] = real_min(real_max(x, d->goal->low[i]), d->goal->high[i]);
        }
        if ((status = fit_goal_value(d->goal, next, d->trace, &value, error)))
            return status;
        fresh = value <= d->value;
        if (!fresh) {
            step *= shrink;
            tolerance *= shrink;
            if (step > 1e-12)
                continue;
            end(d->trace, "the step became too short to matter");
            break;
        }
        double change = d->value - value;
        memcpy(d->x, next, sizeof d->x);
        d->value = value;
        fit_trace_add(d->trace, d->goal, ++iteration, value, d->x);
        if (change > tolerance)
            continue;
        end(d->trace, "a step changed the objective by less than the tolerance");
        break;
    }
    return status;
}

static scree_status run(const fit_goal *goal, const choice *options, const double *start,
                        fit_trace *trace, scree_error *error)
{
    descent d = {.goal = goal, .trace = trace};
    memcpy(d.x, start, (size_t)goal->count * sizeof *start);
    scree_status status = fit_goal_value(goal, d.x, trace, &d.value, error);
    if (status)
        return status;
    fit_trace_add(trace, goal, 0, d.value, d.x);
    if (isfinite(d.value))
        return walk(&d, options, error);
    end(trace, "there is no answer at the start");
    return SCREE_OK;
}

const fit_method fit_method_steepest_descent = {
    {"steepest-descent", "scaled steepest descent with a shrinking step (seed 004, appendix E)",
     rows, sizeof rows / sizeof *rows},
    false,
    run};
