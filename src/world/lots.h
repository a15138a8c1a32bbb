// lots.h - rows that ranks have, as one list on rank 0 in the order of their keys, a portion at a time; so that no rank has to
// hold more than it owns.
//
// A lot is a column of which every rank has rows, in ascending order of their keys; the lots of one order have the same rows.
// From lots_make until rank 0 ends it with lots_end, the others answer, in lots_answer, and do nothing else.
#ifndef SCREE_WORLD_LOTS_H
#define SCREE_WORLD_LOTS_H

#include "world/ranks.h"

typedef struct lot {
    const void *data; // of the rows of this rank
    size_t row;       // bytes of each
    int order;        // that they have
} lot;
// The keys by which rows of all ranks are put in order; no two are alike, or they are of one rank.
typedef struct lot_order {
    int64_t rows; // of this rank
    const int64_t *key;
    int width; // numbers of a key
} lot_order;
typedef struct lots lots;

// Called by all ranks with lots of the same number, widths and orders; what they lead to must stay. A rank without memory gives up.
lots *lots_make(world *world, const lot *lot, int count, const lot_order *order, int orders);
// On rank 0: how many rows all ranks have; rows [first, first + count) of a lot, of which they are asked for from the first on.
int64_t lots_rows(const lots *lots, int order);
void lots_take(lots *lots, int lot, int64_t first, int64_t count, void *out);
void lots_end(lots *lots);
// On the others.
void lots_answer(lots *lots);

#endif
