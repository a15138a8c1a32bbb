// stages_asked.c - what is asked of the stages of a world: which one it is in, when each began, whether the run is over.
#include "world/internal.h"

int world_stages(const world *world)
{
    return world->staging.root->stages;
}

stage_mark world_stage_begun(const world *world, int number)
{
    const world_staging *staging = &world->staging;
    if (staging->root->stages == 0)
        return (stage_mark){.number = -1, .name = ""};
    return (stage_mark){
        .number = number,
        .name = staging->root->stage[number].name,
        .step = staging->begun_step[number],
        .time = staging->begun_time[number],
        .end = number == staging->number ? staging->end : STAGE_END_TIME,
    };
}

stage_mark world_stage(const world *world)
{
    return world_stage_begun(world, world->staging.number);
}

bool world_is_over(const world *world)
{
    const world_staging *staging = &world->staging;
    const bool last = staging->number + 1 >= staging->root->stages;
    if (staging->root->stages > 0 && last && staging->end != STAGE_END_NONE)
        return true;
    return !staging->root->no_duration && world->shared->step >= world_last_step(world);
}

const model *world_root(const world *world)
{
    return world->staging.root;
}
