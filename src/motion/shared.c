// shared.c - see shared.h.
#include "motion/shared.h"

#include "motion/solver.h"

#include <string.h>

double shared_time_of(const shared *x, int64_t step)
{
    return x->origin_time + (double)(step - x->origin_step) * x->dt;
}

double shared_lag(const shared *x)
{
    return x->started && x->solver->lags ? 0.5 * x->dt_before : 0;
}

// ---- walls

static bool moves(const moving_wall *wall)
{
    const wall_pose *p = &wall->now;
    return wall->drive && (wall->drive->answers ||
                           v3_dot(p->velocity, p->velocity) + v3_dot(p->spin, p->spin) > 0);
}

// How a wall moved in the step before: contacts see the motion of grains and walls in the middle of it, so that springs
// stretch by what both have really moved.
static wall_pose moved_by(const shared *x, const moving_wall *k)
{
    wall_pose p = k->now;
    if (x->started && shared_wall_begins(x, k)) {
        p.velocity = k->motion.velocity;
        p.spin = k->motion.spin;
        return p;
    }
    if (!k->drive || k->drive->answers || !x->started)
        return p;
    drive_in in = moving_wall_drive_in(k, shared_time_of(x, x->step) - 0.5 * x->dt_before);
    double state[DRIVE_STATE] = {0};
    k->drive->pose(k->choice, &in, state, &p);
    return p;
}

void shared_place_walls(shared *x)
{
    for (int i = 0; i < x->walls; i++) {
        const moving_wall *k = &x->wall[i];
        wall_pose motion = moved_by(x, k);
        bool moved = moves(k) || shared_wall_begins(x, k);
        bool watched = (k->drive && k->drive->answers) || (x->m->ledger && moved);
        x->placed_wall[i] = moving_wall_placed(k);
        x->wall_state[i] = (wall_state){k->shape,    k->now.position,        motion.velocity,
                                        motion.spin, k->now.orientation,     k->material,
                                        watched,     x->placed_wall[i].faces};
    }
}

// A drive that answers keeps the velocity of half a step back; half a kick brings it to the time of the positions.
static v3 velocity_under(const shared *x, const moving_wall *k, v3 force, v3 torque)
{
    if (!k->drive || !k->drive->answers || !(shared_lag(x) > 0))
        return k->now.velocity;
    drive_in in = moving_wall_drive_in(k, shared_time(x));
    in.dt = x->dt;
    in.kick = shared_lag(x);
    in.force = force;
    in.torque = torque;
    double state[DRIVE_STATE];
    memcpy(state, k->state, sizeof state);
    wall_pose next = k->now;
    k->drive->pose(k->choice, &in, state, &next);
    return next.velocity;
}

// Where a motion begins, half of the kick belongs to the one before.
wall_pose shared_wall_motion(const shared *x, int wall, v3 force, v3 torque)
{
    const moving_wall *k = &x->wall[wall];
    wall_pose now = k->now;
    now.velocity = velocity_under(x, k, force, torque);
    if (shared_lag(x) > 0 && shared_wall_begins(x, k)) {
        now.velocity = v3_fma(now.velocity, 0.5, v3_sub(k->motion.velocity, k->now.velocity));
        now.spin = v3_fma(now.spin, 0.5, v3_sub(k->motion.spin, k->now.spin));
    }
    return now;
}
