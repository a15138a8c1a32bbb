// hand_out.h - who gets which grains where a world of ranks begins (hand_out.c).
#ifndef SCREE_WORLD_HAND_OUT_H
#define SCREE_WORLD_HAND_OUT_H

#include "world/internal.h"

// Of grains at so many places, the rank of each; NULL without memory, the caller frees.
uint16_t *hand_out_choose(const v3 *position, int64_t count, int ranks);

#endif
