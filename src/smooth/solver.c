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
#include <time.h>

// The loads of all threads and parts have been merged.
static void book_wall(forces *forces, int i)
{
    shared *shared = forces->shared;
    moving_wall *wall = &shared->wall[i];
    const wall_load *load = &forces->part->scratch[0].load[i];
    wall->force = exact_sum_v3_value(&load->force);
    wall->torque = exact_sum_v3_value(&load->torque);
    const wall_pose motion = shared_wall_motion(shared, i, wall->force, wall->torque);
    const double pushes = v3_dot(wall->force, motion.velocity);
    const double turns = v3_dot(wall->torque, motion.spin);
    double power = pushes + turns;
    if (shared->wall_state[i].surface.moves)
        power += exact_sum_value(&load->surface);
    shared->books.walls -= forces->part->stepping.kick * power;
}

// How far a wall comes nearer to the grains of each part.
static void note_way(forces *forces, const moving_wall *wall, const wall_pose *next)
{
    const shared *shared = forces->shared;
    const double fastest = real_max(v3_norm(wall->now.spin), v3_norm(next->spin));
    const double turn = fastest * shared->dt;
    for (part *part = forces->part; part < parts_end(forces); part++) {
        const double way = part_wall_way(part, shared->threads, wall, next, turn);
        part->wall_way = real_max(part->wall_way, way);
    }
}

// Work of the walls in this step, then their poses of the next.
static void advance_walls(void *state)
{
    forces *forces = state;
    for (part *part = forces->part; part < parts_end(forces); part++)
        part->wall_way = 0;
    const shared *shared = forces->shared;
    const double then = shared_time_of(shared, shared->step + 1);
    for (int i = 0; i < shared->walls; i++) {
        moving_wall *wall = &shared->wall[i];
        if (shared->wall_state[i].watched)
            book_wall(forces, i);
        if (!drive_chain_is(&wall->drive) || moving_wall_waits(wall))
            continue;
        drive_in in = moving_wall_drive_in(wall, then);
        in.dt = shared->dt;
        in.kick = forces->part->stepping.kick;
        wall_pose next = wall->now;
        drive_chain_pose(&wall->drive, &in, wall->state, &next);
        note_way(forces, wall, &next);
        wall->was = wall->now;
        wall->now = next;
    }
    for (part *part = forces->part; part < parts_end(forces); part++)
        part->wall_moved += part->wall_way;
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// What the processor is taken away for counts little, for that comes and goes: cost falls at once and rises slowly.
static void note_cost(block *own, double took)
{
    const bool less = own->cost == 0 || took < own->cost;
    own->cost = less ? took : own->cost + (took - own->cost) / 64;
}

// The block that is next in turn.
static const block *block_ahead(const part *part, int next)
{
    if (next < 0)
        return NULL;
    return &part->list.block[part->listener ? part->listener->order[next] : next];
}

static void step_blocks(const forces *forces, part *part)
{
    const stepping *stepping = &part->stepping;
    followers_wake(&part->follow, stepping, part->list.block, part->list.blocks);
    turns_deal(part->list.turns, forces->shared->threads, part->list.blocks);
    const block_listener *listener = part->listener;
#pragma omp parallel num_threads(forces->shared->threads)
    {
        const int threads = forces->shared->threads;
        const int me = omp_get_thread_num();
        const bool measures = forces->parts > 1;
        double then = measures ? seconds() : 0;
        int next;
        for (int i; (i = turns_take(part->list.turns, threads, me, &next)) >= 0;) {
            const int which = listener ? listener->order[i] : i;
            block *own = &part->list.block[which];
            const block *ahead = block_ahead(part, next);
            forces->kernel->block_step(stepping, own, ahead, &part->scratch[me], &part->report[me]);
            if (listener)
                listener->done(listener->context, which, me);
            if (!measures)
                continue;
            const double now = seconds();
            note_cost(own, now - then);
            then = now;
        }
    }
}

// Room for the pulls on the balls of clumps.
static bool reserve_pulls(part *part)
{
    if (!part->body.with_clumps || part->pull_room >= part->body.count)
        return true;
    mem_free(part->stepping.pull);
    part->pull_room = part->body.room;
    part->stepping.pull =
        mem_array(2 * ((int64_t)part->pull_room + 1), sizeof *part->stepping.pull);
    if (!part->stepping.pull)
        part->pull_room = 0;
    return part->stepping.pull != NULL;
}

// Bodies of several balls, once all blocks have left the pulls on them.
static void step_clumps(const forces *forces, part *part)
{
    followers *bodies_of = &part->follow;
    if (!part->body.with_clumps)
        return;
#pragma omp parallel num_threads(forces->shared->threads)
    {
        int64_t me = omp_get_thread_num();
        int64_t all = omp_get_num_threads();
        clumps_move(&part->stepping, forces->kernel->clumps, forces->kernel->width,
                    (int32_t)(me * bodies_of->trails / all),
                    (int32_t)((me + 1) * bodies_of->trails / all), &part->report[me]);
    }
    bodies_of->behind = bodies_of->any;
}

// Blocks that could not do their part: bodies stay where they are.
static bool stuck(const forces *forces, const part *part)
{
    bool bad = false;
    for (int thread = 0; thread < forces->shared->threads; thread++)
        bad = bad || part->report[thread].trouble > TROUBLE_DEEP;
    return bad;
}

// ---- the table

static scree_status make_forces(shared *shared, part *first, int parts, const transport *ranks,
                                void **state, scree_error *error)
{
    (void)ranks; // a part needs no other one in a step
    forces *made = calloc(1, sizeof *made);
    *state = made;
    if (!made)
        return fail_memory(error, "solver");
    *made = (forces){shared, first, parts, kernel_choose(shared->width)};
    return SCREE_OK;
}

static void pace_forces(void *state)
{
    const forces *forces = state;
    for (part *part = forces->part; part < parts_end(forces); part++)
        part_pace(part, forces->shared);
}

static bool step_part(const forces *forces, part *part)
{
    if (part->body.count == 0)
        return true; // nothing stands there, or it is in another process
    if (!reserve_pulls(part) || !written_take(part, forces->shared))
        return false;
    step_blocks(forces, part);
    if (!stuck(forces, part))
        step_clumps(forces, part);
    return true;
}

// No part reads what another one computes in this step.
static bool step_forces(void *state)
{
    const forces *forces = state;
    bool ok = true;
    for (part *part = forces->part; ok && part < parts_end(forces); part++)
        ok = step_part(forces, part);
    return ok;
}

static void meet_contacts(void *state, report *report)
{
    const forces *forces = state;
    for (part *part = forces->part; part < parts_end(forces); part++)
        for (int i = 0; i < part->list.blocks; i++)
            forces->kernel->block_meet(&part->stepping, &part->list.block[i], report);
}

static void settle_contacts(void *state)
{
    const forces *forces = state;
    for (part *part = forces->part; part < parts_end(forces); part++)
        for (int i = 0; i < part->list.blocks; i++)
            block_settle(&part->stepping, &part->list.block[i]);
}

const solver smooth_solver = {
    .resolves = true,
    .lags = true,
    .schemes = true,
    .trails = true,
    .by_blocks = true,
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
