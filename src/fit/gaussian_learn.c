// gaussian_learn.c - lengths and noise of a Gaussian process: the largest restricted likelihood; see
// gaussian_process.h.
//
// -2 ln of it, but for constants, with the closed form of s^2 (Santner, Williams and Notz 2018, section 3.3):
//   sum over outputs of (n - p) ln s^2 + ln|K| + ln|H' K^-1 H|
// and the weak prior: lengths about 0.7 of the cube, give or take a factor e; noise about 1e-4, give or take e^3.
#include "base/mathlib.h"
#include "fit/gaussian_parts.h"

#include <math.h>
#include <nlopt.h>

enum { STARTS = 3, EVALUATIONS = 160 };
static const double length_low = 0.03;
static const double length_high = 20;
static const double noise_low = 1e-9;
static const double noise_high = 1;

typedef struct learning {
    gaussian_process *process;
    const gaussian_data *data;
} learning;

static double twice_log(const double *factor, int rows)
{
    double sum = 0;
    for (int i = 0; i < rows; i++)
        sum += 2 * real_log(factor[i * rows + i]);
    return sum;
}

static double prior(const gaussian_process *process)
{
    double sum = 0;
    for (int i = 0; i < process->axes; i++) {
        const double apart = real_log(process->length[i] / 0.7);
        sum += apart * apart;
    }
    const double apart = real_log(process->noise / 1e-4) / 3;
    return sum + apart * apart;
}

static void set_terms(gaussian_process *process, const double *x)
{
    for (int i = 0; i < process->axes; i++)
        process->length[i] = real_exp(x[i]);
    process->noise = real_exp(x[process->axes]);
}

static double unlikelihood(unsigned count, const double *x, double *gradient, void *context)
{
    const learning *of = context;
    gaussian_process *process = of->process;
    (void)count;
    (void)gradient;
    set_terms(process, x);
    if (!gaussian_settle(process, of->data))
        return 1e100;
    const double determinants = twice_log(process->factor, process->points) +
                                twice_log(process->trend_factor, process->trend);
    double sum = prior(process);
    for (int output = 0; output < process->outputs; output++) {
        const double variance = real_max(process->variance[output], 1e-300);
        sum += (process->points - process->trend) * real_log(variance) + determinants;
    }
    return isfinite(sum) ? sum : 1e100;
}

// From one start; `x` gets the end, where it is better.
static bool descend(learning *of, double length, double noise, double *best, double *x)
{
    const int axes = of->process->axes;
    double at[GAUSSIAN_AXES_MOST + 1];
    double end;
    nlopt_opt search = nlopt_create(NLOPT_LN_SBPLX, (unsigned)axes + 1);
    if (!search)
        return false;
    double low[GAUSSIAN_AXES_MOST + 1];
    double high[GAUSSIAN_AXES_MOST + 1];
    for (int i = 0; i <= axes; i++) {
        const bool last = i == axes;
        low[i] = real_log(last ? noise_low : length_low);
        high[i] = real_log(last ? noise_high : length_high);
        at[i] = real_log(last ? noise : length);
    }
    bool good = nlopt_set_min_objective(search, unlikelihood, of) > 0;
    good = good && nlopt_set_lower_bounds(search, low) > 0;
    good = good && nlopt_set_upper_bounds(search, high) > 0;
    good = good && nlopt_set_maxeval(search, EVALUATIONS) > 0;
    good = good && nlopt_set_initial_step1(search, 1) > 0;
    good = good && nlopt_set_xtol_abs1(search, 1e-3) > 0;
    if (good)
        nlopt_optimize(search, at, &end);
    nlopt_destroy(search);
    if (!good || !(end < *best))
        return good;
    *best = end;
    for (int i = 0; i <= axes; i++)
        x[i] = at[i];
    return true;
}

scree_status gaussian_process_learn(gaussian_process *process, const gaussian_data *data,
                                    scree_error *error)
{
    static const double length[STARTS] = {0.7, 0.2, 3};
    static const double noise[STARTS] = {1e-4, 1e-2, 1e-6};
    double x[GAUSSIAN_AXES_MOST + 1];
    double best = 1e99;
    learning of = {process, data};
    scree_status status = gaussian_prepare(process, data, error);
    bool memory = true;
    for (int i = 0; i < STARTS && !status && memory; i++)
        memory = descend(&of, length[i], noise[i], &best, x);
    if (!status && !memory)
        return fail_memory(error, "surrogate");
    if (status)
        return status;
    for (int i = 0; i <= data->axes && !(best < 1e99); i++)
        x[i] = real_log(i < data->axes ? 1 : 1e-3);
    set_terms(process, x);
    return gaussian_process_condition(process, data, error);
}
