// departed.c - the balls that removals and open borders have taken, for whoever looks at a world only now and then
// (world_departed in world/world.h).
#include "world/internal.h"

#include "base/memory.h"
#include "state/bodies.h"

#include <stdlib.h>

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
    for (const part *part = world->part; part < world->part + world->parts; part++)
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

// A ball of a clump has a share of the mass by its volume, as in frames.
static double mass_of(const world *world, const bodies *bodies, int32_t slot)
{
    if (!bodies_clumped(bodies, slot))
        return 1 / bodies->velocity[bodies->now][slot].v[3];
    const int32_t head = bodies_first(bodies, slot);
    const double mass = bodies->centre[head].v[3];
    const model_clump *clump = world->shared->clump[bodies->set[head]]; // NULL: a ball
    if (!clump)
        return mass;
    double all = 0;
    for (int k = 0; k < clump->balls; k++)
        all += clump->radius[k] * clump->radius[k] * clump->radius[k];
    const double radius = clump->radius[slot - head];
    return mass * (radius * radius * radius / all);
}

static void note(const world *world, frame_balls *to, const leaver *leaver)
{
    const bodies *bodies = &leaver->part->body;
    const rec4 *place = &bodies->position[bodies->now][leaver->slot];
    const int64_t at = to->count++;
    to->id[at] = leaver->id;
    to->position[at] = v3_of(place);
    to->radius[at] = place->v[3];
    to->mass[at] = mass_of(world, bodies, leaver->slot);
    to->set[at] = bodies->set[leaver->slot];
    to->body[at] = bodies->id[bodies_first(bodies, leaver->slot)];
    to->velocity[at] = v3_make(0, 0, 0);
    to->contacts[at] = 0;
}

bool world_note_departures(world *world)
{
    frame_balls *to = &world->departed;
    const int64_t count = gather(world, NULL);
    const int64_t need = to->count + count;
    leaver *leavers = mem_array(count + 1, sizeof *leavers);
    bool good = leavers != NULL;
    if (good && need > to->room)
        good = frame_balls_reserve(to, need + need / 2, false);
    if (good) {
        gather(world, leavers);
        qsort(leavers, (size_t)count, sizeof *leavers, by_id);
        for (int64_t i = 0; i < count; i++)
            note(world, to, &leavers[i]);
    }
    mem_free(leavers);
    return good;
}

const frame_balls *world_departed(const world *world)
{
    return &world->departed;
}
