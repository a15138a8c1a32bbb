// collect.h - the image of a world of ranks, whose rows come in portions.
#ifndef SCREE_WORLD_COLLECT_H
#define SCREE_WORLD_COLLECT_H

#include "world/ranks.h"

// Called by all ranks, each with the image of what it owns. On rank 0 it becomes that of all, whose largest columns come in
// portions, and with image_clear the others return, whose images are empty then. False without memory.
bool collect_rows(world *world, image *im);
// What the others do for an image that rank 0 wants (world/snapshot.c).
void world_answer_image(world *world);

#endif
