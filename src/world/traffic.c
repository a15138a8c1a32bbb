// traffic.c - the balls that streams have brought and that removals and open borders have taken, for whoever looks at a
// world only now and then (world_arrived and world_departed in world/world.h).
#include "world/internal.h"

#include "base/memory.h"
#include "state/bodies.h"

#include <stdlib.h>

// A ball of a clump has a share of the mass by its volume, as in frames.
static double mass_of(const world *world, const bodies *bodies, int32_t slot)
{
    if (!bodies_clumped(bodies, slot))
        return world_weighing_mass(world, 1 / velocity_now(bodies, slot)->v[3]);
    const int32_t head = bodies_first(bodies, slot);
    const double mass = world_weighing_mass(world, bodies->centre[head].v[3]);
    const model_clump *clump = world->shared->clump[bodies->set[head]]; // NULL: a ball
    if (!clump)
        return mass;
    double all = 0;
    for (int k = 0; k < clump->balls; k++)
        all += clump->radius[k] * clump->radius[k] * clump->radius[k];
    const double radius = clump->radius[slot - head];
    return mass * (radius * radius * radius / all);
}

static bool make_room(frame_balls *to, int64_t more)
{
    const int64_t need = to->count + more;
    return need <= to->room || frame_balls_reserve(to, need + need / 2, false);
}

static void note(const world *world, frame_balls *to, const part *part, int32_t slot)
{
    const bodies *bodies = &part->body;
    const rec4 *place = position_now(bodies, slot);
    const int64_t at = to->count++;
    to->id[at] = bodies->id[slot];
    to->position[at] = v3_of(place);
    to->radius[at] = place->v[3];
    to->mass[at] = mass_of(world, bodies, slot);
    to->set[at] = bodies->set[slot];
    to->body[at] = bodies->id[bodies_first(bodies, slot)];
    to->velocity[at] = v3_make(0, 0, 0);
    to->contacts[at] = 0;
    to->image[at] = bodies_image(bodies, slot);
}

// ---- those that come

bool world_note_arrival(world *world, const part *part, int32_t first, int balls)
{
    if (!world->notes_traffic)
        return true;
    if (!make_room(&world->arrived, balls))
        return false;
    for (int k = 0; k < balls; k++)
        note(world, &world->arrived, part, first + k);
    return true;
}

const frame_balls *world_arrived(const world *world)
{
    return &world->arrived;
}

// ---- those that go

// The order of ids does not depend on how bodies are dealt to parts and lie in memory.
typedef struct leaver {
    int64_t id;
    const part *part;
    int32_t slot;
} leaver;

static int by_id(const void *left, const void *right)
{
    const leaver *a = left;
    const leaver *b = right;
    return (a->id > b->id) - (a->id < b->id);
}

static int64_t gather(const world *world, leaver *leaver)
{
    int64_t count = 0;
    for (const part *part = world->part; part < world_parts_end(world); part++)
        for (int32_t slot = 0; slot < part->body.count; slot++) {
            if (part->keep[slot])
                continue;
            if (leaver) {
                leaver[count].id = part->body.id[slot];
                leaver[count].part = part;
                leaver[count].slot = slot;
            }
            count++;
        }
    return count;
}

bool world_note_departures(world *world)
{
    if (!world->notes_traffic)
        return true;
    const int64_t count = gather(world, NULL);
    leaver *leavers = mem_array(count + 1, sizeof *leavers);
    const bool good = leavers && make_room(&world->departed, count);
    if (good) {
        gather(world, leavers);
        qsort(leavers, (size_t)count, sizeof *leavers, by_id);
        for (int64_t i = 0; i < count; i++)
            note(world, &world->departed, leavers[i].part, leavers[i].slot);
    }
    mem_free(leavers);
    return good;
}

const frame_balls *world_departed(const world *world)
{
    return &world->departed;
}
