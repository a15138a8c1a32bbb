// impulses_walls.c - walls in the step of the nonsmooth solver: what their drives do to them, the mean forces of the
// contacts on them, and how they move.
#include "nonsmooth/impulses.h"

#include "base/mathlib.h"
#include "nonsmooth/stages.h"

#include <omp.h>
#include <string.h>

drive_in impulses_drive_in(const impulses *impulses, const moving_wall *wall)
{
    const shared *shared = impulses->shared;
    double next_time = shared_time_of(shared, shared->step + 1);
    drive_in in = moving_wall_drive_in(wall, next_time);
    in.dt = shared->dt;
    in.kick = shared->dt;
    return in;
}

// A wall that answers: what its drive makes of no force from the grains, on top of what impacts have done.
void impulses_push_walls(impulses *impulses, const mover *before)
{
    const shared *shared = impulses->shared;
    for (int i = 0; i < shared->walls; i++) {
        const moving_wall *wall = &shared->wall[i];
        int32_t at = impulses->wall[i].mover;
        if (at < 0)
            continue;
        drive_in in = impulses_drive_in(impulses, wall);
        in.force = v3_make(0, 0, 0);
        in.torque = v3_make(0, 0, 0);
        double state[DRIVE_STATE];
        memcpy(state, wall->state, sizeof state);
        wall_pose free = wall->now;
        in.glance = true;
        drive_chain_pose(&wall->drive, &in, state, &free);
        const v3 arm = v3_sub(impulses->solver.movers.position[at], wall->now.position);
        if (impulses->wall[i].body)
            free.velocity = v3_add(free.velocity, v3_cross(free.spin, arm));
        const double to[3] = {free.velocity.x, free.velocity.y, free.velocity.z};
        mover *mover = &impulses->solver.movers.body[at];
        for (int axis = 0; axis < 3; axis++)
            mover->velocity[axis] += to[axis] - before[at].velocity[axis];
        if (!impulses->wall[i].body)
            continue;
        const v3 rim = v3_scale(1 / mover->inverse_rho, free.spin);
        const double turns[3] = {rim.x, rim.y, rim.z};
        for (int axis = 0; axis < 3; axis++)
            mover->rim[axis] += turns[axis] - before[at].rim[axis];
    }
}

v3 impulses_contact_point(const impulses *impulses, const ns_contact *contact)
{
    const ns_solver *solver = &impulses->solver;
    v3 centre = solver->movers.position[contact->b];
    return v3_add(centre, contact_arm_b(solver, contact));
}

int impulses_wall_of(const impulses *impulses, const ns_contact *contact)
{
    if (contact->fixed)
        return -1;
    return contact->id_a < impulses->shared->first_grain
               ? shared_wall_of(impulses->shared, contact->id_a)
               : -1;
}

static void load_wall(impulses *impulses, const ns_contact *contact, bool relaxed)
{
    const shared *shared = impulses->shared;
    const ns_solver *solver = &impulses->solver;
    int wall = impulses_wall_of(impulses, contact);
    if (wall < 0 || !impulses_tells(impulses, contact))
        return;
    wall_load *load = &impulses->part->scratch[omp_get_thread_num()].load[wall];
    const impact_row none = {0};
    bool struck = relaxed || solver->impacts.any;
    const impact_row *impulse = relaxed ? &none : &contact->impulse;
    const impact_row *blow = struck ? contact_blow(solver, contact) : &none;
    double per_step = -1 / shared->dt;
    double push = impulse->push + blow->push;
    double twist = impulse->twist + blow->twist;
    v3 drag = v3_add(impulse->drag, blow->drag);
    v3 roll = v3_add(impulse->roll, blow->roll);
    v3 sum = v3_fma(drag, push, contact->normal);
    v3 turn = v3_fma(roll, twist, contact->normal);
    v3 force = v3_scale(per_step, sum);
    v3 moment = v3_scale(per_step, turn);
    v3 point = impulses_contact_point(impulses, contact);
    v3 arm = v3_sub(point, shared->wall[wall].now.position);
    v3 torque = v3_add(v3_cross(arm, force), moment);
    exact_sum_v3_add(&load->force, force);
    exact_sum_v3_add(&load->torque, torque);
    const wall_surface *surface = &impulses->surface[wall];
    if (!surface->moves)
        return;
    const v3 along = wall_surface_at(surface, arm, contact->normal);
    const double pushes = v3_dot(force, along);
    const double turns = v3_dot(moment, surface->spin);
    exact_sum_add(&load->surface, surface->now * (pushes + turns));
}

