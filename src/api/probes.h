// probes.h - what the probes of scree/measure.h tell of walls.
#ifndef SCREE_API_PROBES_H
#define SCREE_API_PROBES_H

#include "api/objects.h"
#include "show/wall_maps.h"

// The wall maps of the probes of a world, in the order in which they were made.
scree_status probes_take_maps(const scree_world *handle, wall_maps *maps, scree_error *error);

#endif
