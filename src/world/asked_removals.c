// asked_removals.c - grains that go by the word of a program, known by their ids.
#include "world/internal.h"

#include "base/memory.h"
#include "state/bodies.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct asked_ids {
    int64_t *id; // ascending
    int64_t count;
} asked_ids;

static int compare_ids(const void *one, const void *other)
{
    const int64_t a = *(const int64_t *)one;
    const int64_t b = *(const int64_t *)other;
    return (a > b) - (a < b);
}

static int64_t place_of_id(const asked_ids *asked, int64_t id)
{
    const int64_t *found =
        bsearch(&id, asked->id, (size_t)asked->count, sizeof *asked->id, compare_ids);
    return found ? found - asked->id : -1;
}

static bool is_asked(const world *world, const part *part, int32_t slot, int64_t id,
                     const void *context)
{
    (void)world;
    (void)part;
    (void)slot;
    return place_of_id(context, id) >= 0;
}

static scree_status refuse_id(int64_t id, const char *hint, const char *what, scree_error *error)
{
    char where[60];
    snprintf(where, sizeof where, "grain %lld to be removed", (long long)id);
    return fail(error, SCREE_BAD_INPUT, where, hint, "%s", what);
}

// `seen` has room for a mark of each.
static scree_status check_asked(const world *world, const asked_ids *asked, bool *seen,
                                scree_error *error)
{
    for (int64_t i = 1; i < asked->count; i++) {
        if (asked->id[i] == asked->id[i - 1])
            return refuse_id(asked->id[i], "name each grain once", "it stands twice among the ids",
                             error);
    }
    for (const part *part = world->part; part < world_parts_end(world); part++) {
        const bodies *bodies = &part->body;
        for (int32_t slot = 0; slot < bodies->count; slot++) {
            const int64_t place = place_of_id(asked, bodies->id[slot]);
            if (place < 0 || bodies_first(bodies, slot) != slot)
                continue;
            if (!(bodies_inverse_mass(bodies, slot) > 0))
                return refuse_id(bodies->id[slot], "remove those that move", "it is fixed", error);
            seen[place] = true;
        }
    }
    for (int64_t i = 0; i < asked->count; i++) {
        if (!seen[i])
            return refuse_id(asked->id[i],
                             "read the ids of the grains that there are now; of several balls the "
                             "first has that of the grain",
                             "it is not there", error);
    }
    return SCREE_OK;
}

// Of the grains that stay motion is seen half a kick after their last step, and contacts that are gone kick no more: that goes out
// of the books with them, so that these miss as much as before.
static scree_status remove_booked(world *world, const asked_ids *asked, scree_error *error)
{
    const bool booked = world->shared->model->ledger && world->shared->solver->resolves;
    double before = 0;
    double after = 0;
    scree_status status = booked ? world_residual(world, &before, error) : SCREE_OK;
    if (status == SCREE_OK)
        status = world_remove_where(world, is_asked, asked, &world->removed, error);
    if (status != SCREE_OK || !booked)
        return status;
    scree_error fault;
    status = world_residual(world, &after, &fault);
    if (status == SCREE_NO_MEMORY)
        return world_lose(world, "grains were removed", error);
    if (status != SCREE_OK) {
        world->failure = fault;
        return world_refuse(world, error);
    }
    world->shared->books.removed += before - after;
    return SCREE_OK;
}

scree_status world_remove(world *world, const int64_t *id, int64_t count, scree_error *error)
{
    asked_ids asked = {mem_array(count + 1, sizeof *asked.id), count};
    bool *seen = mem_array(count + 1, sizeof *seen);
    scree_status status = asked.id && seen ? SCREE_OK : fail_memory(error, "removal of grains");
    if (status == SCREE_OK)
        status = world_refuse(world, error);
    if (status == SCREE_OK) {
        if (count > 0)
            memcpy(asked.id, id, (size_t)count * sizeof *id);
        memset(seen, 0, (size_t)count * sizeof *seen);
        qsort(asked.id, (size_t)count, sizeof *asked.id, compare_ids);
        status = check_asked(world, &asked, seen, error);
    }
    if (status == SCREE_OK && count > 0) {
        world_forget_traffic(world);
        world->generation++;
        status = remove_booked(world, &asked, error);
    }
    mem_free(asked.id);
    mem_free(seen);
    return status;
}
