// movers.c - the movers of the nonsmooth solver, from bodies and walls that answer to forces, and what blows change of
// them.
#include "nonsmooth/impulses.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "motion/clumps.h"
#include "nonsmooth/stages.h"
#include "state/bodies.h"

#include <omp.h>

static void fill_ball(ns_solver *solver, const bodies *bodies, int32_t i, bool flat)
{
    const double *velocity = bodies->velocity[bodies->now][i].v;
    const double *spin = bodies->spin[bodies->now][i].v;
    double turn = solver->set.spin_factor * velocity[3];
    double tilt = flat ? 0 : turn;
    solver->movers.body[i] = (mover){
        .velocity = {velocity[0], velocity[1], velocity[2]},
        .inverse_mass = velocity[3],
        .rim = {spin[0], spin[1], spin[2]},
        .inverse_rho = spin[3],
    };
    solver->movers.inertia[i] = (mover_inertia){.xx = tilt, .yy = tilt, .zz = turn};
    solver->movers.position[i] = v3_of(&bodies->position[bodies->now][i]);
}

static void fill_clump(impulses *impulses, int32_t i)
{
    ns_solver *solver = &impulses->solver;
    clump_mass mass = clump_mass_of(&impulses->part->stepping, i);
    const bodies *bodies = &impulses->part->body;
    double rho = bodies->position[bodies->now][i].v[3];
    double rho2 = rho * rho;
    solver->movers.body[i] = (mover){
        .velocity = {mass.velocity.x, mass.velocity.y, mass.velocity.z},
        .inverse_mass = 1 / mass.mass,
        .rim = {rho * mass.spin.x, rho * mass.spin.y, rho * mass.spin.z},
        .inverse_rho = 1 / rho,
    };
    const double *inverse = mass.inverse_inertia;
    solver->movers.inertia[i] = (mover_inertia){
        .xx = rho2 * inverse[0],
        .yy = rho2 * inverse[1],
        .zz = rho2 * inverse[2],
        .xy = rho2 * inverse[3],
        .xz = rho2 * inverse[4],
        .yz = rho2 * inverse[5],
        .unused = {0, 0},
    };
    solver->movers.position[i] = mass.centre;
}

static void fill_walls(impulses *impulses)
{
    ns_solver *solver = &impulses->solver;
    for (int number = 0; number < impulses->shared->walls; number++) {
        const moving_wall *wall = &impulses->shared->wall[number];
        int32_t at = impulses->wall[number].mover;
        if (at < 0)
            continue;
        v3 velocity = wall->now.velocity;
        drive_yield yield = wall->drive->yield(wall->choice, impulses->shared->dt, wall->state);
        impulses->wall[number].axis = yield.axis;
        impulses->wall[number].stop = yield.stop;
        solver->movers.body[at] = (mover){
            .velocity = {velocity.x, velocity.y, velocity.z},
            .inverse_mass = yield.inverse_mass,
            .rim = {0, 0, 0},
            .inverse_rho = 0,
        };
        solver->movers.inertia[at] = (mover_inertia){0};
        solver->movers.position[at] = wall->now.position;
    }
}

bool impulses_fill_movers(impulses *impulses)
{
    ns_solver *solver = &impulses->solver;
    const bodies *bodies = &impulses->part->body;
    int32_t walls = 0;
    for (int wall = 0; wall < impulses->shared->walls; wall++) {
        const drive *drive = impulses->shared->wall[wall].drive;
        impulses->wall[wall].mover = drive && drive->yield ? bodies->count + walls++ : -1;
    }
    if (!solver_reserve_movers(solver, bodies->count + walls))
        return false;
#pragma omp parallel for num_threads(impulses->shared->threads) schedule(static)
    for (int32_t i = 0; i < bodies->count; i++) {
        if (!bodies_clumped(bodies, i))
            fill_ball(solver, bodies, i, impulses->part->stepping.flat);
        else if (bodies->member[2 * (size_t)i] == 0)
            fill_clump(impulses, i);
        else {
            solver->movers.body[i] = (mover){0};
            solver->movers.inertia[i] = (mover_inertia){0};
            solver->movers.position[i] = v3_make(0, 0, 0);
        }
    }
    fill_walls(impulses);
    return true;
}

// ---- after blows

v3 impulses_velocity_as(const impulses *impulses, const mover *mover, int32_t slot)
{
    if (!bodies_clumped(&impulses->part->body, slot))
        return mover_velocity(&mover[slot]);
    int32_t head = bodies_first(&impulses->part->body, slot);
    v3 spin = v3_scale(mover[head].inverse_rho, mover_rim(&mover[head]));
    return v3_add(mover_velocity(&mover[head]),
                  v3_cross(spin, clump_arm(&impulses->part->stepping, head, slot - head)));
}

// By how much the blows have changed the speed of any place of a ball or grain: of grains with a core that of the
// farthest corner as well.
static double change_of(const impulses *impulses, int32_t slot)
{
    const ns_solver *solver = &impulses->solver;
    const mover *now = solver->movers.body;
    const mover *was = solver->past.start.at;
    v3 after = impulses_velocity_as(impulses, now, slot);
    v3 before = impulses_velocity_as(impulses, was, slot);
    double change = v3_norm(v3_sub(after, before));
    if (impulses->shared->core[impulses->part->body.set[slot]])
        change += v3_norm(v3_sub(mover_rim(&now[slot]), mover_rim(&was[slot])));
    return change;
}

double impulses_wall_change(const impulses *impulses, int wall)
{
    const ns_solver *solver = &impulses->solver;
    int32_t at = impulses->wall[wall].mover;
    if (at < 0)
        return 0;
    v3 now = mover_velocity(&solver->movers.body[at]);
    v3 was = mover_velocity(&solver->past.start.at[at]);
    return v3_norm(v3_sub(now, was));
}

bool impulses_note_changes(impulses *impulses, double *out)
{
    const bodies *bodies = &impulses->part->body;
    double most = 0;
    if (!mem_grow((void **)&impulses->change, &impulses->change_room, bodies->count + 1,
                  sizeof *impulses->change))
        return false;
#pragma omp parallel for num_threads(impulses->shared->threads) schedule(static) reduction(max     \
                                                                                           : most)
    for (int32_t i = 0; i < bodies->count; i++)
        most = real_max(most, impulses->change[i] = change_of(impulses, i));
    for (int wall = 0; wall < impulses->shared->walls; wall++)
        most = real_max(most, impulses_wall_change(impulses, wall));
    *out = most;
    return true;
}
