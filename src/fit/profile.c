// profile.c - see profile.h.
#include "fit/profile.h"

#include "base/mathlib.h"
#include "fit/distribution.h"
#include "fit/noise.h"
#include "fit/statistics.h"

#include <stdlib.h>
#include <string.h>

enum { M = FIT_PARAMETERS_MOST, LOOKS_MOST = 60 };
static const double farthest = 12;    // of a derived quantity: a factor of e^12 is open
static const double precision = 1e-3; // of the rise at an end, in units of t

typedef struct profiling {
    const fit_problem *p;
    const fit_refined *best;
    fit_profiles *out;
    least_squares l;
    fit_space space;
    double z[M]; // of the minimum
    scree_error *error;
    double *slope[M];     // owned as one: dr/dz at the minimum
    double inverse[M][M]; // covariance of the coordinates
    bool counts[M];       // in the covariance: not at a bound
} profiling;

// --- linear theory, for the first step and the degrees of freedom ---------------------------------------------------

// (J^T J)^-1 of the coordinates that are not at a bound, by singular values.
static void covary(profiling *f, double **column, const int *at, int count)
{
    double sigma[SVD_MOST];
    double v[SVD_MOST][SVD_MOST];
    double *copy[M];
    for (int i = 0; i < count; i++)
        copy[i] = column[i];
    svd_of_columns(copy, f->l.rows, count, sigma, v);
    const double floor = real_max(f->l.step * f->l.step, 1e-10) * (count ? sigma[0] : 0);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++) {
            double sum = 0;
            for (int d = 0; d < count; d++) {
                double s = real_max(sigma[d], floor);
                sum += s > 0 ? v[d][i] * v[d][k] / (s * s) : 0;
            }
            f->inverse[at[i]][at[k]] = sum;
        }
}

static scree_status linearise(profiling *f)
{
    double *column[M];
    int at[M];
    int count = 0;
    const size_t rows = (size_t)f->l.rows;
    scree_status status = least_squares_slopes(&f->l, f->z, f->error);
    f->slope[0] = status ? NULL : calloc((size_t)f->space.count * (rows + 1), sizeof(double));
    if (status)
        return status;
    if (!f->slope[0])
        return fail_memory(f->error, "fit");
    for (int k = 0; k < f->space.count; k++) {
        f->slope[k] = f->slope[0] + (size_t)k * rows;
        memcpy(f->slope[k], f->l.column[k], rows * sizeof(double));
        f->counts[k] = f->z[k] > f->space.low[k] && f->z[k] < f->space.high[k];
        if (!f->counts[k])
            continue;
        at[count] = k;
        column[count++] = f->l.column[k];
    }
    covary(f, column, at, count);
    return SCREE_OK;
}

// The standard error of what has this gradient in z, and its degrees of freedom by Satterthwaite.
static double error_of(const profiling *f, const double *gradient, double *freedom)
{
    double push[M] = {0};
    double all = 0;
    double down = 0;
    for (int k = 0; k < f->space.count; k++)
        for (int j = 0; j < f->space.count; j++)
            if (f->counts[k] && f->counts[j])
                push[k] += f->inverse[k][j] * gradient[j];
    for (int group = -1; group < f->p->groups; group++) {
        double brings = 0;
        for (int i = 0; i < f->p->parts; i++) {
            const fit_part *part = &f->p->part[i];
            if (part->group != group)
                continue;
            for (int r = part->first; r < part->first + f->p->set[part->set].count; r++) {
                double moves = 0;
                for (int k = 0; k < f->space.count; k++)
                    moves += f->slope[k][r] * push[k];
                brings += moves * moves;
            }
        }
        double own = group < 0 ? INFINITY : fit_noise_freedom(f->p, group);
        all += brings;
        down += own > 0 ? brings * brings / own : 0;
    }
    *freedom = down > 0 ? all * all / down : INFINITY;
    return sqrt(all);
}

// --- the profile of one quantity ------------------------------------------------------------------------------------

// A coordinate, or the logarithm of a derived quantity.
typedef struct quantity {
    int coordinate; // -1: derived
    fit_follows derived;
    double best, error; // at the minimum; standard error by linear theory
    double rise;        // that the interval allows: t^2
} quantity;

typedef struct look {
    double at, rise; // where it really is, and the rise of chi squared there
    double z[M];
} look;

static double place_of(const profiling *f, const quantity *q, const double *z)
{
    double value[M];
    if (q->coordinate >= 0)
        return z[q->coordinate];
    fit_space_values(&f->space, z, value);
    return real_log(fit_derived_value(q->derived, value));
}

