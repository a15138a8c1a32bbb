// misfit.c - see misfit.h.
#include "fit/misfit.h"

#include "base/mathlib.h"
#include "fit/distribution.h"
#include "fit/noise.h"
#include "fit/statistics.h"

#include <stdlib.h>
#include <string.h>

enum { M = FIT_PARAMETERS_MOST, TRENDS_MOST = 2 };
static const double least_freedom = 0.5,
                    least_rest = 1.5; // for a test; left for the scatter beside a trend

typedef struct judging {
    const fit_problem *problem;
    const double *residual; // at the minimum
    double *direction[M];   // orthonormal: what the parameters can do to the residuals
    int directions, rows;
    double *trend[TRENDS_MOST]; // scratch, of `rows`
    fit_misfit *out;
} judging;

static double squares_of(const judging *judging, const fit_part *part)
{
    const int end = part->first + judging->problem->set[part->set].count;
    double sum = 0;
    for (int row = part->first; row < end; row++) {
        const double residual = judging->residual[row];
        sum += residual * residual;
    }
    return sum;
}

static void add_test(judging *judging, misfit_test test)
{
    if (isfinite(test.p))
        judging->out->test[judging->out->tests++] = test;
}

// --- known errors ---------------------------------------------------------------------------------------------------

static void test_known(judging *judging)
{
    misfit_test test = {.kind = MISFIT_CHI_SQUARE, .part = -1};
    for (int i = 0; i < judging->problem->parts; i++) {
        if (!judging->problem->part[i].known)
            continue;
        test.statistic += squares_of(judging, &judging->problem->part[i]);
        test.up += judging->problem->part[i].freedom;
    }
    if (test.up < least_freedom)
        return;
    test.p = chi_square_above(test.statistic, test.up);
    judging->out->too_good = test.p > 0.999;
    add_test(judging, test);
}

// --- repeated measurements ------------------------------------------------------------------------------------------

static bool same_inputs(const fit_set *set, int a, int b)
{
    const int inputs = set->is->inputs;
    const double *one = &set->input[a * inputs];
    const double *other = &set->input[b * inputs];
    return !memcmp(one, other, (size_t)inputs * sizeof *one);
}

// Scatter about the means of repeated measurements, in units of sigma; *freedom: values less means.
static double pure_error(const fit_set *set, const fit_part *part, int *freedom)
{
    double sum = 0;
    *freedom = 0;
    for (int i = 0; i < set->count; i++) {
        double mean = 0;
        int alike = 0;
        bool first = true;
        for (int k = 0; k < set->count; k++) {
            if (!same_inputs(set, i, k))
                continue;
            first = first && k >= i;
            mean += set->value[k * set->is->outputs + part->output];
            alike++;
        }
        const double value = set->value[i * set->is->outputs + part->output];
        const double off = (value - mean / alike) / part->sigma;
        sum += off * off;
        *freedom += !first;
    }
    return sum;
}

static bool test_replicates(judging *judging, int index)
{
    const fit_part *part = &judging->problem->part[index];
    int repeats;
    double pure = pure_error(&judging->problem->set[part->set], part, &repeats);
    double up = part->freedom - repeats;
    if (repeats < 1 || up < least_freedom || !(pure > 0))
        return false;
    double beyond = real_max(squares_of(judging, part) - pure, 0);
    double f = beyond / up / (pure / repeats);
    add_test(judging,
             (misfit_test){MISFIT_REPLICATES, index, f, up, repeats, fisher_above(f, up, repeats)});
    return true;
}

// --- residuals that follow the inputs -------------------------------------------------------------------------------

static double dot(const double *a, const double *b, int rows)
{
    double sum = 0;
    for (int i = 0; i < rows; i++)
        sum += a[i] * b[i];
    return sum;
}

// Takes the unit vector's share out of `a`.
static void take_out(double *a, const double *unit, int rows)
{
    double share = dot(a, unit, rows);
    for (int i = 0; i < rows; i++)
        a[i] -= share * unit[i];
}

// A power of an input about its middle over its range, on the rows of the part; false where the input does not change.
static bool fill_trend(const judging *judging, const fit_part *part, int input, int power,
                       double *out)
{
    const fit_set *set = &judging->problem->set[part->set];
    const int inputs = set->is->inputs;
    double low = INFINITY;
    double high = -INFINITY;
    for (int i = 0; i < set->count; i++) {
        const double value = set->input[i * inputs + input];
        low = real_min(low, value);
        high = real_max(high, value);
    }
    memset(out, 0, (size_t)judging->rows * sizeof *out);
    for (int i = 0; i < set->count && high > low; i++) {
        const double value = set->input[i * inputs + input];
        const double x = (2 * value - low - high) / (high - low);
        out[part->first + i] = power == 1 ? x : x * x;
    }
    return high > low;
}

// Makes it orthogonal to what the parameters can do and to the trends before; false where nothing is left of it.
static bool make_unit(const judging *judging, double *trend, int before)
{
    double length = sqrt(dot(trend, trend, judging->rows));
    for (int twice = 0; twice < 2; twice++) { // once more against rounding
        for (int k = 0; k < judging->directions; k++)
            take_out(trend, judging->direction[k], judging->rows);
        for (int k = 0; k < before; k++)
            take_out(trend, judging->trend[k], judging->rows);
    }
    double left = sqrt(dot(trend, trend, judging->rows));
    if (!(left > 1e-4 * length))
        return false;
    for (int i = 0; i < judging->rows; i++)
        trend[i] /= left;
    return true;
}

