// maser_parts.h - what the files of the maser share; see maser.h.
#ifndef SCREE_WORLD_MASER_PARTS_H
#define SCREE_WORLD_MASER_PARTS_H

#include "world/internal.h"
#include "world/maser.h"

// A grain of the stretch and its copy.
typedef struct maser_link {
    int64_t copy;       // id in the world of the case; -1: there is none
    int64_t let_go;     // how many copies of it have been let go
    int32_t slot, from; // of the copy, and of the original; right where the ids there are
} maser_link;

struct maser {
    model *model; // of the stretch; what it points at is that of the case
    world *stretch;
    int axis;
    double length, sense; // m; 1: towards higher coordinates, -1: towards lower ones
    grain_list start;     // until the stretch is made
    int64_t *
        start_id; // ids that those will have in the world of the case, less that of the first grain
    maser_link *link; // of the grains of the stretch, in the order of their ids
    int64_t links;
    int64_t first; // id of the first of them there
    bool *copied;  // slots of copies, while books are settled
    int64_t copied_room;
};

#define MASER_LINKS "maser/links"
// Columns of the stretch have this before their names.
#define MASER_PREFIX "maser-"

// The stretch of a case as a case: periodic, without streams.
model *maser_model(const model *model, double step);
struct maser *maser_make(const model *model);

#endif
