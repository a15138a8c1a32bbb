// written.h - velocities and spins that are written between two steps by forces, until the next step takes them up.
#ifndef SCREE_SMOOTH_WRITTEN_H
#define SCREE_SMOOTH_WRITTEN_H

#include "motion/part.h"
#include "state/image.h"

// That of a grain, or NULL.
const written_motion *written_of(const part *p, int32_t slot);
bool written_reserve(part *p, int64_t more); // false: out of memory
// A new one, which is what the grain has; there is room for it.
written_motion *written_begin(part *p, int32_t slot, v3 velocity, v3 spin);
// For the step that is to be computed, whose lengths are known; false: no memory.
bool written_take(part *p);
void written_forget(part *p); // it is
void written_free(part *p);
bool written_save(const part *p, image *im);
bool written_load(part *p, const image *im);

#endif
