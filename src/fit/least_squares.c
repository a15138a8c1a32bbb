// least_squares.c - see least_squares.h.
#include "fit/least_squares.h"

#include "base/mathlib.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS_MOST = 200, M = FIT_PARAMETERS_MOST };

bool least_squares_begin(least_squares *l, const fit_space *s)
{
    const fit_problem *p = s->problem;
    double precision = 0;
    memset(l, 0, sizeof *l);
    l->space = s;
    l->rows = p->residuals;
    for (int i = 0; i < p->sets; i++)
        precision = real_max(precision, p->set[i].is->precision);
    l->step = real_cbrt(precision);
    l->tolerance = 1e-10;
    const size_t length = (size_t)l->rows + 1; // one for the tie
    l->memory = calloc(((size_t)s->count + 3) * length, sizeof *l->memory);
    if (!l->memory)
        return false;
    l->residual = l->memory;
    l->trial = l->memory + length;
    l->other = l->memory + 2 * length;
    for (int k = 0; k < s->count; k++)
        l->column[k] = l->memory + (size_t)(k + 3) * length;
    return true;
}

void least_squares_clear(least_squares *l)
{
    free(l->memory);
    memset(l, 0, sizeof *l);
}

// --- values ---------------------------------------------------------------------------------------------------------

static int rows_of(const least_squares *l)
{
    return l->rows + (l->tie != NULL);
}

static scree_status evaluate(least_squares *l, const double *z, double *residual,
                             scree_error *error)
{
    double value[M];
    fit_space_values(l->space, z, value);
    l->evaluations++;
    scree_status status = fit_residuals(l->space->problem, value, residual, error);
    if (l->tie)
        residual[l->rows] =
            l->tie->stiffness * (real_log(fit_derived_value(l->tie->what, value)) - l->tie->target);
    return status;
}

static double square_of(const double *residual, int rows)
{
    double sum = 0;
    for (int i = 0; i < rows; i++)
        sum += residual[i] * residual[i];
    return isfinite(sum) ? sum : INFINITY;
}

scree_status least_squares_look(least_squares *l, const double *z, double *square,
                                scree_error *error)
{
    scree_status status = evaluate(l, z, l->residual, error);
    *square = square_of(l->residual, l->rows);
    return status;
}

// One column, central within the bounds and else one-sided of second order; zero where there is no answer beside.
static scree_status differentiate(least_squares *l, const double *z, int k, scree_error *error)
{
    const fit_space *s = l->space;
    double h = l->step;
    double at[M];
    double place[3] = {-h, h, 0};
    double weight[3] = {-0.5 / h, 0.5 / h, 0};
    if (z[k] + h > s->high[k] || z[k] - h < s->low[k]) {
        double side = z[k] + h > s->high[k] ? -h : h;
        place[0] = 0;
        place[1] = side;
        place[2] = 2 * side;
        weight[0] = -1.5 / side;
        weight[1] = 2 / side;
        weight[2] = -0.5 / side;
    }
    memcpy(at, z, (size_t)s->count * sizeof *at);
    memset(l->column[k], 0, (size_t)rows_of(l) * sizeof(double));
    for (int i = 0; i < 3; i++) {
        if (weight[i] == 0)
            continue;
        at[k] = z[k] + place[i];
        scree_status status = evaluate(l, at, l->other, error);
        if (status)
            return status;
        for (int r = 0; r < rows_of(l); r++)
            l->column[k][r] += weight[i] * l->other[r];
    }
    for (int r = 0; r < rows_of(l); r++)
        if (!isfinite(l->column[k][r]))
            l->column[k][r] = 0;
    return SCREE_OK;
}

