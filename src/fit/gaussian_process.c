// gaussian_process.c - see gaussian_process.h.
#include "fit/gaussian_process.h"

#include "base/mathlib.h"
#include "fit/gaussian_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double root5 = 2.2360679774997896964;

double gaussian_kernel(const double *one, const double *other, const double *length, int axes)
{
    double square = 0;
    for (int i = 0; i < axes; i++) {
        const double apart = (one[i] - other[i]) / length[i];
        square += apart * apart;
    }
    const double reach = root5 * sqrt(square);
    return (1 + reach + reach * reach / 3) * real_exp(-reach);
}

// In place, the lower triangle; false where the matrix is not positive definite.
bool gaussian_factor(double *matrix, int rows)
{
    for (int i = 0; i < rows; i++) {
        double *row = matrix + i * rows;
        for (int j = 0; j <= i; j++) {
            const double *other = matrix + j * rows;
            double sum = row[j];
            for (int k = 0; k < j; k++)
                sum -= row[k] * other[k];
            if (i > j) {
                row[j] = sum / other[j];
                continue;
            }
            if (!(sum > 0))
                return false;
            row[i] = sqrt(sum);
        }
    }
    return true;
}

void gaussian_solve_lower(const double *factor, int rows, double *x, int stride)
{
    for (int i = 0; i < rows; i++) {
        const double *row = factor + i * rows;
        double sum = x[i * stride];
        for (int k = 0; k < i; k++)
            sum -= row[k] * x[k * stride];
        x[i * stride] = sum / row[i];
    }
}

void gaussian_solve_upper(const double *factor, int rows, double *x)
{
    for (int i = rows - 1; i >= 0; i--) {
        double sum = x[i];
        for (int k = i + 1; k < rows; k++)
            sum -= factor[k * rows + i] * x[k];
        x[i] = sum / factor[i * rows + i];
    }
}

static double trend_term(const double *place, int term)
{
    return term ? place[term - 1] : 1;
}

// ---- memory

static double *numbers(int rows, int columns)
{
    return malloc((size_t)rows * (size_t)columns * sizeof(double));
}

static bool make_room(gaussian_process *process, const gaussian_data *data)
{
    const int points = data->points;
    const int axes = data->axes;
    const int outputs = data->outputs;
    // A slope takes a point, and needs some more to be told from scatter.
    const bool slopes = points >= 2 * axes + 3;
    const int trend = slopes ? axes + 1 : 1;
    process->points = points;
    process->axes = axes;
    process->outputs = outputs;
    process->trend = trend;
    process->place = numbers(points, axes);
    process->factor = numbers(points, points);
    process->solved = numbers(points, trend);
    process->trend_factor = numbers(trend, trend);
    process->weight = numbers(outputs, points);
    process->slope = numbers(outputs, trend);
    process->variance = numbers(outputs, 1);
    bool ok = process->place && process->factor;
    ok = ok && process->solved && process->trend_factor;
    ok = ok && process->weight && process->slope;
    ok = ok && process->variance;
    const size_t places = (size_t)points * (size_t)axes;
    if (ok)
        memcpy(process->place, data->place, places * sizeof(double));
    return ok;
}

static void free_room(gaussian_process *process)
{
    free(process->place);
    free(process->factor);
    free(process->solved);
    free(process->trend_factor);
    free(process->weight);
    free(process->slope);
    free(process->variance);
    process->place = process->factor = process->solved = process->trend_factor = NULL;
    process->weight = process->slope = process->variance = NULL;
}

void gaussian_process_clear(gaussian_process *process)
{
    free_room(process);
    memset(process, 0, sizeof *process);
}

// ---- conditioning

static bool factor_kernel(gaussian_process *process)
{
    const int points = process->points;
    const int axes = process->axes;
    for (int i = 0; i < points; i++) {
        double *row = process->factor + i * points;
        const double *here = process->place + i * axes;
        for (int k = 0; k < i; k++) {
            const double *other = process->place + k * axes;
            row[k] = gaussian_kernel(here, other, process->length, axes);
        }
        row[i] = 1 + process->noise;
    }
    return gaussian_factor(process->factor, points);
}

// The product of two columns of L^-1 H.
static double product(const gaussian_process *process, int one, int other)
{
    const int trend = process->trend;
    double sum = 0;
    for (int i = 0; i < process->points; i++) {
        const double *row = process->solved + i * trend;
        sum += row[one] * row[other];
    }
    return sum;
}

static bool factor_trend(gaussian_process *process)
{
    const int trend = process->trend;
    const int points = process->points;
    for (int i = 0; i < points; i++) {
        const double *place = process->place + i * process->axes;
        double *row = process->solved + i * trend;
        for (int k = 0; k < trend; k++)
            row[k] = trend_term(place, k);
    }
    for (int k = 0; k < trend; k++) {
        double *column = process->solved + k;
        gaussian_solve_lower(process->factor, points, column, trend);
    }
    for (int i = 0; i < trend; i++) {
        double *row = process->trend_factor + i * trend;
        for (int k = 0; k <= i; k++)
            row[k] = product(process, i, k);
    }
    return gaussian_factor(process->trend_factor, trend);
}

