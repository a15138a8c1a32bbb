// convex_reach.h - which edges of a convex body come near another one that it overlaps: of the pairs of edges of
// convex_overlap.c only theirs are looked at.
#ifndef SCREE_COLLIDE_CONVEX_REACH_H
#define SCREE_COLLIDE_CONVEX_REACH_H

#include "collide/convex.h"

enum { KEPT_MOST = 64, VERTICES_KEPT = 64 };

typedef struct box {
    v3 low, high;
} box;

// Where an edge has to reach to count: into a box around the other body, and along the shortest way so far above a
// height. Vertices have a bit for each of these seven planes that they are beyond; an edge with both ends beyond the
// same one does not reach. Those of a body with few vertices are kept.
typedef struct reach {
    const convex *of;
    box around;
    v3 up;
    double height, top, along[VERTICES_KEPT];
    uint8_t out[VERTICES_KEPT];
} reach;

// What the test of a pair reads of an edge, side by side.
typedef struct kept_edge {
    v3 from, along, normal[2];
    const convex_edge *edge;
} kept_edge;

// The box of a body at `offset`, wider by the margin on all sides.
box reach_box(const convex *convex, v3 offset, double margin);
// How far the body goes along `up`; then, with `height`, which planes its vertices are beyond.
void reach_look_up(reach *reach);
void reach_note_beyond(reach *reach);
// Edges from *next on that come near; at most KEPT_MOST. Returns how many; *next is where to go on.
int reach_edges(const reach *near, int32_t *next, kept_edge kept[KEPT_MOST]);

#endif
