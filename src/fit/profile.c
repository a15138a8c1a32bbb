// profile.c - see profile.h.
#include "fit/profile_linear.h"
#include "fit/profile.h"

#include "base/mathlib.h"
#include "fit/distribution.h"
#include "fit/noise.h"

#include <stdlib.h>
#include <string.h>

enum { M = FIT_PARAMETERS_MOST, LOOKS_MOST = 60 };
static const double farthest = 12;    // of a derived quantity: a factor of e^12 is open
static const double precision = 1e-3; // of the rise at an end, in units of t

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

static double place_of(const fit_profiling *profiling, const quantity *quantity, const double *z)
{
    double value[M];
    if (quantity->coordinate >= 0)
        return z[quantity->coordinate];
    fit_space_values(&profiling->space, z, value);
    return real_log(fit_derived_value(quantity->derived, value));
}

// A derived quantity is pulled by a spring so stiff that at an end of the interval it lags by a ten-thousandth of it.
static scree_status look_at(fit_profiling *profiling, const quantity *quantity, double target,
                            const double *from, look *out)
{
    fit_minimum minimum;
    double width =
        quantity->error > 0 && quantity->error < 1 ? quantity->error * sqrt(quantity->rise) : 1;
    fit_tie tie = {
        .what = quantity->derived,
        .target = target,
        .stiffness = 100 * sqrt(quantity->rise) / width,
    };
    memcpy(minimum.z, from, sizeof minimum.z);
    memset(profiling->squares.still, 0, sizeof profiling->squares.still);
    if (quantity->coordinate >= 0) {
        profiling->squares.still[quantity->coordinate] = true;
        minimum.z[quantity->coordinate] = target;
    } else
        profiling->squares.tie = &tie;
    scree_status status = least_squares_descend(&profiling->squares, &minimum, profiling->error);
    profiling->squares.tie = NULL;
    if (status)
        return status;
    memcpy(out->z, minimum.z, sizeof out->z);
    out->at = place_of(profiling, quantity, minimum.z);
    out->rise = minimum.square - profiling->best->square;
    if (out->rise < -1e-3 && !profiling->out->lower) {
        profiling->out->lower = true;
        fit_space_values(&profiling->space, minimum.z, profiling->out->found);
    }
    return status;
}

// Out from the minimum until chi squared has risen enough: *in is below, *beyond above. False: the bounds came first.
static scree_status bracket(fit_profiling *profiling, const quantity *quantity, double side,
                            look *in, look *beyond, bool *found)
{
    bool own = quantity->coordinate >= 0;
    double end = own ? (side < 0 ? profiling->space.low[quantity->coordinate]
                                 : profiling->space.high[quantity->coordinate])
                     : quantity->best + side * farthest;
    double step = quantity->error > 0 ? real_min(quantity->error * sqrt(quantity->rise),
                                                 0.5 * fabs(end - quantity->best))
                                      : 0;
    if (!(step > 0))
        step = 0.05 * fabs(end - quantity->best);
    *in = (look){.at = quantity->best, .rise = 0};
    memcpy(in->z, profiling->z, sizeof in->z);
    *found = false;
    for (int i = 0; i < LOOKS_MOST && !profiling->out->lower; i++) {
        double target = in->at + side * step;
        bool last = side * (end - target) <= 0;
        scree_status status = look_at(profiling, quantity, last ? end : target, in->z, beyond);
        if (status)
            return status;
        *found = beyond->rise >= quantity->rise;
        bool stuck = side * (beyond->at - in->at) < 0.1 * step && !last;
        if (*found || last || stuck)
            return status;
        *in = *beyond;
        step *= 1.5;
    }
    return SCREE_OK;
}

// Where the other coordinates should be at a place between two looks.
static void between(const fit_profiling *profiling, const look *first, const look *second,
                    double at, double *z)
{
    const double range = second->at - first->at;
    const double share = range != 0 ? (at - first->at) / range : 0;
    for (int k = 0; k < profiling->space.count; k++) {
        const double way = second->z[k] - first->z[k];
        z[k] = first->z[k] + share * way;
    }
}

