// cell_room.h - a servo of a cell that deforms keeps the stress of the whole cell, also of what is empty behind a wall inside of it:
// what is said of that before the run.
#ifndef SCREE_CLI_CELL_ROOM_H
#define SCREE_CLI_CELL_ROOM_H

#include "state/model.h"

#include <stdbool.h>
#include <stddef.h>

// Of the case, or of the first stage in which it is so, with walls where they are put up. False: there is nothing to say.
bool cell_room_warning(const model *model, char *out, size_t room);

#endif
