// solver.c - the smooth solver as a world sees it (motion/solver.h): its step, what it saves, and what it asks of
// lists.
//
// The step: grains whose motion is written are told to the blocks; blocks compute contacts, forces, and the motion of
// balls; bodies of several balls add up and move; walls go on, and their work is booked.
#include "smooth/forces.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "smooth/save.h"
#include "smooth/written.h"

#include <omp.h>
#include <stdlib.h>

// The loads of all threads and parts have been merged.
static void book_wall(forces *f, int i)
{
    moving_wall *k = &f->shared->wall[i];
    const wall_load *load = &f->part->scratch[0].load[i];
    k->force = exact_sum_v3_value(&load->force);
    k->torque = exact_sum_v3_value(&load->torque);
    const wall_pose motion = shared_wall_motion(f->shared, i, k->force, k->torque);
    const double pushes = v3_dot(k->force, motion.velocity);
    const double turns = v3_dot(k->torque, motion.spin);
    f->shared->books.walls -= f->part->stepping.kick * (pushes + turns);
}

// How far a wall comes nearer to the grains of each part.
static void note_way(forces *f, const moving_wall *k, const wall_pose *next)
{
    const double turn = real_max(v3_norm(k->now.spin), v3_norm(next->spin)) * f->shared->dt;
    for (part *p = f->part; p < f->part + f->parts; p++)
        p->wall_way = real_max(p->wall_way, part_wall_way(p, f->shared->threads, k, next, turn));
}

// Work of the walls in this step, then their poses of the next.
static void advance_walls(void *state)
{
    forces *f = state;
    for (part *p = f->part; p < f->part + f->parts; p++)
        p->wall_way = 0;
    for (int i = 0; i < f->shared->walls; i++) {
        moving_wall *k = &f->shared->wall[i];
        if (f->shared->wall_state[i].watched)
            book_wall(f, i);
        if (!k->drive)
            continue;
        drive_in in = moving_wall_drive_in(k, shared_time_of(f->shared, f->shared->step + 1));
        in.dt = f->shared->dt;
        in.kick = f->part->stepping.kick;
        wall_pose next = k->now;
        k->drive->pose(k->choice, &in, k->state, &next);
        note_way(f, k, &next);
        k->was = k->now;
        k->now = next;
    }
    for (part *p = f->part; p < f->part + f->parts; p++)
        p->wall_moved += p->wall_way;
}

static void step_blocks(const forces *f, part *p)
{
    const stepping *s = &p->stepping;
    followers_wake(&p->follow, s, p->list.block, p->list.blocks);
    turns_deal(p->list.turns, f->shared->threads, p->list.blocks);
#pragma omp parallel num_threads(f->shared->threads)
    {
        const int threads = f->shared->threads;
        const int me = omp_get_thread_num();
        int next;
        for (int i; (i = turns_take(p->list.turns, threads, me, &next)) >= 0;) {
            block *own = &p->list.block[i];
            const block *ahead = next < 0 ? NULL : &p->list.block[next];
            f->kernel->block_step(s, own, ahead, &p->scratch[me], &p->report[me]);
        }
    }
}

// Room for the pulls on the balls of clumps.
static bool reserve_pulls(part *p)
{
    if (!p->body.with_clumps || p->pull_room >= p->body.count)
        return true;
    mem_free(p->stepping.pull);
    p->pull_room = p->body.room;
    p->stepping.pull = mem_array(2 * ((int64_t)p->pull_room + 1), sizeof *p->stepping.pull);
    if (!p->stepping.pull)
        p->pull_room = 0;
    return p->stepping.pull != NULL;
}

// Bodies of several balls, once all blocks have left the pulls on them.
static void step_clumps(const forces *f, part *p)
{
    followers *bodies_of = &p->follow;
    if (!p->body.with_clumps)
        return;
#pragma omp parallel num_threads(f->shared->threads)
    {
        int64_t me = omp_get_thread_num();
        int64_t all = omp_get_num_threads();
        clumps_move(&p->stepping, f->kernel->clumps, f->kernel->width,
                    (int32_t)(me * bodies_of->trails / all),
                    (int32_t)((me + 1) * bodies_of->trails / all), &p->report[me]);
    }
    bodies_of->behind = bodies_of->any;
}

// Blocks that could not do their part: bodies stay where they are.
static bool stuck(const forces *f, const part *p)
{
    bool bad = false;
    for (int t = 0; t < f->shared->threads; t++)
        bad = bad || p->report[t].trouble > TROUBLE_DEEP;
    return bad;
}

// ---- the table

static scree_status make_forces(shared *x, part *first, int parts, void **state, scree_error *error)
{
    forces *f = calloc(1, sizeof *f);
    *state = f;
    if (!f)
        return fail_memory(error, "solver");
    *f = (forces){x, first, parts, kernel_choose(x->width)};
    return SCREE_OK;
}

static void pace_forces(void *state)
{
    const forces *f = state;
    for (part *p = f->part; p < f->part + f->parts; p++)
        part_pace(p, f->shared);
}

static bool step_part(const forces *f, part *p)
{
    if (!reserve_pulls(p) || !written_take(p, f->shared))
        return false;
    step_blocks(f, p);
    if (!stuck(f, p))
        step_clumps(f, p);
    return true;
}

// No part reads what another one computes in this step.
static bool step_forces(void *state)
{
    const forces *f = state;
    bool ok = true;
    for (part *p = f->part; ok && p < f->part + f->parts; p++)
        ok = step_part(f, p);
    return ok;
}

static void meet_contacts(void *state, report *r)
{
    const forces *f = state;
    for (part *p = f->part; p < f->part + f->parts; p++)
        for (int i = 0; i < p->list.blocks; i++)
            f->kernel->block_meet(&p->stepping, &p->list.block[i], r);
}

static void settle_contacts(void *state)
{
    const forces *f = state;
    for (part *p = f->part; p < f->part + f->parts; p++)
        for (int i = 0; i < p->list.blocks; i++)
            block_settle(&p->stepping, &p->list.block[i]);
}

const solver smooth_solver = {
    .resolves = true,
    .lags = true,
    .schemes = true,
    .trails = true,
    .parts = true,
    .make = make_forces,
    .free = free,
    .pace = pace_forces,
    .step = step_forces,
    .move_walls = advance_walls,
    .meet = meet_contacts,
    .save = save_contacts,
    .load = load_contacts,
    .complete = open_dashpots,
    .settle = settle_contacts,
};