scree_status least_squares_slopes(least_squares *l, const double *z, scree_error *error)
{
    for (int k = 0; k < l->space->count; k++) {
        memset(l->column[k], 0, (size_t)rows_of(l) * sizeof(double));
        scree_status status = l->still[k] ? SCREE_OK : differentiate(l, z, k, error);
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

static void build(const least_squares *l, const double *z, normal_equations *n)
{
    const fit_space *s = l->space;
    const int rows = rows_of(l);
    n->count = 0;
    for (int k = 0; k < s->count; k++) {
        double slope = 0;
        for (int r = 0; r < rows; r++)
            slope += l->column[k][r] * l->residual[r];
        bool leaves = (z[k] <= s->low[k] && slope > 0) || (z[k] >= s->high[k] && slope < 0);
        if (l->still[k] || leaves)
            continue;
        n->slope[n->count] = slope;
        n->at[n->count++] = k;
    }
    for (int i = 0; i < n->count; i++)
        for (int k = 0; k <= i; k++) {
            double sum = 0;
            for (int r = 0; r < rows; r++)
                sum += l->column[n->at[i]][r] * l->column[n->at[k]][r];
            n->matrix[i][k] = n->matrix[k][i] = sum;
        }
}

// Solves (A + lambda diag A) x = -slope by Cholesky; false where it is not positive.
static bool solve(const normal_equations *n, double lambda, double *x)
{
    double a[M][M];
    double largest = 0;
    for (int i = 0; i < n->count; i++)
        largest = real_max(largest, n->matrix[i][i]);
    for (int i = 0; i < n->count; i++) {
        for (int k = 0; k <= i; k++) {
            double sum = n->matrix[i][k];
            if (i == k)
                sum += lambda * real_max(sum, 1e-12 * largest);
            for (int j = 0; j < k; j++)
                sum -= a[i][j] * a[k][j];
            if (i == k && !(sum > 0))
                return false;
            a[i][k] = i == k ? sqrt(sum) : sum / a[k][k];
        }
        double sum = -n->slope[i];
        for (int j = 0; j < i; j++)
            sum -= a[i][j] * x[j];
        x[i] = sum / a[i][i];
    }
    for (int i = n->count - 1; i >= 0; i--) {
        double sum = x[i];
        for (int j = i + 1; j < n->count; j++)
            sum -= a[j][i] * x[j];
        x[i] = sum / a[i][i];
    }
    return true;
}

// How far the slope is from level: the largest cosine between the residuals and a column.
static double steepness(const normal_equations *n, double square)
{
    double most = 0;
    for (int i = 0; i < n->count; i++) {
        double length = sqrt(n->matrix[i][i] * square);
        if (length > 0)
            most = real_max(most, fabs(n->slope[i]) / length);
    }
    return most;
}

// --- the descent ----------------------------------------------------------------------------------------------------

typedef struct descent {
    least_squares *l;
    fit_minimum *m;
    double lambda, all; // all: with the tie
    bool ended;
    bool stuck; // it ended although the slope is not level
} descent;

// Longer and longer lambda until a step goes down; then r and z are those of the new place.
static scree_status step_down(descent *d, const normal_equations *n, scree_error *error)
{
    least_squares *l = d->l;
    const fit_space *s = l->space;
    while (d->lambda < 1e16) {
        double x[M];
        double next[M];
        memcpy(next, d->m->z, sizeof next);
        bool good = solve(n, d->lambda, x);
        for (int i = 0; i < n->count && good; i++) {
            int k = n->at[i];
            next[k] = real_min(real_max(next[k] + x[i], s->low[k]), s->high[k]);
        }
        double all = INFINITY;
        if (good) {
            scree_status status = evaluate(l, next, l->trial, error);
            if (status)
                return status;
            all = square_of(l->trial, rows_of(l));
        }
        if (all < d->all) {
            d->ended = d->all - all <= d->l->tolerance * d->all;
            d->all = all;
            d->lambda = real_max(0.1 * d->lambda, 1e-12);
            memcpy(d->m->z, next, sizeof next);
            memcpy(l->residual, l->trial, (size_t)rows_of(l) * sizeof(double));
            return SCREE_OK;
        }
        d->lambda *= 8;
    }
    d->ended = true; // nothing in any direction is lower
    return SCREE_OK;
}

// Downhill as long as it goes.
static scree_status walk(descent *d, scree_error *error)
{
    scree_status status = SCREE_OK;
    d->lambda = 1e-3;
    d->ended = d->stuck = false;
    for (int step = 0; step < STEPS_MOST && !status && !d->ended; step++) {
        normal_equations n;
        status = least_squares_slopes(d->l, d->m->z, error);
        if (status)
            break;
        build(d->l, d->m->z, &n);
        double steep = n.count ? steepness(&n, d->all) : 0;
        if (steep < 1e-9)
            d->ended = true;
        else
            status = step_down(d, &n, error);
        d->stuck = d->ended && steep > real_max(1e-4, 3 * sqrt(d->l->tolerance));
    }
    return status;
}

// A yield load that lies at one of the measured forces is at the bottom of a fold, where slopes on both sides point to
// it: no step across is a step down, though one along the fold may be. So each coordinate in turn is held.
static scree_status walk_along_folds(descent *d, scree_error *error)
{
    least_squares *l = d->l;
    scree_status status = SCREE_OK;
    bool lower = true;
    for (int round = 0; round < 10 && lower && d->stuck && !status; round++) {
        double before = d->all;
        for (int k = 0; k < l->space->count && !status; k++) {
            if (l->still[k])
                continue;
            l->still[k] = true;
            status = walk(d, error);
            l->still[k] = false;
        }
        if (!status)
            status = walk(d, error);
        lower = before - d->all > 1e-7 * d->all;
    }
    return status;
}

scree_status least_squares_descend(least_squares *l, fit_minimum *m, scree_error *error)
{
    descent d = {.l = l, .m = m};
    scree_status status = evaluate(l, m->z, l->residual, error);
    d.all = square_of(l->residual, rows_of(l));
    if (!status && isfinite(d.all))
        status = walk(&d, error);
    if (!status && isfinite(d.all))
        status = walk_along_folds(&d, error);
    m->converged = d.ended;
    m->square = square_of(l->residual, l->rows);
    return status;
}
