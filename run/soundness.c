// soundness.c - see soundness.h.
#include "run/soundness.h"

#include <inttypes.h>
#include <stdio.h>

enum { EVERY = 16384 };
static const int64_t early[] = {512, 4096};
enum { EARLY = sizeof early / sizeof *early };

bool soundness_due(int64_t step)
{
    for (int i = 0; i < EARLY; i++)
        if (step == early[i])
            return true;
    return step > 0 && step % EVERY == 0;
}

int64_t soundness_next(int64_t step, int64_t end)
{
    int64_t next = (step / EVERY + 1) * EVERY;
    for (int i = EARLY - 1; i >= 0; i--)
        if (step < early[i])
            next = early[i];
    return next < end ? next : end;
}

bool soundness_warning(char out[SOUNDNESS_ROOM], const world *world, const step_soundness *now)
{
    if (!(now->share > 1))
        return false;
    const double sound = 0.5 * now->step; // as `auto` takes of that of two bodies
    snprintf(out, SOUNDNESS_ROOM,
             "t = %.6g s: the step %.3g s is too long for the contacts of now: their dashpots, the "
             "strongest at grain %" PRId64
             ", drive grains instead of slowing them down from %.3g s on, and energy comes from "
             "nothing; they are pressed harder than `auto` could foresee (begin again with "
             "run.step: %.2g s, or lower the damping)",
             world_time(world), world_dt(world), now->grain, now->step, sound);
    return true;
}
