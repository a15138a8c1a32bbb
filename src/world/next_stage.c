// next_stage.c - how the next stage of a run begins: from an image of the world of the one that is over; see stages.c.
#include "world/ranks.h"

// What is no part of the state goes over.
static void take_over(world *next, world *world)
{
    next->stops = world->stops;
    next->stops_context = world->stops_context;
    next->timing = world->timing;
    next->giver = world->giver;
    world_listen(next, &world->listener);
    next->gates = world->gates;
    world->gates = (world_gates){0};
    const frame_balls arrived = next->arrived;
    const frame_balls departed = next->departed;
    next->arrived = world->arrived;
    next->departed = world->departed;
    world->arrived = arrived;
    world->departed = departed;
    next->staging.arrived = next->arrived.count;
    next->staging.departed = next->departed.count;
}

static scree_status begin_next(world *world, scree_error *error)
{
    const world_staging *staging = &world->staging;
    const world_options options = {
        .threads = world->shared->threads,
        .width = world->shared->width,
        .skin = world->skin_asked,
        .parts = world->ranks ? 0 : world->parts,
        .ranks = world->ranks,
        .poison = world->poisons,
        .traffic = world->notes_traffic,
        .folder = world->folder,
        .changed = true,
    };
    image im = {0};
    struct world *next = NULL;
    if (staging->end == STAGE_END_NONE || staging->number + 1 >= staging->root->stages)
        return SCREE_OK;
    scree_status status = world_image(world, &im, error);
    if (status == SCREE_OK)
        status =
            world_restore_stage(staging->root, staging->number + 1, &options, &im, &next, error);
    image_clear(&im);
    if (status != SCREE_OK)
        return status;
    next->inside = world->inside;
    take_over(next, world);
    struct world before = *world;
    *world = *next;
    *next = before;
    world_destroy(next);
    return SCREE_OK;
}

scree_status world_next_stage(world *world, scree_error *error)
{
    ranks_order(world, ORDER_NEXT_STAGE, 0);
    world->inside++;
    const scree_status status = begin_next(world, error);
    world->inside--;
    return ranks_same(world, status, error);
}