// Mean forces on the walls in this step: of impacts and constraints, then of what the relaxation changes. Batches of
// mobile bodies alone have none: a wall that answers is a hub.
static void load_batch(impulses *impulses, const int32_t *number, bool relaxed)
{
    const ns_contact *contact = impulses->solver.network.contact;
    for (int lane = 0; lane < SWEEP_LANES && number[lane] >= 0; lane++)
        load_wall(impulses, &contact[number[lane]], relaxed);
}

void impulses_load_walls(impulses *impulses, bool relaxed)
{
    const ns_solver *solver = &impulses->solver;
    const ns_network *network = &solver->network;
    const ns_order *order = &solver->order;
    int busy = order->phase_first[NS_PHASES];
#pragma omp parallel for num_threads(impulses->shared->threads) schedule(dynamic)
    for (int i = 0; i <= busy; i++) {
        bool last = i == busy;
        int32_t at = last ? order->blocks : order->phase_block[i];
        const ns_block *block = &order->block[at];
        for (int32_t k = 0; k < block->batches; k++) {
            bool mobile = block->batch[k].kind.side == SIDE_MOBILE;
            if (last || !mobile)
                load_batch(impulses, block->lane[k], relaxed);
        }
    }
    for (int64_t i = network->ordered; i < network->contacts; i++)
        load_wall(impulses, &network->contact[i], relaxed);
}

static void take_loads(impulses *impulses)
{
    shared *shared = impulses->shared;
    const wall_load *load = impulses->sharing.part->scratch[0].load;
    moving_wall *wall = shared->wall;
    for (int i = 0; i < shared->walls; i++) {
        wall[i].force = exact_sum_v3_value(&load[i].force);
        wall[i].torque = exact_sum_v3_value(&load[i].torque);
        wall[i].surface_power = exact_sum_value(&load[i].surface);
    }
}

// Of a wall, along the axis along which it answers.
static double speed_along(const ns_wall *wall, const mover *movers)
{
    return v3_dot(mover_velocity(&movers[wall->mover]), wall->axis);
}

static v3 spin_of(const mover *mover)
{
    return v3_scale(mover->inverse_rho, mover_rim(mover));
}

static v3 times(const sym3 *tensor, v3 vector)
{
    const mover_inertia as_mover = {
        .xx = tensor->xx,
        .yy = tensor->yy,
        .zz = tensor->zz,
        .xy = tensor->xy,
        .xz = tensor->xz,
        .yz = tensor->yz,
    };
    return inertia_times(&as_mover, vector);
}

// The impulses that a body has got, about the point to which its velocity belongs.
typedef struct twist {
    v3 along, about;
} twist;

static twist twist_between(const ns_wall *own, const mover *before, const mover *after)
{
    const v3 faster = v3_sub(mover_velocity(after), mover_velocity(before));
    const v3 turns = v3_sub(spin_of(after), spin_of(before));
    const double mass = after->inverse_mass > 0 ? 1 / after->inverse_mass : 0;
    return (twist){v3_scale(mass, faster), times(&own->inertia, turns)};
}

// Twice the work of impulses between two motions of it.
static double twice_work(const twist *impulse, const mover *before, const mover *after)
{
    const v3 velocities = v3_add(mover_velocity(before), mover_velocity(after));
    const v3 spins = v3_add(spin_of(before), spin_of(after));
    return v3_dot(impulse->along, velocities) + v3_dot(impulse->about, spins);
}

