// flow.c - grains that come and go between steps: removal regions, grains lost through open borders; streams are in
// streams.c. When something is due depends on the step number alone, so threads, skins and restarts cannot change it.
#include "world/internal.h"
#include "world/ranks.h"

#include "smooth/written.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "base/random.h"
#include "motion/clumps.h"
#include "motion/losses.h"
#include "scene/region.h"
#include "state/bodies.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The number of the multiple of `every` that comes next.
static double removal_number(const world *world, int i)
{
    const double every = world->shared->model->removal[i].every;
    return -floor(-world_time(world) / every * (1 - 1e-12));
}

// In the step in which a multiple of `every` lies.
static bool removal_due(const world *world, int i)
{
    const shared *shared = world->shared;
    const double every = shared->model->removal[i].every;
    return shared->step > 0 && world_is_due(world, removal_number(world, i) * every);
}

bool world_wants_flow(const world *world)
{
    if (world_wants_streams(world))
        return true;
    for (int i = 0; i < world->shared->model->removals; i++) {
        if (removal_due(world, i))
            return true;
    }
    return false;
}

// Grains that go take their energy with them; so do their contacts, whose books are closed.
typedef struct leaving {
    world *world;
    exact_sum energy;
    rec4 *pull; // on the balls of clumps, as in stepping, part by part
} leaving;

// The energy of grains that leave: of single balls what they have, of clumps the pulls are noted first.
static void leave_grains(leaving *leaving, const world *world, const part *part, const block *block,
                         const scratch *scratch)
{
    const int64_t before = world_before(world, part);
    for (int32_t slot = block->low; slot < block->high; slot++) {
        if (part->keep[slot])
            continue;
        const pull_sum sum = block_sum(block, slot, scratch);
        if (bodies_clumped(&part->body, slot)) {
            rec4 *pull = leaving->pull + 2 * (before + slot);
            pull[0] = (rec4){{sum.force.x, sum.force.y, sum.force.z, 0}};
            pull[1] = (rec4){{sum.turn.x, sum.turn.y, sum.turn.z, 0}};
            continue;
        }
        exact_sum_add(&leaving->energy, world_grain_energy(world, part, slot, &sum));
    }
}

// Does it end with the grains that leave? Each contact is looked at in the block that owns its first grain alone.
static bool contact_leaves(const part *part, const block *block, const bucket *bucket,
                           int32_t contact)
{
    const int32_t a = bucket->a[contact];
    const int32_t b = bucket->b[contact];
    if (bucket_walls(bucket->kind))
        return !part->keep[b];
    const bool own = a >= block->low && a < block->high;
    return own && !(part->keep[a] && part->keep[b]);
}

static void leave_block(void *context, const world *world, const part *part, const block *block,
                        const contact_seen *seen, const scratch *scratch)
{
    leaving *leaving = context;
    past_books *books = &leaving->world->shared->books;
    const int32_t *set = part->body.set;
    leave_grains(leaving, world, part, block, scratch);
    for (int n = 0; n < block->buckets; n++) {
        const bucket *bucket = &block->bucket[n];
        for (int32_t contact = 0; contact < bucket->count; contact++) {
            if (!contact_leaves(part, block, bucket, contact))
                continue;
            const contact_seen *one = &seen[1 + bucket->first + contact];
            const int32_t set_a = bucket_walls(bucket->kind) ? -1 : set[bucket->a[contact]];
            exact_sum_add(&leaving->energy, one->energy);
            for (int j = 0; j < BOOKS; j++) {
                exact_sum_add(&books->ended[j], one->book[j]);
                losses_add_contact(books->lost_by_set, set_a, set[bucket->b[contact]], j,
                                   one->book[j]);
            }
        }
    }
}

