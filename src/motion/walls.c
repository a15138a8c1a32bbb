// walls.c - see walls.h.
#include "motion/walls.h"

#include "base/corners.h"

#include <math.h>
#include <string.h>

// The largest distance of the surface from the reference point of the wall: of a plane that of what the domain has of it, or more.
static double extent_of(const moving_wall *wall, const model *model)
{
    const double own = primitive_extent(wall->shape);
    double most = 0;
    for (int i = 0; i < 8; i++) {
        const v3 corner = box_corner(model->low, model->high, i);
        most = real_max(most, v3_distance(corner, wall->start.position));
    }
    return isfinite(own) ? own : most;
}

scree_status moving_wall_prepare(moving_wall *wall, const model *model, scree_error *error)
{
    scree_status status = drive_chain_check(&wall->drive, wall->name, model->dimensions, error);
    wall->drive.wall = &wall->own;
    wall->own = (drive_wall){
        .extent = extent_of(wall, model),
        .gravity = model->gravity,
        .flat = model->dimensions == 2,
    };
    if (status != SCREE_OK)
        return status;
    return drive_chain_mass(&wall->drive, wall->shape, wall->name, model->dimensions,
                            &wall->own.body, error);
}

drive_in moving_wall_drive_in(const moving_wall *wall, double time)
{
    return (drive_in){
        .time = time,
        .force = wall->force,
        .torque = wall->torque,
        .start = wall->start,
        .before = wall->now,
        .since = wall->motion.since,
        .clock = wall->clock,
        .wall = &wall->own,
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

bool moving_wall_there(const moving_wall *wall, double time, double step)
{
    const double reached = time + 1e-6 * step;
    return reached >= wall->from && reached < wall->until;
}

bool moving_wall_waits(const moving_wall *wall)
{
    return wall->absent && drive_chain_answers(&wall->drive);
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
