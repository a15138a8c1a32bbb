// snapshot_grains.h - the grains of a snapshot, one by one, for the packing that begins with them.
#ifndef SCREE_SCENE_SNAPSHOT_GRAINS_H
#define SCREE_SCENE_SNAPSHOT_GRAINS_H

#include "scene/kept_sets.h"
#include "scene/packing.h"
#include "state/bodies.h"

typedef struct snapshot_grains {
    image im;
    bodies from; // in the order of ids
    kept_sets sets;
} snapshot_grains;

// `grains` is empty before; it is to be cleared, also after a failure.
scree_status snapshot_grains_read(snapshot_grains *grains, const packing_job *job, const char *path,
                                  scree_error *error);
void snapshot_grains_clear(snapshot_grains *grains);
// A grain is as many bodies as it has balls, one after the other: how many the one has that begins there.
int32_t snapshot_grains_rows(const snapshot_grains *grains, int32_t body);
// The grain that begins there as one of the shape of the set of that job, which must be its own.
grain_entry snapshot_grains_entry(const snapshot_grains *grains, const packing_job *job, int32_t i);

#endif