// Energies of the clumps of a part that leave.
static void leave_clumps(leaving *leaving, const part *part)
{
    const world *world = leaving->world;
    const bodies *bodies = &part->body;
    stepping stepping = part->stepping;
    stepping.pull = leaving->pull + 2 * world_before(world, part);
    stepping.follow = NULL;
    for (int32_t i = 0; i < bodies->count; i++) {
        const bool head = bodies_clumped(bodies, i) && bodies_first(bodies, i) == i;
        if (part->keep[i] || !head)
            continue;
        const clump_motion motion = world_clump_motion(world, &stepping, i);
        const double mass = bodies->centre[i].v[3];
        const double flow = world_flow_energy(world, part, i, mass, motion.velocity);
        exact_sum_add(&leaving->energy, motion.kinetic + flow);
        exact_sum_add(&leaving->energy, world_height_energy(world, part, i));
    }
}

// What leaves the books with the grains that go.
static scree_status close_books(world *world, scree_error *error)
{
    leaving leaving = {.world = world};
    const bool clumps = world->part->body.with_clumps;
    if (clumps) {
        leaving.pull = mem_array(2 * (world_balls(world) + 1), sizeof *leaving.pull);
        if (!leaving.pull)
            return fail_memory(error, "removal of grains");
    }
    scree_status status = world_look(world, leave_block, &leaving, error);
    if (status == SCREE_OK && clumps) {
        for (const part *part = world->part; part < world_parts_end(world); part++)
            leave_clumps(&leaving, part);
    }
    mem_free(leaving.pull);
    if (status == SCREE_OK)
        world->shared->books.removed += exact_sum_value(&leaving.energy);
    return status;
}

// What was written for grains that go no step will give.
static void drop_written(const world *world)
{
    for (const part *part = world->part; part < world_parts_end(world); part++) {
        for (int32_t slot = 0; world->shared->writes > 0 && slot < part->body.count; slot++) {
            if (!part->keep[slot])
                written_drop(world->shared, part->body.id[slot]);
        }
    }
}

scree_status world_close_leaving(world *world, scree_error *error)
{
    return world->shared->model->ledger ? close_books(world, error) : SCREE_OK;
}

scree_status world_drop_leaving(world *world, scree_error *error)
{
    drop_written(world);
    lists_task task = world_lists_task(world, world->part);
    // several parts leave them out when they deal out the others
    if (world->parts == 1 && !lists_reorder(&world->part->list, &task, world->part->keep))
        return world_lose(world, "grains were removed", error);
    return SCREE_OK;
}

static scree_status remove_unkept(world *world, scree_error *error)
{
    scree_status status = world_close_leaving(world, error);
    if (status == SCREE_OK)
        status = world_drop_leaving(world, error);
    return status == SCREE_OK ? world_refresh(world, true, error) : status;
}

static bool inside(const double *place, v3 low, v3 high)
{
    const bool in_x = place[0] >= low.x && place[0] <= high.x;
    const bool in_y = place[1] >= low.y && place[1] <= high.y;
    const bool in_z = place[2] >= low.z && place[2] <= high.z;
    return in_x && in_y && in_z;
}

// Marks the bodies of a part that stay; returns how many go. A body goes when one of its balls does.
static int64_t mark(const world *world, part *part, is_gone *gone, const void *context)
{
    const bodies *bodies = &part->body;
    bool *keep = part->keep;
    int64_t out = 0;
    for (int32_t i = 0; i < bodies->count; i++) {
        const int64_t id = bodies->id[bodies_clumped(bodies, i) ? bodies_first(bodies, i) : i];
        keep[i] = !(bodies_inverse_mass(bodies, i) > 0) || !gone(world, part, i, id, context);
    }
    for (int32_t i = 0; i < bodies->count; i++) {
        int balls = bodies_clumped(bodies, i) ? bodies->member[2 * (size_t)i + 1] : 1;
        bool stays = true;
        for (int k = 0; k < balls; k++)
            stays = stays && keep[i + k];
        for (int k = 0; k < balls; k++)
            keep[i + k] = stays;
        out += !stays;
        i += balls - 1;
    }
    return out;
}

// Does each rank know by its own grains all that has to be done? Books, those who hear of departures and what was written ask for
// the grains of all.
static bool each_its_own(const world *world)
{
    const bool told = world->notes_traffic || world->shared->writes > 0;
    return world->ranks && !world->mirror.here && !world->shared->model->ledger && !told;
}

