// servo_doubt.c - see servo_doubt.h.
#include "scene/servo_doubt.h"

#include "base/mathlib.h"
#include "scene/drive_parts.h"

#include <math.h>
#include <stdio.h>

// The most that it is to hold in all that time.
static double most_wanted(const formula *target, double duration)
{
    enum { LOOKS = 256 };
    const double end = isfinite(duration) ? duration : 0;
    double most = 0;
    for (int i = 0; i <= LOOKS; i++)
        most = real_max(most, formula_at(target, end * i / LOOKS, NULL));
    return most;
}

bool servo_doubt(const choice *choice, const formula *target, const drive_outlook *outlook,
                 char *out, size_t size)
{
    const double speed = choice_real(choice, "speed");
    const double high = choice_real(choice, "high");
    const double way = speed * outlook->duration;
    const double gap = isfinite(outlook->gap) ? outlook->gap : 0;
    const double most = most_wanted(target, outlook->duration);
    if (!(most > 0) && !outlook->attracts) {
        snprintf(out, size,
                 "is to pull at grains that hold on to nothing: what it is to hold is "
                 "never above 0");
        return true;
    }
    const bool falling = v3_dot(outlook->gravity, drive_vector(choice, "axis")) < 0;
    if (speed > 0 && gap > way) {
        snprintf(out, size,
                 "does not reach its grains: they are %.3g m away, and at its limit of speed it "
                 "comes %.3g m far in this run",
                 gap, way);
        return true;
    }
    if (most > 0 && !falling && gap > high) {
        snprintf(out, size,
                 "does not reach its grains: they are %.3g m away, and its limit `high` lets it "
                 "come %.3g m far",
                 gap, high);
        return true;
    }
    return false;
}
