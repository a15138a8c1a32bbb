// periods.c - a step that divides the period of the frames of a case, and its duration.
//
// A step that impacts allow is any number, and frames every 20 ms would stand at 19.9992 ms. A step that is shorter by
// a little has a whole number in a period: of a period of n steps it costs 1/n at most. Both are divided by dividing the
// largest time that goes into them, where that costs little; else the frames are. By impulses a period that
// would make a step less than half as long is not divided: steps that are far too short lose restitution. Probes have no say,
// for looking must not change what is seen.
#include "base/mathlib.h"
#include "world/internal.h"

#include <math.h>

static const double cost_most = 0.02, shortest_by_forces = 1e-3, shortest_by_impulses = 0.5,
                    same_time = 1e-9;
static const double least_cut =
    1e-100; // s; what is shorter is told to be too short, and has no parts

// The largest time that goes into both, by Euclid's algorithm; remainders of rounding count as none.
static double common_time(double a, double b)
{
    const double rounding = same_time * real_min(a, b);
    while (b > rounding) {
        const double rest = fabs(a - b * floor(a / b + 0.5));
        a = b;
        b = rest;
    }
    return a;
}

// The longest step up to `longest` that goes into `part`, which goes into `period`; of the period it is one quotient,
// so that the period has that number of steps to rounding.
static double step_into(double period, double part, double longest)
{
    const double parts = floor(period / part + 0.5);
    const double steps = -floor(-(part / longest) * (1 - same_time));
    return period / (parts * real_max(steps, 1));
}

typedef struct choice_of_step {
    double least; // of the longest, for the first period
    double longest, period, part, step;
} choice_of_step;

static void divide(choice_of_step *choice, double period)
{
    if (!(period > 0) || !isfinite(period))
        return;
    const bool first = !(choice->period > 0);
    const double part = first ? period : common_time(choice->part, period);
    const double whole = first ? period : choice->period;
    const double step = step_into(whole, part, choice->longest);
    const double least = first ? choice->least * choice->longest : (1 - cost_most) * choice->step;
    if (step < least)
        return;
    choice->period = whole;
    choice->part = part;
    choice->step = step;
}

// No step is longer than the run.
double step_dividing(const model *model, double longest)
{
    const bool ends = !model->steps && model->duration > 0;
    const double most = ends ? real_min(longest, model->duration) : longest;
    const bool by_forces = world_solver_of(model)->resolves;
    choice_of_step choice = {
        .least = by_forces ? shortest_by_forces : shortest_by_impulses,
        .longest = most,
        .step = most,
    };
    if (!(most > least_cut))
        return most;
    divide(&choice, model->output.every);
    if (!model->steps)
        divide(&choice, model->duration);
    return choice.step;
}
