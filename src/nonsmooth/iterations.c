// iterations.c - see iterations.h.
#include "nonsmooth/iterations.h"

#include "base/mathlib.h"

#include <math.h>

static const double colours = 2;                                // kappa
static const double whole = 2, whole_chosen = 2.5;              // sweeps per layer from which f = 1 settles; with room
static const double most_kept = 0.85, most_kept_from = 1.0 / 3; // f, and sweeps per layer from which it is stable
static const double always_stable = 0.7, near_whole = 0.95;
static const double bending = 0.4; // sweeps of a stack over those of a chain: times sqrt(H)
enum { SWEEPS_LEAST = 8 };

double iterations_warm(const model_nonsmooth *s, double sweeps, double layers)
{
    if (!isnan(s->warm)) return s->warm;
    if (sweeps >= whole * layers) return 1;
    return sweeps >= most_kept_from * layers ? most_kept : always_stable;
}

// N times the error.
static double work(const model_nonsmooth *s, iteration_load load, double warm)
{
    double damping = real_max(s->settling, load.damping);
    return colours * (1 - warm) * 1.25 * (1 + 4 * damping) / 4 * load.sag * load.layers;
}

double iterations_error(const model_nonsmooth *s, iteration_load load, double warm, double sweeps)
{
    return work(s, load, warm) / sweeps;
}

// The fewest sweeps with which that share is stable.
static double floor_of(double warm, double layers)
{
    if (warm > near_whole) return whole_chosen * layers;
    if (warm > most_kept) return layers;
    return warm > always_stable ? most_kept_from * layers : 0;
}

// A share of the last impulses is not stable with fewer.
static double least_of(double warm, double layers)
{
    if (warm > near_whole) return whole * layers;
    return floor_of(warm, layers);
}

// Whole impulses need whole_chosen sweeps per layer and no more, so that is never exceeded where f is free.
static double needed(const model_nonsmooth *s, iteration_load load)
{
    if (!isnan(s->warm)) return real_max(work(s, load, s->warm) / s->tolerance, floor_of(s->warm, load.layers));
    if (load.hardness > 0) return whole_chosen * load.layers;
    double kept = real_max(work(s, load, most_kept) / s->tolerance, floor_of(most_kept, load.layers));
    return real_min(kept, whole_chosen * load.layers);
}

iteration_choice iterations_choose(const model_nonsmooth *s, iteration_load load)
{
    iteration_choice c = {s->iterations, 0, 0, 0};
    if (load.hardness > 0) load.layers *= real_max(1, bending * sqrt(load.hardness));
    if (!c.sweeps) {
        double sweeps = real_max(needed(s, load), SWEEPS_LEAST);
        c.sweeps = sweeps < (double)s->most ? (int64_t)-floor(-sweeps) : s->most;
    }
    c.warm = iterations_warm(s, (double)c.sweeps, load.layers);
    c.error = iterations_error(s, load, c.warm, (double)c.sweeps);
    c.least = (int64_t)real_min((double)c.sweeps, least_of(c.warm, load.layers));
    return c;
}

double iterations_longest_step(const model_nonsmooth *s, double acceleration, double diameter)
{
    return acceleration > 0 ? sqrt(2 * s->tolerance * diameter / acceleration) : INFINITY;
}
