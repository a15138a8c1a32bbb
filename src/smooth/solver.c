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

static void book_wall(forces *f, int i)
{
    moving_wall *k = &f->shared->wall[i];
    exact_sum_v3 force;
    exact_sum_v3 torque;
    exact_sum_v3_clear(&force);
    exact_sum_v3_clear(&torque);
    for (int t = 0; t < f->shared->threads; t++) {
        exact_sum_v3_merge(&force, &f->part->scratch[t].load[i].force);
        exact_sum_v3_merge(&torque, &f->part->scratch[t].load[i].torque);
    }
    k->force = exact_sum_v3_value(&force);
    k->torque = exact_sum_v3_value(&torque);
    const wall_pose motion = shared_wall_motion(f->shared, i, k->force, k->torque);
    f->shared->books.walls -=
        f->part->s.kick * (v3_dot(k->force, motion.velocity) + v3_dot(k->torque, motion.spin));
}

// Work of the walls in this step, then their poses of the next.
static void advance_walls(void *state)
{
    forces *f = state;
    double farthest = 0;
    for (int i = 0; i < f->shared->walls; i++) {
        moving_wall *k = &f->shared->wall[i];
        if (f->shared->wall_state[i].watched)
            book_wall(f, i);
        if (!k->drive)
            continue;
        drive_in in = moving_wall_drive_in(k, shared_time_of(f->shared, f->shared->step + 1));
        in.dt = f->shared->dt;
        in.kick = f->part->s.kick;
        wall_pose next = k->now;
        k->drive->pose(k->choice, &in, k->state, &next);
        double turn = real_max(v3_norm(k->now.spin), v3_norm(next.spin)) * f->shared->dt;
        farthest = real_max(farthest, part_wall_way(f->part, f->shared->threads, k, &next, turn));
        k->was = k->now;
        k->now = next;
    }
    f->part->wall_moved += farthest;
}

static void step_blocks(forces *f)
{
    stepping *s = &f->part->s;
    followers_wake(&f->part->follow, s, f->part->list.block, f->part->list.blocks);
    turns_deal(f->part->list.turns, f->shared->threads, f->part->list.blocks);
#pragma omp parallel num_threads(f->shared->threads)
    {
        int me = omp_get_thread_num();
        int next;
        for (int i; (i = turns_take(f->part->list.turns, f->shared->threads, me, &next)) >= 0;)
            f->kernel->block_step(s, &f->part->list.block[i],
                                  next < 0 ? NULL : &f->part->list.block[next],
                                  &f->part->scratch[me], &f->part->report[me]);
    }
}

// Room for the pulls on the balls of clumps.
static bool reserve_pulls(forces *f)
{
    if (!f->part->body.with_clumps || f->part->pull_room >= f->part->body.count)
        return true;
    mem_free(f->part->s.pull);
    f->part->pull_room = f->part->body.room;
    f->part->s.pull = mem_array(2 * ((int64_t)f->part->pull_room + 1), sizeof *f->part->s.pull);
    if (!f->part->s.pull)
        f->part->pull_room = 0;
    return f->part->s.pull != NULL;
}

// Bodies of several balls, once all blocks have left the pulls on them.
static void step_clumps(forces *f)
{
    followers *bodies_of = &f->part->follow;
    if (!f->part->body.with_clumps)
        return;
#pragma omp parallel num_threads(f->shared->threads)
    {
        int64_t me = omp_get_thread_num();
        int64_t all = omp_get_num_threads();
        clumps_move(&f->part->s, f->kernel->clumps, f->kernel->width,
                    (int32_t)(me * bodies_of->trails / all),
                    (int32_t)((me + 1) * bodies_of->trails / all), &f->part->report[me]);
    }
    bodies_of->behind = bodies_of->any;
}

// Blocks that could not do their part: bodies stay where they are.
static bool stuck(const forces *f)
{
    bool bad = false;
    for (int t = 0; t < f->shared->threads; t++)
        bad = bad || f->part->report[t].trouble > TROUBLE_DEEP;
    return bad;
}

// ---- the table

static scree_status make_forces(shared *x, part *p, void **state, scree_error *error)
{
    forces *f = calloc(1, sizeof *f);
    *state = f;
    if (!f)
        return fail_memory(error, "solver");
    *f = (forces){x, p, kernel_choose(x->width)};
    return SCREE_OK;
}

static void pace_forces(void *state)
{
    const forces *f = state;
    part_pace(f->part, f->shared);
}

static bool step_forces(void *state)
{
    forces *f = state;
    if (!reserve_pulls(f) || !written_take(f->part))
        return false;
    step_blocks(f);
    if (!stuck(f))
        step_clumps(f);
    return true;
}

static void meet_contacts(void *state, report *r)
{
    const forces *f = state;
    for (int i = 0; i < f->part->list.blocks; i++)
        f->kernel->block_meet(&f->part->s, &f->part->list.block[i], r);
}

static void settle_contacts(void *state)
{
    const forces *f = state;
    for (int i = 0; i < f->part->list.blocks; i++)
        block_settle(&f->part->s, &f->part->list.block[i]);
}

const solver smooth_solver = {
    .resolves = true,
    .lags = true,
    .schemes = true,
    .trails = true,
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
