// beat.c - see beat.h.
#include "cli/beat.h"

#include <math.h>

static int64_t whole(double steps) { return steps < 9e15 ? (int64_t)steps : INT64_C(9000000000000000); }

beat beat_of_steps(int64_t every) { return (beat){every, 0, 0}; }

beat beat_of_period(const world *w, double seconds)
{
    const world_clock c = world_clock_of(w);
    if (!(seconds > 0)) return (beat){0, 0, 0};
    double steps = floor(seconds / c.dt + 0.5), number = ceil(c.time / seconds - 1e-9);
    return (beat){steps < 1 ? 1 : whole(steps), c.step + whole(floor((number * seconds - c.time) / c.dt + 0.5)),
                  whole(number)};
}

bool beat_due(const beat *b, int64_t step)
{
    return b->every > 0 && step >= b->first && (step - b->first) % b->every == 0;
}

int64_t beat_number(const beat *b, int64_t step)
{
    return step < b->first ? b->number - 1 : b->number + (step - b->first) / b->every;
}

int64_t beat_next(const beat *b, int64_t step, int64_t end)
{
    if (b->every <= 0) return end;
    int64_t next = step < b->first ? b->first : b->first + ((step - b->first) / b->every + 1) * b->every;
    return next < end ? next : end;
}
