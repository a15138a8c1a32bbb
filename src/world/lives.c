// lives.c - walls that are there for a time: a gate that is taken away, a lid that is put on.
//
// At the beginning of a step whose time has reached `until` a wall goes. Its contacts end there and then: their books are
// closed, and what their springs hold is energy that the wall takes away. At the beginning of one that has reached `from`
// it comes, where its drive has brought it; one that answers to forces stands still until then. No grain may be where it
// comes: nobody has done the work of pushing it aside.
//
// Whether a wall is there is part of the state, so that one that a branch lets live longer, or shorter, goes or comes in
// the first step of the branch.
#include "world/internal.h"
#include "world/ranks.h"

#include "base/mathlib.h"
#include "motion/losses.h"

#include <stdio.h>
#include <string.h>

static const double tolerated = 1e-3; // of the radius, by which a grain may be in a wall that comes

// ---- saved

// Only where a wall is not there: other states, and their hashes, know nothing of it.
bool world_save_lives(const world *world, image *im)
{
    const shared *shared = world->shared;
    bool any = false;
    for (int i = 0; i < shared->walls; i++)
        any = any || shared->wall[i].absent;
    if (!any)
        return true;
    int64_t *absent = image_add(im, "wall/absent", (image_shape){IMAGE_I64, shared->walls, 1}, "1",
                                "1: the wall is not there, not yet or no more");
    for (int i = 0; absent && i < shared->walls; i++)
        absent[i] = shared->wall[i].absent;
    return absent != NULL;
}

void world_load_lives(world *world, const image *im)
{
    const image_column *absent = image_find(im, "wall/absent", IMAGE_I64, 1);
    const shared *shared = world->shared;
    for (int i = 0; i < shared->walls; i++)
        shared->wall[i].absent = absent && i < absent->rows && image_integers(absent)[i] != 0;
}

// ---- a wall goes

typedef struct going {
    world *world;
    int wall;
    exact_sum energy;
} going;

static bool of_wall(const bucket *bucket, int32_t contact, int wall)
{
    return bucket_walls(bucket->kind) && bucket->a[contact] == wall;
}

// What its contacts hold goes with it, and their books are closed.
static void close_contacts(void *context, const world *world, const part *part, const block *block,
                           const contact_seen *seen, const scratch *scratch)
{
    going *going = context;
    past_books *books = &going->world->shared->books;
    (void)world;
    (void)scratch;
    for (int n = 0; n < block->buckets; n++) {
        const bucket *bucket = &block->bucket[n];
        for (int32_t contact = 0; contact < bucket->count; contact++) {
            if (!of_wall(bucket, contact, going->wall))
                continue;
            const contact_seen *one = &seen[1 + bucket->first + contact];
            exact_sum_add(&going->energy, one->energy);
            const int32_t set = part->body.set[bucket->b[contact]];
            for (int j = 0; j < BOOKS; j++) {
                exact_sum_add(&books->ended[j], one->book[j]);
                losses_add_contact(books->lost_by_set, -1, set, j, one->book[j]);
            }
        }
    }
}

static void drop_contacts(const part *part, int wall)
{
    for (int i = 0; i < part->list.blocks; i++) {
        block *block = &part->list.block[i];
        for (int n = 0; n < block->buckets; n++) {
            const bucket *bucket = &block->bucket[n];
            for (int32_t contact = bucket->count - 1; contact >= 0; contact--) {
                if (of_wall(bucket, contact, wall))
                    contact_drop(block, n, contact, &part->stepping.context);
            }
        }
    }
}

static scree_status take_away(world *world, int wall, scree_error *error)
{
    shared *shared = world->shared;
    going going = {.world = world, .wall = wall};
    scree_status status = world_refresh(world, false, error);
    if (status == SCREE_OK && shared->model->ledger && shared->solver->resolves)
        status = world_look(world, close_contacts, &going, error);
    if (status != SCREE_OK)
        return status;
    shared->books.removed += exact_sum_value(&going.energy);
    for (const part *part = world->part; part < world_parts_end(world); part++)
        drop_contacts(part, wall);
    moving_wall *gone = &shared->wall[wall];
    gone->absent = true;
    gone->force = v3_make(0, 0, 0);
    gone->torque = v3_make(0, 0, 0);
    return SCREE_OK;
}

// ---- a wall comes

// The grain that stands deepest in a wall, by its radius; of two that of the lower id.
typedef struct in_the_way {
    const part *part;
    int32_t slot;
    int64_t id;
    double depth, share;
    int64_t count;
} in_the_way;

static bool look_for_grains(const world *world, const part *part, const moving_wall *wall,
                            in_the_way *found)
{
    const bodies *bodies = &part->body;
    for (int32_t i = 0; i < bodies->count; i++) {
        if (!(bodies_inverse_mass(bodies, i) > 0))
            continue;
        const wall_depth stands = world_depth_in_wall(world, part, wall, i);
        if (stands.depth < 0)
            return false;
        const double share = stands.depth / stands.radius;
        if (!(share > tolerated))
            continue;
        found->count++;
        const bool first = share == found->share && bodies->id[i] < found->id;
        if (found->part && !(share > found->share || first))
            continue;
        found->part = part;
        found->slot = i;
        found->id = bodies->id[i];
        found->depth = stands.depth;
        found->share = share;
    }
    return true;
}

static scree_status put_there(world *world, int number, scree_error *error)
{
    shared *shared = world->shared;
    moving_wall *wall = &shared->wall[number];
    in_the_way found = {.share = 0};
    const scree_status seen = world_mirror(world, error);
    if (seen != SCREE_OK)
        return seen;
    for (part *part = world->part; part < world_parts_end(world); part++) {
        if (shared->cores && !world_turn_cores(world, part))
            return fail_memory(error, "shapes");
        if (!look_for_grains(world, part, wall, &found))
            return fail_memory(error, wall->name);
    }
    if (!found.part) {
        wall->absent = false;
        return SCREE_OK;
    }
    char where[80];
    snprintf(where, sizeof where, "time %.9g s, step %lld", world_time(world),
             (long long)shared->step);
    const double *at = position_now(&found.part->body, found.slot)->v;
    return fail(error, SCREE_DIVERGED, where,
                "let it come later or elsewhere, or take these grains away before by a removal",
                "wall `%s` comes where grains are: %lld of them, the deepest is grain %lld of "
                "`%s` at (%.6g, %.6g, %.6g) m, by %.3g m, %.3g of its radius",
                wall->name, (long long)found.count, (long long)found.id,
                world_set_name(world, found.part, found.slot), at[0], at[1], at[2], found.depth,
                found.share);
}

scree_status world_change_walls(world *world, scree_error *error)
{
    shared *shared = world->shared;
    scree_status status = SCREE_OK;
    bool changed = false;
    for (int i = 0; i < shared->walls && status == SCREE_OK; i++) {
        const moving_wall *wall = &shared->wall[i];
        const bool there = moving_wall_there(wall, world_time(world), shared->dt);
        if (there != wall->absent)
            continue;
        status = there ? put_there(world, i, error) : take_away(world, i, error);
        changed = true;
    }
    if (changed)
        shared_place_walls(shared);
    return status;
}

void world_begin_lives(world *world)
{
    shared *shared = world->shared;
    for (int i = 0; i < shared->walls; i++)
        shared->wall[i].absent = !moving_wall_there(&shared->wall[i], 0, 0);
}
