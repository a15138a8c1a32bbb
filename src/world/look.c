// look.c - what all looks at a world need: forces and energies of contacts as they are now, the order of ids. Nothing here changes a bit of the state.
#include "world/internal.h"
#include "world/ranks.h"

#include "base/memory.h"
#include "law/own_wrong.h"

#include <stdlib.h>
#include <string.h>

// Contacts that would begin in this step are not there yet: they begin with zero overlap, and the next step meets them.
// But those at the very start, and wall contacts, are brought up to date by the step itself, so a look makes them as
// the step would.
scree_status world_meet(world *world, scree_error *error)
{
    shared *shared = world->shared;
    report report = {0};
    if (!shared->solver->meet)
        return SCREE_OK;
    shared->solver->pace(world->solver);
    shared->solver->meet(world->solver, &report);
    bool found = report.trouble <= TROUBLE_DEEP; // whether one is too deep, the next step says
    return found ? SCREE_OK : world_trouble(world, &report, error);
}

bool world_meet_own(world *world)
{
    const shared *shared = world->shared;
    report report = {0};
    world_drop_mirror(world);
    const bool young = world_refresh(world, false, NULL) == SCREE_OK;
    if (!young || !shared->solver->meet)
        return young;
    shared->solver->pace(world->solver);
    shared->solver->meet(world->solver, &report);
    return report.trouble <= TROUBLE_DEEP;
}

// Refuses a look in which the function of a law has failed, or has answered what is no answer. Nothing has changed by it.
static scree_status check_answers(const world *world, const stepping *stepping, const block *block,
                                  const contact_seen *seen, scree_error *error)
{
    const int64_t *id = stepping->context.body->id;
    for (int index = 0; index < block->buckets; index++) {
        const bucket *bucket = &block->bucket[index];
        const bool wall = bucket_walls(bucket->kind);
        for (int32_t i = 0; i < bucket->count; i++) {
            const contact_seen *is = &seen[1 + bucket->first + i];
            if (!isnan(is->overlap))
                continue;
            const int wrong = own_wrong_of(is->push);
            const report report = {
                .trouble = wrong == OWN_WRONG_CALL ? TROUBLE_LAW : TROUBLE_ANSWER,
                .a = wall ? bucket->a[i] : id[bucket->a[i]],
                .b = id[bucket->b[i]],
                .wall = wall,
                .slot = is->fault_slot,
                .depth = is->energy,
                .radius = wrong,
            };
            return world_name_trouble(world, &report, error);
        }
    }
    return SCREE_OK;
}

scree_status world_look(world *world, look_function *look, void *context, scree_error *error)
{
    return world_look_where(world, NULL, look, context, error);
}

scree_status world_look_where(world *world, look_wants *wants, look_function *look, void *context,
                              scree_error *error)
{
    scree_status status = world_see_all(world, error);
    if (status == SCREE_OK)
        status = world_meet(world, error);
    return status == SCREE_OK ? world_look_parts(world, wants, look, context, error) : status;
}

scree_status world_look_parts(world *world, look_wants *wants, look_function *look, void *context,
                              scree_error *error)
{
    shared *shared = world->shared;
    scree_status status = SCREE_OK;
    const kernel *k = kernel_choose(1);
    scratch *scratch =
        &world->part->scratch[0]; // of all parts: the loads on walls are added up there
    contact_seen *seen = NULL;    // of one block at a time
    int64_t room = 0;
    for (int i = 0; i < shared->walls; i++) {
        shared->wall_state[i].watched = true;
        memset(&scratch->load[i], 0, sizeof scratch->load[i]);
    }
    for (part *part = world->part; status == SCREE_OK && part < world_parts_end(world); part++) {
        stepping stepping = part->stepping;
        stepping.observe = true;
        stepping.look = shared->started ? shared->dt_before : 0;
        for (int i = 0; status == SCREE_OK && i < part->list.blocks; i++) {
            block *block = &part->list.block[i];
            if (wants && !wants(context, world, part, block))
                continue;
            if (!MEM_GROW(seen, room, block->lines + LANES_MOST)) {
                status = fail_memory(error, "looking at contacts");
                break;
            }
            memset(seen, 0, ((size_t)block->lines + LANES_MOST) * sizeof *seen);
            if (!k->block_look(&stepping, block, scratch, seen))
                status = fail_memory(error, "looking at contacts");
            else
                status = check_answers(world, &stepping, block, seen, error);
            if (status == SCREE_OK)
                look(context, world, part, block, seen, scratch);
        }
    }
    free(seen);
    // as watched as before: what a step keeps of the loads on walls is state
    shared_place_walls(shared);
    return status;
}

int64_t world_before(const world *world, const part *which)
{
    int64_t count = 0;
    for (const part *before = world->part; before < which; before++)
        count += before->body.count;
    return count;
}

int32_t *world_places(const world *world)
{
    const int64_t count = world_balls(world);
    int32_t *place = malloc(((size_t)count + 1) * sizeof *place);
    sort_pair *pair = malloc(((size_t)count + 1) * sizeof *pair);
    sort_pair *spare = malloc(((size_t)count + 1) * sizeof *spare);
    if (place && pair && spare) {
        int32_t n = 0;
        for (const part *part = world->part; part < world_parts_end(world); part++) {
            for (int32_t i = 0; i < part->body.count; i++, n++)
                pair[n] = (sort_pair){(uint64_t)part->body.id[i], (uint32_t)n};
        }
        sort_u64_by_key(pair, n, spare);
        for (int32_t i = 0; i < n; i++)
            place[pair[i].value] = i;
    } else {
        free(place);
        place = NULL;
    }
    free(pair);
    free(spare);
    return place;
}
