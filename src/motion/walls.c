// walls.c - see walls.h.
#include "motion/walls.h"

#include <string.h>

drive_in moving_wall_drive_in(const moving_wall *k, double time)
{
    return (drive_in){.time = time,
                      .force = k->force,
                      .torque = k->torque,
                      .start = k->start,
                      .before = k->now,
                      .since = k->motion.since};
}

wall_pose moving_wall_at(const moving_wall *k, double time)
{
    wall_pose p = k->now;
    double state[DRIVE_STATE];
    memcpy(state, k->state, sizeof state);
    drive_in in = moving_wall_drive_in(k, time);
    k->drive->pose(k->choice, &in, state, &p);
    return p;
}

placed_wall moving_wall_placed(const moving_wall *k)
{
    return (placed_wall){k->shape, k->now.position, k->now.orientation,
                         k->faces.surface ? &k->faces : NULL};
}
