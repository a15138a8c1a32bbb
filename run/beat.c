// beat.c - see beat.h.
#include "run/beat.h"

#include <math.h>

static int64_t whole(double steps)
{
    return steps < 9e15 ? (int64_t)steps : INT64_C(9000000000000000);
}

beat beat_of_steps(int64_t every)
{
    return (beat){.every = every};
}

static int64_t steps_of(const world *world, double seconds)
{
    const double steps = floor(seconds / world_dt(world) + 0.5);
    return steps < 1 ? 1 : whole(steps);
}

beat beat_of_period(const world *world, double seconds)
{
    if (!(seconds > 0))
        return (beat){0};
    return (beat){.every = steps_of(world, seconds), .period = seconds, .world = world};
}

// A beat falls on the first step that is not before it, so all up to the border have fallen.
beat beat_of_stages(const world *world, beat_period *period, const void *context)
{
    const model *root = world_root(world);
    const int last = world_stage(world).number;
    if (last < 0)
        return beat_of_period(world, period(root, context));
    beat is = {.period = period(model_of_stage(root, 0), context), .world = world};
    for (int i = 1; i <= last; i++) {
        const double now = period(model_of_stage(root, i), context);
        const double border = world_stage_begun(world, i).time;
        if (now == is.period || isnan(now))
            continue;
        if (isnan(is.period)) {
            is.period = now;
            continue;
        }
        if (is.period > 0)
            is.base += whole(floor((border - is.since) / is.period * (1 + 1e-12)));
        is.since = border;
        is.period = now;
    }
    is.every = is.period > 0 ? steps_of(world, is.period) : 0;
    return is;
}

// Numbers of beats are counted through where several fall on a step, so there are not to be any number of them. The
// bound is that of world/periods.c, which lets no step divide a shorter period.
scree_status beat_check(const world *world, double seconds, const char *where, scree_error *error)
{
    const double step = world_dt(world);
    if (!(seconds > 0) || seconds > 1e-3 * step)
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, where, "give a step or more, or 0 for none",
                "%.3g s is less than a thousandth of the time step of %.3g s", seconds, step);
}

// Beats before time was counted anew by a branch were those of the run it came from.
static int64_t step_of(const beat *beat, int64_t number)
{
    const world_clock clock = world_clock_of(beat->world);
    const double time = beat->since + (double)(number - beat->base) * beat->period;
    return time < clock.time * (1 - 1e-9) ? clock.step - 1 : world_step_at(beat->world, time);
}

int64_t beat_number(const beat *beat, int64_t step)
{
    // What an earlier stage had, a later one may have ended: nothing falls any more, and what has fallen stands.
    if (beat->every <= 0)
        return beat->world ? beat->base : -1;
    if (!(beat->period > 0))
        return step / beat->every;
    const world_clock clock = world_clock_of(beat->world);
    // a guess by the time of the step, which may be off by one for rounding
    const double time = clock.time + (double)(step - clock.step) * clock.dt - beat->since;
    int64_t number = beat->base + whole(floor((time > 0 ? time : 0) / beat->period));
    while (step_of(beat, number + 1) <= step)
        number++;
    while (number > beat->base && step_of(beat, number) > step)
        number--;
    return number;
}

bool beat_due(const beat *beat, int64_t step)
{
    if (beat->every <= 0)
        return false;
    if (!(beat->period > 0))
        return step % beat->every == 0;
    return step_of(beat, beat_number(beat, step)) == step;
}

int64_t beat_next(const beat *beat, int64_t step, int64_t end)
{
    if (beat->every <= 0)
        return end;
    const int64_t number = beat_number(beat, step) + 1;
    const int64_t next = beat->period > 0 ? step_of(beat, number) : number * beat->every;
    return next < end ? next : end;
}
