// impulses.c - the step of the nonsmooth solver: contacts, impacts, constraints, motion, and its books.
//
// Velocities and positions belong to the same time: v' = v + impulses and forces, x' = x + h v'. What walls and books
// see is the mean force of the step. See docs/nonsmooth.md.
#include "nonsmooth/impulses.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "motion/clumps.h"
#include "state/bodies.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

static scree_status make(shared *x, part *p, int parts, void **state, scree_error *error)
{
    (void)parts; // one
    impulses *w = calloc(1, sizeof *w);
    *state = w;
    if (!w)
        return fail_memory(error, "solver");
    w->shared = x;
    w->part = p;
    w->wall = calloc((size_t)w->shared->walls + 1, sizeof *w->wall);
    w->motion = calloc((size_t)w->shared->walls + 1, sizeof *w->motion);
    if (!w->wall || !w->motion ||
        !solver_init(&w->solver, w->shared->law, w->shared->sets, w->shared->threads,
                     w->shared->width))
        return fail_memory(error, "solver");
    ns_solver *n = &w->solver;
    if (w->shared->m->nonsmooth.single && !solver_make_single(n, w->shared->width))
        return fail_memory(error, "solver");
    n->wall = w->wall;
    n->walls = w->shared->walls;
    for (int d = 0; d < 3; d++)
        n->periodic[d] = w->part->s.context.length[d];
    n->set = (ns_settings){.choice = &w->shared->m->nonsmooth,
                           .gravity = v3_norm(w->shared->m->gravity),
                           .down = w->shared->m->gravity,
                           .spin_factor = w->part->s.spin_factor,
                           .flat = w->part->s.flat};
    return SCREE_OK;
}

static void free_state(void *state)
{
    impulses *w = state;
    if (!w)
        return;
    impulses_free_finders(w);
    solver_free(&w->solver);
    free(w->wall);
    free(w->motion);
    free(w->change);
    free(w);
}

static void pace(void *state)
{
    impulses *w = state;
    w->part->s.context.dt = w->shared->dt_before;
    w->part->s.dt = w->part->s.kick = w->shared->dt;
    w->part->s.measure = true;
    w->solver.set.h = w->shared->dt;
    w->solver.set.h_before = w->shared->dt_before;
    w->solver.set.diameter = w->shared->diameter > 0 ? w->shared->diameter : 1;
}

// ---- forces

static void push_bodies(impulses *w)
{
    ns_solver *n = &w->solver;
    const double *g = w->part->s.gravity;
#pragma omp parallel for num_threads(w->shared->threads) schedule(static)
    for (int32_t i = 0; i < w->part->body.count; i++)
        if (n->body[i].inverse_mass > 0)
            for (int d = 0; d < (w->part->s.flat ? 2 : 3); d++)
                n->body[i].velocity[d] += w->shared->dt * g[d];
}

static drive_in drive_in_of(const impulses *w, const moving_wall *k)
{
    drive_in in = moving_wall_drive_in(k, shared_time_of(w->shared, w->shared->step + 1));
    in.dt = in.kick = w->shared->dt;
    return in;
}

