// half_edge.h - the edges of a closed surface from the sides of its faces: every edge is two halves, one of each face
// at it, that run through it in opposite directions.
#ifndef SCREE_COLLIDE_HALF_EDGE_H
#define SCREE_COLLIDE_HALF_EDGE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct half_edge {
    int32_t low, high;  // its vertices
    int32_t face, slot; // whose side it is, and whatever the caller finds it by
    bool reversed;      // the face runs from high to low
} half_edge;

static inline half_edge half_edge_make(int32_t from, int32_t to, int32_t face, int32_t slot)
{
    return from < to ? (half_edge){from, to, face, slot, false}
                     : (half_edge){to, from, face, slot, true};
}

// Sorts the halves by their vertices, so that half[2 e] and half[2 e + 1] are edge e, the second reversed. Returns -1,
// or a face with a side that is open, belongs to more than two faces, or that its neighbour runs the same way.
int32_t half_edges_pair(half_edge *half, int64_t count);

#endif
