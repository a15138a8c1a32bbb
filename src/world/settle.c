// settle.c - velocities and springs, which are kept at different times, brought to one time between two steps.
//
// A run keeps velocities half a step before the positions, and springs as they were one step ago: the next step first
// stretches them by what these velocities have moved. A velocity that is written is one of now. If it were put among
// those kept, springs would stretch by a step that it never made, and dashpots would see it one and a half times. So a
// world settles before it is written to. Its step is cut in two: springs are carried to the time of the positions and
// half of the kick is given here, by the forces with the true velocities; nothing moves. The other half is given by the
// next step, with the velocities that were written, as the first step of a run does, for which springs are those of its
// start. Where a step is cut in two, forces of velocities are taken twice, which is of second order in the step.
#include "world/internal.h"

#include "smooth/clumps.h"
#include "state/bodies.h"

// Drives that answer keep the velocity of half a step back, too; work of the walls is booked up to now.
static void settle_walls(world *w)
{
    for (int i = 0; i < w->walls; i++) {
        world_wall *k = &w->wall[i];
        if (w->wall_state[i].watched) world_book_wall(w, i);
        if (!k->drive || !k->drive->answers) continue;
        drive_in in = world_drive_in(k, world_time(w));
        in.dt = 0;
        in.kick = w->s.kick;
        wall_pose next = k->now;
        k->drive->pose(k->choice, &in, k->state, &next);
        k->now = next;
    }
}

static void settle_clumps(world *w)
{
    for (int32_t i = 0; w->body.with_clumps && i < w->follow.trails; i++) clump_settle(&w->s, w->follow.trail[i].head);
}

scree_status world_settle(world *w, scree_error *error)
{
    if (!w->started || w->m->solver != SOLVER_SMOOTH) return SCREE_OK;
    scree_status status = world_meet(w, error);
    if (status) return status;
    if (!world_reserve_pulls(w)) return fail_memory(error, "clumps");
    followers_place(&w->follow, &w->s, w->threads);
    world_place_walls(w);
    world_clear_reports(w);
    world_pace(w);
    w->s.kick = world_lag(w);
    w->s.dt = 0;
    world_step_blocks(w);
    world_merge_reports(w);
    if (w->report[0].trouble > TROUBLE_DEEP) return world_spend(w, &w->report[0], error);
    settle_clumps(w);
    settle_walls(w);
    w->body.now = 1 - w->body.now;
    w->started = false;
    return SCREE_OK;
}

scree_status world_settled(world *w, scree_error *error)
{
    world_place_walls(w);
    if (w->m->solver != SOLVER_SMOOTH) return SCREE_OK;
    scree_status status = world_meet(w, error);
    for (int i = 0; !status && i < w->list.blocks; i++) block_settle(&w->s, &w->list.block[i]);
    return status;
}
