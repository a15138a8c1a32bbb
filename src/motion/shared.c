// shared.c - see shared.h.
#include "motion/shared.h"

#include "motion/solver.h"

#include <math.h>
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
    double state[DRIVE_STATE];
    memcpy(state, wall->state, sizeof state);
    drive_chain_pose(&wall->drive, &in, state, &pose);
    return pose;
}

wall_surface shared_wall_surface(const shared *shared, int number, double then, double now)
{
    const moving_wall *wall = &shared->wall[number];
    wall_surface surface = {.moves = surface_moves(&wall->surface)};
    if (!surface.moves)
        return surface;
    v3 velocity;
    v3 spin;
    surface_velocities(&wall->surface, primitive_reference(wall->shape), &velocity, &spin);
    surface.velocity = q4_rotate(wall->now.orientation, velocity);
    surface.spin = q4_rotate(wall->now.orientation, spin);
    surface.then = surface_factor(&wall->surface, then);
    surface.now = surface_factor(&wall->surface, now);
    return surface;
}

double shared_surface_power(const shared *shared, int wall, const wall_load *load)
{
    if (!surface_moves(&shared->wall[wall].surface))
        return 0;
    return shared->solver->means ? shared->wall[wall].surface_power
                                 : exact_sum_value(&load->surface);
}

// What dashpots must know of a wall that grains push away. A servo that has not got its mass yet gives no way.
static void give_way(const shared *shared, const moving_wall *wall, wall_state *out)
{
    if (!drive_chain_yields(&wall->drive) || wall->absent)
        return;
    const drive_in in = moving_wall_drive_in(wall, shared_time(shared));
    out->yield = drive_chain_yield(&wall->drive, &in, wall->state);
    out->gives = !out->yield.unknown && isfinite(out->yield.inverse_mass);
}

void shared_place_walls(shared *shared)
{
    shared_measure_sections(shared);
    const double now = shared_time(shared);
    const double then = shared->started ? now - 0.5 * shared->dt_before : now;
    for (int i = 0; i < shared->walls; i++) {
        const moving_wall *wall = &shared->wall[i];
        wall_pose motion = moved_by(shared, wall);
        bool moved =
            moves(wall) || shared_wall_begins(shared, wall) || surface_moves(&wall->surface);
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
            .heard = wall->heard,
            .absent = wall->absent,
            .surface = shared_wall_surface(shared, i, then, now),
            .faces = placed.faces,
        };
        give_way(shared, wall, &shared->wall_state[i]);
    }
}

// A drive that answers keeps the velocity of half a step back; half a kick brings it to the time of the positions.
static wall_pose motion_under(const shared *shared, const moving_wall *wall, v3 force, v3 torque)
{
    double lag = shared_lag(shared);
    if (!answers(wall) || wall->absent || !(lag > 0))
        return wall->now;
    drive_in in = moving_wall_drive_in(wall, shared_time_of(shared, shared->step + 1));
    in.dt = shared->dt;
    in.kick = lag;
    in.force = force;
    in.torque = torque;
    in.glance = true;
    double state[DRIVE_STATE];
    memcpy(state, wall->state, sizeof state);
    wall_pose next = wall->now;
    drive_chain_pose(&wall->drive, &in, state, &next);
    return next;
}

wall_pose shared_wall_before(const shared *shared, const moving_wall *wall)
{
    const double just = 1e-6; // of a step: ends of motions are times of steps but for rounding
    if (!shared->started || !drive_chain_is(&wall->drive) || answers(wall))
        return wall->now;
    return moving_wall_at(wall, shared_time(shared) - just * shared->dt_before);
}

// How it moved just before, where its motion jumps at this very time: half of the kick belongs to that. What changes smoothly
// is as it is now.
static wall_pose motion_before(const shared *shared, const moving_wall *wall)
{
    const wall_pose before = shared_wall_before(shared, wall);
    const double jump = v3_distance(before.velocity, wall->now.velocity);
    const double turn = v3_distance(before.spin, wall->now.spin);
    const double speed = v3_norm(before.velocity) + v3_norm(wall->now.velocity);
    const double spin = v3_norm(before.spin) + v3_norm(wall->now.spin);
    return jump > 1e-3 * speed || turn > 1e-3 * spin ? before : wall->now;
}

// Where a motion begins, half of the kick belongs to the one before.
wall_pose shared_wall_motion(const shared *shared, int wall, v3 force, v3 torque)
{
    const moving_wall *moving = &shared->wall[wall];
    const wall_beginning *old = &moving->motion;
    wall_pose now = moving->now;
    const wall_pose under = motion_under(shared, moving, force, torque);
    now.velocity = under.velocity;
    now.spin = under.spin;
    if (shared_lag(shared) > 0) {
        const wall_pose before = motion_before(shared, moving);
        const bool begins = shared_wall_begins(shared, moving);
        const v3 velocity = begins ? old->velocity : before.velocity;
        const v3 spin = begins ? old->spin : before.spin;
        v3 more_velocity = v3_sub(velocity, moving->now.velocity);
        v3 more_spin = v3_sub(spin, moving->now.spin);
        now.velocity = v3_fma(now.velocity, 0.5, more_velocity);
        now.spin = v3_fma(now.spin, 0.5, more_spin);
    }
    return now;
}
