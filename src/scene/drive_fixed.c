// drive_fixed.c - a wall that does not move.
#include "scene/drive_parts.h"

static const row rows[] = {DRIVE_JUMP_ROW};

static void pose(const choice *choice, const drive_in *in, double state[DRIVE_STATE],
                 wall_pose *out)
{
    (void)choice;
    (void)state;
    *out = in->start;
    out->velocity = out->spin = v3_make(0, 0, 0);
}

const char drive_fixed_example[] = "";

const drive drive_fixed = {
    .what = {"fixed", "does not move", rows, sizeof rows / sizeof *rows},
    .pose = pose,
};
