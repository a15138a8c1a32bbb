// least_squares.c - see least_squares.h.
#include "fit/least_squares.h"

#include "base/mathlib.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS_MOST = 200, M = FIT_PARAMETERS_MOST };

bool least_squares_begin(least_squares *squares, const fit_space *space)
{
    const fit_problem *problem = space->problem;
    double precision = 0;
    memset(squares, 0, sizeof *squares);
    squares->space = space;
    squares->rows = problem->residuals;
    for (int i = 0; i < problem->sets; i++)
        precision = real_max(precision, problem->set[i].is->precision);
    squares->step = real_cbrt(precision);
    squares->tolerance = 1e-10;
    const size_t length = (size_t)squares->rows + 1; // one for the tie
    squares->memory = calloc(((size_t)space->count + 3) * length, sizeof *squares->memory);
    if (!squares->memory)
        return false;
    squares->residual = squares->memory;
    squares->trial = squares->memory + length;
    squares->other = squares->memory + 2 * length;
    for (int k = 0; k < space->count; k++)
        squares->column[k] = squares->memory + (size_t)(k + 3) * length;
    return true;
}

void least_squares_clear(least_squares *squares)
{
    free(squares->memory);
    memset(squares, 0, sizeof *squares);
}

// --- values ---------------------------------------------------------------------------------------------------------

static int rows_of(const least_squares *squares)
{
    return squares->rows + (squares->tie != NULL);
}

static scree_status evaluate(least_squares *squares, const double *z, double *residual,
                             scree_error *error)
{
    double value[M];
    fit_space_values(squares->space, z, value);
    squares->evaluations++;
    scree_status status = fit_residuals(squares->space->problem, value, residual, error);
    if (squares->tie) {
        residual[squares->rows] =
            squares->tie->stiffness *
            (real_log(fit_derived_value(squares->tie->what, value)) - squares->tie->target);
    }
    return status;
}

static double square_of(const double *residual, int rows)
{
    double sum = 0;
    for (int i = 0; i < rows; i++)
        sum += residual[i] * residual[i];
    return isfinite(sum) ? sum : INFINITY;
}

scree_status least_squares_look(least_squares *squares, const double *z, double *square,
                                scree_error *error)
{
    scree_status status = evaluate(squares, z, squares->residual, error);
    *square = square_of(squares->residual, squares->rows);
    return status;
}

// One column, central within the bounds and else one-sided of second order; zero where there is no answer beside.
static scree_status differentiate(least_squares *squares, const double *z, int k,
                                  scree_error *error)
{
    const fit_space *space = squares->space;
    double step = squares->step;
    double at[M];
    double place[3] = {-step, step, 0};
    double weight[3] = {-0.5 / step, 0.5 / step, 0};
    if (z[k] + step > space->high[k] || z[k] - step < space->low[k]) {
        double side = z[k] + step > space->high[k] ? -step : step;
        place[0] = 0;
        place[1] = side;
        place[2] = 2 * side;
        weight[0] = -1.5 / side;
        weight[1] = 2 / side;
        weight[2] = -0.5 / side;
    }
    memcpy(at, z, (size_t)space->count * sizeof *at);
    memset(squares->column[k], 0, (size_t)rows_of(squares) * sizeof(double));
    for (int i = 0; i < 3; i++) {
        if (weight[i] == 0)
            continue;
        at[k] = z[k] + place[i];
        scree_status status = evaluate(squares, at, squares->other, error);
        if (status)
            return status;
        for (int row = 0; row < rows_of(squares); row++)
            squares->column[k][row] += weight[i] * squares->other[row];
    }
    for (int row = 0; row < rows_of(squares); row++) {
        if (!isfinite(squares->column[k][row]))
            squares->column[k][row] = 0;
    }
    return SCREE_OK;
}

scree_status least_squares_slopes(least_squares *squares, const double *z, scree_error *error)
{
    for (int k = 0; k < squares->space->count; k++) {
        memset(squares->column[k], 0, (size_t)rows_of(squares) * sizeof(double));
        scree_status status = squares->still[k] ? SCREE_OK : differentiate(squares, z, k, error);
        if (status)
            return status;
    }
    return SCREE_OK;
}

// --- a step ---------------------------------------------------------------------------------------------------------

typedef struct normal_equations {
    int count, at[M]; // the coordinates that may move
    double matrix[M][M], slope[M];
} normal_equations;

static double product(const double *first, const double *second, int rows)
{
    double sum = 0;
    for (int row = 0; row < rows; row++)
        sum += first[row] * second[row];
    return sum;
}

static void build(const least_squares *squares, const double *z, normal_equations *equations)
{
    const fit_space *space = squares->space;
    const int rows = rows_of(squares);
    equations->count = 0;
    for (int k = 0; k < space->count; k++) {
        const double slope = product(squares->column[k], squares->residual, rows);
        const bool leaves_below = z[k] <= space->low[k] && slope > 0;
        const bool leaves_above = z[k] >= space->high[k] && slope < 0;
        if (squares->still[k] || leaves_below || leaves_above)
            continue;
        equations->slope[equations->count] = slope;
        equations->at[equations->count++] = k;
    }
    for (int i = 0; i < equations->count; i++) {
        const double *first = squares->column[equations->at[i]];
        for (int k = 0; k <= i; k++) {
            const double *second = squares->column[equations->at[k]];
            const double sum = product(first, second, rows);
            equations->matrix[i][k] = sum;
            equations->matrix[k][i] = sum;
        }
    }
}

