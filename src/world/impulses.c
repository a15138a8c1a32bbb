// impulses.c - the step of the nonsmooth solver: contacts, impacts, constraints, motion, and its books.
//
// Velocities and positions belong to the same time: v' = v + impulses and forces, x' = x + h v'. What walls and books
// see is the mean force of the step. See docs/nonsmooth.md.
#include "world/impulses.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "motion/clumps.h"
#include "state/bodies.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

scree_status world_make_impulses(world *w, scree_error *error)
{
    w->ns_wall = calloc((size_t)w->walls + 1, sizeof *w->ns_wall);
    w->ns_motion = calloc((size_t)w->walls + 1, sizeof *w->ns_motion);
    if (!w->ns_wall || !w->ns_motion || !solver_init(&w->ns, w->law, w->sets, w->threads, w->kernel->width))
        return fail_memory(error, "solver");
    ns_solver *n = &w->ns;
    if (w->m->nonsmooth.single && !solver_make_single(n, w->kernel->width)) return fail_memory(error, "solver");
    n->wall = w->ns_wall, n->walls = w->walls;
    for (int d = 0; d < 3; d++) n->periodic[d] = w->s.context.length[d];
    n->set = (ns_settings){.choice = &w->m->nonsmooth,
                           .gravity = v3_norm(w->m->gravity),
                           .down = w->m->gravity,
                           .spin_factor = w->s.spin_factor,
                           .flat = w->s.flat};
    return SCREE_OK;
}

void world_free_impulses(world *w)
{
    world_free_finders(w);
    solver_free(&w->ns);
    free(w->ns_wall);
    free(w->ns_motion);
    free(w->ns_change);
}

void world_pace_impulses(world *w)
{
    w->s.context.dt = w->dt_before, w->s.dt = w->s.kick = w->dt;
    w->s.measure = true;
    w->ns.set.h = w->dt, w->ns.set.h_before = w->dt_before;
    w->ns.set.diameter = w->choice.diameter > 0 ? w->choice.diameter : 1;
}

// ---- forces

static void push_bodies(world *w)
{
    ns_solver *n = &w->ns;
    const double *g = w->s.gravity;
#pragma omp parallel for num_threads(w->threads) schedule(static)
    for (int32_t i = 0; i < w->body.count; i++)
        if (n->body[i].inverse_mass > 0)
            for (int d = 0; d < (w->s.flat ? 2 : 3); d++) n->body[i].velocity[d] += w->dt * g[d];
}

static drive_in drive_in_of(const world *w, const world_wall *k)
{
    drive_in in = world_drive_in(k, world_time_of(w, w->step + 1));
    in.dt = in.kick = w->dt;
    return in;
}

// A wall that answers: what its drive makes of no force from the grains, on top of what impacts have done.
static void push_walls(world *w, const mover *before)
{
    for (int i = 0; i < w->walls; i++) {
        world_wall *k = &w->wall[i];
        int32_t at = w->ns_wall[i].mover;
        if (at < 0) continue;
        drive_in in = drive_in_of(w, k);
        in.force = in.torque = v3_make(0, 0, 0);
        double state[DRIVE_STATE];
        memcpy(state, k->state, sizeof state);
        wall_pose free = k->now;
        k->drive->pose(k->choice, &in, state, &free);
        const double to[3] = {free.velocity.x, free.velocity.y, free.velocity.z};
        for (int d = 0; d < 3; d++) w->ns.body[at].velocity[d] += to[d] - before[at].velocity[d];
    }
}

// ---- books

static bool falls(const ns_solver *n, int32_t mover_at)
{
    return mover_at >= 0 && n->body[mover_at].inverse_mass > 0 && n->body[mover_at].inverse_rho > 0;
}

// The constraints act all along the step from one velocity to the next. Blows are given where bodies are at the
// beginning of a step, half a step after the time that the velocities belong to, or later still: until then gravity has
// gone on.
typedef enum stage_kind { BOOK_BLOWS, BOOK_CONSTRAINTS, BOOK_RELAXATION } stage_kind;

