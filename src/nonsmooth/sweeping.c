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
#include "nonsmooth/solver.h"

#include "base/mathlib.h"

#include <omp.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>

void solver_freeze_hubs(ns_solver *s)
{
    for (int32_t k = 0; k < s->hubs; k++)
        s->hub[k] = s->body[s->hub_mover[k]];
}

// A wall moves along its axis and does not turn.
static void hold_wall(const ns_solver *s, int32_t at, const mover *was)
{
    mover *m = &s->body[at];
    if (!mover_is_wall(s, at))
        return;
    v3 axis = mover_wall(s, at)->axis;
    v3 change = v3_sub(mover_velocity(m), mover_velocity(was));
    v3 v = v3_fma(mover_velocity(was), v3_dot(change, axis), axis);
    *m = *was;
    m->velocity[0] = v.x;
    m->velocity[1] = v.y;
    m->velocity[2] = v.z;
}

// What the blocks of a phase have given to the hubs, block by block.
static void settle_hubs(ns_solver *s, int phase)
{
    for (int32_t k = 0; k < s->hubs; k++) {
        int32_t at = s->hub_mover[k];
        mover *m = &s->body[at];
        mover was = *m;
        hub_sum all = {{0, 0, 0}, {0, 0, 0}};
        for (int i = s->phase_first[phase]; i < s->phase_first[phase + 1]; i++) {
            const hub_sum *part = &s->block[s->phase_block[i]].sum[k];
            for (int d = 0; d < 3; d++) {
                all.impulse[d] += part->impulse[d];
                all.turn[d] += part->turn[d];
            }
        }
        double unit = solver_unit(s); // of the sums
        v3 turn = inertia_times(&s->inertia[at], v3_make(all.turn[0], all.turn[1], all.turn[2]));
        const double change[3] = {unit * turn.x, unit * turn.y, unit * turn.z};
        for (int d = 0; d < 3; d++) {
            m->velocity[d] += m->inverse_mass * (unit * all.impulse[d]);
            m->rim[d] += change[d];
        }
        hold_wall(s, at, &was);
        s->hub[k] = *m;
    }
    if (s->single)
        solver_freeze_single(s);
}

static void sweep_block(ns_solver *s, int at, bool measure)
{
    ns_block *b = &s->block[at];
    sweep_task task = {s->body, s->inertia, s->set.spin_factor, s->hub, b->sum};
    for (int32_t k = 0; k < s->hubs; k++)
        memset(&b->sum[k], 0, sizeof *b->sum);
    if (s->single)
        solver_sweep_single(s, b, measure);
    else
        b->most = s->kernel->sweep(&task, b->batch, b->batches, measure);
}

// Contacts of hubs one by one.
static void sweep_last(ns_solver *s, bool measure)
{
    ns_block *b = &s->block[s->blocks];
    sweep_task task = {s->body, s->inertia, s->set.spin_factor, s->hub, NULL};
    b->most = 0;
    for (int32_t k = 0; k < b->batches; k++) {
        const ns_contact *c = &s->contact[b->lane[k][0]];
        mover was = c->a >= 0 ? s->body[c->a] : s->body[c->b];
        b->most = real_max(b->most, s->kernel->sweep(&task, &b->batch[k], 1, measure));
        if (c->a >= 0)
            hold_wall(s, c->a, &was);
    }
    if (b->batches > 0)
        solver_freeze_hubs(s);
    if (b->batches > 0 && s->single)
        solver_freeze_single(s);
}

static double most_of_all(const ns_solver *s)
{
    double most = s->block[s->blocks].most;
    for (int i = 0; i < s->phase_first[NS_PHASES]; i++)
        most = real_max(most, s->block[s->phase_block[i]].most);
    return most;
}

// ---- in phases

