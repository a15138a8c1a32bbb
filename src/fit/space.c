// space.c - see space.h.
#include "fit/space.h"

#include "base/mathlib.h"

static double coordinate(const fit_parameter *q, double x)
{
    return q->log ? real_log(x) : (x - q->low) / (q->high - q->low);
}

fit_space fit_space_of(const fit_problem *p)
{
    fit_space s = {.problem = p};
    for (int i = 0; i < p->parameters; i++) {
        const fit_parameter *q = &p->parameter[i];
        if (q->fixed)
            continue;
        s.parameter[s.count] = i;
        s.low[s.count] = coordinate(q, q->low);
        s.high[s.count] = coordinate(q, q->high);
        s.count++;
    }
    return s;
}

void fit_space_place(const fit_space *s, const double *value, double *z)
{
    for (int k = 0; k < s->count; k++) {
        double x = coordinate(&s->problem->parameter[s->parameter[k]], value[s->parameter[k]]);
        z[k] = real_min(real_max(x, s->low[k]), s->high[k]);
    }
}

// At a bound the very number of the bound, which the logarithm and back would miss by rounding.
double fit_space_number(const fit_space *s, int k, double z)
{
    const fit_parameter *q = &s->problem->parameter[s->parameter[k]];
    if (z <= s->low[k])
        return q->low;
    if (z >= s->high[k])
        return q->high;
    double x = q->log ? real_exp(z) : q->low + z * (q->high - q->low);
    return real_min(real_max(x, q->low), q->high);
}

void fit_space_values(const fit_space *s, const double *z, double *value)
{
    for (int i = 0; i < s->problem->parameters; i++)
        value[i] = s->problem->parameter[i].start;
    for (int k = 0; k < s->count; k++)
        value[s->parameter[k]] = fit_space_number(s, k, z[k]);
}