// How long after the time of its velocities a contact acts.
static double later_by(const world *w, const ns_contact *c, stage_kind kind)
{
    if (kind == BOOK_BLOWS) return 0.5 * w->dt_before + c->delay;
    return kind == BOOK_RELAXATION ? 0.5 * w->dt : 0;
}

static void book_stage(world *w, const mover *before, stage_kind kind)
{
    const ns_solver *n = &w->ns;
    const v3 gravity = v3_make(w->s.gravity[0], w->s.gravity[1], w->s.flat ? 0 : w->s.gravity[2]);
#pragma omp parallel num_threads(w->threads)
    {
        exact_sum *mine = w->report[omp_get_thread_num()].ended;
#pragma omp for schedule(static)
        for (int64_t i = 0; i < n->contacts; i++) {
            const ns_contact *c = &n->contact[i];
            const impact_row *p = kind == BOOK_CONSTRAINTS ? &c->impulse : &n->blow[i];
            contact_work k = contact_work_of(n, before, c, p);
            v3 gain = v3_scale((falls(n, c->b) - falls(n, c->a)) * later_by(w, c, kind), gravity);
            k.normal += p->push * v3_dot(c->normal, gain), k.friction += v3_dot(p->t, gain);
            exact_sum_add(&mine[BOOK_DAMPING], -k.normal);
            exact_sum_add(&mine[BOOK_FRICTION], -k.friction);
            exact_sum_add(&mine[BOOK_ROLLING], -k.rolling);
            exact_sum_add(&mine[BOOK_WORK], (k.normal + k.friction) + k.rolling);
        }
    }
}

// ---- walls

v3 world_contact_point(const world *w, const ns_contact *c)
{
    return v3_add(w->ns.position[c->b], contact_arm_b(&w->ns, c));
}

static int wall_of(const world *w, const ns_contact *c)
{
    if (c->fixed) return -1;
    if (c->id_a < w->walls) return c->id_a;
    return -1;
}

static void load_wall(world *w, const ns_contact *c, bool relaxed)
{
    const ns_solver *n = &w->ns;
    int wall = wall_of(w, c);
    if (wall < 0) return;
    wall_load *load = &w->scratch[omp_get_thread_num()].load[wall];
    const impact_row none = {0}, *p = relaxed ? &none : &c->impulse,
                     *q = relaxed || n->blows ? contact_blow(n, c) : &none;
    v3 sum = v3_fma(v3_add(p->t, q->t), p->push + q->push, c->normal);
    v3 turn = v3_fma(v3_add(p->roll, q->roll), p->twist + q->twist, c->normal);
    v3 force = v3_scale(-1 / w->dt, sum), torque = v3_scale(-1 / w->dt, turn);
    exact_sum_v3_add(&load->force, force);
    exact_sum_v3_add(&load->torque,
                     v3_add(v3_cross(v3_sub(world_contact_point(w, c), w->wall[wall].now.position), force), torque));
}

// Mean forces on the walls in this step: of impacts and constraints, then of what the relaxation changes. Batches of
// mobile bodies alone have none: a wall that answers is a hub.
static void load_walls(world *w, bool relaxed)
{
    const ns_solver *n = &w->ns;
    int busy = n->phase_first[NS_PHASES];
#pragma omp parallel for num_threads(w->threads) schedule(dynamic)
    for (int i = 0; i <= busy; i++) {
        const ns_block *b = &n->block[i < busy ? n->phase_block[i] : n->blocks];
        for (int32_t k = 0; k < b->batches; k++) {
            if (i < busy && b->batch[k].kind.side == SIDE_MOBILE) continue;
            for (int l = 0; l < SWEEP_LANES && b->lane[k][l] >= 0; l++)
                load_wall(w, &n->contact[b->lane[k][l]], relaxed);
        }
    }
    for (int64_t i = n->ordered; i < n->contacts; i++) load_wall(w, &n->contact[i], relaxed);
}

