// space.c - see space.h.
#include "fit/space.h"

#include "base/mathlib.h"

static double coordinate(const fit_parameter *parameter, double x)
{
    return parameter->log ? real_log(x) : (x - parameter->low) / (parameter->high - parameter->low);
}

fit_space fit_space_of(const fit_problem *problem)
{
    fit_space space = {.problem = problem};
    for (int i = 0; i < problem->parameters; i++) {
        const fit_parameter *parameter = &problem->parameter[i];
        if (parameter->fixed)
            continue;
        space.parameter[space.count] = i;
        space.low[space.count] = coordinate(parameter, parameter->low);
        space.high[space.count] = coordinate(parameter, parameter->high);
        space.count++;
    }
    return space;
}

void fit_space_place(const fit_space *space, const double *value, double *z)
{
    for (int k = 0; k < space->count; k++) {
        const int number = space->parameter[k];
        const double x = coordinate(&space->problem->parameter[number], value[number]);
        z[k] = real_min(real_max(x, space->low[k]), space->high[k]);
    }
}

// At a bound the very number of the bound, which the logarithm and back would miss by rounding.
double fit_space_number(const fit_space *space, int k, double z)
{
    const fit_parameter *parameter = &space->problem->parameter[space->parameter[k]];
    if (z <= space->low[k])
        return parameter->low;
    if (z >= space->high[k])
        return parameter->high;
    double x =
        parameter->log ? real_exp(z) : parameter->low + z * (parameter->high - parameter->low);
    return real_min(real_max(x, parameter->low), parameter->high);
}

void fit_space_values(const fit_space *space, const double *z, double *value)
{
    for (int i = 0; i < space->problem->parameters; i++)
        value[i] = space->problem->parameter[i].start;
    for (int k = 0; k < space->count; k++)
        value[space->parameter[k]] = fit_space_number(space, k, z[k]);
}
