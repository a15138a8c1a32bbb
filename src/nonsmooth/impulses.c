// impulses.c - the step of the nonsmooth solver: contacts, impacts, constraints, motion, and its books.
//
// Velocities and positions belong to the same time: v' = v + impulses and forces, x' = x + h v'. What walls and books
// see is the mean force of the step. See docs/nonsmooth.md.
#include "nonsmooth/impulses.h"

#include "base/mathlib.h"
#include "motion/clumps.h"
#include "nonsmooth/division.h"
#include "nonsmooth/falling.h"
#include "nonsmooth/stages.h"
#include "state/bodies.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

static bool make_solver(impulses *impulses)
{
    const shared *shared = impulses->shared;
    ns_solver *solver = &impulses->solver;
    size_t walls = (size_t)shared->walls + 1;
    impulses->wall = calloc(walls, sizeof *impulses->wall);
    impulses->motion = calloc(walls, sizeof *impulses->motion);
    impulses->surface = calloc(walls, sizeof *impulses->surface);
    if (!impulses->wall || !impulses->motion || !impulses->surface)
        return false;
    if (!solver_init(solver, shared->law, shared->sets, shared->threads, shared->width))
        return false;
    bool single = shared->model->nonsmooth.single;
    return !single || solver_make_single(solver, shared->width);
}

static bool any_core(const shared *shared)
{
    const model *model = shared->model;
    for (int set = 0; set < model->grain_sets + model->streams; set++) {
        if (shared->core[set])
            return true;
    }
    return false;
}

