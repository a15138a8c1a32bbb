// soundness.h - when a run looks whether its step is short enough for the dashpots of the contacts that it has by now, and what
// is said where it is not.
#ifndef SCREE_RUN_SOUNDNESS_H
#define SCREE_RUN_SOUNDNESS_H

#include "world/world.h"

#include <stdbool.h>

enum { SOUNDNESS_ROOM = 400 }; // no more than WATCH_ROOM

// Steps at which it looks, besides the end: early ones, then now and then, since a look takes a frame and goes over all contacts 24 times.
bool soundness_due(int64_t step);
int64_t soundness_next(int64_t step, int64_t end);

// True where the step is too long, with the words for it. `at`: now, of the same world.
bool soundness_warning(char out[SOUNDNESS_ROOM], const world *world, const step_soundness *now);

#endif
