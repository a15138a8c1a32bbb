// ask.c - what is known of a world without a look at its contacts: time, counts, names, seconds.
#include "world/internal.h"
#include "world/ranks.h"

#include "state/bodies.h"
#include "state/stage_end.h"

#include <math.h>
#include <string.h>

void world_hear(world *world, frame_giver giver)
{
    world->giver = giver;
}

double world_time(const world *world)
{
    return shared_time_of(world->shared, world->shared->step);
}

world_clock world_clock_of(const world *world)
{
    const shared *shared = world->shared;
    return (world_clock){
        .step = shared->origin_step,
        .time = shared->origin_time,
        .dt = shared->dt,
    };
}

int64_t world_steps(const world *world)
{
    return world->shared->step;
}

double world_dt(const world *world)
{
    return world->shared->dt;
}

int64_t world_step_at(const world *world, double time)
{
    const shared *shared = world->shared;
    const int64_t most = INT64_C(9000000000000000);
    // 1 s of steps of 0.1 s are 10, whatever the division says
    const double steps = -floor(-((time - shared->origin_time) / shared->dt * (1 - 1e-12)));
    if (!(steps > 0))
        return shared->origin_step;
    return shared->origin_step + (steps < 9e15 ? (int64_t)steps : most);
}

// Where stages say how long the run is, the step at which it ends at the latest: each stage may end a step late, and one
// that ends by a condition up to the next look at it.
static int64_t latest_step(const world *world)
{
    const world_staging *staging = &world->staging;
    const model *root = staging->root;
    const int last = root->stages - 1;
    int64_t late = last - staging->number;
    double time = staging->begun_time[staging->number];
    if (staging->number == last && staging->end != STAGE_END_NONE)
        return world->shared->step;
    for (int i = staging->number; i <= last; i++) {
        const model_stage *stage = &root->stage[i];
        time = stage_latest_end(stage, time);
        if (stage->until_holds && !isfinite(stage->limit))
            late += stage->every;
    }
    return world_step_at(world, time) + late;
}

// A run shorter than a step takes none.
int64_t world_last_step(const world *world)
{
    const model *model = world->shared->model;
    if (world->staging.root->no_duration)
        return latest_step(world);
    if (model->steps > 0)
        return model->steps;
    return model->duration < world->shared->dt * (1 - 1e-12)
               ? 0
               : world_step_at(world, model->duration);
}

int world_ranks(const world *world)
{
    return world->ranks ? world->ranks->ranks : 1;
}

int world_parts(const world *world)
{
    return world->parts;
}

world_part_load world_load_of_part(const world *world, int number)
{
    const part *part = &world->part[number];
    world_part_load load = {.balls = part->body.count, .ghosts = part->body.ghosts};
    for (int i = 0; i < part->list.blocks; i++)
        load.seconds += part->list.block[i].cost;
    return load;
}

int64_t world_balls(const world *world)
{
    int64_t count = 0;
    if (!ranks_see_all(world))
        return world->balls;
    for (const part *part = world->part; part < world_parts_end(world); part++)
        count += part->body.count;
    return count;
}

static int64_t grains_of(const bodies *bodies)
{
    int64_t count = 0;
    if (!bodies->with_clumps)
        return bodies->count;
    for (int32_t i = 0; i < bodies->count; i++)
        count += bodies_first(bodies, i) == i;
    return count;
}

int64_t world_grains(const world *world)
{
    int64_t count = 0;
    if (!ranks_see_all(world))
        return world->grains;
    for (const part *part = world->part; part < world_parts_end(world); part++)
        count += grains_of(&part->body);
    return count;
}

int world_walls(const world *world)
{
    return world->shared->walls;
}

const char *world_wall_name(const world *world, int wall)
{
    return world->shared->wall[wall].name;
}

int world_wall_of_id(const world *world, int64_t id)
{
    return shared_wall_of(world->shared, id);
}

const primitive *world_wall_primitive(const world *world, int wall)
{
    return world->shared->wall[wall].shape;
}

wall_pose world_wall_pose(const world *world, int wall)
{
    return world->shared->wall[wall].now;
}

const model *world_model(const world *world)
{
    return world->shared->model;
}

const step_choice *world_step_choice(const world *world)
{
    return &world->choice;
}

world_timing world_timing_of(world *world, bool reset)
{
    world_timing timing = world->timing;
    if (reset)
        memset(&world->timing, 0, sizeof world->timing);
    return timing;
}

const char *stage_name(int stage)
{
    static const char *const names[STAGES] = {"drives and reports", "lists", "blocks"};
    return (unsigned)stage < STAGES ? names[stage] : "";
}

solver_effort world_effort_of(world *world, bool reset)
{
    const solver_effort none = {0};
    return world->shared->solver->effort ? world->shared->solver->effort(world->solver, reset)
                                         : none;
}

scree_status world_friction(const world *world, friction_system *out, scree_error *error)
{
    const solver *solver = world->shared->solver;
    if (solver->problem)
        return solver->problem(world->solver, out, error);
    return fail(error, SCREE_BAD_INPUT, "solver", "set `solver: nonsmooth`",
                "a step of the smooth solver is no friction problem");
}
