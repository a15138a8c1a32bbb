// impulses.c - the step of the nonsmooth solver: contacts, impacts, constraints, motion, and its books.
//
// Velocities and positions belong to the same time: v' = v + impulses and forces, x' = x + h v'. What walls and books
// see is the mean force of the step. See docs/nonsmooth.md.
#include "nonsmooth/impulses.h"

#include "base/mathlib.h"
#include "motion/clumps.h"
#include "nonsmooth/stages.h"
#include "state/bodies.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

static scree_status make(shared *shared, part *part, int parts, void **state, scree_error *error)
{
    (void)parts; // one
    impulses *impulses = calloc(1, sizeof *impulses);
    *state = impulses;
    if (!impulses)
        return fail_memory(error, "solver");
    impulses->shared = shared;
    impulses->part = part;
    impulses->wall = calloc((size_t)impulses->shared->walls + 1, sizeof *impulses->wall);
    impulses->motion = calloc((size_t)impulses->shared->walls + 1, sizeof *impulses->motion);
    if (!impulses->wall || !impulses->motion ||
        !solver_init(&impulses->solver, impulses->shared->law, impulses->shared->sets,
                     impulses->shared->threads, impulses->shared->width))
        return fail_memory(error, "solver");
    ns_solver *solver = &impulses->solver;
    if (impulses->shared->model->nonsmooth.single &&
        !solver_make_single(solver, impulses->shared->width))
        return fail_memory(error, "solver");
    solver->bounds.wall = impulses->wall;
    solver->bounds.walls = impulses->shared->walls;
    for (int axis = 0; axis < 3; axis++)
        solver->bounds.periodic[axis] = impulses->part->stepping.context.length[axis];
    solver->set = (ns_settings){
        .choice = &impulses->shared->model->nonsmooth,
        .gravity = v3_norm(impulses->shared->model->gravity),
        .down = impulses->shared->model->gravity,
        .spin_factor = impulses->part->stepping.spin_factor,
        .flat = impulses->part->stepping.flat,
    };
    return SCREE_OK;
}

static void free_state(void *state)
{
    impulses *impulses = state;
    if (!impulses)
        return;
    impulses_free_finders(impulses);
    solver_free(&impulses->solver);
    free(impulses->wall);
    free(impulses->motion);
    free(impulses->change);
    free(impulses);
}

static void pace(void *state)
{
    impulses *impulses = state;
    impulses->part->stepping.context.dt = impulses->shared->dt_before;
    impulses->part->stepping.dt = impulses->part->stepping.kick = impulses->shared->dt;
    impulses->part->stepping.measure = true;
    impulses->solver.set.step = impulses->shared->dt;
    impulses->solver.set.step_before = impulses->shared->dt_before;
    impulses->solver.set.diameter = impulses->shared->diameter > 0 ? impulses->shared->diameter : 1;
}

// ---- forces

static void push_bodies(impulses *impulses)
{
    ns_solver *solver = &impulses->solver;
    const double *gravity = impulses->part->stepping.gravity;
    const int axes = impulses->part->stepping.flat ? 2 : 3;
#pragma omp parallel for num_threads(impulses->shared->threads) schedule(static)
    for (int32_t i = 0; i < impulses->part->body.count; i++) {
        if (solver->movers.body[i].inverse_mass > 0) {
            for (int axis = 0; axis < axes; axis++)
                solver->movers.body[i].velocity[axis] += impulses->shared->dt * gravity[axis];
        }
    }
}

// ---- books

static bool falls(const ns_solver *solver, int32_t mover_at)
{
    return mover_at >= 0 && solver->movers.body[mover_at].inverse_mass > 0 &&
           solver->movers.body[mover_at].inverse_rho > 0;
}

// The constraints act all along the step from one velocity to the next. Blows are given where bodies are at the
// beginning of a step, half a step after the time that the velocities belong to, or later still: until then gravity has
// gone on.
typedef enum stage_kind { BOOK_BLOWS, BOOK_CONSTRAINTS, BOOK_RELAXATION } stage_kind;

// How long after the time of its velocities a contact acts.
static double later_by(const impulses *impulses, const ns_contact *contact, stage_kind kind)
{
    if (kind == BOOK_BLOWS)
        return 0.5 * impulses->shared->dt_before + solver_delay(&impulses->solver, contact);
    return kind == BOOK_RELAXATION ? 0.5 * impulses->shared->dt : 0;
}

