// sweeping.c - sweeps through all blocks, phase by phase, and what hubs make of them.
//
// In a phase the velocity of a hub is frozen; each block adds up what its contacts have given to it, and when all
// blocks of the phase are done the sums are taken in their order. The inverse mass of a hub counts in each contact as
// often as it has contacts in the phase (mass splitting), so that together they do not overshoot.
//
// Without hubs no thread waits for a phase to end, which in a small system would take longer than the phase: turns are
// numbered, sweep by sweep and block by block, threads take them in that order, and one waits only while another is
// still at an earlier turn on a block beside its own. All that it must not overtake has an earlier turn, so blocks that
// share bodies are swept in the same order as phase by phase, and bits are the same.
#include "nonsmooth/division.h"

#include "base/mathlib.h"

#include <omp.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>

void solver_freeze_hubs(ns_solver *solver)
{
    ns_hubs *hubs = &solver->hubs;
    for (int32_t hub = 0; hub < hubs->count; hub++)
        hubs->frozen[hub] = solver->movers.body[hubs->mover[hub]];
}

// A wall moves along its axis and does not turn, or as far as its freedoms go.
static void hold_wall(const ns_solver *solver, int32_t at, const mover *was)
{
    mover *mover = &solver->movers.body[at];
    if (!mover_is_wall(solver, at))
        return;
    const ns_wall *wall = mover_wall(solver, at);
    v3 axis = wall->axis;
    v3 change = v3_sub(mover_velocity(mover), mover_velocity(was));
    v3 held = v3_fma(mover_velocity(was), v3_dot(change, axis), axis);
    if (wall->body)
        held = v3_add(mover_velocity(was), wall_lets(wall, change));
    else
        *mover = *was;
    mover->velocity[0] = held.x;
    mover->velocity[1] = held.y;
    mover->velocity[2] = held.z;
}

// What the blocks of a phase have given to the hubs, block by block.
static void settle_hubs(ns_solver *solver, int phase)
{
    ns_hubs *hubs = &solver->hubs;
    ns_movers *movers = &solver->movers;
    for (int32_t hub = 0; hub < hubs->count; hub++) {
        int32_t at = hubs->mover[hub];
        mover *body = &movers->body[at];
        mover was = *body;
        hub_sum all = {{0, 0, 0}, {0, 0, 0}};
        for (int i = solver->order.phase_first[phase]; i < solver->order.phase_first[phase + 1];
             i++) {
            const hub_sum *given = &busy_block(solver, i)->sum[hub];
            for (int axis = 0; axis < 3; axis++) {
                all.impulse[axis] += given->impulse[axis];
                all.turn[axis] += given->turn[axis];
            }
        }
        double unit = solver_unit(solver); // of the sums
        v3 turn =
            inertia_times(&movers->inertia[at], v3_make(all.turn[0], all.turn[1], all.turn[2]));
        const double change[3] = {unit * turn.x, unit * turn.y, unit * turn.z};
        for (int axis = 0; axis < 3; axis++) {
            body->velocity[axis] += body->inverse_mass * (unit * all.impulse[axis]);
            body->rim[axis] += change[axis];
        }
        hold_wall(solver, at, &was);
        hubs->frozen[hub] = *body;
    }
    if (solver->single)
        solver_freeze_single(solver);
}

static void sweep_block(ns_solver *solver, int at, bool measure)
{
    ns_hubs *hubs = &solver->hubs;
    ns_movers *movers = &solver->movers;
    ns_block *block = &solver->order.block[at];
    sweep_task task = {
        .body = movers->body,
        .inertia = movers->inertia,
        .spin_factor = solver->set.spin_factor,
        .hub = hubs->frozen,
        .sum = block->sum,
    };
    for (int32_t hub = 0; hub < hubs->count; hub++)
        memset(&block->sum[hub], 0, sizeof *block->sum);
    if (solver->single)
        solver_sweep_single(solver, block, measure);
    else
        block->most = solver->kernel->sweep(&task, block->batch, block->batches, measure);
}

// Contacts of hubs one by one.
static void sweep_last(ns_solver *solver, bool measure)
{
    ns_movers *movers = &solver->movers;
    ns_block *block = &solver->order.block[solver->order.blocks];
    sweep_task task = {
        .body = movers->body,
        .inertia = movers->inertia,
        .spin_factor = solver->set.spin_factor,
        .hub = solver->hubs.frozen,
        .sum = NULL,
    };
    block->most = 0;
    for (int32_t k = 0; k < block->batches; k++) {
        const ns_contact *contact = &solver->network.contact[block->lane[k][0]];
        mover was = contact->a >= 0 ? movers->body[contact->a] : movers->body[contact->b];
        block->most =
            real_max(block->most, solver->kernel->sweep(&task, &block->batch[k], 1, measure));
        if (contact->a >= 0)
            hold_wall(solver, contact->a, &was);
    }
    if (block->batches > 0)
        solver_freeze_hubs(solver);
    if (block->batches > 0 && solver->single)
        solver_freeze_single(solver);
}

static double most_of_all(const ns_solver *solver)
{
    const ns_order *order = &solver->order;
    double most = order->block[order->blocks].most;
    for (int i = 0; i < order->phase_first[NS_PHASES]; i++) {
        if (division_mine(solver, i))
            most = real_max(most, order->block[order->phase_block[i]].most);
    }
    return most;
}

