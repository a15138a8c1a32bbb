// first_links.c - before lists are built for the first time: each rank has the bodies that it is to own (world/hand_out.c), so
// nobody has to deal them out. They are put in order, and ranks learn which of each other's they see.
#include "world/ranks.h"

#include <stdlib.h>

scree_status world_link_first(world *w, scree_error *error)
{
    const size_t parts = (size_t)w->parts;
    part *own = world_own(w);
    const lists_task task = world_lists_task(w, own);
    wanted_ids *nothing = calloc(parts * parts, sizeof *nothing); // there are no contacts yet
    w->fresh = false;
    w->sharing.ghosts = -1;
    lists_forget(&own->list);
    const bool ok =
        nothing && lists_reorder(&own->list, &task, NULL) && ranks_link_parts(w, nothing, false);
    free(nothing);
    if (ok)
        return SCREE_OK;
    ranks_abandon(w, "out of memory for the grains that other ranks see");
    return fail_memory(error, "ranks");
}