// A wall that answers: what its drive makes of no force from the grains, on top of what impacts have done.
static void push_walls(impulses *w, const mover *before)
{
    for (int i = 0; i < w->shared->walls; i++) {
        moving_wall *k = &w->shared->wall[i];
        int32_t at = w->wall[i].mover;
        if (at < 0)
            continue;
        drive_in in = drive_in_of(w, k);
        in.force = in.torque = v3_make(0, 0, 0);
        double state[DRIVE_STATE];
        memcpy(state, k->state, sizeof state);
        wall_pose free = k->now;
        k->drive->pose(k->choice, &in, state, &free);
        const double to[3] = {free.velocity.x, free.velocity.y, free.velocity.z};
        for (int d = 0; d < 3; d++)
            w->solver.body[at].velocity[d] += to[d] - before[at].velocity[d];
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
static double later_by(const impulses *w, const ns_contact *c, stage_kind kind)
{
    if (kind == BOOK_BLOWS)
        return 0.5 * w->shared->dt_before + solver_delay(&w->solver, c);
    return kind == BOOK_RELAXATION ? 0.5 * w->shared->dt : 0;
}

static void book_stage(impulses *w, const mover *before, stage_kind kind)
{
    const ns_solver *n = &w->solver;
    const v3 gravity = v3_make(w->part->s.gravity[0], w->part->s.gravity[1],
                               w->part->s.flat ? 0 : w->part->s.gravity[2]);
#pragma omp parallel num_threads(w->shared->threads)
    {
        exact_sum *mine = w->part->report[omp_get_thread_num()].ended;
#pragma omp for schedule(static)
        for (int64_t i = 0; i < n->contacts; i++) {
            const ns_contact *c = &n->contact[i];
            const impact_row *p = kind == BOOK_CONSTRAINTS ? &c->impulse : &n->blow[i];
            contact_work k = contact_work_of(n, before, c, p);
            v3 gain = v3_scale((falls(n, c->b) - falls(n, c->a)) * later_by(w, c, kind), gravity);
            k.normal += p->push * v3_dot(c->normal, gain);
            k.friction += v3_dot(p->t, gain);
            exact_sum_add(&mine[BOOK_DAMPING], -k.normal);
            exact_sum_add(&mine[BOOK_FRICTION], -k.friction);
            exact_sum_add(&mine[BOOK_ROLLING], -k.rolling);
            exact_sum_add(&mine[BOOK_WORK], (k.normal + k.friction) + k.rolling);
        }
    }
}

// ---- walls

v3 impulses_contact_point(const impulses *w, const ns_contact *c)
{
    return v3_add(w->solver.position[c->b], contact_arm_b(&w->solver, c));
}

static int wall_of(const impulses *w, const ns_contact *c)
{
    if (c->fixed)
        return -1;
    if (c->id_a < w->shared->walls)
        return (int)c->id_a;
    return -1;
}

static void load_wall(impulses *w, const ns_contact *c, bool relaxed)
{
    const ns_solver *n = &w->solver;
    int wall = wall_of(w, c);
    if (wall < 0)
        return;
    wall_load *load = &w->part->scratch[omp_get_thread_num()].load[wall];
    const impact_row none = {0};
    const impact_row *p = relaxed ? &none : &c->impulse;
    const impact_row *q = relaxed || n->blows ? contact_blow(n, c) : &none;
    v3 sum = v3_fma(v3_add(p->t, q->t), p->push + q->push, c->normal);
    v3 turn = v3_fma(v3_add(p->roll, q->roll), p->twist + q->twist, c->normal);
    v3 force = v3_scale(-1 / w->shared->dt, sum);
    v3 torque = v3_scale(-1 / w->shared->dt, turn);
    exact_sum_v3_add(&load->force, force);
    exact_sum_v3_add(&load->torque, v3_add(v3_cross(v3_sub(impulses_contact_point(w, c),
                                                           w->shared->wall[wall].now.position),
                                                    force),
                                           torque));
}

// Mean forces on the walls in this step: of impacts and constraints, then of what the relaxation changes. Batches of
// mobile bodies alone have none: a wall that answers is a hub.
static void load_walls(impulses *w, bool relaxed)
{
    const ns_solver *n = &w->solver;
    int busy = n->phase_first[NS_PHASES];
#pragma omp parallel for num_threads(w->shared->threads) schedule(dynamic)
    for (int i = 0; i <= busy; i++) {
        const ns_block *b = &n->block[i < busy ? n->phase_block[i] : n->blocks];
        for (int32_t k = 0; k < b->batches; k++) {
            if (i < busy && b->batch[k].kind.side == SIDE_MOBILE)
                continue;
            for (int l = 0; l < SWEEP_LANES && b->lane[k][l] >= 0; l++)
                load_wall(w, &n->contact[b->lane[k][l]], relaxed);
        }
    }
    for (int64_t i = n->ordered; i < n->contacts; i++)
        load_wall(w, &n->contact[i], relaxed);
}

static void take_loads(impulses *w)
{
    for (int i = 0; i < w->shared->walls; i++) {
        w->shared->wall[i].force = exact_sum_v3_value(&w->part->scratch[0].load[i].force);
        w->shared->wall[i].torque = exact_sum_v3_value(&w->part->scratch[0].load[i].torque);
    }
}

// Work of a wall that answers on the grains: of blows, constraints and relaxation each by its mean velocity.
static double work_of(const impulses *w, const moving_wall *k, const ns_wall *is)
{
    const ns_solver *n = &w->solver;
    const mover *now = &n->body[is->mover];
    double v[4] = {v3_dot(mover_velocity(&n->start.at[is->mover]), is->axis),
                   v3_dot(mover_velocity(&n->free.at[is->mover]), is->axis)};
    v[3] = v3_dot(mover_velocity(now), is->axis);
    v[2] = w->shared->m->nonsmooth.relax > 0
               ? v3_dot(mover_velocity(&n->relaxed.at[is->mover]), is->axis)
               : v[3];
    double all = w->shared->dt * v3_dot(k->force, is->axis);
    double im = now->inverse_mass;
    double blows = im > 0 ? (v[1] - v[0]) / im : 0;
    double relaxed = im > 0 ? (v[3] - v[2]) / im : 0;
    return -0.5 * (blows * (v[0] + v[1]) + (all - blows - relaxed) * (v[1] + v[2]) +
                   relaxed * (v[2] + v[3]));
}

// A wall moved as the contacts have seen it.
static void move_walls(void *state)
{
    impulses *w = state;
    double farthest = 0;
    take_loads(w);
    for (int i = 0; i < w->shared->walls; i++) {
        moving_wall *k = &w->shared->wall[i];
        if (!k->drive)
            continue;
        drive_in in = drive_in_of(w, k);
        wall_pose next = k->now;
        wall_pose motion = w->motion[i];
        k->drive->pose(k->choice, &in, k->state, &next);
        if (w->wall[i].mover < 0)
            w->shared->books.walls -= w->shared->dt * (v3_dot(k->force, motion.velocity) +
                                                       v3_dot(k->torque, motion.spin));
        else if (w->shared->m->ledger)
            w->shared->books.walls += work_of(w, k, &w->wall[i]);
        farthest = real_max(farthest, part_wall_way(w->part, w->shared->threads, k, &next,
                                                    v3_norm(motion.spin) * w->shared->dt));
        k->was = k->now;
        k->now = next;
    }
    w->part->wall_moved += farthest;
}

// ---- motion

static void move_ball(impulses *w, int32_t i, report *r)
{
    bodies *o = &w->part->body;
    const mover *m = &w->solver.body[i];
    const double *x = o->position[o->now][i].v;
    const double *hold = o->hold[i].v;
    const double h = w->shared->dt;
    rec4 *to = &o->position[1 - o->now][i];
    const v3 lag = w->solver.lagging ? w->solver.lag[i].way : v3_make(0, 0, 0);
    const double late[3] = {lag.x, lag.y, lag.z};
    bool mobile = m->inverse_mass > 0, out = false;
    double d2 = 0;
    o->velocity[1 - o->now][i] =
        (rec4){{m->velocity[0], m->velocity[1], m->velocity[2], m->inverse_mass}};
    o->spin[1 - o->now][i] = (rec4){{m->rim[0], m->rim[1], m->rim[2], m->inverse_rho}};
    *to = o->position[o->now][i];
    for (int d = 0; d < 3 && mobile; d++) {
        to->v[d] = x[d] + h * m->velocity[d] - late[d];
        d2 += (to->v[d] - hold[d]) * (to->v[d] - hold[d]);
        out = out || to->v[d] < w->part->s.low[d] || to->v[d] >= w->part->s.high[d];
    }
    if (mobile && o->with_orientation) {
        v3 spin = v3_scale(m->inverse_rho, mover_rim(m));
        double *q = o->orientation[i].v;
        q4 turned =
            q4_unit(q4_mul(rotation_midpoint(spin, 0.25 * h), (q4){q[0], q[1], q[2], q[3]}));
        o->orientation[i] = (rec4){{turned.w, turned.x, turned.y, turned.z}};
    }
    r->moved2 = real_max(r->moved2, d2);
    if (out || !(d2 < 1e300))
        cross_border(&w->part->s, i, r);
}

static void move_bodies(impulses *w)
{
    bodies *o = &w->part->body;
#pragma omp parallel for num_threads(w->shared->threads) schedule(static)
    for (int32_t i = 0; i < o->count; i++) {
        report *r = &w->part->report[omp_get_thread_num()];
        const mover *m = &w->solver.body[i];
        if (!bodies_clumped(o, i))
            move_ball(w, i, r);
        else if (o->member[2 * (size_t)i] == 0)
            clump_carry(&w->part->s, i, mover_velocity(m), v3_scale(m->inverse_rho, mover_rim(m)),
                        r);
    }
}

// ---- the step

// Everything between the contacts and the velocities that move the bodies.
static bool solve(impulses *w)
{
    ns_solver *n = &w->solver;
    if (!solver_order(n))
        return false;
    const bool late = n->fastest > 0;
    if (late)
        solver_fall(n, n->body, 1);
    if (!solver_keep(n, &n->start) || !solver_impact(n))
        return false;
    if (late) {
        solver_fall(n, n->body, -1);
        solver_fall(n, n->start.at, -1);
    }
    if (!solver_lag(n))
        return false;
    if (n->blows && (!impulses_gather_again(w) || !solver_strike_again(n) || !solver_lag(n)))
        return false;
    if (w->shared->m->ledger && n->blows)
        book_stage(w, n->start.at, BOOK_BLOWS);
    if (w->shared->m->ledger && !solver_keep(n, &n->free))
        return false;
    solver_prepare(n);
    solver_shift_constraints(n);
    push_bodies(w);
    push_walls(w, n->start.at);
    solver_advance(n);
    if (w->shared->m->ledger)
        book_stage(w, n->free.at, BOOK_CONSTRAINTS);
    return true;
}

// What relaxation has changed goes to the velocities alone; its work to the books.
static void take_velocities(impulses *w, const mover *before)
{
    bodies *o = &w->part->body;
    for (int32_t i = 0; i < o->count; i++) {
        const mover *m = &w->solver.body[i];
        if (!bodies_clumped(o, i)) {
            double *v = o->velocity[1 - o->now][i].v;
            double *s = o->spin[1 - o->now][i].v;
            memcpy(v, m->velocity, 3 * sizeof *v);
            memcpy(s, m->rim, 3 * sizeof *s);
        } else if (o->member[2 * (size_t)i] == 0) {
            v3 rim = v3_sub(mover_rim(m), mover_rim(&before[i]));
            clump_push(&w->part->s, i, v3_sub(mover_velocity(m), mover_velocity(&before[i])),
                       v3_scale(m->inverse_rho, rim));
        }
    }
}

static impact_row difference(const impact_row *p, const impact_row *q)
{
    return (impact_row){p->push - q->push, p->twist - q->twist, v3_sub(p->t, q->t),
                        v3_sub(p->roll, q->roll)};
}

static bool relax(impulses *w)
{
    ns_solver *n = &w->solver;
    if (w->shared->m->nonsmooth.relax <= 0)
        return true;
    if (!solver_keep(n, &n->relaxed) || !solver_reserve_blows(n))
        return false;
    for (int64_t i = 0; i < n->contacts; i++)
        n->blow[i] = n->contact[i].impulse;
    solver_relax(n);
    for (int64_t i = 0; i < n->contacts; i++)
        n->blow[i] = difference(&n->contact[i].impulse, &n->blow[i]);
    if (w->shared->m->ledger)
        book_stage(w, n->relaxed.at, BOOK_RELAXATION);
    load_walls(w, true);
    take_velocities(w, n->relaxed.at);
    return true;
}

static bool step(void *state)
{
    impulses *w = state;
    if (!impulses_gather(w) || !solve(w))
        return false;
    load_walls(w, false);
    move_bodies(w);
    bool kept = relax(w) && solver_remember(&w->solver);
    impulses_count_effort(w);
    return kept;
}

static int64_t contacts(const void *state)
{
    return ((const impulses *)state)->solver.memory.count;
}

const solver nonsmooth_solver = {
    .turns_outlines = true,
    .means = true,
    .make = make,
    .free = free_state,
    .pace = pace,
    .reach = impulses_reach,
    .step = step,
    .move_walls = move_walls,
    .see = impulses_see,
    .contacts = contacts,
    .effort = impulses_effort,
    .save = impulses_save,
    .load = impulses_load,
};
