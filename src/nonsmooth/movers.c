// movers.c - the movers of the nonsmooth solver, from bodies and walls that answer to forces, and what blows change of
// them.
#include "nonsmooth/impulses.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "motion/clumps.h"
#include "nonsmooth/stages.h"
#include "state/bodies.h"

#include <math.h>
#include <omp.h>

static void fill_ball(ns_solver *solver, const bodies *bodies, int32_t i, int32_t at, bool flat)
{
    ns_movers *movers = &solver->movers;
    int now = bodies->now;
    const double *velocity = bodies->velocity[now][i].v;
    const double *spin = bodies->spin[now][i].v;
    double inverse_mass = velocity[3];
    double turn = solver->set.spin_factor * inverse_mass;
    double tilt = flat ? 0 : turn;
    movers->body[at] = (mover){
        .velocity = {velocity[0], velocity[1], velocity[2]},
        .inverse_mass = inverse_mass,
        .rim = {spin[0], spin[1], spin[2]},
        .inverse_rho = spin[3],
    };
    movers->inertia[at] = (mover_inertia){
        .xx = tilt,
        .yy = tilt,
        .zz = turn,
    };
    movers->position[at] = v3_of(&bodies->position[now][i]);
}

static void fill_clump(impulses *impulses, int32_t i, int32_t at)
{
    part *part = impulses->part;
    ns_solver *solver = &impulses->solver;
    ns_movers *movers = &solver->movers;
    clump_mass mass = clump_mass_of(&part->stepping, i);
    const bodies *bodies = &part->body;
    double rho = bodies->position[bodies->now][i].v[3];
    double rho2 = rho * rho;
    movers->body[at] = (mover){
        .velocity = {mass.velocity.x, mass.velocity.y, mass.velocity.z},
        .inverse_mass = 1 / mass.mass,
        .rim = {rho * mass.spin.x, rho * mass.spin.y, rho * mass.spin.z},
        .inverse_rho = 1 / rho,
    };
    const double *inverse = mass.inverse_inertia;
    movers->inertia[at] = (mover_inertia){
        .xx = rho2 * inverse[0],
        .yy = rho2 * inverse[1],
        .zz = rho2 * inverse[2],
        .xy = rho2 * inverse[3],
        .xz = rho2 * inverse[4],
        .yz = rho2 * inverse[5],
        .unused = {0, 0},
    };
    movers->position[at] = mass.centre;
}

// A wall that is a body. The length by which its spin is measured makes the speed of its rim one of its mass.
static void fill_body(ns_movers *movers, int32_t at, const drive_yield *yield)
{
    mover *mover = &movers->body[at];
    const sym3 *inverse = &yield->inverse_inertia;
    const double turns = inverse->xx + inverse->yy + inverse->zz;
    double rho = 1;
    if (turns > 0 && yield->inverse_mass > 0)
        rho = sqrt(yield->inverse_mass / turns);
    const double rho2 = rho * rho;
    const v3 rim = v3_scale(rho, yield->spin);
    mover->inverse_rho = 1 / rho;
    mover->rim[0] = rim.x;
    mover->rim[1] = rim.y;
    mover->rim[2] = rim.z;
    movers->inertia[at] = (mover_inertia){
        .xx = rho2 * inverse->xx,
        .yy = rho2 * inverse->yy,
        .zz = rho2 * inverse->zz,
        .xy = rho2 * inverse->xy,
        .xz = rho2 * inverse->xz,
        .yz = rho2 * inverse->yz,
    };
    movers->position[at] = yield->point;
}

static void fill_walls(impulses *impulses)
{
    shared *shared = impulses->shared;
    ns_solver *solver = &impulses->solver;
    ns_movers *movers = &solver->movers;
    for (int number = 0; number < shared->walls; number++) {
        const moving_wall *wall = &shared->wall[number];
        int32_t at = impulses->wall[number].mover;
        if (at < 0)
            continue;
        drive_in in = impulses_drive_in(impulses, wall);
        drive_yield yield = drive_chain_yield(&wall->drive, &in, wall->state);
        ns_wall *own = &impulses->wall[number];
        own->axis = yield.axis;
        own->stop = yield.stop;
        own->body = yield.body;
        own->free = yield.free;
        own->inertia = yield.inertia;
        movers->body[at] = (mover){
            .velocity = {yield.velocity.x, yield.velocity.y, yield.velocity.z},
            .inverse_mass = yield.inverse_mass,
            .rim = {0, 0, 0},
            .inverse_rho = 0,
        };
        movers->inertia[at] = (mover_inertia){0};
        movers->position[at] = wall->now.position;
        if (yield.body)
            fill_body(movers, at, &yield);
    }
}

