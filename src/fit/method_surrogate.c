// method_surrogate.c - a search for costly goals: a Gaussian process (gaussian_process.h) is laid through the points that
// are known, and the next one is where it expects the largest improvement (Jones, Schonlau and Welch 1998),
//   EI = (b - m) Phi(u) + s phi(u),   u = (b - m) / s,
// with b the best value so far, m and s what the process says of the place. It goes through ln(1 + value / scale), the
// scale being the median of the first values, since values far from the minimum are many orders larger.
//
// Of experiments that are runs the program does more with the same rows: every number has a process of its own, and
// several places are computed at once (sweep/proposals.h).
#include "base/mathlib.h"
#include "base/random.h"
#include "fit/design.h"
#include "fit/distribution.h"
#include "fit/gaussian_process.h"
#include "fit/method.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const row rows[] = {
    {"evaluations", ROW_INTEGER, "1", 60, 6, 2000, "at most so many evaluations of the objective"},
    {"design", ROW_INTEGER, "1", 0, 0, 2000,
     "of these, points of a Latin hypercube to begin with; 0: 4 k + 2 for k free parameters"},
    {"batch", ROW_INTEGER, "1", 4, 1, 64,
     "of experiments that are runs: points that are chosen at once, and can run side by side"},
    {"tolerance", ROW_REAL, "1", 0.01, 0, 1e6,
     "ends when no more improvement of the objective is expected"},
};

enum { CANDIDATES = 1500, NEAR = 500 };

typedef struct knowledge {
    const fit_goal *goal;
    fit_trace *trace;
    double *place, *value; // of points with an answer
    int points;
    double scale, best;
    double best_place[FIT_FREE_MOST];
} knowledge;

static scree_status try_place(knowledge *known, const double *place, double *value,
                              scree_error *error)
{
    double x[FIT_FREE_MOST];
    const int axes = known->goal->count;
    for (int i = 0; i < axes; i++)
        x[i] = fit_goal_number(known->goal, i, place[i]);
    scree_status status = fit_goal_value(known->goal, x, known->trace, value, error);
    if (status)
        return status;
    const bool first = !known->trace->count;
    if (first || *value < known->best)
        fit_trace_add(known->trace, known->goal, known->trace->evaluations, *value, x);
    if (!isfinite(*value))
        return SCREE_OK;
    if (!known->points || *value < known->best) {
        known->best = *value;
        memcpy(known->best_place, place, sizeof(double) * (size_t)axes);
    }
    memcpy(known->place + known->points * axes, place, sizeof(double) * (size_t)axes);
    known->value[known->points++] = *value;
    return SCREE_OK;
}

static int ascending(const void *one, const void *other)
{
    const double a = *(const double *)one;
    const double b = *(const double *)other;
    return (a > b) - (a < b);
}

static double median_of(const double *value, int count)
{
    double *sorted = malloc((size_t)count * sizeof *sorted);
    double median = 1;
    if (sorted) {
        memcpy(sorted, value, (size_t)count * sizeof *sorted);
        qsort(sorted, (size_t)count, sizeof *sorted, ascending);
        median = sorted[count / 2];
    }
    free(sorted);
    return median > 0 ? median : 1;
}

static scree_status begin(knowledge *known, int design, scree_error *error)
{
    const int axes = known->goal->count;
    double *place = malloc((size_t)design * (size_t)axes * sizeof *place);
    scree_status status =
        place && design_latin(place, design, axes, 1) ? SCREE_OK : fail_memory(error, "surrogate");
    for (int i = 0; i < design && !status; i++) {
        double value;
        status = try_place(known, place + i * axes, &value, error);
    }
    free(place);
    if (!status && known->points)
        known->scale = median_of(known->value, known->points);
    return status;
}

static double squeezed(const knowledge *known, double value)
{
    return real_log(1 + real_max(value, 0) / known->scale);
}

// The normal distribution by the tail of a square.
static double normal_below(double u)
{
    const double tail = 0.5 * chi_square_above(u * u, 1);
    return u < 0 ? tail : 1 - tail;
}

static double improvement(double best, double mean, double deviation)
{
    static const double root_two_pi = 2.5066282746310005024;
    if (!(deviation > 0))
        return real_max(best - mean, 0);
    const double u = (best - mean) / deviation;
    return (best - mean) * normal_below(u) + deviation * real_exp(-0.5 * u * u) / root_two_pi;
}

