// gates.c - counts the grains that go through surfaces, in each step, by their centres (world_watch_gates in world/world.h).
//
// A step takes a centre straight from its place in the one buffer to that in the other; bodies that move as a whole have
// one centre, which is noted before the step. Where it comes in again over a periodic border the way is seen from both
// ends, and what of it is inside of the domain counts.
#include "world/ranks_hear.h"

#include "base/memory.h"
#include "shape/mesh_cross.h"
#include "state/bodies.h"

#include <stdlib.h>
#include <string.h>

bool world_watch_gates(world *world, const world_gate *gate, int gates)
{
    world_gates *all = &world->gates;
    if (gates == 0) {
        all->gates = 0;
        ranks_tell_gates(world);
        return true;
    }
    struct world_gate *copy = calloc((size_t)gates, sizeof *copy);
    if (!copy)
        return false;
    memcpy(copy, gate, (size_t)gates * sizeof *copy);
    free(all->gate);
    all->gate = copy;
    all->gates = gates;
    ranks_tell_gates(world);
    return true;
}

void world_free_gates(world *world)
{
    ranks_drop_gates(world);
    free(world->gates.gate);
    free(world->gates.found);
    free(world->gates.before);
    world->gates = (world_gates){0};
}

// ---- before a step

scree_status world_mark_gates(world *world, scree_error *error)
{
    world_gates *all = &world->gates;
    if (all->gates == 0 || !world->part->body.with_clumps)
        return SCREE_OK;
    if (!MEM_GROW(all->before, all->before_room, world_balls(world) + 1))
        return fail_memory(error, "gates");
    v3 *before = all->before;
    for (const part *part = world_own(world); part < world_own_end(world); part++) {
        const bodies *bodies = &part->body;
        for (int32_t slot = 0; slot < bodies->count; slot++, before++)
            if (bodies_clumped(bodies, slot) && bodies_first(bodies, slot) == slot)
                *before = v3_of(&bodies->centre[slot]);
    }
    return SCREE_OK;
}

// ---- after it

// The way of a centre in a step.
typedef struct centre_way {
    v3 from, to;
    v3 way;     // from one to the other, over periodic borders the nearest way
    bool wraps; // it goes over one
} centre_way;

// The centre of a body that moves as a whole need not be in the domain.
static centre_way way_of(const world *world, const part *part, int32_t slot, const v3 *before)
{
    const bodies *bodies = &part->body;
    centre_way way = {
        .from = v3_of(&bodies->position[bodies->now][slot]),
        .to = v3_of(&bodies->position[1 - bodies->now][slot]),
    };
    if (bodies_clumped(bodies, slot)) {
        way.from = world_in_domain(world, *before);
        way.to = world_in_domain(world, v3_of(&bodies->centre[slot]));
    }
    const v3 straight = v3_sub(way.to, way.from);
    way.way = nearest_image(&part->stepping.context, straight);
    way.wraps = way.way.x != straight.x || way.way.y != straight.y || way.way.z != straight.z;
    return way;
}

static double mass_of(const world *world, const bodies *bodies, int32_t slot)
{
    if (bodies_clumped(bodies, slot))
        return world_weighing_mass(world, bodies->centre[slot].v[3]);
    return world_weighing_mass(world, 1 / bodies_inverse_mass(bodies, slot));
}

static int crossings_of(const world *world, const struct mesh *surface, const mesh_cross_box *box,
                        const centre_way *way)
{
    if (!way->wraps && mesh_cross_misses(box, way->from, way->to))
        return 0;
    if (!way->wraps)
        return mesh_crossings(surface, way->from, way->to, NULL, NULL);
    const v3 *low = &world->shared->model->low;
    const v3 *high = &world->shared->model->high;
    const v3 begin = v3_sub(way->to, way->way);
    const v3 end = v3_add(way->from, way->way);
    return mesh_crossings(surface, way->from, end, low, high) +
           mesh_crossings(surface, begin, way->to, low, high);
}

static bool look_through(const world *world, const part *part, const v3 *before,
                         const struct mesh *surface, world_gates *all)
{
    const bodies *bodies = &part->body;
    const mesh_cross_box box = mesh_cross_box_of(surface);
    bool ok = true;
#pragma omp parallel for num_threads(world->shared->threads) schedule(static) reduction(&& : ok)
    for (int32_t slot = 0; slot < bodies->count; slot++) {
        const bool clumped = bodies_clumped(bodies, slot);
        if (clumped ? bodies_first(bodies, slot) != slot : !(bodies_inverse_mass(bodies, slot) > 0))
            continue;
        const centre_way way = way_of(world, part, slot, before ? before + slot : NULL);
        const int count = crossings_of(world, surface, &box, &way);
        if (count == 0)
            continue;
        const transit found = {bodies->id[slot], bodies->set[slot], mass_of(world, bodies, slot),
                               count};
#pragma omp critical(scree_gates)
        {
            ok = ok && MEM_GROW(all->found, all->room, all->count + 1);
            if (ok)
                all->found[all->count++] = found;
        }
    }
    return ok;
}

static int by_id(const void *left, const void *right)
{
    const transit *a = left;
    const transit *b = right;
    return (a->id > b->id) - (a->id < b->id);
}

// What other ranks have found comes to rank 0.
static bool bring_found(const world *world, world_gates *all)
{
    int64_t more;
    transit *came = ranks_bring(world, all->found, all->count, sizeof *all->found, &more);
    const bool ok = MEM_GROW(all->found, all->room, all->count + more + 1);
    if (ok && more > 0)
        memcpy(all->found + all->count, came, (size_t)more * sizeof *came);
    all->count += more;
    free(came);
    return ok;
}

// Who has gone through a surface in the step.
static bool find_transits(const world *world, const world_gate *gate, world_gates *all)
{
    const v3 *before = world->part->body.with_clumps ? all->before : NULL;
    bool ok = true;
    all->count = 0;
    for (const part *part = world_own(world); ok && part < world_own_end(world); part++) {
        ok = look_through(world, part, before, gate->surface, all);
        before = before ? before + part->body.count : NULL;
    }
    if (!ok)
        ranks_abandon(world, "out of memory for gates");
    ok = ok && bring_found(world, all);
    if (ok && all->count > 0)
        qsort(all->found, (size_t)all->count, sizeof *all->found, by_id);
    return ok;
}

scree_status world_tell_gates(world *world, scree_error *error)
{
    world_gates *all = &world->gates;
    const shared *shared = world->shared;
    scree_status status = SCREE_OK;
    for (int i = 0; i < all->gates; i++) {
        const world_gate *gate = &all->gate[i];
        if (!find_transits(world, gate, all) && !status)
            status = fail_memory(error, "gates");
        const transits transits = {
            .time = shared_time_of(shared, shared->step + 1),
            .transit = all->found,
            .count = all->count,
        };
        if (all->count > 0 && !status && ranks_lead(world))
            status = gate->hear(gate->context, &transits, error);
    }
    return all->gates > 0 ? ranks_status(world, status, error) : status;
}
