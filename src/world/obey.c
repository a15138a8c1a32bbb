// obey.c - what the other ranks do: what rank 0 says, until it ends (world/orders.c).
#include "world/collect.h"
#include "world/depth_balls.h"
#include "world/mirror.h"
#include "world/ranks_hear.h"

static scree_status obey(world *world, const rank_said *said, scree_error *error)
{
    scree_status status = SCREE_OK;
    switch (said->what) {
    case ORDER_STEP:
        return world_step(world, said->steps, error);
    case ORDER_PULSE:
        world_pulse_of(world);
        return status;
    case ORDER_NEXT_STAGE:
        return world_next_stage(world, error);
    case ORDER_IMAGE:
        world->inside++;
        world_answer_image(world);
        world->inside--;
        return status;
    case ORDER_DEPTHS:
        world->inside++;
        depth_answer(world);
        world->inside--;
        return status;
    case ORDER_FRAME:
        world->inside++;
        frame_answer(world, said->steps != 0);
        world->inside--;
        return status;
    case ORDER_LISTEN:
        ranks_answer_heard(world);
        return status;
    case ORDER_GATES:
        ranks_answer_gates(world, (int)said->steps);
        return status;
    case ORDER_MIRROR:
        world->inside++;
        status = mirror_answer(world, error);
        world->inside--;
        return status;
    default:
        return status;
    }
}

void world_obey(world *world)
{
    const transport *ranks = world->ranks;
    rank_said said = {0};
    do {
        scree_error error = {0};
        ranks->tell(ranks->context, &said, sizeof said);
        obey(world, &said, &error); // what ends it is the same on rank 0, which tells it
    } while (said.what != ORDER_END);
}

void world_dismiss(const world *world)
{
    ranks_order(world, ORDER_END, 0);
}
