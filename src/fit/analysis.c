// analysis.c - see analysis.h.
#include "fit/analysis.h"

#include "base/mathlib.h"
#include "fit/distribution.h"
#include "fit/noise.h"
#include "fit/statistics.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static_assert((int)SVD_MOST >= (int)FIT_PARAMETERS_MOST, "a column for every parameter");

typedef struct work {
    const fit_problem *problem;
    const double *value;
    fit_analysis *a;
    double *column[FIT_PARAMETERS_MOST], *scratch; // of the Jacobian; of the same length
    double step, floor; // of differences in z; smallest sigma / largest that they can tell
    bool known[FIT_PARAMETERS_MOST]; // taken as known: at a bound and not shared
    double covariance[FIT_PARAMETERS_MOST][FIT_PARAMETERS_MOST];
    scree_error *error;
} work;

static const fit_parameter *parameter_of(const work *w, int k)
{
    return &w->problem->parameter[w->a->estimate[k].parameter];
}

// The values with free parameter k moved by dz.
static void moved(const work *w, int k, double dz, double *value)
{
    const fit_parameter *q = parameter_of(w, k);
    double *x = &value[w->a->estimate[k].parameter];
    memcpy(value, w->value, (size_t)w->problem->parameters * sizeof *value);
    *x = q->log ? *x * real_exp(dz) : *x + dz * (q->high - q->low);
}

// --- Jacobian -------------------------------------------------------------------------------------------------------

// Second order: central within the bounds, else one-sided inwards.
static scree_status differentiate(work *w, int k)
{
    const fit_parameter *q = parameter_of(w, k);
    int n = w->problem->residuals;
    double h = w->step;
    double value[FIT_PARAMETERS_MOST];
    double at[3] = {-h, h, 0};
    double weight[3] = {-0.5 / h, 0.5 / h, 0};
    moved(w, k, h, value);
    bool up = value[w->a->estimate[k].parameter] <= q->high;
    moved(w, k, -h, value);
    bool down = value[w->a->estimate[k].parameter] >= q->low;
    if (!up || !down) {
        double side = up ? h : -h;
        at[0] = 0;
        at[1] = side;
        at[2] = 2 * side;
        weight[0] = -1.5 / side;
        weight[1] = 2 / side;
        weight[2] = -0.5 / side;
    }
    memset(w->column[k], 0, (size_t)n * sizeof(double));
    for (int i = 0; i < 3; i++) {
        if (weight[i] == 0)
            continue;
        moved(w, k, at[i], value);
        scree_status status = fit_residuals(w->problem, value, w->scratch, w->error);
        if (status)
            return status;
        for (int r = 0; r < n; r++)
            w->column[k][r] += weight[i] * w->scratch[r];
    }
    for (int r = 0; r < n; r++)
        if (!isfinite(w->column[k][r]))
            return fail(w->error, SCREE_BAD_INPUT, q->name, "narrow its bounds",
                        "next to the optimum the models have no answer");
    return SCREE_OK;
}

static void choose_step(work *w)
{
    double precision = 0;
    for (int i = 0; i < w->problem->sets; i++)
        precision = real_max(precision, w->problem->set[i].is->precision);
    w->step = real_cbrt(precision);
    w->floor = real_max(10 * precision / w->step, 1e-12);
}

// A parameter whose effect is below what differences can tell has none, so that it is a direction of its own and does
// not get mixed with others that have none.
static void drop_noise(work *w)
{
    int n = w->problem->residuals;
    double norm[FIT_PARAMETERS_MOST] = {0};
    double largest = 0;
    for (int k = 0; k < w->a->free; k++) {
        for (int r = 0; r < n; r++)
            norm[k] += w->column[k][r] * w->column[k][r];
        largest = real_max(largest, norm[k]);
    }
    for (int k = 0; k < w->a->free; k++)
        if (norm[k] <= w->floor * w->floor * largest)
            memset(w->column[k], 0, (size_t)n * sizeof(double));
}

// --- directions -----------------------------------------------------------------------------------------------------

