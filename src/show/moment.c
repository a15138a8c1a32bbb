// moment.c - see moment.h.
#include "show/moment.h"

#include "store/dump.h"

#include <stdlib.h>
#include <string.h>

scree_status moment_walls(record_moment *moment, const world *world, wall_maps *maps,
                          scree_error *error)
{
    surfaces_wish wish = {.maps = maps};
    store_box(&moment->frame, moment->frame.model, &wish.low, &wish.high);
    scree_status status = surfaces_make(&moment->surface, world, &moment->frame, &wish, error);
    if (!status && maps)
        status = surfaces_value(&moment->surface, maps, error);
    moment->has_contacts = moment->has_walls = true;
    return status;
}

void record_moment_clear(record_moment *moment)
{
    frame_clear(&moment->frame);
    surfaces_clear(&moment->surface);
    free(moment->names);
    free(moment->map);
    free(moment->map_number);
    memset(moment, 0, sizeof *moment);
}