// The same of a body, whose grains also turn it.
static double work_of_body(const impulses *impulses, const moving_wall *wall, const ns_wall *own)
{
    const shared *shared = impulses->shared;
    const ns_solver *solver = &impulses->solver;
    const ns_past *past = &solver->past;
    const int32_t at = own->mover;
    const mover *end = &solver->movers.body[at];
    const mover *start = &past->start.at[at];
    const mover *free = &past->free.at[at];
    const bool relaxes = shared->model->nonsmooth.relax > 0;
    const mover *held = relaxes ? &past->relaxed.at[at] : end;
    const v3 arm = v3_sub(wall->now.position, solver->movers.position[at]);
    const v3 torque = v3_add(wall->torque, v3_cross(arm, wall->force));
    const twist blows = twist_between(own, start, free);
    const twist relaxed = twist_between(own, held, end);
    const v3 all_along = wall_lets(own, v3_scale(shared->dt, wall->force));
    const v3 all_about = v3_scale(shared->dt, torque);
    const twist constraints = {
        v3_sub(all_along, v3_add(blows.along, relaxed.along)),
        v3_sub(all_about, v3_add(blows.about, relaxed.about)),
    };
    const double by_blows = twice_work(&blows, start, free);
    const double by_constraints = twice_work(&constraints, free, held);
    const double by_relaxation = twice_work(&relaxed, held, end);
    return -0.5 * (by_blows + by_constraints + by_relaxation);
}

// Work of a wall that answers on the grains: of blows, constraints and relaxation each by its mean velocity.
static double work_of(const impulses *impulses, const moving_wall *wall, const ns_wall *own)
{
    const shared *shared = impulses->shared;
    const ns_solver *solver = &impulses->solver;
    const ns_past *past = &solver->past;
    bool relaxes = shared->model->nonsmooth.relax > 0;
    double inverse_mass = solver->movers.body[own->mover].inverse_mass;
    double start = speed_along(own, past->start.at);
    double free = speed_along(own, past->free.at);
    double end = speed_along(own, solver->movers.body);
    double held = relaxes ? speed_along(own, past->relaxed.at) : end;
    double all = shared->dt * v3_dot(wall->force, own->axis);
    double blows = 0;
    double relaxed = 0;
    if (inverse_mass > 0) {
        blows = (free - start) / inverse_mass;
        relaxed = (end - held) / inverse_mass;
    }
    double constraints = all - blows - relaxed;
    double by_blows = blows * (start + free);
    double by_constraints = constraints * (free + held);
    double by_relaxation = relaxed * (held + end);
    double twice = by_blows + by_constraints + by_relaxation;
    return -0.5 * twice;
}

// How far the wall that comes nearest comes nearer to the grains of each part.
static void begin_ways(const ns_sharing *sharing)
{
    for (part *part = sharing_here(sharing); part < sharing_end(sharing); part++)
        part->wall_way = 0;
}

static void note_ways(const impulses *impulses, const moving_wall *wall, const wall_pose *next,
                      double angle)
{
    const ns_sharing *sharing = &impulses->sharing;
    for (part *part = sharing_here(sharing); part < sharing_end(sharing); part++) {
        const double way = part_wall_way(part, impulses->shared->threads, wall, next, angle);
        part->wall_way = real_max(part->wall_way, way);
    }
}

static void end_ways(const ns_sharing *sharing)
{
    for (part *part = sharing_here(sharing); part < sharing_end(sharing); part++)
        part->wall_moved += part->wall_way;
}

// A wall moved as the contacts have seen it.
void impulses_move_walls(void *state)
{
    impulses *impulses = state;
    shared *shared = impulses->shared;
    double *books = &shared->books.walls;
    double dt = shared->dt;
    begin_ways(&impulses->sharing);
    take_loads(impulses);
    for (int i = 0; i < shared->walls; i++) {
        moving_wall *wall = &shared->wall[i];
        const ns_wall *own = &impulses->wall[i];
        if (impulses->surface[i].moves)
            *books -= dt * wall->surface_power;
        if (!drive_chain_is(&wall->drive) || moving_wall_waits(wall))
            continue;
        drive_in in = impulses_drive_in(impulses, wall);
        wall_pose next = wall->now;
        wall_pose motion = impulses->motion[i];
        drive_chain_pose(&wall->drive, &in, wall->state, &next);
        if (own->mover < 0) {
            double by_force = v3_dot(wall->force, motion.velocity);
            double by_torque = v3_dot(wall->torque, motion.spin);
            *books -= dt * (by_force + by_torque);
        } else if (shared->model->ledger) {
            *books += own->body ? work_of_body(impulses, wall, own) : work_of(impulses, wall, own);
        }
        note_ways(impulses, wall, &next, v3_norm(motion.spin) * dt);
        wall->was = wall->now;
        wall->now = next;
    }
    end_ways(&impulses->sharing);
}
