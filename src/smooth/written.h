// written.h - velocities and spins that are written between two steps by forces, until the next step takes them up.
#ifndef SCREE_SMOOTH_WRITTEN_H
#define SCREE_SMOOTH_WRITTEN_H

#include "motion/part.h"
#include "state/image.h"

// That of the grain with this id, or NULL.
const written_motion *written_of(const shared *shared, int64_t id);
bool written_reserve(shared *shared, int64_t more); // false: out of memory
// A new one, which is what the grain has; there is room for it. It is found once all are in order.
written_motion *written_begin(shared *shared, int64_t id, v3 velocity, v3 spin);
void written_order(shared *shared);
void written_forget(shared *shared);           // a step has given it
void written_drop(shared *shared, int64_t id); // of a grain that goes before
void written_free(shared *shared);
bool written_save(const shared *shared, image *im);
bool written_load(shared *shared, const image *im);

// What a step of the part reads of it; its lengths are known. False: no memory.
bool written_take(part *part, const shared *shared);
void written_let_go(part *part); // the step is done
void written_free_step(part *part);

#endif
