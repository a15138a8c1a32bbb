// ranks_hear.h - accounts of every step in a world of ranks (ranks_hear.c).
#ifndef SCREE_WORLD_RANKS_HEAR_H
#define SCREE_WORLD_RANKS_HEAR_H

#include "world/ranks.h"

// Called by all ranks: records of so many bytes of the others, one behind the other in the order of ranks, on rank 0, which frees them;
// NULL elsewhere. In one process there are none.
void *ranks_bring(const world *world, const void *mine, int64_t count, size_t size,
                  int64_t *brought);
// Between steps on rank 0, or by all ranks within them: which walls it hears of.
void ranks_tell_heard(world *world);
// Between steps on rank 0: its surfaces, of which the others keep copies.
void ranks_tell_gates(world *world);
// What the others do then.
void ranks_answer_heard(world *world);
void ranks_answer_gates(world *world, int gates);
// The copies go.
void ranks_drop_gates(world *world);

#endif
