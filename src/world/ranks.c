// ranks.c - what the processes of a world agree on: maxima, minima, whole numbers and exact sums, which do not depend on the
// order in which they are taken.
#include "world/ranks.h"

#include "base/mathlib.h"

#include <stdlib.h>
#include <string.h>

void ranks_abandon(const world *world, const char *why)
{
    if (world->ranks)
        world->ranks->abandon(world->ranks->context, why);
}

void *ranks_gather(const world *world, const void *mine, size_t size)
{
    const transport *ranks = world->ranks;
    void *all = malloc((size_t)ranks->ranks * size + 1);
    if (!all)
        ranks_abandon(world, "out of memory");
    else
        ranks->gather(ranks->context, mine, size, all);
    return all;
}

void ranks_most(const world *world, double *number, int count)
{
    if (!world->ranks || count == 0)
        return;
    double *all = ranks_gather(world, number, (size_t)count * sizeof *number);
    for (int i = 0; all && i < world->ranks->ranks * count; i++)
        number[i % count] = real_max(number[i % count], all[i]);
    free(all);
}

void ranks_least(const world *world, double *number, int count)
{
    if (!world->ranks || count == 0)
        return;
    double *all = ranks_gather(world, number, (size_t)count * sizeof *number);
    for (int i = 0; all && i < world->ranks->ranks * count; i++)
        number[i % count] = real_min(number[i % count], all[i]);
    free(all);
}

int64_t ranks_sum(const world *world, int64_t number)
{
    if (!world->ranks)
        return number;
    int64_t sum = 0;
    int64_t *all = ranks_gather(world, &number, sizeof number);
    for (int i = 0; all && i < world->ranks->ranks; i++)
        sum += all[i];
    free(all);
    return sum;
}

void ranks_add(const world *world, int64_t *number, int64_t count)
{
    if (world->ranks && count > 0)
        world->ranks->add(world->ranks->context, number, (size_t)count);
}

bool ranks_all(const world *world, bool yes)
{
    return world->ranks ? ranks_sum(world, yes) == world->ranks->ranks : yes;
}

void ranks_merge_sum(const world *world, exact_sum *sum)
{
    if (!world->ranks)
        return;
    exact_sum *all = ranks_gather(world, sum, sizeof *sum);
    exact_sum_clear(sum);
    for (int i = 0; all && i < world->ranks->ranks; i++)
        exact_sum_merge(sum, &all[i]);
    free(all);
}

void ranks_exchange_sizes(const world *world, const int64_t *to, int64_t *from)
{
    const int ranks = world->ranks->ranks;
    const int own = world->ranks->rank;
    int64_t *all = ranks_gather(world, to, (size_t)ranks * sizeof *to);
    for (int i = 0; all && i < ranks; i++)
        from[i] = all[(size_t)i * (size_t)ranks + (size_t)own];
    free(all);
}

void ranks_tell(const world *world, void *data, size_t size)
{
    if (world->ranks && size > 0)
        world->ranks->tell(world->ranks->context, data, size);
}

scree_status ranks_status(const world *world, scree_status status, scree_error *error)
{
    struct {
        int64_t status;
        scree_error error;
    } said = {.status = status};
    if (!world->ranks)
        return status;
    if (status != SCREE_OK && error)
        said.error = *error;
    ranks_tell(world, &said, sizeof said);
    const bool alone = said.status == SCREE_OK && status != SCREE_OK;
    if (alone)
        ranks_abandon(world, error ? error->what : "this rank cannot go on");
    if (said.status != SCREE_OK && error)
        *error = said.error;
    return (scree_status)said.status;
}
