// exchange.h - how ghosts are chosen and where they stand; what exchange.c and exchange_ranks.c share.
#ifndef SCREE_WORLD_EXCHANGE_H
#define SCREE_WORLD_EXCHANGE_H

#include "world/internal.h"

// What the bodies of a part span with their radii; `low` is above `high` where there are none.
typedef struct span_box {
    double low[3], high[3];
} span_box;
span_box exchange_box_of(const bodies *own);

// From part to part, of the ranks or of the mirror where there is one.
ghost_link *exchange_link(const world *world, const part *from, const part *to);
// Which bodies of `from` a part in that box has to see, and those that it asked for. False without memory.
bool exchange_choose(const part *from, const span_box *box, const body_ids *ids,
                     const wanted_ids *asked, ghost_link *out);
// Where the ghosts of a part stand, and room for them: the links to it have counts. False without memory.
bool exchange_place_ghosts(const world *world, part *to);

#endif
