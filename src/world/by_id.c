// by_id.c - where the bodies of all parts are: as they stand, and the places of all balls, or of the first balls of all
// grains, in the order of ids.
#include "world/ranks.h"

#include "base/sort.h"
#include "state/bodies.h"

#include <stdlib.h>

body_at *world_bodies_by_id(const world *world, int64_t *count)
{
    const int64_t all = world_balls(world);
    int32_t *place = world_places(world);
    body_at *list = malloc(((size_t)all + 1) * sizeof *list);
    *count = all;
    int64_t n = 0;
    for (part *part = world->part; list && place && part < world_parts_end(world); part++) {
        for (int32_t i = 0; i < part->body.count; i++, n++)
            list[place[n]] = (body_at){part->body.id[i], {part, i}};
    }
    if (!place) {
        free(list);
        list = NULL;
    }
    free(place);
    return list;
}

void world_keep_first(body_at *list, int64_t *count)
{
    int64_t kept = 0;
    for (int64_t i = 0; i < *count; i++)
        if (bodies_first(&list[i].at.part->body, list[i].at.slot) == list[i].at.slot)
            list[kept++] = list[i];
    *count = kept;
}

int32_t *world_own_order(const world *world)
{
    const bodies *own = &world_own(world)->body;
    body_ids ids = {0};
    int32_t *order = malloc(((size_t)own->count + 1) * sizeof *order);
    const bool ok = body_ids_make(own, &ids) && order;
    int32_t n = 0;
    for (int32_t i = 0; ok && i < ids.count; i++) {
        if ((int32_t)ids.pair[i].value < own->count) // else a ghost
            order[n++] = (int32_t)ids.pair[i].value;
    }
    body_ids_clear(&ids);
    if (ok)
        return order;
    free(order);
    return NULL;
}

const bodies *world_bodies(const world *world, int part)
{
    world_mirror(world, NULL);
    return &world->part[part].body;
}

static int by_id(const void *x, const void *y)
{
    const int64_t a = ((const body_at *)x)->id;
    const int64_t b = ((const body_at *)y)->id;
    return (a > b) - (a < b);
}

const body_at *world_find_body(const body_at *list, int64_t count, int64_t id)
{
    const body_at key = {.id = id};
    return bsearch(&key, list, (size_t)count, sizeof *list, by_id);
}

bool world_sets_of(const world *world, const int64_t *id, int64_t count, int *set)
{
    int64_t all;
    body_at *list = world_bodies_by_id(world, &all);
    for (int64_t i = 0; list && i < count; i++) {
        const body_at *found = world_find_body(list, all, id[i]);
        set[i] = found ? found->at.part->body.set[found->at.slot] : -1;
    }
    const bool known = list != NULL;
    free(list);
    return known;
}
