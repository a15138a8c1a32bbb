// books.h - what is said where the energy books of a run miss more than they may.
#ifndef SCREE_CLI_BOOKS_H
#define SCREE_CLI_BOOKS_H

#include "world/world.h"

#include <stdbool.h>

enum { BOOKS_ROOM = 400 }; // no more than WATCH_ROOM
#define BOOKS_MISSED 0.01  // the most that may be missing, of what was turned over

// True where more than that is missing, with the words for it.
bool books_warning(char out[BOOKS_ROOM], const world *world, const frame_ledger *ledger);

// The contact whose own books are out by most: "grains 12 and 19", or "wall `floor` and grain 3".
void books_worst(char out[BOOKS_ROOM], const world *world, const frame_ledger *ledger);

#endif
