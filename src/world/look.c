// look.c - what all looks at a world need: forces and energies of contacts as they are now, the order of ids. Nothing here changes a bit of the state.
#include "world/internal.h"
#include "world/ranks.h"

#include "base/memory.h"

#include <omp.h>
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
            const int wrong = is->fault.wrong.what;
            if (wrong == OWN_RIGHT)
                continue;
            const report report = {
                .trouble = wrong == OWN_WRONG_CALL ? TROUBLE_LAW : TROUBLE_ANSWER,
                .a = wall ? bucket->a[i] : id[bucket->a[i]],
                .b = id[bucket->b[i]],
                .wall = wall,
                .fault = is->fault,
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

// What is asked of blocks.
typedef struct question {
    look_wants *wants; // NULL: all
    look_function *look;
    void *const *context; // one for each thread
    const kernel *kernel;
} question;

// One thread that looks at blocks.
typedef struct looker {
    contact_seen *seen; // of one block at a time
    int64_t room;
    scree_status status; // of the first block that it could not look at
    int64_t block;       // which that is, over all parts
    scree_error error;
} looker;

static const char no_memory[] = "looking at contacts";

// A part that is looked at.
typedef struct looked_at {
    const question *question;
    const world *world;
    const part *part;
    stepping stepping;
} looked_at;

static void look_at_block(const looked_at *at, looker *looker, int thread, block *block)
{
    const question *question = at->question;
    scratch *scratch =
        &at->world->part->scratch[thread]; // of all parts: there its loads are added up
    void *context = question->context[thread];
    scree_error *error = &looker->error;
    if (question->wants && !question->wants(context, at->world, at->part, block))
        return;
    if (!MEM_GROW(looker->seen, looker->room, block->lines + LANES_MOST)) {
        looker->status = fail_memory(error, no_memory);
        return;
    }
    memset(looker->seen, 0, ((size_t)block->lines + LANES_MOST) * sizeof *looker->seen);
    if (!question->kernel->block_look(&at->stepping, block, scratch, looker->seen))
        looker->status = fail_memory(error, no_memory);
    else
        looker->status = check_answers(at->world, &at->stepping, block, looker->seen, error);
    if (looker->status == SCREE_OK)
        question->look(context, at->world, at->part, block, looker->seen, scratch);
}

static void look_at_part(const looked_at *at, looker *lookers, int threads, int64_t before)
{
    const lists *list = &at->part->list;
#pragma omp parallel for num_threads(threads) schedule(dynamic) if (threads > 1)
    for (int i = 0; i < list->blocks; i++) {
        const int thread = omp_get_thread_num();
        looker *looker = &lookers[thread];
        if (looker->status != SCREE_OK)
            continue;
        look_at_block(at, looker, thread, &list->block[i]);
        looker->block = before + i;
    }
}

// Of the first block that nobody could look at, whichever thread found it: blocks come to each of them in their order.
static scree_status first_failure(const looker *lookers, int threads, scree_error *error)
{
    const looker *first = NULL;
    for (int thread = 0; thread < threads; thread++) {
        const looker *one = &lookers[thread];
        if (one->status != SCREE_OK && (!first || one->block < first->block))
            first = one;
    }
    if (first && error)
        *error = first->error;
    return first ? first->status : SCREE_OK;
}

static void clear_loads(const world *world, int threads)
{
    for (int thread = 0; thread < threads; thread++) {
        wall_load *load = world->part->scratch[thread].load;
        memset(load, 0, (size_t)world->shared->walls * sizeof *load);
    }
}

static void merge_loads(const world *world, int threads)
{
    wall_load *all = world->part->scratch[0].load;
    for (int thread = 1; thread < threads; thread++) {
        const wall_load *one = world->part->scratch[thread].load;
        for (int i = 0; i < world->shared->walls; i++)
            wall_load_merge(&all[i], &one[i]);
    }
}

static scree_status ask(world *world, const question *question, int threads, scree_error *error)
{
    shared *shared = world->shared;
    looker *lookers = calloc((size_t)threads, sizeof *lookers);
    int64_t before = 0;
    if (!lookers)
        return fail_memory(error, no_memory);
    for (int i = 0; i < shared->walls; i++)
        shared->wall_state[i].watched = true;
    clear_loads(world, threads);
    for (const part *part = world->part; part < world_parts_end(world); part++) {
        looked_at at = {question, world, part, part->stepping};
        at.stepping.observe = true;
        at.stepping.look = shared->started ? shared->dt_before : 0;
        look_at_part(&at, lookers, threads, before);
        before += part->list.blocks;
    }
    const scree_status status = first_failure(lookers, threads, error);
    for (int thread = 0; thread < threads; thread++)
        free(lookers[thread].seen);
    free(lookers);
    merge_loads(world, threads);
    // as watched as before: what a step keeps of the loads on walls is state
    shared_place_walls(shared);
    return status;
}

scree_status world_look_parts(world *world, look_wants *wants, look_function *look, void *context,
                              scree_error *error)
{
    const question question = {wants, look, &context, kernel_choose(1)};
    return ask(world, &question, 1, error);
}

scree_status world_look_by_threads(world *world, look_function *look, void *const *context,
                                   scree_error *error)
{
    const question question = {NULL, look, context, kernel_choose(1)};
    return ask(world, &question, world->shared->threads, error);
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