static void sum_loads(world *w)
{
    for (int i = 0; i < w->walls; i++) {
        for (int t = 1; t < w->threads; t++) {
            exact_sum_v3_merge(&w->scratch[0].load[i].force, &w->scratch[t].load[i].force);
            exact_sum_v3_merge(&w->scratch[0].load[i].torque, &w->scratch[t].load[i].torque);
        }
        w->wall[i].force = exact_sum_v3_value(&w->scratch[0].load[i].force);
        w->wall[i].torque = exact_sum_v3_value(&w->scratch[0].load[i].torque);
    }
}

// Work of a wall that answers on the grains: of blows, constraints and relaxation each by its mean velocity.
static double work_of(const world *w, const world_wall *k, const ns_wall *is)
{
    const ns_solver *n = &w->ns;
    const mover *now = &n->body[is->mover];
    double v[4] = {v3_dot(mover_velocity(&n->start.at[is->mover]), is->axis),
                   v3_dot(mover_velocity(&n->free.at[is->mover]), is->axis)};
    v[3] = v3_dot(mover_velocity(now), is->axis);
    v[2] = w->m->nonsmooth.relax > 0 ? v3_dot(mover_velocity(&n->relaxed.at[is->mover]), is->axis) : v[3];
    double all = w->dt * v3_dot(k->force, is->axis), im = now->inverse_mass, blows = im > 0 ? (v[1] - v[0]) / im : 0,
           relaxed = im > 0 ? (v[3] - v[2]) / im : 0;
    return -0.5 * (blows * (v[0] + v[1]) + (all - blows - relaxed) * (v[1] + v[2]) + relaxed * (v[2] + v[3]));
}

// A wall moved as the contacts have seen it.
void world_move_walls(world *w)
{
    double farthest = 0;
    for (int i = 0; i < w->walls; i++) {
        world_wall *k = &w->wall[i];
        if (!k->drive) continue;
        drive_in in = drive_in_of(w, k);
        wall_pose next = k->now, motion = w->ns_motion[i];
        k->drive->pose(k->choice, &in, k->state, &next);
        if (w->ns_wall[i].mover < 0)
            w->books.walls -= w->dt * (v3_dot(k->force, motion.velocity) + v3_dot(k->torque, motion.spin));
        else if (w->m->ledger)
            w->books.walls += work_of(w, k, &w->ns_wall[i]);
        farthest = real_max(farthest, world_wall_way(w, k, &next, v3_norm(motion.spin) * w->dt));
        k->was = k->now;
        k->now = next;
    }
    w->wall_moved += farthest;
}

// ---- motion

static void move_ball(world *w, int32_t i, report *r)
{
    bodies *o = &w->body;
    const mover *m = &w->ns.body[i];
    const double *x = o->position[o->now][i].v, *hold = o->hold[i].v, h = w->dt;
    rec4 *to = &o->position[1 - o->now][i];
    const v3 lag = w->ns.lagging ? w->ns.lag[i] : v3_make(0, 0, 0);
    const double late[3] = {lag.x, lag.y, lag.z};
    bool mobile = m->inverse_mass > 0, out = false;
    double d2 = 0;
    o->velocity[1 - o->now][i] = (rec4){{m->velocity[0], m->velocity[1], m->velocity[2], m->inverse_mass}};
    o->spin[1 - o->now][i] = (rec4){{m->rim[0], m->rim[1], m->rim[2], m->inverse_rho}};
    *to = o->position[o->now][i];
    for (int d = 0; d < 3 && mobile; d++) {
        to->v[d] = x[d] + h * m->velocity[d] - late[d];
        d2 += (to->v[d] - hold[d]) * (to->v[d] - hold[d]);
        out = out || to->v[d] < w->s.low[d] || to->v[d] >= w->s.high[d];
    }
    if (mobile && o->with_orientation) {
        v3 spin = v3_scale(m->inverse_rho, mover_rim(m));
        double *q = o->orientation[i].v;
        q4 turned = q4_unit(q4_mul(rotation_midpoint(spin, 0.25 * h), (q4){q[0], q[1], q[2], q[3]}));
        o->orientation[i] = (rec4){{turned.w, turned.x, turned.y, turned.z}};
    }
    r->moved2 = real_max(r->moved2, d2);
    if (out || !(d2 < 1e300)) cross_border(&w->s, i, r);
}

