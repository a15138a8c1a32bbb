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

int shared_wall_of(const shared *shared, int64_t id)
{
    const bool in_order = id >= 0 && id < shared->walls && shared->wall[id].id == id;
    if (in_order)
        return (int)id;
    for (int i = 0; i < shared->walls; i++) {
        if (shared->wall[i].id == id)
            return i;
    }
    return -1;
}

static bool moves(const moving_wall *wall)
{
    if (!drive_chain_is(&wall->drive))
        return false;
    v3 velocity = wall->now.velocity;
    v3 spin = wall->now.spin;
    double speed2 = v3_dot(velocity, velocity) + v3_dot(spin, spin);
    return drive_chain_answers(&wall->drive) || speed2 > 0;
}

static bool answers(const moving_wall *wall)
{
    return drive_chain_answers(&wall->drive);
}

// How a wall moved in the step before: contacts see the motion of grains and walls in the middle of it, so that springs
// stretch by what both have really moved.
static wall_pose moved_by(const shared *shared, const moving_wall *wall)
{
    wall_pose pose = wall->now;
    if (!shared->started)
        return pose;
    if (shared_wall_begins(shared, wall)) {
        pose.velocity = wall->motion.velocity;
        pose.spin = wall->motion.spin;
        return pose;
    }
    if (!drive_chain_is(&wall->drive) || answers(wall))
        return pose;
    double now = shared_time_of(shared, shared->step);
    double middle = now - 0.5 * shared->dt_before;
    drive_in in = moving_wall_drive_in(wall, middle);
    double state[DRIVE_STATE] = {0};
    drive_chain_pose(&wall->drive, &in, state, &pose);
    return pose;
}

void shared_place_walls(shared *shared)
{
    for (int i = 0; i < shared->walls; i++) {
        const moving_wall *wall = &shared->wall[i];
        wall_pose motion = moved_by(shared, wall);
        bool moved = moves(wall) || shared_wall_begins(shared, wall);
        bool booked = shared->model->ledger && moved;
        placed_wall placed = moving_wall_placed(wall);
        shared->placed_wall[i] = placed;
        shared->wall_state[i] = (wall_state){
            .id = wall->id,
            .shape = wall->shape,
            .position = wall->now.position,
            .velocity = motion.velocity,
            .spin = motion.spin,
            .orientation = wall->now.orientation,
            .material = wall->material,
            .watched = answers(wall) || booked,
            .faces = placed.faces,
        };
    }
}

// A drive that answers keeps the velocity of half a step back; half a kick brings it to the time of the positions.
static v3 velocity_under(const shared *shared, const moving_wall *wall, v3 force, v3 torque)
{
    double lag = shared_lag(shared);
    if (!answers(wall) || !(lag > 0))
        return wall->now.velocity;
    drive_in in = moving_wall_drive_in(wall, shared_time(shared));
    in.dt = shared->dt;
    in.kick = lag;
    in.force = force;
    in.torque = torque;
    double state[DRIVE_STATE];
    memcpy(state, wall->state, sizeof state);
    wall_pose next = wall->now;
    drive_chain_pose(&wall->drive, &in, state, &next);
    return next.velocity;
}

// Where a motion begins, half of the kick belongs to the one before.
wall_pose shared_wall_motion(const shared *shared, int wall, v3 force, v3 torque)
{
    const moving_wall *moving = &shared->wall[wall];
    const wall_beginning *old = &moving->motion;
    wall_pose now = moving->now;
    now.velocity = velocity_under(shared, moving, force, torque);
    if (shared_lag(shared) > 0 && shared_wall_begins(shared, moving)) {
        v3 more_velocity = v3_sub(old->velocity, moving->now.velocity);
        v3 more_spin = v3_sub(old->spin, moving->now.spin);
        now.velocity = v3_fma(now.velocity, 0.5, more_velocity);
        now.spin = v3_fma(now.spin, 0.5, more_spin);
    }
    return now;
}
