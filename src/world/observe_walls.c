// observe_walls.c - what there is to see of walls: how they stand and move, and what grains do to them.
#include "world/observe_walls.h"

#include <stdlib.h>

scree_status world_see_walls(world *world, frame *frame, double *power, scree_error *error)
{
    shared *shared = world->shared;
    const bool mean = shared->solver->means;
    const size_t room = (size_t)shared->walls + 1;
    frame_wall *grown = realloc(frame->wall, room * sizeof *grown);
    if (!grown)
        return fail_memory(error, "frame");
    frame->wall = grown;
    frame->walls = shared->walls;
    *power = 0;
    for (int i = 0; i < shared->walls; i++) {
        const moving_wall *wall = &shared->wall[i];
        const wall_load *load = &world->part->scratch[0].load[i];
        const v3 force = mean ? wall->force : exact_sum_v3_value(&load->force);
        const v3 torque = mean ? wall->torque : exact_sum_v3_value(&load->torque);
        const wall_pose motion = shared_wall_motion(shared, i, force, torque);
        const double power_of_force = v3_dot(force, motion.velocity);
        const double power_of_torque = v3_dot(torque, motion.spin);
        frame->wall[i] = (frame_wall){
            .name = wall->name,
            .id = wall->id,
            .absent = wall->absent,
            .position = wall->now.position,
            .orientation = wall->now.orientation,
            .velocity = motion.velocity,
            .spin = motion.spin,
            .force = force,
            .torque = torque,
            .power = -(power_of_force + power_of_torque + shared_surface_power(shared, i, load)),
        };
        *power += frame->wall[i].power;
    }
    return SCREE_OK;
}
