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
    fit_analysis *analysis;
    double *column[FIT_PARAMETERS_MOST], *scratch; // of the Jacobian; of the same length
    double step, floor; // of differences in z; smallest sigma / largest that they can tell
    bool known[FIT_PARAMETERS_MOST]; // taken as known: at a bound and not shared
    double covariance[FIT_PARAMETERS_MOST][FIT_PARAMETERS_MOST];
    scree_error *error;
} work;

static const fit_parameter *parameter_of(const work *work, int k)
{
    return &work->problem->parameter[work->analysis->estimate[k].parameter];
}

// The values with free parameter k moved by dz.
static void moved(const work *work, int k, double dz, double *value)
{
    const fit_parameter *parameter = parameter_of(work, k);
    const double range = parameter->high - parameter->low;
    double *x = &value[work->analysis->estimate[k].parameter];
    memcpy(value, work->value, (size_t)work->problem->parameters * sizeof *value);
    if (parameter->log)
        *x *= real_exp(dz);
    else
        *x += dz * range;
}

// --- Jacobian -------------------------------------------------------------------------------------------------------

// Second order: central within the bounds, else one-sided inwards.
static scree_status differentiate(work *work, int k)
{
    const fit_parameter *parameter = parameter_of(work, k);
    int residuals = work->problem->residuals;
    double step = work->step;
    double value[FIT_PARAMETERS_MOST];
    double at[3] = {-step, step, 0};
    double weight[3] = {-0.5 / step, 0.5 / step, 0};
    moved(work, k, step, value);
    bool up = value[work->analysis->estimate[k].parameter] <= parameter->high;
    moved(work, k, -step, value);
    bool down = value[work->analysis->estimate[k].parameter] >= parameter->low;
    if (!up || !down) {
        double side = up ? step : -step;
        at[0] = 0;
        at[1] = side;
        at[2] = 2 * side;
        weight[0] = -1.5 / side;
        weight[1] = 2 / side;
        weight[2] = -0.5 / side;
    }
    memset(work->column[k], 0, (size_t)residuals * sizeof(double));
    for (int i = 0; i < 3; i++) {
        if (weight[i] == 0)
            continue;
        moved(work, k, at[i], value);
        scree_status status = fit_residuals(work->problem, value, work->scratch, work->error);
        if (status)
            return status;
        for (int row = 0; row < residuals; row++)
            work->column[k][row] += weight[i] * work->scratch[row];
    }
    for (int row = 0; row < residuals; row++) {
        if (!isfinite(work->column[k][row])) {
            return fail(work->error, SCREE_BAD_INPUT, parameter->name, "narrow its bounds",
                        "next to the optimum the models have no answer");
        }
    }
    return SCREE_OK;
}

static void choose_step(work *work)
{
    double precision = 0;
    for (int i = 0; i < work->problem->sets; i++)
        precision = real_max(precision, work->problem->set[i].is->precision);
    work->step = real_cbrt(precision);
    work->floor = real_max(10 * precision / work->step, 1e-12);
}

// A parameter whose effect is below what differences can tell has none, so that it is a direction of its own and does
// not get mixed with others that have none.
static void drop_noise(work *work)
{
    int count = work->problem->residuals;
    double norm[FIT_PARAMETERS_MOST] = {0};
    double largest = 0;
    for (int k = 0; k < work->analysis->free; k++) {
        for (int row = 0; row < count; row++)
            norm[k] += work->column[k][row] * work->column[k][row];
        largest = real_max(largest, norm[k]);
    }
    for (int k = 0; k < work->analysis->free; k++) {
        if (norm[k] <= work->floor * work->floor * largest)
            memset(work->column[k], 0, (size_t)count * sizeof(double));
    }
}

// --- directions -----------------------------------------------------------------------------------------------------

static void take_directions(work *work)
{
    fit_analysis *analysis = work->analysis;
    double sigma[SVD_MOST];
    double vectors[SVD_MOST][SVD_MOST];
    double *copy[FIT_PARAMETERS_MOST];
    int count = work->problem->residuals;
    for (int k = 0; k < analysis->free; k++)
        copy[k] = work->column[k];
    svd_of_columns(copy, count, analysis->free, sigma, vectors);
    for (int k = 0; k < analysis->free; k++) {
        fit_direction *direction = &analysis->direction[k];
        direction->sigma = sigma[k];
        direction->none = !(sigma[k] > work->floor * sigma[0]);
        memcpy(direction->part, vectors[k], sizeof direction->part);
    }
    double least = sigma[analysis->free - 1];
    analysis->condition = least > 0 ? sigma[0] / least : INFINITY;
}

