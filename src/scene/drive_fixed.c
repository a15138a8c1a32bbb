// drive_fixed.c - a wall that does not move.
#include "scene/drive.h"

#include <stddef.h>

static const row rows[1]; // none, but a list must not be empty

static void pose(const choice *c, const drive_in *in, double state[DRIVE_STATE], wall_pose *out)
{
    (void)c, (void)state;
    *out = in->start;
    out->velocity = out->spin = v3_make(0, 0, 0);
}

const drive drive_fixed = {{"fixed", "does not move", rows, 0}, false, NULL, pose, NULL};