static void move_bodies(world *w)
{
    bodies *o = &w->body;
#pragma omp parallel for num_threads(w->threads) schedule(static)
    for (int32_t i = 0; i < o->count; i++) {
        report *r = &w->report[omp_get_thread_num()];
        const mover *m = &w->ns.body[i];
        if (!bodies_clumped(o, i))
            move_ball(w, i, r);
        else if (o->member[2 * (size_t)i] == 0)
            clump_carry(&w->s, i, mover_velocity(m), v3_scale(m->inverse_rho, mover_rim(m)), r);
    }
}

// ---- the step

// Everything between the contacts and the velocities that move the bodies.
static bool solve(world *w)
{
    ns_solver *n = &w->ns;
    if (!solver_order(n) || !solver_keep(n, &n->start) || !solver_impact(n)) return false;
    if (!solver_lag(n)) return false;
    if (n->blows && (!world_gather_again(w) || !solver_strike_again(n))) return false;
    if (w->m->ledger && n->blows) book_stage(w, n->start.at, BOOK_BLOWS);
    if (w->m->ledger && !solver_keep(n, &n->free)) return false;
    solver_prepare(n);
    push_bodies(w);
    push_walls(w, n->start.at);
    solver_advance(n);
    if (w->m->ledger) book_stage(w, n->free.at, BOOK_CONSTRAINTS);
    return true;
}

// What relaxation has changed goes to the velocities alone; its work to the books.
static void take_velocities(world *w, const mover *before)
{
    bodies *o = &w->body;
    for (int32_t i = 0; i < o->count; i++) {
        const mover *m = &w->ns.body[i];
        if (!bodies_clumped(o, i)) {
            double *v = o->velocity[1 - o->now][i].v, *s = o->spin[1 - o->now][i].v;
            memcpy(v, m->velocity, 3 * sizeof *v);
            memcpy(s, m->rim, 3 * sizeof *s);
        } else if (o->member[2 * (size_t)i] == 0) {
            v3 rim = v3_sub(mover_rim(m), mover_rim(&before[i]));
            clump_push(&w->s, i, v3_sub(mover_velocity(m), mover_velocity(&before[i])), v3_scale(m->inverse_rho, rim));
        }
    }
}

static impact_row difference(const impact_row *p, const impact_row *q)
{
    return (impact_row){p->push - q->push, p->twist - q->twist, v3_sub(p->t, q->t), v3_sub(p->roll, q->roll)};
}

static bool relax(world *w)
{
    ns_solver *n = &w->ns;
    if (w->m->nonsmooth.relax <= 0) return true;
    if (!solver_keep(n, &n->relaxed) || !solver_reserve_blows(n)) return false;
    for (int64_t i = 0; i < n->contacts; i++) n->blow[i] = n->contact[i].impulse;
    solver_relax(n);
    for (int64_t i = 0; i < n->contacts; i++) n->blow[i] = difference(&n->contact[i].impulse, &n->blow[i]);
    if (w->m->ledger) book_stage(w, n->relaxed.at, BOOK_RELAXATION);
    load_walls(w, true);
    take_velocities(w, n->relaxed.at);
    return true;
}

bool world_compute_impulses(world *w)
{
    if (!solve(w)) return false;
    load_walls(w, false);
    move_bodies(w);
    bool kept = relax(w) && solver_remember(&w->ns);
    sum_loads(w);
    world_count_effort(w);
    return kept;
}
