// step.c - the step: grains go and come, lists are kept young, the solver takes the parts on, walls move.
#include "world/ranks.h"
#include "world/maser.h"

#include "smooth/written.h"

#include "base/mathlib.h"

#include <math.h>
#include <time.h>

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// Measuring costs the reading of one more record a body. While the bound has grown by less than one level of the
// sleeping pairs it is good enough. It is that of all bodies, in whichever part they are.
static void note_motion(world *world, part *part, const report *report)
{
    stepping *stepping = &part->stepping;
    const double before = stepping->measure ? 0 : stepping->moved - part->cell_way;
    const double farthest = sqrt(report->moved2);
    const double in_step = world->shared->dt * sqrt(report->speed2) * (1 + 1e-9);
    part->cell_way += world_cell_way(world) + world->shared->growth.way;
    stepping->moved = real_max(farthest, before + in_step) + part->cell_way;
    if (stepping->measure)
        part->measured = stepping->moved;
    const double since = stepping->moved - part->measured;
    stepping->measure = stepping->rare || !(since < stepping->skin / NEAR_LEVELS);
}

// The verdict on a step that has been computed in full: a contact too deep, a grain that passed through a wall or was
// lost. The first fault is told; of a grain that was lost through a wall that is the wall.
static scree_status judge(world *world, const report *report, scree_error *error)
{
    const bool loss_stops = world->shared->model->loss == ON_LOSS_STOP;
    scree_status verdict = SCREE_OK;
    if (report->trouble == TROUBLE_DEEP)
        verdict = world_trouble(world, report, error);
    if (verdict == SCREE_OK)
        verdict = world_check_crossings(world, report, error);
    if (verdict == SCREE_OK && report->trouble == TROUBLE_LOST && loss_stops)
        verdict = world_trouble(world, report, error);
    if (verdict == SCREE_OK)
        verdict = world_check_obstacles(world, error);
    return verdict;
}

// Who keeps account of every step.
static scree_status tell(world *world, scree_error *error)
{
    const scree_status status = world_tell_strokes(world, error);
    return status ? status : world_tell_gates(world, error);
}

static scree_status step(world *world, scree_error *error)
{
    shared *shared = world->shared;
    double t0 = seconds();
    const solver *solver = shared->solver;
    solver->pace(world->solver);
    bool flows = world_wants_flow(world);
    if (flows)
        world_place_followers(world);
    scree_status status = world_check_drives(world, error);
    if (status == SCREE_OK)
        status = world_check_radii(world, error);
    if (status == SCREE_OK)
        status = world_change_walls(world, error);
    if (status == SCREE_OK && flows)
        status = world_flow(world, error);
    if (status == SCREE_OK)
        status = world_check_moving_borders(world, error);
    if (status == SCREE_OK)
        status = world_refresh(world, false, error);
    if (status == SCREE_OK)
        status = world_open_cell_step(world, error);
    if (status != SCREE_OK)
        return status;
    const scree_status fed = maser_step(world, world_step, error);
    if (fed != SCREE_OK && (fed != SCREE_DIVERGED || maser_spent(world)))
        return fed;
    status = world_mark_gates(world, error);
    if (status != SCREE_OK)
        return status;
    world_drop_mirror(world);
    double t1 = seconds();
    for (part *part = world->part; part < world_parts_end(world); part++)
        part_clear_reports(part, shared);
    ranks_begin_step(world);
    if (!solver->step(world->solver))
        world_own(world)->report[0].trouble = TROUBLE_MEMORY;
    ranks_post(world);
    double t2 = seconds();
    const report *report = world_agree(world);
    if (report->trouble > TROUBLE_DEEP)
        return world_spend(world, report, error);
    const scree_status told = tell(world, error);
    written_forget(shared);
    solver->move_walls(world->solver);
    world_note_aims(world);
    world_close_cell_step(world);
    const scree_status verdict = judge(world, report, error);
    for (part *part = world->part; part < world_parts_end(world); part++) {
        written_let_go(part);
        part->body.now = 1 - part->body.now;
    }
    world_grow(world);
    for (part *part = world->part; part < world_parts_end(world); part++)
        note_motion(world, part, report);
    shared->started = true;
    shared->dt_before = shared->dt;
    shared->step++;
    world_pace_growth(world);
    shared_place_walls(shared);
    world_place_cell(world);
    world_exchange(world);
    status = maser_follow(world, error);
    if (status == SCREE_OK && report->lost && shared->model->loss == ON_LOSS_REMOVE) {
        world_place_followers(world);
        status = world_drop_lost(world, error);
    }
    if (status == SCREE_OK && shared->growth.below) {
        world_place_followers(world);
        status = world_drop_small(world, error);
    }
    double t3 = seconds();
    world->timing.seconds[STAGE_LISTS] += t1 - t0;
    world->timing.seconds[STAGE_BLOCKS] += t2 - t1;
    world->timing.seconds[STAGE_DRIVES] += t3 - t2;
    world->timing.steps++;
    if (told != SCREE_OK || status != SCREE_OK)
        return told != SCREE_OK ? told : status;
    return verdict != SCREE_OK ? verdict : fed;
}

// Is the stage over, and is there another one?
static bool stage_ended(const world *world)
{
    const world_staging *staging = &world->staging;
    return staging->end != STAGE_END_NONE && staging->number + 1 < staging->root->stages;
}

static scree_status take_steps(world *world, int64_t steps, scree_error *error)
{
    scree_status status = world_refuse(world, error);
    world_forget_traffic(world);
    if (status == SCREE_OK && steps > 0 && stage_ended(world))
        status = world_next_stage(world, error);
    const stage_end *end = &world->staging.end;
    const bool beyond = *end != STAGE_END_NONE; // of the last stage
    for (int64_t i = 0; status == SCREE_OK && i < steps && (beyond || *end == STAGE_END_NONE);
         i++) {
        status = step(world, error);
        const bool computed =
            status == SCREE_OK || (status == SCREE_DIVERGED && !world_spent(world));
        const scree_status verdict =
            computed ? staging_judge(world, status ? NULL : error) : SCREE_OK;
        status = status ? status : verdict;
    }
    world_place_followers(world); // for all who look at them
    const scree_status passed = staging_pass(world, status ? NULL : error);
    return status ? status : passed;
}

scree_status world_step(world *world, int64_t steps, scree_error *error)
{
    ranks_order(world, ORDER_STEP, steps);
    world->inside++;
    world_drop_mirror(world);
    const scree_status status = take_steps(world, steps, error);
    world->inside--;
    return ranks_same(world, status, error);
}