static void take_directions(work *w)
{
    fit_analysis *a = w->a;
    double sigma[SVD_MOST];
    double v[SVD_MOST][SVD_MOST];
    double *copy[FIT_PARAMETERS_MOST];
    int n = w->problem->residuals;
    for (int k = 0; k < a->free; k++)
        copy[k] = w->column[k];
    svd_of_columns(copy, n, a->free, sigma, v);
    for (int k = 0; k < a->free; k++) {
        fit_direction *d = &a->direction[k];
        d->sigma = sigma[k];
        d->none = !(sigma[k] > w->floor * sigma[0]);
        memcpy(d->part, v[k], sizeof d->part);
    }
    double least = sigma[a->free - 1];
    a->condition = least > 0 ? sigma[0] / least : INFINITY;
}

// Chi squared is in units of the errors, given or estimated; the other objective has units of its own.
static void measure_scatter(work *w)
{
    const fit_problem *p = w->problem;
    fit_analysis *a = w->a;
    double freedom = a->freedom;
    a->variance = freedom > 0 ? a->objective / freedom : NAN;
    if (p->objective == OBJECTIVE_ERRORS) {
        freedom = p->groups ? 0 : INFINITY;
        for (int group = 0; group < p->groups; group++)
            freedom += fit_noise_freedom(p, group);
        a->variance = freedom > 0 ? 1 : NAN;
    }
    a->quantile = freedom > 0 ? student_quantile(a->level, freedom) : NAN;
}

// Which directions are held depends on the variance, and that on how many are held: the strongest first, one more as
// long as it is held.
static void judge_directions(work *w)
{
    fit_analysis *a = w->a;
    a->held = 0;
    while (a->held < a->free && !a->direction[a->held].none)
        a->held++;
    for (;;) {
        a->freedom = a->residuals - a->held > 0 ? a->residuals - a->held : 0;
        measure_scatter(w);
        int held = 0;
        for (int k = 0; k < a->free; k++) {
            fit_direction *d = &a->direction[k];
            d->width = d->none ? INFINITY : a->quantile * sqrt(a->variance) / d->sigma;
            d->held = !d->none && !(d->width > 1);
            held += d->held;
        }
        if (held >= a->held)
            break;
        a->held = held;
    }
}

static void find_bounds(work *w)
{
    fit_analysis *a = w->a;
    for (int k = 0; k < a->free; k++) {
        fit_estimate *e = &a->estimate[k];
        const fit_parameter *q = parameter_of(w, k);
        double x = w->value[e->parameter];
        double near = q->log ? 1e-3 * x : 1e-3 * (q->high - q->low);
        e->at_low = x - q->low <= near;
        e->at_high = q->high - x <= near;
        for (int d = 0; d < a->free; d++) {
            double rest = 1 - a->direction[d].part[k] * a->direction[d].part[k];
            e->shared = e->shared || (!a->direction[d].held &&
                                      fabs(a->direction[d].part[k]) > 0.1 && rest > 0.01);
        }
        w->known[k] = (e->at_low || e->at_high) && !e->shared;
    }
}

// --- covariance -----------------------------------------------------------------------------------------------------

// Of the parameters that are not taken as known. Directions without any effect get the variance of the floor, which
// is as good as infinite.
static scree_status covary(work *w)
{
    fit_analysis *a = w->a;
    double sigma[SVD_MOST];
    double v[SVD_MOST][SVD_MOST];
    double *copy[FIT_PARAMETERS_MOST];
    int at[FIT_PARAMETERS_MOST];
    int count = 0;
    memset(w->covariance, 0, sizeof w->covariance);
    for (int k = 0; k < a->free; k++) {
        if (w->known[k])
            continue;
        scree_status status = differentiate(w, k); // the columns were overwritten
        if (status)
            return status;
        copy[count] = w->column[k];
        at[count++] = k;
    }
    if (!count)
        return SCREE_OK;
    svd_of_columns(copy, w->problem->residuals, count, sigma, v);
    for (int d = 0; d < count; d++) {
        double s = real_max(sigma[d], w->floor * sigma[0]);
        for (int i = 0; i < count; i++)
            for (int k = 0; k < count; k++)
                w->covariance[at[i]][at[k]] +=
                    s > 0 ? a->variance * v[d][i] * v[d][k] / (s * s) : 0;
    }
    return SCREE_OK;
}

static void correlate(work *w)
{
    fit_analysis *a = w->a;
    for (int i = 0; i < a->free; i++)
        for (int k = 0; k < a->free; k++) {
            double scale = sqrt(w->covariance[i][i] * w->covariance[k][k]);
            a->correlation[i][k] = scale > 0 ? w->covariance[i][k] / scale : NAN;
        }
}