// Chi squared is in units of the errors, given or estimated; the other objective has units of its own.
static void measure_scatter(work *work)
{
    const fit_problem *problem = work->problem;
    fit_analysis *analysis = work->analysis;
    double freedom = analysis->freedom;
    analysis->variance = freedom > 0 ? analysis->objective / freedom : NAN;
    if (problem->objective == OBJECTIVE_ERRORS) {
        freedom = problem->groups ? 0 : INFINITY;
        for (int group = 0; group < problem->groups; group++)
            freedom += fit_noise_freedom(problem, group);
        analysis->variance = freedom > 0 ? 1 : NAN;
    }
    analysis->quantile = freedom > 0 ? student_quantile(analysis->level, freedom) : NAN;
}

// Which directions are held depends on the variance, and that on how many are held: the strongest first, one more as
// long as it is held.
static void judge_directions(work *work)
{
    fit_analysis *analysis = work->analysis;
    analysis->held = 0;
    while (analysis->held < analysis->free && !analysis->direction[analysis->held].none)
        analysis->held++;
    for (;;) {
        analysis->freedom =
            analysis->residuals - analysis->held > 0 ? analysis->residuals - analysis->held : 0;
        measure_scatter(work);
        int held = 0;
        for (int k = 0; k < analysis->free; k++) {
            fit_direction *direction = &analysis->direction[k];
            direction->width =
                direction->none ? INFINITY
                                : analysis->quantile * sqrt(analysis->variance) / direction->sigma;
            direction->held = !direction->none && !(direction->width > 1);
            held += direction->held;
        }
        if (held >= analysis->held)
            break;
        analysis->held = held;
    }
}

static bool shares(const fit_direction *direction, int k)
{
    const double part = direction->part[k];
    const double rest = 1 - part * part;
    return !direction->held && fabs(part) > 0.1 && rest > 0.01;
}

static void find_bounds(work *work)
{
    fit_analysis *analysis = work->analysis;
    for (int k = 0; k < analysis->free; k++) {
        fit_estimate *estimate = &analysis->estimate[k];
        const fit_parameter *parameter = parameter_of(work, k);
        const double x = work->value[estimate->parameter];
        const double range = parameter->high - parameter->low;
        const double near = parameter->log ? 1e-3 * x : 1e-3 * range;
        estimate->at_low = x - parameter->low <= near;
        estimate->at_high = parameter->high - x <= near;
        for (int direction = 0; direction < analysis->free; direction++)
            estimate->shared = estimate->shared || shares(&analysis->direction[direction], k);
        const bool at_bound = estimate->at_low || estimate->at_high;
        work->known[k] = at_bound && !estimate->shared;
    }
}

// --- covariance -----------------------------------------------------------------------------------------------------

// Of the parameters that are not taken as known. Directions without any effect get the variance of the floor, which
// is as good as infinite.
static scree_status covary(work *work)
{
    fit_analysis *analysis = work->analysis;
    double sigma[SVD_MOST];
    double vectors[SVD_MOST][SVD_MOST];
    double *copy[FIT_PARAMETERS_MOST];
    int at[FIT_PARAMETERS_MOST];
    int count = 0;
    memset(work->covariance, 0, sizeof work->covariance);
    for (int k = 0; k < analysis->free; k++) {
        if (work->known[k])
            continue;
        scree_status status = differentiate(work, k); // the columns were overwritten
        if (status)
            return status;
        copy[count] = work->column[k];
        at[count++] = k;
    }
    if (!count)
        return SCREE_OK;
    svd_of_columns(copy, work->problem->residuals, count, sigma, vectors);
    for (int direction = 0; direction < count; direction++) {
        double singular = real_max(sigma[direction], work->floor * sigma[0]);
        for (int i = 0; i < count; i++) {
            for (int k = 0; k < count; k++) {
                work->covariance[at[i]][at[k]] +=
                    singular > 0 ? analysis->variance * vectors[direction][i] *
                                       vectors[direction][k] / (singular * singular)
                                 : 0;
            }
        }
    }
    return SCREE_OK;
}

static void correlate(work *work)
{
    fit_analysis *analysis = work->analysis;
    for (int i = 0; i < analysis->free; i++) {
        for (int k = 0; k < analysis->free; k++) {
            double scale = sqrt(work->covariance[i][i] * work->covariance[k][k]);
            analysis->correlation[i][k] = scale > 0 ? work->covariance[i][k] / scale : NAN;
        }
    }
}

// --- results --------------------------------------------------------------------------------------------------------

