// observe_balls.h - the columns of a ball in a frame.
#ifndef SCREE_WORLD_OBSERVE_BALLS_H
#define SCREE_WORLD_OBSERVE_BALLS_H

#include "world/internal.h"

// What a ball has by itself, from its slot into place `at`; how it moves is told by its body.
void world_see_columns(frame_balls *seen, const model *model, const bodies *body, int32_t slot,
                       int32_t at);

#endif
