// probing_strokes.c - probes that hear of all that contacts with walls do, step by step (state/strokes.h).
#include "run/probing.h"

#include "world/world.h"

#include <string.h>

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

void probing_listen(probing *probing, world *world)
{
    const world_listener listener = {wants_wall, hear_wall, probing};
    world_listen(world, &listener);
}