static void sweep_phases(ns_solver *s, bool measure)
{
    for (int p = 0; p < NS_PHASES; p++) {
        if (s->phase_first[p] == s->phase_first[p + 1])
            continue;
#pragma omp for schedule(dynamic)
        for (int i = s->phase_first[p]; i < s->phase_first[p + 1]; i++)
            sweep_block(s, s->phase_block[i], measure);
        if (s->hubs > 0) {
#pragma omp single
            settle_hubs(s, p);
        }
    }
    if (s->block[s->blocks].batches > 0) {
#pragma omp single
        sweep_last(s, measure);
    }
}

// ---- in turns

enum { SPINS = 2000 }; // before a thread that waits lets others run

static bool beside(const ns_solver *s, int32_t a, int32_t b)
{
    for (int k = 0; k < 3; k++) {
        int d = s->block[a].place[k] - s->block[b].place[k];
        if (d < 0)
            d = -d;
        if (d > 1 && !(s->wraps[k] && d == s->cells[k] - 1))
            return false;
    }
    return true;
}

// The next turn before `end`, or -1. It is shown before it is taken, so that whoever takes a later one sees it.
static int64_t take(ns_solver *s, int me, int64_t end)
{
    int64_t turn = atomic_load_explicit(&s->next_turn, memory_order_relaxed);
    do {
        if (turn >= end) {
            atomic_store_explicit(&s->turn[me].at, INT64_MAX, memory_order_release);
            return -1;
        }
        atomic_store_explicit(&s->turn[me].at, turn, memory_order_release);
    } while (!atomic_compare_exchange_weak_explicit(&s->next_turn, &turn, turn + 1,
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

static void wait_for_others(const ns_solver *s, int me, int64_t turn)
{
    int n = s->phase_first[NS_PHASES];
    for (int k = 0; k < s->threads; k++) {
        for (int spins = 0; k != me; spins++) {
            int64_t at = atomic_load_explicit(&s->turn[k].at, memory_order_acquire);
            if (at >= turn || !beside(s, s->phase_block[at % n], s->phase_block[turn % n]))
                break;
            rest(spins);
        }
    }
}

// All turns up to the end of sweep `to`, the last sweep measured.
static void sweep_turns(ns_solver *s, int to)
{
    int me = omp_get_thread_num();
    int n = s->phase_first[NS_PHASES];
    for (int64_t turn; (turn = take(s, me, (int64_t)to * n)) >= 0;) {
        wait_for_others(s, me, turn);
        sweep_block(s, s->phase_block[turn % n], turn / n + 1 == to);
    }
}

// ---- all

// One thread of all: sweeps until told to stop.
static void sweeps(ns_solver *s, int most, double enough, int look, int *done)
{
    bool phases = s->hubs > 0 || s->block[s->blocks].batches > 0;
    for (int n = 0, next; n < most; n = next) {
        next = n + look < most ? n + look : most;
        if (phases)
            for (int k = n + 1; k <= next; k++)
                sweep_phases(s, k == next);
        else
            sweep_turns(s, next);
#pragma omp barrier
        double left =
            most_of_all(s); // the same for all threads: nobody sweeps between two barriers
#pragma omp barrier
#pragma omp single
        {
            s->report.residual = left;
            *done = next;
        }
        if (!(left > enough))
            break;
    }
}

int solver_sweep(ns_solver *s, ns_stage stage, int most, double enough, int look)
{
    int done = 0;
    int widest = 1;
    double begin = omp_get_wtime();
    for (int p = 0; p < NS_PHASES; p++) {
        int blocks = s->phase_first[p + 1] - s->phase_first[p];
        widest = blocks > widest ? blocks : widest;
    }
    solver_freeze_hubs(s);
    s->block[s->blocks].most = 0;
    atomic_store(&s->next_turn, 0);
    for (int k = 0; k < s->threads; k++)
        atomic_store(&s->turn[k].at, INT64_MAX);
    if (s->single)
        solver_begin_single(s);
#pragma omp parallel num_threads(s->threads < widest ? s->threads : widest)
    sweeps(s, most, enough, look, &done);
    if (s->single)
        solver_end_single(s, stage);
    s->report.sweeping += omp_get_wtime() - begin;
    return done;
}