static scree_status make(shared *shared, part *first, int parts, const transport *ranks,
                         void **state, scree_error *error)
{
    const model *model = shared->model;
    impulses *impulses = calloc(1, sizeof *impulses);
    *state = impulses;
    if (!impulses)
        return fail_memory(error, "solver");
    impulses->shared = shared;
    if (!sharing_make(&impulses->sharing, first, parts, ranks))
        return fail_memory(error, "solver");
    impulses->part = sharing_here(&impulses->sharing);
    const stepping *stepping = &impulses->part->stepping;
    if (!make_solver(impulses))
        return fail_memory(error, "solver");
    ns_solver *solver = &impulses->solver;
    solver->bounds.wall = impulses->wall;
    solver->bounds.walls = shared->walls;
    solver->division = ranks ? division_of(ranks) : NULL;
    if (ranks && !solver->division)
        return fail_memory(error, "solver");
    for (int axis = 0; axis < 3; axis++)
        solver->bounds.periodic[axis] = stepping->context.length[axis];
    solver->set = (ns_settings){
        .choice = &model->nonsmooth,
        .gravity = v3_norm(model->gravity),
        .down = model->gravity,
        .spin_factor = stepping->spin_factor,
        .flat = stepping->flat,
        .bends = any_core(shared),
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
    sharing_free(&impulses->sharing);
    free(impulses->wall);
    free(impulses->motion);
    free(impulses->surface);
    free(impulses->change);
    free(impulses);
}

static void pace(void *state)
{
    impulses *impulses = state;
    const shared *shared = impulses->shared;
    const ns_sharing *sharing = &impulses->sharing;
    ns_settings *settings = &impulses->solver.set;
    for (part *part = sharing->part; part < sharing->part + sharing->parts; part++) {
        stepping *stepping = &part->stepping;
        stepping->context.dt = shared->dt_before;
        stepping->dt = shared->dt;
        stepping->kick = shared->dt;
        stepping->measure = true;
    }
    settings->step = shared->dt;
    settings->step_before = shared->dt_before;
    settings->diameter = shared->diameter > 0 ? shared->diameter : 1;
}

// ---- motion

static void turn_ball(const bodies *bodies, const mover *mover, int32_t i, double dt)
{
    v3 spin = v3_scale(mover->inverse_rho, mover_rim(mover));
    q4 turn = rotation_midpoint(spin, 0.25 * dt);
    q4 turned = q4_unit(q4_mul(turn, bodies_orientation(bodies, i)));
    bodies->orientation[i] = (rec4){{turned.w, turned.x, turned.y, turned.z}};
}

static void move_ball(impulses *impulses, int32_t i, report *report)
{
    const ns_solver *solver = &impulses->solver;
    const ns_impacts *impacts = &solver->impacts;
    const stepping *stepping = &impulses->part->stepping;
    bodies *bodies = &impulses->part->body;
    const int32_t at_mover = impulses_mover(impulses, i);
    const mover *mover = &solver->movers.body[at_mover];
    const double *velocity = mover->velocity;
    const double *rim = mover->rim;
    const double *hold = bodies->hold[i].v;
    const double dt = impulses->shared->dt;
    const int next = 1 - bodies->now;
    rec4 to = bodies->position[bodies->now][i];
    v3 lag = impacts->lagging ? impacts->lag[at_mover].way : v3_make(0, 0, 0);
    const double late[3] = {lag.x, lag.y, lag.z};
    const int axes = mover->inverse_mass > 0 ? 3 : 0;
    bool out = false;
    double d2 = 0;
    for (int axis = 0; axis < axes; axis++) {
        double at = to.v[axis] + dt * velocity[axis] - late[axis];
        double off = at - hold[axis];
        to.v[axis] = at;
        d2 += off * off;
        out = out || at < stepping->low[axis] || at >= stepping->high[axis];
    }
    bodies->position[next][i] = to;
    bodies->velocity[next][i] =
        (rec4){{velocity[0], velocity[1], velocity[2], mover->inverse_mass}};
    bodies->spin[next][i] = (rec4){{rim[0], rim[1], rim[2], mover->inverse_rho}};
    if (axes > 0 && bodies->with_orientation)
        turn_ball(bodies, mover, i, dt);
    report->moved2 = real_max(report->moved2, d2);
    if (out || !(d2 < 1e300))
        cross_border(stepping, i, report);
}

static bool is_head(const bodies *bodies, int32_t slot)
{
    return bodies->member[2 * (size_t)slot] == 0;
}

static void move_part(impulses *impulses)
{
    part *part = impulses->part;
    const bodies *bodies = &part->body;
    const ns_impacts *impacts = &impulses->solver.impacts;
#pragma omp parallel for num_threads(impulses->shared->threads) schedule(static)
    for (int32_t i = 0; i < bodies->count; i++) {
        report *report = &part->report[omp_get_thread_num()];
        const int32_t at = impulses_mover(impulses, i);
        const mover *mover = &impulses->solver.movers.body[at];
        if (!bodies_clumped(bodies, i)) {
            move_ball(impulses, i, report);
        } else if (is_head(bodies, i)) {
            clump_course course = {
                .velocity = mover_velocity(mover),
                .spin = v3_scale(mover->inverse_rho, mover_rim(mover)),
            };
            if (impacts->lagging) {
                course.late_way = impacts->lag[at].way;
                course.late_turn = impacts->lag[at].turn;
            }
            clump_carry(&part->stepping, i, &course, report);
        }
    }
}

// Does that with the bodies of each part that stands here.
static void each_part(impulses *impulses, void (*act)(struct impulses *impulses))
{
    const ns_sharing *sharing = &impulses->sharing;
    for (part *part = sharing_here(sharing); part < sharing_end(sharing); part++) {
        impulses->part = part;
        act(impulses);
    }
    impulses->part = sharing_here(sharing);
}

// ---- the step

// First blows, at the time of each, and when they act.
static bool strike(ns_solver *solver)
{
    const bool late = solver->impacts.fastest > 0;
    if (late)
        solver_fall(solver, solver->movers.body, 1);
    if (!solver_keep(solver, &solver->past.start) || !solver_impact(solver))
        return false;
    if (late) {
        solver_fall(solver, solver->movers.body, -1);
        solver_fall(solver, solver->past.start.at, -1);
    }
    return solver_lag(solver);
}

// What the first blows set moving may meet something else in the same step, what these throw as well, and so on.
static bool strike_again(impulses *impulses)
{
    ns_solver *solver = &impulses->solver;
    ns_past *past = &solver->past;
    const ns_network *network = &solver->network;
    int64_t had = -1;
    solver->network.searches = 0;
    if (!solver_keep(solver, &past->looked))
        return false;
    memcpy(past->looked.at, past->start.at, (size_t)solver->movers.count * sizeof *past->start.at);
    while (network->contacts > had && network->searches < NS_SEARCHES) {
        had = network->contacts;
        if (!impulses_gather_again(impulses) || !solver_keep(solver, &past->looked) ||
            !solver_strike_again(solver) || !solver_lag(solver))
            return false;
    }
    return true;
}

// Everything between the contacts and the velocities that move the bodies.
static bool solve(impulses *impulses)
{
    ns_solver *solver = &impulses->solver;
    ns_past *past = &solver->past;
    const bool books = impulses_keep_books(impulses);
    if (!solver_order(solver) || !strike(solver))
        return false;
    if (solver->impacts.any && !strike_again(impulses))
        return false;
    if (books && solver->impacts.any && !impulses_book(impulses, past->start.at, BOOK_BLOWS))
        return false;
    if (books && !solver_keep(solver, &past->free))
        return false;
    solver_renew_rows(solver);
    solver_shift_constraints(solver);
    if (!impulses_fall(impulses))
        return false;
    impulses_push_walls(impulses, past->start.at);
    if (!solver_advance(solver))
        return false;
    return !books || impulses_book(impulses, past->free.at, BOOK_CONSTRAINTS);
}

// What relaxation has changed goes to the velocities alone; its work to the books.
static void take_velocities(impulses *impulses)
{
    const mover *before = impulses->solver.past.relaxed.at;
    const part *part = impulses->part;
    const bodies *bodies = &part->body;
    const int next = 1 - bodies->now;
    for (int32_t i = 0; i < bodies->count; i++) {
        const int32_t at = impulses_mover(impulses, i);
        const mover *mover = &impulses->solver.movers.body[at];
        if (!bodies_clumped(bodies, i)) {
            double *velocity = bodies->velocity[next][i].v;
            double *spin = bodies->spin[next][i].v;
            memcpy(velocity, mover->velocity, 3 * sizeof *velocity);
            memcpy(spin, mover->rim, 3 * sizeof *spin);
        } else if (is_head(bodies, i)) {
            v3 velocity = v3_sub(mover_velocity(mover), mover_velocity(&before[at]));
            v3 rim = v3_sub(mover_rim(mover), mover_rim(&before[at]));
            v3 spin = v3_scale(mover->inverse_rho, rim);
            clump_push(&part->stepping, i, velocity, spin);
        }
    }
}

static bool relax(impulses *impulses)
{
    const model *model = impulses->shared->model;
    ns_solver *solver = &impulses->solver;
    const ns_network *network = &solver->network;
    mover_copy *before = &solver->past.relaxed;
    if (model->nonsmooth.relax <= 0)
        return true;
    if (!solver_keep(solver, before) || !solver_reserve_blows(solver))
        return false;
    impact_row *blow = solver->impacts.blow;
    for (int64_t i = 0; i < network->contacts; i++)
        blow[i] = network->contact[i].impulse;
    solver_relax(solver);
    for (int64_t i = 0; i < network->contacts; i++)
        blow[i] = impact_row_plus(&network->contact[i].impulse, -1, &blow[i]);
    if (impulses_keep_books(impulses) && !impulses_book(impulses, before->at, BOOK_RELAXATION))
        return false;
    impulses_load_walls(impulses, true);
    each_part(impulses, take_velocities);
    return true;
}

static bool step(void *state)
{
    impulses *impulses = state;
    if (!impulses_gather(impulses) || !solve(impulses)) {
        sharing_abandon(&impulses->sharing);
        return false;
    }
    impulses_load_walls(impulses, false);
    each_part(impulses, move_part);
    bool kept = relax(impulses) && solver_remember(&impulses->solver);
    if (!kept)
        sharing_abandon(&impulses->sharing);
    impulses_count_effort(impulses);
    return kept;
}

static bool forget(void *state, const int64_t *id, int64_t count)
{
    impulses *impulses = state;
    return solver_forget(&impulses->solver, id, count);
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
    .problem = impulses_problem,
    .save = impulses_save,
    .load = impulses_load,
    .complete = impulses_complete,
    .forget = forget,
};
