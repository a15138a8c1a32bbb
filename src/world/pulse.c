// pulse.c - cheap numbers of a world: kinetic energy, counts of contacts, memory.
#include "world/internal.h"

#include "motion/clumps.h"
#include "state/bodies.h"

// Of the velocities that are kept.
static double kinetic_of(const world *world, const part *part)
{
    const bodies *bodies = &part->body;
    const rec4 *velocity = bodies->velocity[bodies->now];
    const rec4 *spin = bodies->spin[bodies->now];
    stepping before = part->s;
    before.before = world->shared->dt_before;
    double kinetic = 0;
#pragma omp parallel for num_threads(world->shared->threads) reduction(+ : kinetic)
    for (int32_t i = 0; i < bodies->count; i++) {
        v3 velocity_now = v3_at(velocity[i].v);
        v3 b = v3_at(spin[i].v);
        if (bodies_clumped(bodies, i)) {
            if (bodies->member[2 * (size_t)i] == 0)
                kinetic += clump_energy_before(&before, i);
        } else if (velocity[i].v[3] > 0) {
            kinetic += 0.5 / velocity[i].v[3] *
                       (v3_dot(velocity_now, velocity_now) + v3_dot(b, b) / part->s.spin_factor);
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
            for (int32_t contact = 0; contact < bucket->count; contact++) {
                out->contacts += bucket_walls(bucket->kind) || (bucket->a[contact] >= block->low &&
                                                                bucket->a[contact] < block->high);
            }
        }
        out->near_pairs += block->near + block->sleeping;
    }
}

world_pulse world_pulse_of(const world *world)
{
    world_pulse out = {0};
    for (const part *part = world->part; part < world->part + world->parts; part++) {
        out.kinetic += kinetic_of(world, part);
        count_contacts(part, &out);
    }
    if (world->shared->solver->contacts)
        out.contacts += world->shared->solver->contacts(world->solver);
    out.grains = world_grains(world);
    out.list_builds = world->part->list.builds;
    out.reorders = world->part->list.reorders;
    out.skin = world->part->s.skin;
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
    const int64_t slots = block->high - block->low;
    const int64_t pairs = (int64_t)block->near_room + block->sleep_room;
    const int64_t candidates = (int64_t)block->ahead_room + block->candidate_room;
    int64_t bytes = slots * (int64_t)sizeof(contact_row) + 8 * pairs + 4 * candidates;
    bytes += (int64_t)block->wall_room * (int64_t)sizeof(near_wall);
    for (int n = 0; n < block->buckets; n++) {
        const bucket *bucket = &block->bucket[n];
        bytes += (int64_t)bucket->room * (8 + 8 * shared->layout[bucket->set].width);
    }
    return bytes;
}

static int64_t memory_of(const shared *shared, const part *part)
{
    const lists *lists = &part->list;
    int64_t bytes = ((int64_t)part->body.room + 2) * memory_of_body(&part->body);
    bytes += sorted_memory(&lists->sorted);
    bytes += 24 * lists->grid.slot_room + 4 * (lists->grid.start_room + lists->grid.tally_room);
    for (int i = 0; i < lists->blocks; i++)
        bytes += memory_of_block(shared, &lists->block[i]);
    for (int thread = 0; thread < shared->threads; thread++)
        bytes += 8 * part->scratch[thread].line_room + 4 * part->scratch[thread].gone_room;
    return bytes;
}

int64_t world_memory(const world *world)
{
    int64_t bytes = 0;
    for (const part *part = world->part; part < world->part + world->parts; part++)
        bytes += memory_of(world->shared, part);
    return bytes;
}