// All residuals with estimated errors serve as scatter: each of them has the variance 1.
static void test_trend(judging *judging, int index)
{
    const fit_part *part = &judging->problem->part[index];
    const fit_set *set = &judging->problem->set[part->set];
    double freedom = 0;
    double squares = 0;
    double taken = 0;
    int trends = 0;
    for (int i = 0; i < judging->problem->parts; i++) {
        if (judging->problem->part[i].known)
            continue;
        freedom += judging->problem->part[i].freedom;
        squares += squares_of(judging, &judging->problem->part[i]);
    }
    for (int power = 1; power <= 2; power++) {
        for (int input = 0; input < set->is->inputs && trends < TRENDS_MOST; input++) {
            if (part->freedom - trends - 1 < least_rest)
                continue;
            if (!fill_trend(judging, part, input, power, judging->trend[trends]))
                continue;
            if (!make_unit(judging, judging->trend[trends], trends))
                continue;
            double share = dot(judging->trend[trends], judging->residual, judging->rows);
            taken += share * share;
            trends++;
        }
    }
    double rest = real_max(squares - taken, 1e-12 * squares);
    if (!trends || !(rest > 0))
        return;
    double down = freedom - trends;
    double f = taken / trends / (rest / down);
    add_test(judging,
             (misfit_test){MISFIT_TREND, index, f, trends, down, fisher_above(f, trends, down)});
}

// --- the whole ------------------------------------------------------------------------------------------------------

// What is left is as small as the error of the prediction itself, which has a shape of its own.
static bool is_exact(const judging *judging, const fit_part *part)
{
    const fit_set *set = &judging->problem->set[part->set];
    const int outputs = set->is->outputs;
    double largest = 0;
    for (int i = 0; i < set->count; i++) {
        const double value = set->value[i * outputs + part->output];
        largest = real_max(largest, fabs(value));
    }
    return part->sigma <= 10 * set->is->precision * largest;
}

static void judge(judging *judging)
{
    fit_misfit *out = judging->out;
    test_known(judging);
    for (int i = 0; i < judging->problem->parts; i++) {
        if (judging->problem->part[i].known)
            continue;
        bool exact = is_exact(judging, &judging->problem->part[i]);
        out->exact = out->exact || exact;
        if (!exact && !test_replicates(judging, i))
            test_trend(judging, i);
    }
    out->worst = -1;
    out->p = NAN;
    for (int i = 0; i < out->tests; i++) {
        if (out->worst < 0 || out->test[i].p < out->test[out->worst].p)
            out->worst = i;
    }
    if (out->worst < 0 && out->exact)
        out->verdict = VERDICT_FITS;
    if (out->worst < 0)
        return;
    out->p = real_min(out->tests * out->test[out->worst].p, 1);
    out->verdict = out->p < 0.01   ? VERDICT_DOES_NOT_FIT
                   : out->p < 0.05 ? VERDICT_DOUBTFUL
                                   : VERDICT_FITS;
}

// Directions from the slopes at the minimum; parameters at bounds and what has no effect left out.
static void take_directions(judging *judging, least_squares *squares, const double *z)
{
    const fit_space *space = squares->space;
    double *column[M];
    double sigma[SVD_MOST];
    double vectors[SVD_MOST][SVD_MOST];
    int count = 0;
    for (int k = 0; k < space->count; k++) {
        if (z[k] > space->low[k] && z[k] < space->high[k])
            column[count++] = squares->column[k];
    }
    svd_of_columns(column, squares->rows, count, sigma, vectors);
    const double step2 = squares->step * squares->step;
    const double largest = count ? sigma[0] : 0;
    const double floor = real_max(step2, 1e-10) * largest;
    for (int k = 0; k < count; k++) {
        double length = sqrt(dot(column[k], column[k], squares->rows));
        if (!(length > floor))
            continue;
        for (int row = 0; row < squares->rows; row++)
            column[k][row] /= length;
        judging->direction[judging->directions++] = column[k];
    }
}

scree_status fit_misfit_of(fit_problem *problem, const fit_refined *best, fit_misfit *out,
                           scree_error *error)
{
    fit_space space = fit_space_of(problem);
    least_squares squares;
    double z[M];
    double square;
    memset(out, 0, sizeof *out);
    out->worst = -1;
    fit_space_place(&space, best->value, z);
    bool good = least_squares_begin(&squares, &space);
    double *trend = calloc((size_t)TRENDS_MOST * ((size_t)problem->residuals + 1), sizeof *trend);
    scree_status status = good && trend ? SCREE_OK : fail_memory(error, "fit");
    if (!status)
        status = least_squares_slopes(&squares, z, error);
    if (!status)
        status = least_squares_look(&squares, z, &square, error);
    if (!status) {
        judging judging = {
            .problem = problem,
            .residual = squares.residual,
            .rows = problem->residuals,
            .out = out,
        };
        for (int i = 0; i < TRENDS_MOST; i++)
            judging.trend[i] = trend + (size_t)i * (size_t)problem->residuals;
        take_directions(&judging, &squares, z);
        judge(&judging);
    }
    free(trend);
    least_squares_clear(&squares);
    return status;
}
