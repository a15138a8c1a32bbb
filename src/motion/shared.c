// shared.c - see shared.h.
#include "motion/shared.h"

#include "motion/solver.h"

#include <string.h>

double shared_time_of(const shared *shared, int64_t step)
{
    return shared->origin_time + (double)(step - shared->origin_step) * shared->dt;
}

double shared_lag(const shared *shared)
{
    return shared->started && shared->solver->lags ? 0.5 * shared->dt_before : 0;
}

// ---- walls

static bool moves(const moving_wall *wall)
{
    const wall_pose *pose = &wall->now;
    return wall->drive &&
           (wall->drive->answers ||
            v3_dot(pose->velocity, pose->velocity) + v3_dot(pose->spin, pose->spin) > 0);
}

// How a wall moved in the step before: contacts see the motion of grains and walls in the middle of it, so that springs
// stretch by what both have really moved.
static wall_pose moved_by(const shared *shared, const moving_wall *wall)
{
    wall_pose pose = wall->now;
    if (shared->started && shared_wall_begins(shared, wall)) {
        pose.velocity = wall->motion.velocity;
        pose.spin = wall->motion.spin;
        return pose;
    }
    if (!wall->drive || wall->drive->answers || !shared->started)
        return pose;
    drive_in in =
        moving_wall_drive_in(wall, shared_time_of(shared, shared->step) - 0.5 * shared->dt_before);
    double state[DRIVE_STATE] = {0};
    wall->drive->pose(wall->choice, &in, state, &pose);
    return pose;
}

void shared_place_walls(shared *shared)
{
    for (int i = 0; i < shared->walls; i++) {
        const moving_wall *wall = &shared->wall[i];
        wall_pose motion = moved_by(shared, wall);
        bool moved = moves(wall) || shared_wall_begins(shared, wall);
        bool watched = (wall->drive && wall->drive->answers) || (shared->m->ledger && moved);
        shared->placed_wall[i] = moving_wall_placed(wall);
        shared->wall_state[i] =
            (wall_state){wall->shape, wall->now.position,          motion.velocity,
                         motion.spin, wall->now.orientation,       wall->material,
                         watched,     shared->placed_wall[i].faces};
    }
}

// A drive that answers keeps the velocity of half a step back; half a kick brings it to the time of the positions.
static v3 velocity_under(const shared *shared, const moving_wall *wall, v3 force, v3 torque)
{
    if (!wall->drive || !wall->drive->answers || !(shared_lag(shared) > 0))
        return wall->now.velocity;
    drive_in in = moving_wall_drive_in(wall, shared_time(shared));
    in.dt = shared->dt;
    in.kick = shared_lag(shared);
    in.force = force;
    in.torque = torque;
    double state[DRIVE_STATE];
    memcpy(state, wall->state, sizeof state);
    wall_pose next = wall->now;
    wall->drive->pose(wall->choice, &in, state, &next);
    return next.velocity;
}

// Where a motion begins, half of the kick belongs to the one before.
wall_pose shared_wall_motion(const shared *shared, int wall, v3 force, v3 torque)
{
    const moving_wall *moving = &shared->wall[wall];
    wall_pose now = moving->now;
    now.velocity = velocity_under(shared, moving, force, torque);
    if (shared_lag(shared) > 0 && shared_wall_begins(shared, moving)) {
        now.velocity =
            v3_fma(now.velocity, 0.5, v3_sub(moving->motion.velocity, moving->now.velocity));
        now.spin = v3_fma(now.spin, 0.5, v3_sub(moving->motion.spin, moving->now.spin));
    }
    return now;
}