static void book_stage(impulses *impulses, const mover *before, stage_kind kind)
{
    const ns_solver *solver = &impulses->solver;
    const v3 gravity =
        v3_make(impulses->part->stepping.gravity[0], impulses->part->stepping.gravity[1],
                impulses->part->stepping.flat ? 0 : impulses->part->stepping.gravity[2]);
#pragma omp parallel num_threads(impulses->shared->threads)
    {
        exact_sum *mine = impulses->part->report[omp_get_thread_num()].ended;
#pragma omp for schedule(static)
        for (int64_t i = 0; i < solver->network.contacts; i++) {
            const ns_contact *contact = &solver->network.contact[i];
            const impact_row *impulse =
                kind == BOOK_CONSTRAINTS ? &contact->impulse : &solver->impacts.blow[i];
            contact_work work = contact_work_of(solver, before, contact, impulse);
            int falling = falls(solver, contact->b) - falls(solver, contact->a);
            v3 gain = v3_scale(falling * later_by(impulses, contact, kind), gravity);
            work.normal += impulse->push * v3_dot(contact->normal, gain);
            work.friction += v3_dot(impulse->drag, gain);
            exact_sum_add(&mine[BOOK_DAMPING], -work.normal);
            exact_sum_add(&mine[BOOK_FRICTION], -work.friction);
            exact_sum_add(&mine[BOOK_ROLLING], -work.rolling);
            exact_sum_add(&mine[BOOK_WORK], (work.normal + work.friction) + work.rolling);
        }
    }
}

// ---- motion

static void move_ball(impulses *impulses, int32_t i, report *report)
{
    bodies *bodies = &impulses->part->body;
    const mover *mover = &impulses->solver.movers.body[i];
    const double *from = bodies->position[bodies->now][i].v;
    const double *hold = bodies->hold[i].v;
    const double h = impulses->shared->dt;
    rec4 *to = &bodies->position[1 - bodies->now][i];
    const v3 lag =
        impulses->solver.impacts.lagging ? impulses->solver.impacts.lag[i].way : v3_make(0, 0, 0);
    const double late[3] = {lag.x, lag.y, lag.z};
    const stepping *stepping = &impulses->part->stepping;
    const double *velocity = mover->velocity;
    const double *rim = mover->rim;
    const int next = 1 - bodies->now;
    bool mobile = mover->inverse_mass > 0;
    bool out = false;
    double d2 = 0;
    bodies->velocity[next][i] =
        (rec4){{velocity[0], velocity[1], velocity[2], mover->inverse_mass}};
    bodies->spin[next][i] = (rec4){{rim[0], rim[1], rim[2], mover->inverse_rho}};
    *to = bodies->position[bodies->now][i];
    for (int axis = 0; axis < 3 && mobile; axis++) {
        const double at = from[axis] + h * velocity[axis] - late[axis];
        const double off = at - hold[axis];
        to->v[axis] = at;
        d2 += off * off;
        out = out || at < stepping->low[axis] || at >= stepping->high[axis];
    }
    if (mobile && bodies->with_orientation) {
        v3 spin = v3_scale(mover->inverse_rho, mover_rim(mover));
        double *turn = bodies->orientation[i].v;
        q4 turned = q4_unit(
            q4_mul(rotation_midpoint(spin, 0.25 * h), (q4){turn[0], turn[1], turn[2], turn[3]}));
        bodies->orientation[i] = (rec4){{turned.w, turned.x, turned.y, turned.z}};
    }
    report->moved2 = real_max(report->moved2, d2);
    if (out || !(d2 < 1e300))
        cross_border(&impulses->part->stepping, i, report);
}

static void move_bodies(impulses *impulses)
{
    bodies *bodies = &impulses->part->body;
#pragma omp parallel for num_threads(impulses->shared->threads) schedule(static)
    for (int32_t i = 0; i < bodies->count; i++) {
        report *report = &impulses->part->report[omp_get_thread_num()];
        const mover *mover = &impulses->solver.movers.body[i];
        if (!bodies_clumped(bodies, i)) {
            move_ball(impulses, i, report);
        } else if (bodies->member[2 * (size_t)i] == 0) {
            clump_carry(&impulses->part->stepping, i, mover_velocity(mover),
                        v3_scale(mover->inverse_rho, mover_rim(mover)), report);
        }
    }
}