// Solves (A + lambda diag A) x = -slope by Cholesky; false where it is not positive.
static bool solve(const normal_equations *equations, double lambda, double *x)
{
    double matrix[M][M];
    double largest = 0;
    for (int i = 0; i < equations->count; i++)
        largest = real_max(largest, equations->matrix[i][i]);
    for (int i = 0; i < equations->count; i++) {
        for (int k = 0; k <= i; k++) {
            double sum = equations->matrix[i][k];
            if (i == k)
                sum += lambda * real_max(sum, 1e-12 * largest);
            for (int j = 0; j < k; j++)
                sum -= matrix[i][j] * matrix[k][j];
            if (i == k && !(sum > 0))
                return false;
            matrix[i][k] = i == k ? sqrt(sum) : sum / matrix[k][k];
        }
        double sum = -equations->slope[i];
        for (int j = 0; j < i; j++)
            sum -= matrix[i][j] * x[j];
        x[i] = sum / matrix[i][i];
    }
    for (int i = equations->count - 1; i >= 0; i--) {
        double sum = x[i];
        for (int j = i + 1; j < equations->count; j++)
            sum -= matrix[j][i] * x[j];
        x[i] = sum / matrix[i][i];
    }
    return true;
}

// How far the slope is from level: the largest cosine between the residuals and a column.
static double steepness(const normal_equations *equations, double square)
{
    double most = 0;
    for (int i = 0; i < equations->count; i++) {
        double length = sqrt(equations->matrix[i][i] * square);
        if (length > 0)
            most = real_max(most, fabs(equations->slope[i]) / length);
    }
    return most;
}

// --- the descent ----------------------------------------------------------------------------------------------------

typedef struct descent {
    least_squares *squares;
    fit_minimum *minimum;
    double lambda, all; // all: with the tie
    bool ended;
    bool stuck; // it ended although the slope is not level
} descent;

// Longer and longer lambda until a step goes down; then r and z are those of the new place.
static scree_status step_down(descent *descent, const normal_equations *equations,
                              scree_error *error)
{
    least_squares *squares = descent->squares;
    const fit_space *space = squares->space;
    while (descent->lambda < 1e16) {
        double x[M];
        double next[M];
        memcpy(next, descent->minimum->z, sizeof next);
        bool good = solve(equations, descent->lambda, x);
        for (int i = 0; i < equations->count && good; i++) {
            int k = equations->at[i];
            next[k] = real_min(real_max(next[k] + x[i], space->low[k]), space->high[k]);
        }
        double all = INFINITY;
        if (good) {
            scree_status status = evaluate(squares, next, squares->trial, error);
            if (status)
                return status;
            all = square_of(squares->trial, rows_of(squares));
        }
        if (all < descent->all) {
            descent->ended = descent->all - all <= descent->squares->tolerance * descent->all;
            descent->all = all;
            descent->lambda = real_max(0.1 * descent->lambda, 1e-12);
            memcpy(descent->minimum->z, next, sizeof next);
            memcpy(squares->residual, squares->trial, (size_t)rows_of(squares) * sizeof(double));
            return SCREE_OK;
        }
        descent->lambda *= 8;
    }
    descent->ended = true; // nothing in any direction is lower
    return SCREE_OK;
}

// Downhill as long as it goes.
static scree_status walk(descent *descent, scree_error *error)
{
    scree_status status = SCREE_OK;
    descent->lambda = 1e-3;
    descent->ended = false;
    descent->stuck = false;
    for (int step = 0; step < STEPS_MOST && !status && !descent->ended; step++) {
        normal_equations equations;
        status = least_squares_slopes(descent->squares, descent->minimum->z, error);
        if (status)
            break;
        build(descent->squares, descent->minimum->z, &equations);
        double steep = equations.count ? steepness(&equations, descent->all) : 0;
        if (steep < 1e-9)
            descent->ended = true;
        else
            status = step_down(descent, &equations, error);
        descent->stuck =
            descent->ended && steep > real_max(1e-4, 3 * sqrt(descent->squares->tolerance));
    }
    return status;
}

// A yield load that lies at one of the measured forces is at the bottom of a fold, where slopes on both sides point to
// it: no step across is a step down, though one along the fold may be. So each coordinate in turn is held.
static scree_status walk_along_folds(descent *descent, scree_error *error)
{
    least_squares *squares = descent->squares;
    scree_status status = SCREE_OK;
    bool lower = true;
    for (int round = 0; round < 10 && lower && descent->stuck && !status; round++) {
        double before = descent->all;
        for (int k = 0; k < squares->space->count && !status; k++) {
            if (squares->still[k])
                continue;
            squares->still[k] = true;
            status = walk(descent, error);
            squares->still[k] = false;
        }
        if (!status)
            status = walk(descent, error);
        lower = before - descent->all > 1e-7 * descent->all;
    }
    return status;
}

scree_status least_squares_descend(least_squares *squares, fit_minimum *minimum, scree_error *error)
{
    descent descent = {.squares = squares, .minimum = minimum};
    scree_status status = evaluate(squares, minimum->z, squares->residual, error);
    descent.all = square_of(squares->residual, rows_of(squares));
    if (!status && isfinite(descent.all))
        status = walk(&descent, error);
    if (!status && isfinite(descent.all))
        status = walk_along_folds(&descent, error);
    minimum->converged = descent.ended;
    minimum->square = square_of(squares->residual, squares->rows);
    return status;
}
