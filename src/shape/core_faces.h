// core_faces.h - the flat faces of a closed mesh as the surface of a grain.
#ifndef SCREE_SHAPE_CORE_FACES_H
#define SCREE_SHAPE_CORE_FACES_H

#include "shape/mesh.h"
#include "state/model.h"

// Vertices, triangles and faces (one for each flat patch) of a closed mesh into `core`, which owns them; nothing on
// failure. Vertices inside a flat face, or on a straight edge between two, go, and such faces are cut anew from their
// outline; faces with holes keep all theirs.
scree_status core_faces_of(const mesh *mesh, model_core *core, scree_error *error);

// The face that a triangle belongs to.
static inline int32_t core_face_of(const model_core *core, int32_t triangle)
{
    int32_t low = 0;
    int32_t high = core->faces;
    while (high - low > 1) {
        int32_t middle = low + (high - low) / 2;
        if (core->face[middle] <= triangle)
            low = middle;
        else
            high = middle;
    }
    return low;
}

#endif
