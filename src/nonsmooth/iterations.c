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
                        2.5; // sweeps per layer of a stack, at the shortest settling time
enum { SWEEPS_LEAST = 8 };

static double layers_of(iteration_load load)
{
    if (load.hardness > 0)
        return load.layers * real_max(1, bending * sqrt(load.hardness));
    return sqrt(load.layers * (load.layers + 2 * load.heavy));
}

// By how much f may be above the rest of the condition: what is carried in a step.
static double carried(iteration_load load, double sweeps)
{
    double n = layers_of(load);
    if (load.hardness > 0)
        return sweeps / (stands * n) / (exponent * ITERATIONS_SETTLING);
    return real_min(carries * sweeps / (n * n), 1);
}

static double damping_of(const model_nonsmooth *s, iteration_load load)
{
    return real_max(isnan(s->settling) ? ITERATIONS_SETTLING : s->settling, load.damping);
}

// The settling time is free to follow from the sweeps.
static bool follows(const model_nonsmooth *s, iteration_load load)
{
    return isnan(s->settling) && load.hardness == 0;
}

static double settling_of(const model_nonsmooth *s, iteration_load load, double sweeps)
{
    double f = isnan(s->warm) ? 1 : s->warm;
    if (!isnan(s->settling))
        return s->settling;
    return follows(s, load)
               ? real_max(ITERATIONS_SETTLING, 1 / (exponent * (1 - f + carried(load, sweeps))))
               : ITERATIONS_SETTLING;
}

double iterations_warm(const model_nonsmooth *s, iteration_load load, double sweeps)
{
    if (!isnan(s->warm))
        return s->warm;
    if (follows(s, load))
        return 1;
    double f = 1 + carried(load, sweeps) - 1 / (exponent * real_max(damping_of(s, load), 1e-9));
    return real_min(1, real_max(always_stable, f));
}

// N times the error.
static double work(const model_nonsmooth *s, iteration_load load, double warm)
{
    return colours * (1 - warm) * exponent * (1 + 4 * damping_of(s, load)) / 4 * load.sag *
           load.layers;
}

double iterations_error(const model_nonsmooth *s, iteration_load load, double warm, double sweeps)
{
    return work(s, load, warm) / sweeps;
}

// The fewest sweeps with which the share is stable at a settling time that does not follow from them.
static double least_of(const model_nonsmooth *s, iteration_load load, double warm)
{
    if (follows(s, load))
        return 0;
    double lacking = 1 / (exponent * real_max(damping_of(s, load), 1e-9)) - (1 - warm);
    if (warm <= always_stable || !(lacking > 0))
        return 0;
    return lacking / carried(load, 1);
}

static double needed(const model_nonsmooth *s, iteration_load load)
{
    double n = layers_of(load);
    double f = s->warm;
    if (load.hardness > 0 && isnan(f))
        return stands_chosen * n;
    if (follows(s, load) && !(f < 1))
        return per_layer * n * sqrt(usual / s->tolerance);
    if (isnan(f))
        f = iterations_warm(s, load, 0);
    return real_max(work(s, load, f) / s->tolerance, least_of(s, load, f));
}

iteration_choice iterations_choose(const model_nonsmooth *s, iteration_load load)
{
    iteration_choice c = {.sweeps = s->iterations};
    if (!c.sweeps) {
        double sweeps = real_max(needed(s, load), SWEEPS_LEAST);
        c.sweeps = sweeps < (double)s->most ? (int64_t)-floor(-sweeps) : s->most;
    }
    double sweeps = (double)c.sweeps;
    c.warm = iterations_warm(s, load, sweeps);
    c.settling = settling_of(s, load, sweeps);
    c.error = iterations_error(s, load, c.warm, sweeps);
    c.least = (int64_t)real_min(sweeps, least_of(s, load, c.warm));
    return c;
}

double iterations_longest_step(const model_nonsmooth *s, double acceleration, double diameter)
{
    return acceleration > 0 ? sqrt(2 * s->tolerance * diameter / acceleration) : INFINITY;
}

// Above what rests have: some steps of falling, and the speed with which an overlap of the tolerance is pushed out.
double iterations_threshold(const model_nonsmooth *s, double acceleration, double diameter,
                            double h)
{
    return s->impact >= 0 ? s->impact
                          : real_max(8 * acceleration * h, 0.2 * s->tolerance * diameter / h);
}
