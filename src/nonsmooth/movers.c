// movers.c - the movers of the nonsmooth solver, from bodies and walls that answer to forces, and what blows change of
// them.
#include "nonsmooth/impulses.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "motion/clumps.h"
#include "state/bodies.h"

#include <omp.h>

static void fill_ball(ns_solver *n, const bodies *o, int32_t i, bool flat)
{
    const double *v = o->velocity[o->now][i].v;
    const double *w = o->spin[o->now][i].v;
    double turn = n->set.spin_factor * v[3];
    n->body[i] = (mover){{v[0], v[1], v[2]}, v[3], {w[0], w[1], w[2]}, w[3]};
    n->inertia[i] = (mover_inertia){.xx = flat ? 0 : turn, .yy = flat ? 0 : turn, .zz = turn};
    n->position[i] = v3_of(&o->position[o->now][i]);
}

static void fill_clump(impulses *w, int32_t i)
{
    ns_solver *n = &w->solver;
    clump_mass m = clump_mass_of(&w->part->s, i);
    double rho = w->part->body.position[w->part->body.now][i].v[3];
    double k = rho * rho;
    n->body[i] = (mover){{m.velocity.x, m.velocity.y, m.velocity.z},
                         1 / m.mass,
                         {rho * m.spin.x, rho * m.spin.y, rho * m.spin.z},
                         1 / rho};
    const double *j = m.inverse_inertia;
    n->inertia[i] =
        (mover_inertia){k * j[0], k * j[1], k * j[2], k * j[3], k * j[4], k * j[5], {0, 0}};
    n->position[i] = m.centre;
}

static void fill_walls(impulses *w)
{
    ns_solver *n = &w->solver;
    for (int k = 0; k < w->shared->walls; k++) {
        const moving_wall *wall = &w->shared->wall[k];
        int32_t at = w->wall[k].mover;
        if (at < 0)
            continue;
        v3 v = wall->now.velocity;
        drive_yield yield = wall->drive->yield(wall->choice, w->shared->dt, wall->state);
        w->wall[k].axis = yield.axis;
        w->wall[k].stop = yield.stop;
        n->body[at] = (mover){{v.x, v.y, v.z}, yield.inverse_mass, {0, 0, 0}, 0};
        n->inertia[at] = (mover_inertia){0};
        n->position[at] = wall->now.position;
    }
}

bool impulses_fill_movers(impulses *w)
{
    ns_solver *n = &w->solver;
    const bodies *o = &w->part->body;
    int32_t walls = 0;
    for (int k = 0; k < w->shared->walls; k++) {
        const drive *d = w->shared->wall[k].drive;
        w->wall[k].mover = d && d->yield ? o->count + walls++ : -1;
    }
    if (!solver_reserve_movers(n, o->count + walls))
        return false;
#pragma omp parallel for num_threads(w->shared->threads) schedule(static)
    for (int32_t i = 0; i < o->count; i++) {
        if (!bodies_clumped(o, i))
            fill_ball(n, o, i, w->part->s.flat);
        else if (o->member[2 * (size_t)i] == 0)
            fill_clump(w, i);
        else {
            n->body[i] = (mover){0};
            n->inertia[i] = (mover_inertia){0};
            n->position[i] = v3_make(0, 0, 0);
        }
    }
    fill_walls(w);
    return true;
}

// ---- after blows

v3 impulses_velocity_as(const impulses *w, const mover *m, int32_t slot)
{
    if (!bodies_clumped(&w->part->body, slot))
        return mover_velocity(&m[slot]);
    int32_t head = bodies_first(&w->part->body, slot);
    v3 spin = v3_scale(m[head].inverse_rho, mover_rim(&m[head]));
    return v3_add(mover_velocity(&m[head]),
                  v3_cross(spin, clump_arm(&w->part->s, head, slot - head)));
}

// By how much the blows have changed the speed of any place of a ball or grain: of grains with a core that of the
// farthest corner as well.
static double change_of(const impulses *w, int32_t slot)
{
    const ns_solver *n = &w->solver;
    const mover *now = n->body;
    const mover *was = n->start.at;
    double change =
        v3_norm(v3_sub(impulses_velocity_as(w, now, slot), impulses_velocity_as(w, was, slot)));
    if (w->shared->core[w->part->body.set[slot]])
        change += v3_norm(v3_sub(mover_rim(&now[slot]), mover_rim(&was[slot])));
    return change;
}

double impulses_wall_change(const impulses *w, int wall)
{
    const ns_solver *n = &w->solver;
    int32_t at = w->wall[wall].mover;
    return at < 0 ? 0
                  : v3_norm(v3_sub(mover_velocity(&n->body[at]), mover_velocity(&n->start.at[at])));
}

bool impulses_note_changes(impulses *w, double *out)
{
    const bodies *o = &w->part->body;
    double most = 0;
    if (!mem_grow((void **)&w->change, &w->change_room, o->count + 1, sizeof *w->change))
        return false;
#pragma omp parallel for num_threads(w->shared->threads) schedule(static) reduction(max : most)
    for (int32_t i = 0; i < o->count; i++)
        most = real_max(most, w->change[i] = change_of(w, i));
    for (int k = 0; k < w->shared->walls; k++)
        most = real_max(most, impulses_wall_change(w, k));
    *out = most;
    return true;
}