// A slot that is no mover: a ball of a clump but the first.
static void clear_mover(ns_movers *movers, int32_t i)
{
    movers->body[i] = (mover){0};
    movers->inertia[i] = (mover_inertia){0};
    movers->position[i] = v3_make(0, 0, 0);
}

static void fill_mover(impulses *impulses, int32_t i)
{
    const part *part = impulses->part;
    const bodies *bodies = &part->body;
    ns_solver *solver = &impulses->solver;
    const int32_t at = impulses_mover(impulses, i);
    if (!bodies_clumped(bodies, i))
        fill_ball(solver, bodies, i, at, part->stepping.flat);
    else if (bodies_first(bodies, i) == i)
        fill_clump(impulses, i, at);
    else
        clear_mover(&solver->movers, at);
}

bool impulses_fill_movers(impulses *impulses)
{
    const shared *shared = impulses->shared;
    ns_sharing *sharing = &impulses->sharing;
    const int32_t count = sharing_bodies(sharing);
    int32_t walls = 0;
    for (int number = 0; number < shared->walls; number++) {
        const drive_chain *drive = &shared->wall[number].drive;
        ns_wall *wall = &impulses->wall[number];
        wall->mover = -1;
        if (drive_chain_yields(drive) && !shared->wall[number].absent) {
            wall->mover = count + walls;
            walls++;
        }
    }
    impulses->solver.movers.walls_from = count;
    if (!solver_reserve_movers(&impulses->solver, count + walls))
        return false;
    for (part *part = sharing_here(sharing); part < sharing_end(sharing); part++) {
        impulses->part = part;
#pragma omp parallel for num_threads(shared->threads) schedule(static)
        for (int32_t i = 0; i < part->body.count; i++)
            fill_mover(impulses, i);
    }
    impulses->part = sharing_here(sharing);
    fill_walls(impulses);
    return sharing_movers(sharing, &impulses->solver.movers);
}

// ---- after blows

v3 impulses_velocity_as(const impulses *impulses, const mover *mover, int32_t slot)
{
    const part *part = impulses->part;
    const bodies *bodies = &part->body;
    if (!bodies_clumped(bodies, slot))
        return mover_velocity(&mover[impulses_mover(impulses, slot)]);
    int32_t head = bodies_first(bodies, slot);
    const struct mover *whole = &mover[impulses_mover(impulses, head)];
    v3 spin = v3_scale(whole->inverse_rho, mover_rim(whole));
    v3 arm = clump_arm(&part->stepping, head, slot - head);
    return v3_add(mover_velocity(whole), v3_cross(spin, arm));
}

// By how much the blows have changed the speed of any place of a ball or grain: of grains with a core that of the
// farthest corner as well.
static double change_of(const impulses *impulses, int32_t slot)
{
    const ns_solver *solver = &impulses->solver;
    const mover *now = solver->movers.body;
    const mover *was = solver->past.looked.at;
    v3 after = impulses_velocity_as(impulses, now, slot);
    v3 before = impulses_velocity_as(impulses, was, slot);
    double change = v3_distance(after, before);
    const int32_t at = impulses_mover(impulses, slot);
    if (impulses->shared->core[impulses->part->body.set[slot]])
        change += v3_distance(mover_rim(&now[at]), mover_rim(&was[at]));
    return change;
}

double impulses_wall_change(const impulses *impulses, int wall)
{
    const ns_solver *solver = &impulses->solver;
    int32_t at = impulses->wall[wall].mover;
    if (at < 0)
        return 0;
    const mover *now = &solver->movers.body[at];
    const mover *was = &solver->past.looked.at[at];
    double change = v3_distance(mover_velocity(now), mover_velocity(was));
    if (impulses->wall[wall].body) {
        const moving_wall *moving = &impulses->shared->wall[wall];
        const v3 from = v3_sub(solver->movers.position[at], moving->now.position);
        const double far = primitive_extent(moving->shape) + v3_norm(from);
        const double turned = v3_distance(mover_rim(now), mover_rim(was)) * now->inverse_rho;
        change += isfinite(far) ? turned * far : 0;
    }
    return change;
}

bool impulses_note_changes(impulses *impulses, double *out)
{
    shared *shared = impulses->shared;
    const bodies *bodies = &impulses->part->body;
    const int32_t slots = bodies->count + bodies->ghosts;
    double most = *out;
    if (!MEM_GROW(impulses->change, impulses->change_room, (int64_t)slots + 1))
        return false;
#pragma omp parallel for num_threads(shared->threads) schedule(static) reduction(max : most)
    for (int32_t i = 0; i < slots; i++)
        most = real_max(most, impulses->change[i] = change_of(impulses, i));
    for (int wall = 0; wall < shared->walls; wall++)
        most = real_max(most, impulses_wall_change(impulses, wall));
    *out = most;
    return true;
}
