// beat.c - see beat.h.
#include "run/beat.h"

#include <math.h>

static int64_t whole(double steps)
{
    return steps < 9e15 ? (int64_t)steps : INT64_C(9000000000000000);
}

beat beat_of_steps(int64_t every)
{
    return (beat){every, 0, NULL};
}

beat beat_of_period(const world *w, double seconds)
{
    if (!(seconds > 0))
        return (beat){0, 0, NULL};
    const double steps = floor(seconds / world_dt(w) + 0.5);
    return (beat){steps < 1 ? 1 : whole(steps), seconds, w};
}

// Numbers of beats are counted through where several fall on a step, so there are not to be any number of them. The
// bound is that of world/periods.c, which lets no step divide a shorter period.
scree_status beat_check(const world *w, double seconds, const char *where, scree_error *error)
{
    const double step = world_dt(w);
    if (!(seconds > 0) || seconds > 1e-3 * step)
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, where, "give a step or more, or 0 for none",
                "%.3g s is less than a thousandth of the time step of %.3g s", seconds, step);
}

// Beats before time was counted anew by a branch were those of the run it came from.
static int64_t step_of(const beat *b, int64_t number)
{
    const world_clock c = world_clock_of(b->w);
    const double time = (double)number * b->period;
    return time < c.time * (1 - 1e-9) ? c.step - 1 : world_step_at(b->w, time);
}

int64_t beat_number(const beat *b, int64_t step)
{
    if (b->every <= 0)
        return -1;
    if (!(b->period > 0))
        return step / b->every;
    const world_clock c = world_clock_of(b->w);
    // a guess by the time of the step, which may be off by one for rounding
    int64_t number = whole(floor((c.time + (double)(step - c.step) * c.dt) / b->period));
    while (step_of(b, number + 1) <= step)
        number++;
    while (number > 0 && step_of(b, number) > step)
        number--;
    return number;
}

bool beat_due(const beat *b, int64_t step)
{
    if (b->every <= 0)
        return false;
    if (!(b->period > 0))
        return step % b->every == 0;
    return step_of(b, beat_number(b, step)) == step;
}

int64_t beat_next(const beat *b, int64_t step, int64_t end)
{
    if (b->every <= 0)
        return end;
    const int64_t number = beat_number(b, step) + 1;
    const int64_t next = b->period > 0 ? step_of(b, number) : number * b->every;
    return next < end ? next : end;
}