// Anywhere, or near the best.
static void draw(const knowledge *known, int number, rng *random, double *place)
{
    const double reach = number % 2 ? 0.1 : 0.02;
    for (int i = 0; i < known->goal->count; i++) {
        place[i] = rng_uniform(random);
        if (number < NEAR)
            place[i] = known->best_place[i] + reach * rng_normal(random);
        place[i] = real_min(real_max(place[i], 0), 1);
    }
}

// The place where most is expected; *expected: how much, in the objective.
static scree_status choose(const knowledge *known, const double *squeezed_values, double *place,
                           double *expected, scree_error *error)
{
    const int axes = known->goal->count;
    gaussian_process process = {0};
    const gaussian_data data = {known->points, axes, 1, known->place, squeezed_values};
    double *kernel = malloc((size_t)(2 * known->points) * sizeof *kernel);
    rng random = rng_make(2, (uint64_t)known->points);
    const double best = squeezed(known, known->best);
    double most = -1;
    scree_status status =
        kernel ? gaussian_process_learn(&process, &data, error) : fail_memory(error, "surrogate");
    for (int i = 0; i < CANDIDATES && !status; i++) {
        double here[FIT_FREE_MOST];
        gaussian_view view;
        draw(known, i, &random, here);
        gaussian_process_look(&process, here, kernel, true, &view);
        const double mean = gaussian_process_mean(&process, &view, 0);
        const double more = improvement(best, mean, sqrt(view.share * process.variance[0]));
        if (!(more > most))
            continue;
        most = more;
        memcpy(place, here, sizeof(double) * (size_t)axes);
    }
    *expected = most * (known->scale + known->best);
    gaussian_process_clear(&process);
    free(kernel);
    return status;
}

static scree_status go_on(knowledge *known, int64_t evaluations, double tolerance,
                          scree_error *error)
{
    scree_status status = SCREE_OK;
    int quiet = 0; // in a row
    double *squeezed_values = malloc((size_t)evaluations * sizeof *squeezed_values);
    if (!squeezed_values)
        return fail_memory(error, "surrogate");
    while (known->trace->evaluations < evaluations && quiet < 2 && !status) {
        double place[FIT_FREE_MOST];
        double expected;
        double value;
        for (int i = 0; i < known->points; i++)
            squeezed_values[i] = squeezed(known, known->value[i]);
        status = choose(known, squeezed_values, place, &expected, error);
        if (!status)
            status = try_place(known, place, &value, error);
        quiet = expected < tolerance ? quiet + 1 : 0;
    }
    snprintf(known->trace->why, sizeof known->trace->why, "%s",
             quiet < 2 ? "the number of evaluations was used up"
                       : "no more improvement is expected");
    free(squeezed_values);
    return status;
}

static scree_status run(const fit_goal *goal, const choice *options, const double *start,
                        fit_trace *trace, scree_error *error)
{
    const int64_t evaluations = (int64_t)choice_real(options, "evaluations");
    int64_t design = (int64_t)choice_real(options, "design");
    (void)start;
    if (!design)
        design = 4 * (int64_t)goal->count + 2;
    if (design > evaluations)
        design = evaluations;
    knowledge known = {.goal = goal, .trace = trace, .scale = 1, .best = INFINITY};
    known.place = malloc((size_t)(evaluations * goal->count) * sizeof *known.place);
    known.value = malloc((size_t)evaluations * sizeof *known.value);
    scree_status status = known.place && known.value ? SCREE_OK : fail_memory(error, "surrogate");
    if (!status)
        status = begin(&known, (int)design, error);
    if (!status && known.points >= goal->count + 2)
        status = go_on(&known, evaluations, choice_real(options, "tolerance"), error);
    else if (!status)
        snprintf(trace->why, sizeof trace->why, "too few points had an answer");
    free(known.place);
    free(known.value);
    return status;
}

const fit_method fit_method_surrogate = {
    .what =
        {"surrogate",
         "global, for what is costly: a Gaussian process through the points that are known, and "
         "the next where it expects most (Jones, Schonlau and Welch 1998)",
         rows, sizeof rows / sizeof *rows},
    .ignores_start = true,
    .run = run,
};