// How many go, of all ranks.
static int64_t mark_all(world *world, bool own, is_gone *gone, const void *context, bool *memory)
{
    part *first = own ? world_own(world) : world->part;
    const part *end = own ? world_own_end(world) : world_parts_end(world);
    int64_t out = 0;
    *memory = true;
    for (part *part = first; *memory && part < end; part++) {
        part->keep = malloc((size_t)part->body.count + (size_t)part->body.ghosts + 1);
        *memory = part->keep != NULL;
        if (*memory)
            out += mark(world, part, gone, context);
    }
    if (!*memory)
        ranks_abandon(world, "out of memory for the removal of grains");
    return own ? ranks_sum(world, out) : out;
}

scree_status world_remove_where(world *world, is_gone *gone, const void *context, int64_t *count,
                                scree_error *error)
{
    // lists first: a removal looks at contacts, and a build may move bodies
    const bool own = each_its_own(world);
    scree_status status = own ? world_refresh(world, false, error) : world_see_all(world, error);
    bool memory = true;
    const int64_t out = status == SCREE_OK ? mark_all(world, own, gone, context, &memory) : 0;
    if (!memory || (out && !own && !world_note_departures(world)))
        status = fail_memory(error, "removal of grains");
    if (status == SCREE_OK && out && !own)
        world_send_keep(world);
    if (status == SCREE_OK && out)
        status = remove_unkept(world, error);
    if (status == SCREE_OK)
        *count += out;
    for (part *part = world->part; part < world_parts_end(world); part++) {
        free(part->keep);
        part->keep = NULL;
    }
    return status;
}

typedef struct removing {
    const model_removal *removal;
    uint64_t number; // of the times that it is due
} removing;

static bool in_region(const world *world, const part *part, int32_t slot, int64_t id,
                      const void *context)
{
    const double *position = position_now(&part->body, slot)->v;
    const removing *removing = context;
    const model_removal *removal = removing->removal;
    const model *model = world->shared->model;
    if (!inside(position, removal->low, removal->high))
        return false;
    if (removal->region >= 0 &&
        !region_contains(model->region[removal->region].made, v3_at(position)))
        return false;
    if (!(removal->fraction < 1))
        return true;
    // by id and time alone: nothing else may change who goes
    rng chance = rng_make(removal->seed ^ ((uint64_t)id << 20), removing->number);
    return rng_uniform(&chance) < removal->fraction;
}

static bool out_of_domain(const world *world, const part *part, int32_t slot, int64_t id,
                          const void *context)
{
    const double *position = position_now(&part->body, slot)->v;
    (void)id;
    (void)context;
    for (int axis = 0; axis < 3; axis++) {
        if (!(position[axis] >= world->part->stepping.low[axis] &&
              position[axis] < world->part->stepping.high[axis]))
            return true;
    }
    return false;
}

scree_status world_drop_lost(world *world, scree_error *error)
{
    return world_remove_where(world, out_of_domain, NULL, &world->lost_grains, error);
}

static bool too_small(const world *world, const part *part, int32_t slot, int64_t id,
                      const void *context)
{
    const growth_set *grows = &world->shared->growth.set[part->body.set[slot]];
    (void)id;
    (void)context;
    return grows->law && bodies_radius(&part->body, slot) < grows->least;
}

scree_status world_drop_small(world *world, scree_error *error)
{
    world->shared->growth.below = false;
    return world_remove_where(world, too_small, NULL, &world->removed, error);
}

scree_status world_flow(world *world, scree_error *error)
{
    scree_status status = SCREE_OK;
    for (int i = 0; status == SCREE_OK && !world->paused && i < world->shared->model->removals;
         i++) {
        if (removal_due(world, i)) {
            const removing removing = {&world->shared->model->removal[i],
                                       (uint64_t)removal_number(world, i)};
            status = world_remove_where(world, in_region, &removing, &world->removed, error);
        }
    }
    return status == SCREE_OK ? world_run_streams(world, error) : status;
}
