// iterations.c - see iterations.h.
#include "nonsmooth/iterations.h"

#include "base/mathlib.h"

#include <math.h>

static const double exponent = 1.25;                // e, of Hertz
static const double colours = 2;                    // kappa
static const double carries = 0.4;                  // c n^2 / N
static const double per_layer = 1.25, usual = 0.01; // sweeps per layer, at that tolerance
static const double always_stable = 0.7;            // f
static const double bending = 0.4; // layers of a stack over those of a chain: times sqrt(H)
static const double stands = 2,
                    stands_chosen =
                        2.5;      // sweeps per layer of a stack, at the shortest settling time
static const double burdened = 4; // r from which sweeps are mixed
enum { SWEEPS_LEAST = 8, IMPACT_SWEEPS_USUAL = 50 };

static double layers_of(iteration_load load)
{
    if (load.hardness > 0)
        return load.layers * real_max(1, bending * sqrt(load.hardness));
    return sqrt(load.layers * (load.layers + 2 * load.heavy));
}

// By how much f may be above the rest of the condition: what is carried in a step.
static double carried(iteration_load load, double sweeps)
{
    double layers = layers_of(load);
    if (load.hardness > 0)
        return sweeps / (stands * layers) / (exponent * ITERATIONS_SETTLING);
    return real_min(carries * sweeps / (layers * layers), 1);
}

static double damping_of(const model_nonsmooth *settings, iteration_load load)
{
    return real_max(isnan(settings->settling) ? ITERATIONS_SETTLING : settings->settling,
                    load.damping);
}

// The settling time is free to follow from the sweeps.
static bool follows(const model_nonsmooth *settings, iteration_load load)
{
    return isnan(settings->settling) && load.hardness == 0;
}

static double settling_of(const model_nonsmooth *settings, iteration_load load, double sweeps)
{
    double warm = isnan(settings->warm) ? 1 : settings->warm;
    if (!isnan(settings->settling))
        return settings->settling;
    return follows(settings, load)
               ? real_max(ITERATIONS_SETTLING, 1 / (exponent * (1 - warm + carried(load, sweeps))))
               : ITERATIONS_SETTLING;
}

double iterations_warm(const model_nonsmooth *settings, iteration_load load, double sweeps)
{
    if (!isnan(settings->warm))
        return settings->warm;
    if (follows(settings, load))
        return 1;
    double share =
        1 + carried(load, sweeps) - 1 / (exponent * real_max(damping_of(settings, load), 1e-9));
    return real_min(1, real_max(always_stable, share));
}

// N times the error.
static double work(const model_nonsmooth *settings, iteration_load load, double warm)
{
    return colours * (1 - warm) * exponent * (1 + 4 * damping_of(settings, load)) / 4 * load.sag *
           load.layers;
}

double iterations_error(const model_nonsmooth *settings, iteration_load load, double warm,
                        double sweeps)
{
    return work(settings, load, warm) / sweeps;
}

// The fewest sweeps with which the share is stable at a settling time that does not follow from them.
static double least_of(const model_nonsmooth *settings, iteration_load load, double warm)
{
    if (follows(settings, load))
        return 0;
    double lacking = 1 / (exponent * real_max(damping_of(settings, load), 1e-9)) - (1 - warm);
    if (warm <= always_stable || !(lacking > 0))
        return 0;
    return lacking / carried(load, 1);
}

static double needed(const model_nonsmooth *settings, iteration_load load)
{
    double layers = layers_of(load);
    double warm = settings->warm;
    if (load.hardness > 0 && isnan(warm))
        return stands_chosen * layers;
    if (follows(settings, load) && !(warm < 1))
        return per_layer * layers * sqrt(usual / settings->tolerance);
    if (isnan(warm))
        warm = iterations_warm(settings, load, 0);
    return real_max(work(settings, load, warm) / settings->tolerance,
                    least_of(settings, load, warm));
}

// Floats cannot tell as much as mixed sweeps ask for; without gravity there is no measure of what is little.
static bool is_mixed(const model_nonsmooth *settings, iteration_load load)
{
    bool asked = settings->iterations == 0 && isnan(settings->warm) && isnan(settings->settling);
    bool slow = load.hardness > 0 || load.heavy > burdened;
    return asked && slow && !settings->single && load.sag > 0;
}

static iteration_choice mixed_choice(const model_nonsmooth *settings, iteration_load load)
{
    load.heavy = 0;
    double sweeps = real_max(needed(settings, load), SWEEPS_LEAST);
    return (iteration_choice){
        .sweeps = (int64_t)-floor(-real_min(sweeps, (double)settings->most)),
        .warm = 1,
        .settling = ITERATIONS_SETTLING,
        .mixed = true,
    };
}

iteration_choice iterations_choose(const model_nonsmooth *settings, iteration_load load)
{
    if (is_mixed(settings, load))
        return mixed_choice(settings, load);
    iteration_choice choice = {.sweeps = settings->iterations};
    if (!choice.sweeps) {
        double sweeps = real_max(needed(settings, load), SWEEPS_LEAST);
        choice.sweeps = sweeps < (double)settings->most ? (int64_t)-floor(-sweeps) : settings->most;
    }
    double sweeps = (double)choice.sweeps;
    choice.warm = iterations_warm(settings, load, sweeps);
    choice.settling = settling_of(settings, load, sweeps);
    choice.error = iterations_error(settings, load, choice.warm, sweeps);
    choice.least = (int64_t)real_min(sweeps, least_of(settings, load, choice.warm));
    return choice;
}

double iterations_longest_step(const model_nonsmooth *settings, double acceleration,
                               double diameter)
{
    return acceleration > 0 ? sqrt(2 * settings->tolerance * diameter / acceleration) : INFINITY;
}

double iterations_resting_speed(const model_nonsmooth *settings, double acceleration, double h)
{
    return settings->impact >= 0 ? INFINITY : 8 * acceleration * h;
}

// Above what rests have, and the speed with which an overlap of the tolerance is pushed out.
double iterations_threshold(const model_nonsmooth *settings, double acceleration, double diameter,
                            double h)
{
    return settings->impact >= 0 ? settings->impact
                                 : real_max(iterations_resting_speed(settings, acceleration, h),
                                            0.2 * settings->tolerance * diameter / h);
}

int iterations_of_impacts(const model_nonsmooth *settings)
{
    return settings->impact_sweeps > 0 ? (int)settings->impact_sweeps : IMPACT_SWEEPS_USUAL;
}