static void set_interval(const fit_analysis *analysis, fit_interval *is, double scale, bool log)
{
    double half = analysis->quantile * is->error;
    is->identified = half <= 1; // false for NAN too
    is->low = NAN;
    is->high = NAN;
    if (!is->identified)
        return;
    is->low = log ? is->value * real_exp(-half) : is->value - half * scale;
    is->high = log ? is->value * real_exp(half) : is->value + half * scale;
}

static void note_change(double objective, double other, fit_estimate *estimate)
{
    const double change = other != objective ? fabs(other - objective) / objective : 0;
    if (!(change > estimate->alone))
        return;
    estimate->alone = change;
    estimate->alone_objective = other;
}

static scree_status estimate_all(work *work)
{
    fit_analysis *analysis = work->analysis;
    for (int k = 0; k < analysis->free; k++) {
        fit_estimate *estimate = &analysis->estimate[k];
        const fit_parameter *parameter = parameter_of(work, k);
        estimate->is.error = work->known[k] || estimate->at_low || estimate->at_high
                                 ? NAN
                                 : sqrt(work->covariance[k][k]);
        set_interval(analysis, &estimate->is, parameter->high - parameter->low, parameter->log);
        for (int side = -1; side <= 1; side += 2) {
            double value[FIT_PARAMETERS_MOST];
            double other;
            moved(work, k, side * (parameter->log ? 0.69314718055994531 : 0.1), value);
            double *x = &value[estimate->parameter];
            *x = real_min(real_max(*x, parameter->low), parameter->high);
            scree_status status = fit_objective(work->problem, value, NULL, &other, work->error);
            if (status)
                return status;
            note_change(analysis->objective, other, estimate);
        }
    }
    return SCREE_OK;
}

// The relative error of a derived quantity by its gradient in z.
static void derive(work *work)
{
    fit_analysis *analysis = work->analysis;
    fit_follows list[FIT_DERIVED_MOST];
    analysis->deriveds = fit_derived_of(work->problem, list, FIT_DERIVED_MOST);
    for (int i = 0; i < analysis->deriveds; i++) {
        fit_known *known = &analysis->derived[i];
        double gradient[FIT_PARAMETERS_MOST];
        double value[FIT_PARAMETERS_MOST];
        double variance = 0;
        known->what = list[i];
        known->is.value = fit_derived_value(list[i], work->value);
        for (int k = 0; k < analysis->free; k++) {
            moved(work, k, 1e-5, value);
            double up = fit_derived_value(list[i], value);
            moved(work, k, -1e-5, value);
            gradient[k] = (real_log(up) - real_log(fit_derived_value(list[i], value))) / 2e-5;
        }
        for (int k = 0; k < analysis->free; k++) {
            for (int j = 0; j < analysis->free; j++)
                variance += gradient[k] * gradient[j] * work->covariance[k][j];
        }
        known->is.error = sqrt(real_max(variance, 0));
        set_interval(analysis, &known->is, 1, true);
    }
}

static scree_status analyse(work *work)
{
    fit_analysis *analysis = work->analysis;
    choose_step(work);
    scree_status status =
        fit_objective(work->problem, work->value, NULL, &analysis->objective, work->error);
    for (int k = 0; k < analysis->free && !status; k++)
        status = differentiate(work, k);
    if (status)
        return status;
    drop_noise(work);
    take_directions(work);
    judge_directions(work);
    find_bounds(work);
    status = covary(work);
    if (status)
        return status;
    correlate(work);
    status = estimate_all(work);
    if (!status)
        derive(work);
    return status;
}

scree_status fit_analyse(const fit_problem *problem, const double *value, fit_analysis *out,
                         scree_error *error)
{
    work work = {
        .problem = problem,
        .value = value,
        .analysis = out,
        .error = error,
    };
    memset(out, 0, sizeof *out);
    out->level = problem->level;
    out->residuals = problem->residuals;
    for (int i = 0; i < problem->parameters; i++) {
        if (!problem->parameter[i].fixed) {
            fit_estimate *estimate = &out->estimate[out->free++];
            estimate->parameter = i;
            estimate->is.value = value[i];
        }
    }
    double *memory =
        calloc((size_t)(out->free + 1) * (size_t)problem->residuals + 1, sizeof *memory);
    if (!memory)
        return fail_memory(error, "fit");
    work.scratch = memory;
    for (int k = 0; k < out->free; k++)
        work.column[k] = memory + (size_t)(k + 1) * (size_t)problem->residuals;
    scree_status status = analyse(&work);
    free(memory);
    return status;
}
