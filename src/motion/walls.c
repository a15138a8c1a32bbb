// walls.c - see walls.h.
#include "motion/walls.h"

#include <string.h>

drive_in moving_wall_drive_in(const moving_wall *wall, double time)
{
    return (drive_in){
        .time = time,
        .force = wall->force,
        .torque = wall->torque,
        .start = wall->start,
        .before = wall->now,
        .since = wall->motion.since,
    };
}

wall_pose moving_wall_at(const moving_wall *wall, double time)
{
    wall_pose pose = wall->now;
    double state[DRIVE_STATE];
    memcpy(state, wall->state, sizeof state);
    drive_in in = moving_wall_drive_in(wall, time);
    drive_chain_pose(&wall->drive, &in, state, &pose);
    return pose;
}

placed_wall moving_wall_placed(const moving_wall *wall)
{
    bool has_faces = wall->faces.surface;
    const wall_faces *faces = has_faces ? &wall->faces : NULL;
    return (placed_wall){
        .shape = wall->shape,
        .position = wall->now.position,
        .orientation = wall->now.orientation,
        .faces = faces,
    };
}
