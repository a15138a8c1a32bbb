// impulses_walls.c - walls in the step of the nonsmooth solver: what their drives do to them, the mean forces of the
// contacts on them, and how they move.
#include "nonsmooth/impulses.h"

#include "base/mathlib.h"
#include "nonsmooth/stages.h"

#include <omp.h>
#include <string.h>

static drive_in drive_in_of(const impulses *impulses, const moving_wall *wall)
{
    drive_in in =
        moving_wall_drive_in(wall, shared_time_of(impulses->shared, impulses->shared->step + 1));
    in.dt = in.kick = impulses->shared->dt;
    return in;
}

// A wall that answers: what its drive makes of no force from the grains, on top of what impacts have done.
void impulses_push_walls(impulses *impulses, const mover *before)
{
    for (int i = 0; i < impulses->shared->walls; i++) {
        moving_wall *wall = &impulses->shared->wall[i];
        int32_t at = impulses->wall[i].mover;
        if (at < 0)
            continue;
        drive_in in = drive_in_of(impulses, wall);
        in.force = in.torque = v3_make(0, 0, 0);
        double state[DRIVE_STATE];
        memcpy(state, wall->state, sizeof state);
        wall_pose free = wall->now;
        wall->drive->pose(wall->choice, &in, state, &free);
        const double to[3] = {free.velocity.x, free.velocity.y, free.velocity.z};
        for (int axis = 0; axis < 3; axis++)
            impulses->solver.movers.body[at].velocity[axis] += to[axis] - before[at].velocity[axis];
    }
}

v3 impulses_contact_point(const impulses *impulses, const ns_contact *contact)
{
    return v3_add(impulses->solver.movers.position[contact->b],
                  contact_arm_b(&impulses->solver, contact));
}

static int wall_of(const impulses *impulses, const ns_contact *contact)
{
    if (contact->fixed)
        return -1;
    if (contact->id_a < impulses->shared->walls)
        return (int)contact->id_a;
    return -1;
}

static void load_wall(impulses *impulses, const ns_contact *contact, bool relaxed)
{
    const ns_solver *solver = &impulses->solver;
    int wall = wall_of(impulses, contact);
    if (wall < 0)
        return;
    wall_load *load = &impulses->part->scratch[omp_get_thread_num()].load[wall];
    const impact_row none = {0};
    const impact_row *impulse = relaxed ? &none : &contact->impulse;
    const impact_row *blow = relaxed || solver->impacts.any ? contact_blow(solver, contact) : &none;
    const double per_step = -1 / impulses->shared->dt;
    v3 drag = v3_add(impulse->drag, blow->drag);
    v3 roll = v3_add(impulse->roll, blow->roll);
    v3 sum = v3_fma(drag, impulse->push + blow->push, contact->normal);
    v3 turn = v3_fma(roll, impulse->twist + blow->twist, contact->normal);
    v3 force = v3_scale(per_step, sum);
    v3 torque = v3_scale(per_step, turn);
    v3 point = impulses_contact_point(impulses, contact);
    v3 arm = v3_sub(point, impulses->shared->wall[wall].now.position);
    exact_sum_v3_add(&load->force, force);
    exact_sum_v3_add(&load->torque, v3_add(v3_cross(arm, force), torque));
}

// Mean forces on the walls in this step: of impacts and constraints, then of what the relaxation changes. Batches of
// mobile bodies alone have none: a wall that answers is a hub.
void impulses_load_walls(impulses *impulses, bool relaxed)
{
    const ns_solver *solver = &impulses->solver;
    int busy = solver->order.phase_first[NS_PHASES];
#pragma omp parallel for num_threads(impulses->shared->threads) schedule(dynamic)
    for (int i = 0; i <= busy; i++) {
        const ns_block *block =
            &solver->order.block[i < busy ? solver->order.phase_block[i] : solver->order.blocks];
        for (int32_t k = 0; k < block->batches; k++) {
            if (i < busy && block->batch[k].kind.side == SIDE_MOBILE)
                continue;
            for (int lane = 0; lane < SWEEP_LANES && block->lane[k][lane] >= 0; lane++)
                load_wall(impulses, &solver->network.contact[block->lane[k][lane]], relaxed);
        }
    }
    for (int64_t i = solver->network.ordered; i < solver->network.contacts; i++)
        load_wall(impulses, &solver->network.contact[i], relaxed);
}

static void take_loads(impulses *impulses)
{
    const wall_load *load = impulses->part->scratch[0].load;
    moving_wall *wall = impulses->shared->wall;
    for (int i = 0; i < impulses->shared->walls; i++) {
        wall[i].force = exact_sum_v3_value(&load[i].force);
        wall[i].torque = exact_sum_v3_value(&load[i].torque);
    }
}

// Of a wall, along the axis along which it answers.
static double speed_along(const ns_wall *wall, const mover *movers)
{
    return v3_dot(mover_velocity(&movers[wall->mover]), wall->axis);
}

// Work of a wall that answers on the grains: of blows, constraints and relaxation each by its mean velocity.
static double work_of(const impulses *impulses, const moving_wall *wall, const ns_wall *own)
{
    const ns_solver *solver = &impulses->solver;
    const ns_past *past = &solver->past;
    const bool relaxes = impulses->shared->model->nonsmooth.relax > 0;
    const double inverse_mass = solver->movers.body[own->mover].inverse_mass;
    const double start = speed_along(own, past->start.at);
    const double free = speed_along(own, past->free.at);
    const double end = speed_along(own, solver->movers.body);
    const double held = relaxes ? speed_along(own, past->relaxed.at) : end;
    const double all = impulses->shared->dt * v3_dot(wall->force, own->axis);
    const double blows = inverse_mass > 0 ? (free - start) / inverse_mass : 0;
    const double relaxed = inverse_mass > 0 ? (end - held) / inverse_mass : 0;
    const double constraints = all - blows - relaxed;
    const double twice =
        blows * (start + free) + constraints * (free + held) + relaxed * (held + end);
    return -0.5 * twice;
}

// A wall moved as the contacts have seen it.
void impulses_move_walls(void *state)
{
    impulses *impulses = state;
    double farthest = 0;
    take_loads(impulses);
    for (int i = 0; i < impulses->shared->walls; i++) {
        moving_wall *wall = &impulses->shared->wall[i];
        if (!wall->drive)
            continue;
        drive_in in = drive_in_of(impulses, wall);
        wall_pose next = wall->now;
        wall_pose motion = impulses->motion[i];
        wall->drive->pose(wall->choice, &in, wall->state, &next);
        if (impulses->wall[i].mover < 0) {
            impulses->shared->books.walls -=
                impulses->shared->dt *
                (v3_dot(wall->force, motion.velocity) + v3_dot(wall->torque, motion.spin));
        } else if (impulses->shared->model->ledger) {
            impulses->shared->books.walls += work_of(impulses, wall, &impulses->wall[i]);
        }
        farthest =
            real_max(farthest, part_wall_way(impulses->part, impulses->shared->threads, wall, &next,
                                             v3_norm(motion.spin) * impulses->shared->dt));
        wall->was = wall->now;
        wall->now = next;
    }
    impulses->part->wall_moved += farthest;
}