// b, then what is left, then K^-1 of that, and s^2.
static void solve_output(gaussian_process *process, const gaussian_data *data, int output)
{
    const int points = process->points;
    const int trend = process->trend;
    double *weight = process->weight + (size_t)output * (size_t)points;
    double *slope = process->slope + output * trend;
    for (int i = 0; i < points; i++)
        weight[i] = data->value[i * data->outputs + output];
    gaussian_solve_lower(process->factor, points, weight, 1);
    for (int k = 0; k < trend; k++)
        slope[k] = 0;
    for (int i = 0; i < points; i++) {
        const double *row = process->solved + i * trend;
        for (int k = 0; k < trend; k++)
            slope[k] += row[k] * weight[i];
    }
    gaussian_solve_lower(process->trend_factor, trend, slope, 1);
    gaussian_solve_upper(process->trend_factor, trend, slope);
    double square = 0;
    for (int i = 0; i < points; i++) {
        const double *row = process->solved + i * trend;
        for (int k = 0; k < trend; k++)
            weight[i] -= row[k] * slope[k];
        square += weight[i] * weight[i];
    }
    process->variance[output] = square / (points - trend);
    gaussian_solve_upper(process->factor, points, weight);
}

bool gaussian_settle(gaussian_process *process, const gaussian_data *data)
{
    if (!factor_kernel(process) || !factor_trend(process))
        return false;
    for (int output = 0; output < data->outputs; output++)
        solve_output(process, data, output);
    return true;
}

scree_status gaussian_prepare(gaussian_process *process, const gaussian_data *data,
                              scree_error *error)
{
    free_room(process);
    if (data->points < data->axes + 2 || data->axes > GAUSSIAN_AXES_MOST) {
        return fail(error, SCREE_BAD_INPUT, "surrogate", "allow more evaluations",
                    "%d points are too few to guess between them in %d parameters", data->points,
                    data->axes);
    }
    return make_room(process, data) ? SCREE_OK : fail_memory(error, "surrogate");
}

scree_status gaussian_process_condition(gaussian_process *process, const gaussian_data *data,
                                        scree_error *error)
{
    scree_status status = gaussian_prepare(process, data, error);
    // Two places that are as good as one make the matrix singular; more noise mends it.
    for (int turn = 0; turn < 12 && !status; turn++) {
        if (gaussian_settle(process, data))
            return SCREE_OK;
        process->noise = real_max(10 * process->noise, 1e-10);
    }
    return status ? status
                  : fail(error, SCREE_BAD_INPUT, "surrogate", "give other bounds",
                         "the points known say nothing of what is between them");
}

// ---- guessing

void gaussian_process_look(const gaussian_process *process, const double *place, double *kernel,
                           bool with_share, gaussian_view *view)
{
    const int points = process->points;
    const int trend = process->trend;
    view->kernel = kernel;
    view->share = 0;
    for (int i = 0; i < points; i++) {
        const double *other = process->place + i * process->axes;
        kernel[i] = gaussian_kernel(place, other, process->length, process->axes);
    }
    for (int k = 0; k < trend; k++)
        view->trend[k] = trend_term(place, k);
    if (!with_share)
        return;
    // 1 - k' K^-1 k + u' (H' K^-1 H)^-1 u,  u = h - H' K^-1 k
    double *half = kernel + points;
    double missing[GAUSSIAN_TREND_MOST];
    memcpy(half, kernel, (size_t)points * sizeof *half);
    gaussian_solve_lower(process->factor, points, half, 1);
    view->share = 1;
    for (int i = 0; i < points; i++)
        view->share -= half[i] * half[i];
    for (int k = 0; k < trend; k++)
        missing[k] = view->trend[k];
    for (int i = 0; i < points; i++) {
        const double *row = process->solved + i * trend;
        for (int k = 0; k < trend; k++)
            missing[k] -= row[k] * half[i];
    }
    gaussian_solve_lower(process->trend_factor, trend, missing, 1);
    for (int k = 0; k < trend; k++)
        view->share += missing[k] * missing[k];
    view->share = real_max(view->share, 0);
}

double gaussian_process_mean(const gaussian_process *process, const gaussian_view *view, int output)
{
    const double *weight = process->weight + (size_t)output * (size_t)process->points;
    const double *slope = process->slope + output * process->trend;
    double mean = 0;
    for (int k = 0; k < process->trend; k++)
        mean += slope[k] * view->trend[k];
    for (int i = 0; i < process->points; i++)
        mean += weight[i] * view->kernel[i];
    return mean;
}
