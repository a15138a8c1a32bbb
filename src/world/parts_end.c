// parts_end.c - where the parts of a world end, and the nursery behind them.
#include "world/internal.h"

part *world_nursery(world *world)
{
    return world->parts > 1 ? world_parts_end(world) : world->part;
}

// With the nursery.
part *world_end(world *world)
{
    return world_nursery(world) + 1;
}
