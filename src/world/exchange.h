// exchange.h - how ghosts are chosen and where they stand; what exchange.c and exchange_ranks.c share.
#ifndef SCREE_WORLD_EXCHANGE_H
#define SCREE_WORLD_EXCHANGE_H

#include "world/internal.h"

// What some bodies span with their radii; `low` is above `high` where there are none.
typedef struct span_box {
    double low[3], high[3];
} span_box;
// One for each block of a part (exchange_boxes.c); the caller frees `box`. False without memory.
typedef struct span_boxes {
    span_box *box;
    int64_t count;
} span_boxes;
bool exchange_boxes_of(const part *part, span_boxes *out);
span_box exchange_box_of_body(const bodies *own, int32_t slot);
// May bodies in the two come within the skin of each other?
bool exchange_boxes_near(const stepping *stepping, const span_box *one, const span_box *other);

// From part to part, of the ranks or of the mirror where there is one.
ghost_link *exchange_link(const world *world, const part *from, const part *to);
// Which bodies of `from`, whose boxes are `own`, a part in the boxes `other` has to see, and those that it asked for: by their
// ids, or where `ids` is NULL by their slots. False without memory.
typedef struct ghost_choice {
    const part *from;
    const span_boxes *own, *other;
    const wanted_ids *asked;
    const body_ids *ids;
} ghost_choice;
bool exchange_choose(const ghost_choice *by, ghost_link *out);
// Where the ghosts of a part stand, and room for them: the links to it have counts. False without memory.
bool exchange_place_ghosts(const world *world, part *to);

#endif
