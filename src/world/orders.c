// orders.c - who leads a world of ranks: rank 0 runs the program, and the others do what it says.
//
// Between steps rank 0 is alone with its files and its output; what of that needs the others it says to them first: steps, the
// next stage, copies of their grains. Within these all ranks call the same functions and say nothing.
#include "world/ranks.h"

#include <stdlib.h>

void ranks_order(const world *world, rank_order what, int64_t steps)
{
    const transport *ranks = world->ranks;
    if (!ranks || world->inside > 0 || ranks->rank > 0)
        return;
    rank_said said = {what, steps};
    ranks->tell(ranks->context, &said, sizeof said);
}

scree_status ranks_same(const world *world, scree_status status, const scree_error *error)
{
    if (!world->ranks || world->inside > 1)
        return status;
    const int64_t mine = status;
    int64_t *all = ranks_gather(world, &mine, sizeof mine);
    bool same = true;
    for (int i = 0; all && i < world->ranks->ranks; i++)
        same = same && all[i] == mine;
    free(all);
    if (!same)
        ranks_abandon(world, status && error ? error->what : "another rank cannot go on");
    return status;
}
