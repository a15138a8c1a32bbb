// pulse.c - cheap numbers of a world: kinetic energy, counts of contacts, memory.
#include "world/internal.h"
#include "world/ranks.h"

#include "motion/clumps.h"
#include "state/bodies.h"

#include <stdlib.h>

// Of the velocities that are kept.
static double kinetic_of(const world *world, const part *part)
{
    const bodies *bodies = &part->body;
    const double spin_factor = part->stepping.spin_factor;
    stepping before = part->stepping;
    before.before = world->shared->dt_before;
    double kinetic = 0;
#pragma omp parallel for num_threads(world->shared->threads) reduction(+ : kinetic)
    for (int32_t i = 0; i < bodies->count; i++) {
        const v3 velocity = v3_of(velocity_now(bodies, i));
        const v3 rim = v3_of(spin_now(bodies, i));
        const double inverse_mass = bodies_inverse_mass(bodies, i);
        if (bodies_clumped(bodies, i)) {
            const rec4 *centre = &bodies->centre[i];
            if (bodies_first(bodies, i) == i) {
                kinetic += clump_energy_before(&before, i);
                if (world->shared->cell.given) {
                    const v3 drift = v3_of(&bodies->drift[i]);
                    kinetic += world_flow_energy(world, part, i, centre->v[3], drift);
                }
            }
        } else if (inverse_mass > 0) {
            const double moving = v3_dot(velocity, velocity);
            const double spinning = v3_dot(rim, rim) / spin_factor;
            kinetic += 0.5 / inverse_mass * (moving + spinning);
            kinetic += world_flow_energy(world, part, i, 1 / inverse_mass, velocity);
        }
    }
    return kinetic;
}

static void count_contacts(const part *part, world_pulse *out)
{
    for (int i = 0; i < part->list.blocks; i++) {
        const block *block = &part->list.block[i];
        for (int n = 0; n < block->buckets; n++) {
            const bucket *bucket = &block->bucket[n];
            const bool walls = bucket_walls(bucket->kind);
            for (int32_t contact = 0; contact < bucket->count; contact++) {
                const int32_t a = bucket->a[contact];
                const bool own = walls || (a >= block->low && a < block->high);
                out->contacts += own;
            }
        }
        out->near_pairs += block->pairs.count + block->pairs.sleeping;
    }
}

// Of all ranks.
static void add_ranks(const world *world, world_pulse *out)
{
    const world_pulse mine = *out;
    world_pulse *all = ranks_gather(world, &mine, sizeof mine);
    *out = (world_pulse){0};
    for (int i = 0; all && i < world->ranks->ranks; i++) {
        out->kinetic += all[i].kinetic;
        out->contacts += all[i].contacts;
        out->near_pairs += all[i].near_pairs;
    }
    free(all);
}

world_pulse world_pulse_of(const world *world)
{
    world_pulse out = {0};
    ranks_order(world, ORDER_PULSE, 0);
    for (const part *part = world_own(world); part < world_own_end(world); part++) {
        out.kinetic += kinetic_of(world, part);
        count_contacts(part, &out);
    }
    if (world->ranks)
        add_ranks(world, &out);
    if (world->shared->solver->contacts)
        out.contacts += world->shared->solver->contacts(world->solver);
    out.grains = world_grains(world);
    out.list_builds = world_own(world)->list.builds;
    out.reorders = world_own(world)->list.reorders;
    out.skin = world->part->stepping.skin;
    return out;
}

// What each slot of the columns of bodies takes.
static int64_t memory_of_body(const bodies *bodies)
{
    size_t bytes = 7 * sizeof(rec4) + sizeof *bodies->id + 2 * sizeof(int32_t);
    if (bodies->image)
        bytes += 3 * sizeof(int32_t);
    if (bodies->orientation)
        bytes += sizeof(rec4);
    if (bodies->with_clumps)
        bytes += 5 * sizeof(rec4) + 2 * sizeof(int32_t);
    if (bodies->rate)
        bytes += sizeof(rec4);
    if (bodies->path)
        bytes += 8 * sizeof(rec4);
    return (int64_t)bytes;
}

static int64_t memory_of_block(const shared *shared, const block *block)
{
    const int64_t size_of_row = sizeof(contact_row);
    const int64_t size_of_wall = sizeof(near_wall);
    const int64_t slots = block->high - block->low;
    const int64_t pairs = block->pairs.room;
    const int64_t candidates = (int64_t)block->ahead.room + block->walls.candidate_room;
    int64_t bytes = slots * size_of_row;
    bytes += 8 * pairs;
    bytes += 4 * candidates;
    bytes += block->walls.room * size_of_wall;
    for (int n = 0; n < block->buckets; n++) {
        const bucket *bucket = &block->bucket[n];
        const int64_t numbers = 1 + shared->layout[bucket->set].width;
        bytes += 8 * numbers * bucket->room;
    }
    return bytes;
}

static int64_t memory_of(const shared *shared, const part *part)
{
    const lists *lists = &part->list;
    const cell_grid *grid = &lists->grid;
    const int64_t slots = (int64_t)part->body.room + 2;
    int64_t bytes = slots * memory_of_body(&part->body);
    bytes += sorted_memory(&lists->sorted);
    bytes += 24 * grid->slot_room;
    bytes += 4 * (grid->start_room + grid->tally_room);
    for (int i = 0; i < lists->blocks; i++)
        bytes += memory_of_block(shared, &lists->block[i]);
    for (int thread = 0; thread < shared->threads; thread++) {
        const scratch *scratch = &part->scratch[thread];
        bytes += 8 * scratch->line_room;
        bytes += 4 * scratch->gone_room;
    }
    return bytes;
}

int64_t world_memory(const world *world)
{
    int64_t bytes = 0;
    for (const part *part = world->part; part < world_parts_end(world); part++)
        bytes += memory_of(world->shared, part);
    return bytes;
}