// A derived quantity is pulled by a spring so stiff that at an end of the interval it lags by a ten-thousandth of it.
static scree_status look_at(profiling *f, const quantity *q, double target, const double *from,
                            look *out)
{
    fit_minimum m;
    double width = q->error > 0 && q->error < 1 ? q->error * sqrt(q->rise) : 1;
    fit_tie tie = {q->derived, target, 100 * sqrt(q->rise) / width};
    memcpy(m.z, from, sizeof m.z);
    memset(f->l.still, 0, sizeof f->l.still);
    if (q->coordinate >= 0) {
        f->l.still[q->coordinate] = true;
        m.z[q->coordinate] = target;
    } else
        f->l.tie = &tie;
    scree_status status = least_squares_descend(&f->l, &m, f->error);
    f->l.tie = NULL;
    if (status)
        return status;
    memcpy(out->z, m.z, sizeof out->z);
    out->at = place_of(f, q, m.z);
    out->rise = m.square - f->best->square;
    if (out->rise < -1e-3 && !f->out->lower) {
        f->out->lower = true;
        fit_space_values(&f->space, m.z, f->out->found);
    }
    return status;
}

// Out from the minimum until chi squared has risen enough: *in is below, *beyond above. False: the bounds came first.
static scree_status bracket(profiling *f, const quantity *q, double side, look *in, look *beyond,
                            bool *found)
{
    bool own = q->coordinate >= 0;
    double end = own ? (side < 0 ? f->space.low[q->coordinate] : f->space.high[q->coordinate])
                     : q->best + side * farthest;
    double step = q->error > 0 ? real_min(q->error * sqrt(q->rise), 0.5 * fabs(end - q->best)) : 0;
    if (!(step > 0))
        step = 0.05 * fabs(end - q->best);
    *in = (look){.at = q->best, .rise = 0};
    memcpy(in->z, f->z, sizeof in->z);
    *found = false;
    for (int i = 0; i < LOOKS_MOST && !f->out->lower; i++) {
        double target = in->at + side * step;
        bool last = side * (end - target) <= 0;
        scree_status status = look_at(f, q, last ? end : target, in->z, beyond);
        if (status)
            return status;
        *found = beyond->rise >= q->rise;
        bool stuck = side * (beyond->at - in->at) < 0.1 * step && !last;
        if (*found || last || stuck)
            return status;
        *in = *beyond;
        step *= 1.5;
    }
    return SCREE_OK;
}

// Where the other coordinates should be at a place between two looks.
static void between(const profiling *f, const look *a, const look *b, double at, double *z)
{
    double share = b->at != a->at ? (at - a->at) / (b->at - a->at) : 0;
    for (int k = 0; k < f->space.count; k++)
        z[k] = a->z[k] + share * (b->z[k] - a->z[k]);
}

// The root of the rise is nearly straight: a secant on it, kept within the bracket (Illinois).
static scree_status find_end(profiling *f, const quantity *q, double side, double *end, bool *open)
{
    look in;
    look beyond;
    bool found;
    *end = NAN;
    scree_status status = bracket(f, q, side, &in, &beyond, &found);
    *open = !found;
    if (status || !found)
        return status;
    double t = sqrt(q->rise);
    double low = sqrt(real_max(in.rise, 0)) - t;
    double high = real_min(sqrt(beyond.rise), 1e6 * t) - t;
    int kept = 0; // which end stayed, and how often in a row
    for (int i = 0;
         i < LOOKS_MOST && high > precision * t && low < -precision * t && !f->out->lower; i++) {
        look here;
        double target = (in.at * high - beyond.at * low) / (high - low);
        double from[M];
        between(f, &in, &beyond, target, from);
        status = look_at(f, q, target, from, &here);
        if (status)
            return status;
        double value = real_min(sqrt(real_max(here.rise, 0)), 1e6 * t) - t;
        if (value < 0) {
            in = here;
            low = value;
            kept = kept > 0 ? kept + 1 : 1;
            if (kept > 1)
                high *= 0.5;
        } else {
            beyond = here;
            high = value;
            kept = kept < 0 ? kept - 1 : -1;
            if (kept < -1)
                low *= 0.5;
        }
    }
    *end = high <= -low ? beyond.at : in.at;
    return SCREE_OK;
}

static scree_status profile(profiling *f, quantity *q, const double *gradient, fit_profile *out)
{
    double freedom;
    q->error = error_of(f, gradient, &freedom);
    out->freedom = freedom;
    out->quantile = student_quantile(f->p->level, freedom);
    q->rise = out->quantile * out->quantile;
    scree_status status = find_end(f, q, -1, &out->low, &out->open_low);
    if (!status)
        status = find_end(f, q, 1, &out->high, &out->open_high);
    return status;
}

// --- all of them ----------------------------------------------------------------------------------------------------

