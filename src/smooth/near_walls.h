// near_walls.h - which contacts of a block with walls belong to which of its balls near walls.
#ifndef SCREE_SMOOTH_NEAR_WALLS_H
#define SCREE_SMOOTH_NEAR_WALLS_H

#include "smooth/smooth.h"

// A contact that is no longer there: far away, so that the pass ends it.
void near_walls_part(bucket *bucket, int32_t i, double radius);

// Gives contacts to the near walls of their balls. A block that has no wall near by now may have contacts with one
// still: they end in this step.
void near_walls_deal(const stepping *stepping, block *block);

#endif