// ---- in phases

static void sweep_phases(ns_solver *solver, bool measure)
{
    ns_order *order = &solver->order;
    for (int phase = 0; phase < NS_PHASES; phase++) {
        if (order->phase_first[phase] == order->phase_first[phase + 1])
            continue;
#pragma omp for schedule(dynamic)
        for (int i = order->phase_first[phase]; i < order->phase_first[phase + 1]; i++) {
            if (division_mine(solver, i))
                sweep_block(solver, order->phase_block[i], measure);
        }
        if (division_is_on(solver)) {
#pragma omp master
            division_pass(solver, phase);
#pragma omp barrier
        }
        if (solver->hubs.count > 0) {
#pragma omp single
            settle_hubs(solver, phase);
        }
    }
    if (order->block[order->blocks].batches > 0) {
#pragma omp single
        sweep_last(solver, measure);
    }
}

// ---- in turns

enum { SPINS = 2000 }; // before a thread that waits lets others run

static bool beside(const ns_solver *solver, int32_t a, int32_t b)
{
    for (int axis = 0; axis < 3; axis++) {
        int steps = solver->order.block[a].place[axis] - solver->order.block[b].place[axis];
        if (steps < 0)
            steps = -steps;
        if (steps > 1 && !(solver->cells.wraps[axis] && steps == solver->cells.along[axis] - 1))
            return false;
    }
    return true;
}

// The next turn before `end`, or -1. It is shown before it is taken, so that whoever takes a later one sees it.
static int64_t take(ns_solver *solver, int me, int64_t end)
{
    int64_t turn = atomic_load_explicit(&solver->team.next_turn, memory_order_relaxed);
    do {
        if (turn >= end) {
            atomic_store_explicit(&solver->team.turn[me].at, INT64_MAX, memory_order_release);
            return -1;
        }
        atomic_store_explicit(&solver->team.turn[me].at, turn, memory_order_release);
    } while (!atomic_compare_exchange_weak_explicit(&solver->team.next_turn, &turn, turn + 1,
                                                    memory_order_acq_rel, memory_order_relaxed));
    return turn;
}

static void rest(int spins)
{
    if (spins >= SPINS) {
        sched_yield();
        return;
    }
#ifdef __x86_64__
    __builtin_ia32_pause();
#endif
}

static void wait_for_others(const ns_solver *solver, int me, int64_t turn)
{
    const ns_order *order = &solver->order;
    int blocks = order->phase_first[NS_PHASES];
    for (int other = 0; other < solver->threads; other++) {
        for (int spins = 0; other != me; spins++) {
            int64_t at = atomic_load_explicit(&solver->team.turn[other].at, memory_order_acquire);
            if (at >= turn ||
                !beside(solver, order->phase_block[at % blocks], order->phase_block[turn % blocks]))
                break;
            rest(spins);
        }
    }
}

// All turns up to the end of sweep `to`, the last sweep measured.
static void sweep_turns(ns_solver *solver, int to)
{
    int me = omp_get_thread_num();
    int blocks = solver->order.phase_first[NS_PHASES];
    for (int64_t turn; (turn = take(solver, me, (int64_t)to * blocks)) >= 0;) {
        wait_for_others(solver, me, turn);
        sweep_block(solver, solver->order.phase_block[turn % blocks], turn / blocks + 1 == to);
    }
}

// ---- all

// One thread of all: sweeps until told to stop.
static void sweeps(ns_solver *solver, int most, double enough, int look, int *done)
{
    bool phases = solver->hubs.count > 0 || solver->order.block[solver->order.blocks].batches > 0 ||
                  division_is_on(solver);
    for (int from = 0, next; from < most; from = next) {
        next = from + look < most ? from + look : most;
        if (phases) {
            for (int sweep = from + 1; sweep <= next; sweep++)
                sweep_phases(solver, sweep == next);
        } else {
            sweep_turns(solver, next);
        }
#pragma omp barrier
#pragma omp master
        {
            solver->report.residual = division_most(solver, most_of_all(solver));
            *done = next;
        }
#pragma omp barrier
        const double left = solver->report.residual; // for all threads: nobody goes on alone
#pragma omp barrier
        if (!(left > enough))
            break;
    }
}

int solver_sweep(ns_solver *solver, ns_stage stage, int most, double enough, int look)
{
    ns_order *order = &solver->order;
    int done = 0;
    int widest = 1;
    double begin = omp_get_wtime();
    for (int phase = 0; phase < NS_PHASES; phase++) {
        int blocks = order->phase_first[phase + 1] - order->phase_first[phase];
        widest = blocks > widest ? blocks : widest;
    }
    solver_freeze_hubs(solver);
    order->block[order->blocks].most = 0;
    atomic_store(&solver->team.next_turn, 0);
    for (int thread = 0; thread < solver->threads; thread++)
        atomic_store(&solver->team.turn[thread].at, INT64_MAX);
    if (solver->single)
        solver_begin_single(solver);
#pragma omp parallel num_threads(solver->threads < widest ? solver->threads : widest)
    sweeps(solver, most, enough, look, &done);
    if (solver->single)
        solver_end_single(solver, stage);
    solver->report.sweeping += omp_get_wtime() - begin;
    return done;
}
