// source_still.c - see source_still.h.
#include "view/source_still.h"

#include "store/dump.h"

#include <string.h>

static int64_t count(void *self)
{
    (void)self;
    return 1;
}

static double time_of(void *self, int64_t moment)
{
    const source_still *still = self;
    (void)moment;
    return still->frame.time;
}

static scree_status hold(void *self, const view_wish *wish, view_moment *out, scree_error *error)
{
    const source_still *still = self;
    (void)wish;
    (void)error;
    *out = (view_moment){.frame = &still->frame,
                         .walls = still->surface.drawn,
                         .stood = &still->frame,
                         .whole = true,
                         .has_contacts = true,
                         .forces = &still->frame,
                         .scene = 1};
    return SCREE_OK;
}

static void let(void *self)
{
    (void)self;
}

scree_status source_still_open(source_still *still, world *world, view_source *out,
                               scree_error *error)
{
    v3 low;
    v3 high;
    memset(still, 0, sizeof *still);
    scree_status status = world_frame(world, &still->frame, error);
    if (status)
        return status;
    store_box(&still->frame, world_model(world), &low, &high);
    status = surfaces_of_walls(&still->surface, world, &still->frame, low, high, error);
    *out = (view_source){.model = world_model(world),
                         .self = still,
                         .count = count,
                         .time = time_of,
                         .hold = hold,
                         .let = let};
    return status;
}

void source_still_close(source_still *still)
{
    frame_clear(&still->frame);
    surfaces_clear(&still->surface);
}
