// probing_steps.c - probes that hear of every step: of all that contacts with walls do (state/strokes.h), and of what goes
// through surfaces (state/transits.h).
#include "run/probing.h"

#include "world/world.h"

#include <stdlib.h>
#include <string.h>

// ---- walls

static bool hears(const probing_one *one, const char *wall)
{
    const probe *is = one->is;
    return is->hear && !strcmp(choice_text(&one->asked->measure, is->hears), wall);
}

static bool wants_wall(void *context, const char *wall)
{
    const probing *probing = context;
    for (int i = 0; i < probing->count; i++)
        if (hears(&probing->one[i], wall))
            return true;
    return false;
}

static scree_status hear_wall(void *context, const strokes *strokes, scree_error *error)
{
    const probing *probing = context;
    scree_status status = SCREE_OK;
    for (int i = 0; i < probing->count && !status; i++) {
        const probing_one *one = &probing->one[i];
        if (hears(one, strokes->wall))
            status = one->is->hear(strokes, one->state, error);
    }
    return status;
}

// ---- surfaces

static scree_status hear_gate(void *context, const transits *transits, scree_error *error)
{
    const probing_one *one = context;
    return one->is->cross(transits, one->state, error);
}

static bool watch_gates(probing *probing, world *world)
{
    world_gate *gate = calloc((size_t)probing->count + 1, sizeof *gate);
    int gates = 0;
    for (int i = 0; i < probing->count && gate; i++) {
        probing_one *one = &probing->one[i];
        if (one->is->gate)
            gate[gates++] = (world_gate){one->is->gate(one->state), hear_gate, one};
    }
    const bool good = gate && world_watch_gates(world, gate, gates);
    free(gate);
    return good;
}

scree_status probing_listen(probing *probing, world *world, scree_error *error)
{
    const world_listener listener = {wants_wall, hear_wall, probing};
    world_listen(world, &listener);
    return watch_gates(probing, world) ? SCREE_OK : fail_memory(error, "probes");
}
