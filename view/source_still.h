// source_still.h - a view of one moment: a snapshot, or a case before it runs.
#ifndef SCREE_VIEW_SOURCE_STILL_H
#define SCREE_VIEW_SOURCE_STILL_H

#include "run/frames.h"
#include "view/source.h"
#include "world/world.h"

typedef struct source_still {
    frame frame;
    surfaces surface;
} source_still;

// Looks at the world once; it must outlive the source, but may not be stepped.
scree_status source_still_open(source_still *still, world *world, view_source *out,
                               scree_error *error);
void source_still_close(source_still *still);

#endif