static scree_status profile_parameter(profiling *f, int k)
{
    fit_profile *out = &f->out->parameter[k];
    const fit_parameter *parameter = &f->p->parameter[f->space.parameter[k]];
    quantity q = {.coordinate = k, .best = f->z[k]};
    double gradient[M] = {0};
    gradient[k] = 1;
    out->value = fit_space_number(&f->space, k, f->z[k]);
    out->at_low = f->z[k] <= f->space.low[k];
    out->at_high = f->z[k] >= f->space.high[k];
    scree_status status = profile(f, &q, gradient, out);
    // an error wider than all of the range is none that linear theory could know
    bool told = f->counts[k] && q.error < f->space.high[k] - f->space.low[k];
    out->error =
        told ? q.error * (parameter->log ? out->value : parameter->high - parameter->low) : NAN;
    if (!out->open_low)
        out->low = fit_space_number(&f->space, k, out->low);
    if (!out->open_high)
        out->high = fit_space_number(&f->space, k, out->high);
    return status;
}

// A derived quantity that no free parameter is in.
static bool is_given(const profiling *f, const double *gradient)
{
    for (int k = 0; k < f->space.count; k++)
        if (gradient[k] != 0)
            return false;
    return true;
}

static scree_status profile_derived(profiling *f, fit_follows what, fit_profile *out)
{
    quantity q = {.coordinate = -1, .derived = what};
    double gradient[M];
    double z[M];
    q.best = place_of(f, &q, f->z);
    out->value = real_exp(q.best);
    memcpy(z, f->z, sizeof z);
    for (int k = 0; k < f->space.count; k++) {
        double h = z[k] + 1e-6 > f->space.high[k] ? -1e-6 : 1e-6;
        z[k] += h;
        gradient[k] = (place_of(f, &q, z) - q.best) / h;
        z[k] = f->z[k];
    }
    if (!isfinite(q.best)) { // there is none for these parameters
        out->open_low = out->open_high = true;
        return SCREE_OK;
    }
    if (is_given(f, gradient)) {
        out->low = out->high = out->value;
        return SCREE_OK;
    }
    scree_status status = profile(f, &q, gradient, out);
    out->error = q.error < 2 * farthest ? q.error * out->value : NAN;
    if (!out->open_low)
        out->low = real_exp(out->low);
    if (!out->open_high)
        out->high = real_exp(out->high);
    return status;
}

// Do the data tell their errors at all?
static bool errors_are_known(const fit_problem *p)
{
    for (int group = 0; group < p->groups; group++)
        if (!(fit_noise_freedom(p, group) > 0))
            return false;
    return true;
}

static scree_status profile_each(profiling *f)
{
    fit_profiles *out = f->out;
    fit_follows list[FIT_DERIVED_MOST];
    scree_status status = linearise(f);
    f->l.tolerance = 1e-6; // of heights that are compared with t^2
    out->count = f->space.count;
    out->deriveds = fit_derived_of(f->p, list, FIT_DERIVED_MOST);
    for (int k = 0; k < out->count && !status && !out->lower; k++)
        status = profile_parameter(f, k);
    for (int i = 0; i < out->deriveds && !status && !out->lower; i++)
        status = profile_derived(f, list[i], &out->derived[i]);
    return status;
}

// Where nothing tells the errors.
static void leave_open(profiling *f)
{
    const fit_profile open = {.low = NAN,
                              .high = NAN,
                              .error = NAN,
                              .freedom = 0,
                              .quantile = NAN,
                              .open_low = true,
                              .open_high = true};
    fit_follows list[FIT_DERIVED_MOST];
    f->out->none = true;
    f->out->count = f->space.count;
    f->out->deriveds = fit_derived_of(f->p, list, FIT_DERIVED_MOST);
    for (int k = 0; k < f->out->count; k++) {
        fit_profile *p = &f->out->parameter[k];
        *p = open;
        p->value = fit_space_number(&f->space, k, f->z[k]);
        p->at_low = f->z[k] <= f->space.low[k];
        p->at_high = f->z[k] >= f->space.high[k];
    }
    for (int i = 0; i < f->out->deriveds; i++) {
        f->out->derived[i] = open;
        f->out->derived[i].value = fit_derived_value(list[i], f->best->value);
    }
}

scree_status fit_profile_all(const fit_problem *p, const fit_refined *best, fit_profiles *out,
                             scree_error *error)
{
    profiling f = {.p = p, .best = best, .out = out, .space = fit_space_of(p), .error = error};
    memset(out, 0, sizeof *out);
    fit_space_place(&f.space, best->value, f.z);
    if (!errors_are_known(p)) {
        leave_open(&f);
        return SCREE_OK;
    }
    scree_status status =
        least_squares_begin(&f.l, &f.space) ? SCREE_OK : fail_memory(error, "fit");
    if (!status)
        status = profile_each(&f);
    out->evaluations = f.l.evaluations;
    free(f.slope[0]);
    least_squares_clear(&f.l);
    return status;
}