// --- results --------------------------------------------------------------------------------------------------------

static void set_interval(const fit_analysis *a, fit_interval *is, double scale, bool log)
{
    double half = a->quantile * is->error;
    is->identified = half <= 1; // false for NAN too
    is->low = is->high = NAN;
    if (!is->identified)
        return;
    is->low = log ? is->value * real_exp(-half) : is->value - half * scale;
    is->high = log ? is->value * real_exp(half) : is->value + half * scale;
}

static scree_status estimate_all(work *w)
{
    fit_analysis *a = w->a;
    for (int k = 0; k < a->free; k++) {
        fit_estimate *e = &a->estimate[k];
        const fit_parameter *q = parameter_of(w, k);
        e->is.error = w->known[k] || e->at_low || e->at_high ? NAN : sqrt(w->covariance[k][k]);
        set_interval(a, &e->is, q->high - q->low, q->log);
        for (int side = -1; side <= 1; side += 2) {
            double value[FIT_PARAMETERS_MOST];
            double other;
            moved(w, k, side * (q->log ? 0.69314718055994531 : 0.1), value);
            double *x = &value[e->parameter];
            *x = real_min(real_max(*x, q->low), q->high);
            scree_status status = fit_objective(w->problem, value, NULL, &other, w->error);
            if (status)
                return status;
            double change = fabs(other - a->objective) / a->objective;
            e->alone = real_max(e->alone, a->objective > 0 ? change : INFINITY);
        }
    }
    return SCREE_OK;
}

// The relative error of a derived quantity by its gradient in z.
static void derive(work *w)
{
    fit_analysis *a = w->a;
    fit_follows list[FIT_DERIVED_MOST];
    a->deriveds = fit_derived_of(w->problem, list, FIT_DERIVED_MOST);
    for (int i = 0; i < a->deriveds; i++) {
        fit_known *d = &a->derived[i];
        double gradient[FIT_PARAMETERS_MOST];
        double value[FIT_PARAMETERS_MOST];
        double variance = 0;
        d->what = list[i];
        d->is.value = fit_derived_value(list[i], w->value);
        for (int k = 0; k < a->free; k++) {
            moved(w, k, 1e-5, value);
            double up = fit_derived_value(list[i], value);
            moved(w, k, -1e-5, value);
            gradient[k] = (real_log(up) - real_log(fit_derived_value(list[i], value))) / 2e-5;
        }
        for (int k = 0; k < a->free; k++)
            for (int j = 0; j < a->free; j++)
                variance += gradient[k] * gradient[j] * w->covariance[k][j];
        d->is.error = sqrt(real_max(variance, 0));
        set_interval(a, &d->is, 1, true);
    }
}

static scree_status analyse(work *w)
{
    fit_analysis *a = w->a;
    choose_step(w);
    scree_status status = fit_objective(w->problem, w->value, NULL, &a->objective, w->error);
    for (int k = 0; k < a->free && !status; k++)
        status = differentiate(w, k);
    if (status)
        return status;
    drop_noise(w);
    take_directions(w);
    judge_directions(w);
    find_bounds(w);
    status = covary(w);
    if (status)
        return status;
    correlate(w);
    status = estimate_all(w);
    if (!status)
        derive(w);
    return status;
}

scree_status fit_analyse(const fit_problem *p, const double *value, fit_analysis *out,
                         scree_error *error)
{
    work w = {.problem = p, .value = value, .a = out, .error = error};
    memset(out, 0, sizeof *out);
    out->level = p->level;
    out->residuals = p->residuals;
    for (int i = 0; i < p->parameters; i++)
        if (!p->parameter[i].fixed) {
            fit_estimate *e = &out->estimate[out->free++];
            e->parameter = i;
            e->is.value = value[i];
        }
    double *memory = calloc((size_t)(out->free + 1) * (size_t)p->residuals + 1, sizeof *memory);
    if (!memory)
        return fail_memory(error, "fit");
    w.scratch = memory;
    for (int k = 0; k < out->free; k++)
        w.column[k] = memory + (size_t)(k + 1) * (size_t)p->residuals;
    scree_status status = analyse(&w);
    free(memory);
    return status;
}
