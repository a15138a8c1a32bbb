// grain_sides.h - what of a core decides where it may touch the edges and corners of a wall: the faces at its edges,
// the edges at its vertices, and, of sharp cores, a skeleton.
//
// The skeleton: each vertex of a sharp core has an anchor inside the grain, about as far from all faces at the vertex.
// Between a face and the anchors of its corners lies the part of the grain to which that face is nearest; an edge and
// the anchors of its ends span the strip between two such parts, a vertex and its anchor the line where strips meet. A
// wall that comes in no farther than the anchors cuts lines with its faces, strips with its edges, and has its corners
// in the parts: each is one way in, and the shortest way out is known by the place. So it is of a closed outline in the
// plane, of which edges are what faces are in space.
#ifndef SCREE_COLLIDE_GRAIN_SIDES_H
#define SCREE_COLLIDE_GRAIN_SIDES_H

#include "collide/sharp.h"
#include "state/model.h"

typedef struct grain_sides {
    v3 (*side)[2]; // of edges: unit, in the faces at it, away from it
    // How many: 2 of solids, 0 of lines; -1: the grain is on more than half of it, nothing touches.
    int8_t *sides;
    v3 *normal; // of faces: unit, outward
    // Vertices + 1: edges from vertex i are way[way_of[i]] .. way[way_of[i + 1] - 1].
    int32_t *way_of;
    v3 *way;    // unit, along them, away from it
    v3 *anchor; // of vertices, of a core that encloses a volume, or an area in the plane; NULL: none
    double deep; // the largest distance of an anchor from its vertex, m
} grain_sides;

// `solid` is the same core as a sharp solid; without triangles where it is none.
scree_status grain_sides_make(const model_core *core, const sharp *solid, const char *name,
                              grain_sides *out, scree_error *error);
void grain_sides_clear(grain_sides *of);

#endif