// ---- the step

// Everything between the contacts and the velocities that move the bodies.
static bool solve(impulses *impulses)
{
    ns_solver *solver = &impulses->solver;
    if (!solver_order(solver))
        return false;
    const bool late = solver->impacts.fastest > 0;
    if (late)
        solver_fall(solver, solver->movers.body, 1);
    if (!solver_keep(solver, &solver->past.start) || !solver_impact(solver))
        return false;
    if (late) {
        solver_fall(solver, solver->movers.body, -1);
        solver_fall(solver, solver->past.start.at, -1);
    }
    if (!solver_lag(solver))
        return false;
    if (solver->impacts.any &&
        (!impulses_gather_again(impulses) || !solver_strike_again(solver) || !solver_lag(solver)))
        return false;
    if (impulses->shared->model->ledger && solver->impacts.any)
        book_stage(impulses, solver->past.start.at, BOOK_BLOWS);
    if (impulses->shared->model->ledger && !solver_keep(solver, &solver->past.free))
        return false;
    solver_prepare(solver);
    solver_shift_constraints(solver);
    push_bodies(impulses);
    impulses_push_walls(impulses, solver->past.start.at);
    solver_advance(solver);
    if (impulses->shared->model->ledger)
        book_stage(impulses, solver->past.free.at, BOOK_CONSTRAINTS);
    return true;
}

// What relaxation has changed goes to the velocities alone; its work to the books.
static void take_velocities(impulses *impulses, const mover *before)
{
    bodies *bodies = &impulses->part->body;
    for (int32_t i = 0; i < bodies->count; i++) {
        const mover *mover = &impulses->solver.movers.body[i];
        if (!bodies_clumped(bodies, i)) {
            double *velocity = bodies->velocity[1 - bodies->now][i].v;
            double *spin = bodies->spin[1 - bodies->now][i].v;
            memcpy(velocity, mover->velocity, 3 * sizeof *velocity);
            memcpy(spin, mover->rim, 3 * sizeof *spin);
        } else if (bodies->member[2 * (size_t)i] == 0) {
            v3 rim = v3_sub(mover_rim(mover), mover_rim(&before[i]));
            clump_push(&impulses->part->stepping, i,
                       v3_sub(mover_velocity(mover), mover_velocity(&before[i])),
                       v3_scale(mover->inverse_rho, rim));
        }
    }
}

static impact_row difference(const impact_row *impulse, const impact_row *less)
{
    return (impact_row){
        .push = impulse->push - less->push,
        .twist = impulse->twist - less->twist,
        .drag = v3_sub(impulse->drag, less->drag),
        .roll = v3_sub(impulse->roll, less->roll),
    };
}

static bool relax(impulses *impulses)
{
    ns_solver *solver = &impulses->solver;
    if (impulses->shared->model->nonsmooth.relax <= 0)
        return true;
    if (!solver_keep(solver, &solver->past.relaxed) || !solver_reserve_blows(solver))
        return false;
    for (int64_t i = 0; i < solver->network.contacts; i++)
        solver->impacts.blow[i] = solver->network.contact[i].impulse;
    solver_relax(solver);
    for (int64_t i = 0; i < solver->network.contacts; i++) {
        solver->impacts.blow[i] =
            difference(&solver->network.contact[i].impulse, &solver->impacts.blow[i]);
    }
    if (impulses->shared->model->ledger)
        book_stage(impulses, solver->past.relaxed.at, BOOK_RELAXATION);
    impulses_load_walls(impulses, true);
    take_velocities(impulses, solver->past.relaxed.at);
    return true;
}

static bool step(void *state)
{
    impulses *impulses = state;
    if (!impulses_gather(impulses) || !solve(impulses))
        return false;
    impulses_load_walls(impulses, false);
    move_bodies(impulses);
    bool kept = relax(impulses) && solver_remember(&impulses->solver);
    impulses_count_effort(impulses);
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
    .move_walls = impulses_move_walls,
    .see = impulses_see,
    .contacts = contacts,
    .effort = impulses_effort,
    .save = impulses_save,
    .load = impulses_load,
};
