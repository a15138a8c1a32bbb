// core_edges.h - the edges of the surface of a grain.
#ifndef SCREE_SHAPE_CORE_EDGES_H
#define SCREE_SHAPE_CORE_EDGES_H

#include "base/fail.h"
#include "state/model.h"

#include <stdbool.h>

// From each vertex to the next, and of a closed outline from the last to the first; false without memory.
bool core_edges_of_outline(model_core *core, bool closed);

// Those between two faces, in rising order of their vertices. Refuses surfaces that are not closed, or turned inwards.
scree_status core_edges_of_faces(model_core *core, scree_error *error);

#endif