// The root of the rise is nearly straight: a secant on it, kept within the bracket (Illinois).
static scree_status find_end(fit_profiling *profiling, const quantity *quantity, double side,
                             double *end, bool *open)
{
    look in;
    look beyond;
    bool found;
    *end = NAN;
    scree_status status = bracket(profiling, quantity, side, &in, &beyond, &found);
    *open = !found;
    if (status || !found)
        return status;
    double t = sqrt(quantity->rise);
    double low = sqrt(real_max(in.rise, 0)) - t;
    double high = real_min(sqrt(beyond.rise), 1e6 * t) - t;
    int kept = 0; // which end stayed, and how often in a row
    for (int i = 0;
         i < LOOKS_MOST && high > precision * t && low < -precision * t && !profiling->out->lower;
         i++) {
        look here;
        double target = (in.at * high - beyond.at * low) / (high - low);
        double from[M];
        between(profiling, &in, &beyond, target, from);
        status = look_at(profiling, quantity, target, from, &here);
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

static scree_status profile(fit_profiling *profiling, quantity *quantity, const double *gradient,
                            fit_profile *out)
{
    double freedom;
    quantity->error = profile_error(profiling, gradient, &freedom);
    out->freedom = freedom;
    out->quantile = student_quantile(profiling->problem->level, freedom);
    quantity->rise = out->quantile * out->quantile;
    scree_status status = find_end(profiling, quantity, -1, &out->low, &out->open_low);
    if (!status)
        status = find_end(profiling, quantity, 1, &out->high, &out->open_high);
    return status;
}

// --- all of them ----------------------------------------------------------------------------------------------------

static scree_status profile_parameter(fit_profiling *profiling, int k)
{
    const fit_space *space = &profiling->space;
    const double z = profiling->z[k];
    const double widest = space->high[k] - space->low[k];
    const fit_parameter *parameter = &profiling->problem->parameter[space->parameter[k]];
    fit_profile *out = &profiling->out->parameter[k];
    quantity quantity = {.coordinate = k, .best = z};
    double gradient[M] = {0};
    gradient[k] = 1;
    out->value = fit_space_number(space, k, z);
    out->at_low = z <= space->low[k];
    out->at_high = z >= space->high[k];
    scree_status status = profile(profiling, &quantity, gradient, out);
    // an error wider than all of the range is none that linear theory could know
    const bool open = out->open_low && out->open_high;
    const bool told = profiling->counts[k] && quantity.error < widest && !open;
    const double unit = parameter->log ? out->value : parameter->high - parameter->low;
    out->error = told ? quantity.error * unit : NAN;
    if (!out->open_low)
        out->low = fit_space_number(space, k, out->low);
    if (!out->open_high)
        out->high = fit_space_number(space, k, out->high);
    return status;
}

// A derived quantity that no free parameter is in.
static bool is_given(const fit_profiling *profiling, const double *gradient)
{
    for (int k = 0; k < profiling->space.count; k++) {
        if (gradient[k] != 0)
            return false;
    }
    return true;
}

static scree_status profile_derived(fit_profiling *profiling, fit_follows what, fit_profile *out)
{
    quantity quantity = {.coordinate = -1, .derived = what};
    double gradient[M];
    double z[M];
    quantity.best = place_of(profiling, &quantity, profiling->z);
    out->value = real_exp(quantity.best);
    memcpy(z, profiling->z, sizeof z);
    for (int k = 0; k < profiling->space.count; k++) {
        double h = z[k] + 1e-6 > profiling->space.high[k] ? -1e-6 : 1e-6;
        z[k] += h;
        gradient[k] = (place_of(profiling, &quantity, z) - quantity.best) / h;
        z[k] = profiling->z[k];
    }
    if (!isfinite(quantity.best)) { // there is none for these parameters
        out->open_low = true;
        out->open_high = true;
        return SCREE_OK;
    }
    if (is_given(profiling, gradient)) {
        out->low = out->value;
        out->high = out->value;
        return SCREE_OK;
    }
    scree_status status = profile(profiling, &quantity, gradient, out);
    const bool told = quantity.error < 2 * farthest && !(out->open_low && out->open_high);
    out->error = told ? quantity.error * out->value : NAN;
    if (!out->open_low)
        out->low = real_exp(out->low);
    if (!out->open_high)
        out->high = real_exp(out->high);
    return status;
}

// Do the data tell their errors at all?
static bool errors_are_known(const fit_problem *problem)
{
    for (int group = 0; group < problem->groups; group++) {
        if (!(fit_noise_freedom(problem, group) > 0))
            return false;
    }
    return true;
}

static scree_status profile_each(fit_profiling *profiling)
{
    fit_profiles *out = profiling->out;
    fit_follows list[FIT_DERIVED_MOST];
    scree_status status = profile_linearise(profiling);
    profiling->squares.tolerance = 1e-6; // of heights that are compared with t^2
    out->count = profiling->space.count;
    out->deriveds = fit_derived_of(profiling->problem, list, FIT_DERIVED_MOST);
    for (int k = 0; k < out->count && !status && !out->lower; k++)
        status = profile_parameter(profiling, k);
    for (int i = 0; i < out->deriveds && !status && !out->lower; i++)
        status = profile_derived(profiling, list[i], &out->derived[i]);
    return status;
}

// Where nothing tells the errors.
static void leave_open(fit_profiling *profiling)
{
    const fit_profile open = {
        .low = NAN,
        .high = NAN,
        .error = NAN,
        .freedom = 0,
        .quantile = NAN,
        .open_low = true,
        .open_high = true,
    };
    fit_follows list[FIT_DERIVED_MOST];
    profiling->out->none = true;
    profiling->out->count = profiling->space.count;
    profiling->out->deriveds = fit_derived_of(profiling->problem, list, FIT_DERIVED_MOST);
    for (int k = 0; k < profiling->out->count; k++) {
        fit_profile *profile = &profiling->out->parameter[k];
        *profile = open;
        profile->value = fit_space_number(&profiling->space, k, profiling->z[k]);
        profile->at_low = profiling->z[k] <= profiling->space.low[k];
        profile->at_high = profiling->z[k] >= profiling->space.high[k];
    }
    for (int i = 0; i < profiling->out->deriveds; i++) {
        profiling->out->derived[i] = open;
        profiling->out->derived[i].value = fit_derived_value(list[i], profiling->best->value);
    }
}

scree_status fit_profile_all(const fit_problem *problem, const fit_refined *best, fit_profiles *out,
                             scree_error *error)
{
    fit_profiling profiling = {
        .problem = problem,
        .best = best,
        .out = out,
        .space = fit_space_of(problem),
        .error = error,
    };
    memset(out, 0, sizeof *out);
    fit_space_place(&profiling.space, best->value, profiling.z);
    if (!errors_are_known(problem)) {
        leave_open(&profiling);
        return SCREE_OK;
    }
    scree_status status = least_squares_begin(&profiling.squares, &profiling.space)
                              ? SCREE_OK
                              : fail_memory(error, "fit");
    if (!status)
        status = profile_each(&profiling);
    out->evaluations = profiling.squares.evaluations;
    free(profiling.slope[0]);
    least_squares_clear(&profiling.squares);
    return status;
}
