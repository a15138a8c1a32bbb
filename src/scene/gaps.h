// gaps.h - the narrowest places between walls, and openings in them, beside the size of grains.
//
// A gap is a ball that fits between two places of walls nearly opposite to each other. From samples of all surfaces, the
// middles of facets with their normals and edges with directions around them, a ball is blown up that touches the surface there,
// and shrunk until nothing of any wall is in it (the shrinking-ball way to the medial axis: J. Ma, S. W. Bae, S. Choi, *The
// Visual Computer* 28, 7-19, 2012). Where it then touches at two places that its centre sees by 160 degrees or more apart,
// their distance is the width of a gap. So corners and wedges are no gaps, but an orifice is one, from rim to rim.
//
// How accurate: a width is that at a sample, so the narrowest place may be missed by what the surfaces change between two of
// them; between flat faces and across openings it is exact, round walls count by their facets (within 0.0006 of a radius).
#ifndef SCREE_SCENE_GAPS_H
#define SCREE_SCENE_GAPS_H

#include "base/fail.h"
#include "shape/primitive.h"

typedef struct gap_wall {
    const primitive *shape;
    v3 position;
    q4 orientation;
} gap_wall;

typedef struct gap_search {
    const gap_wall *wall;
    int walls;
    v3 low, high;       // where grains may be, m
    double least, most; // widths that are looked for, m; what is narrower counts as closed
    const v3
        *grain; // places where grains are: a closed mesh around one of them has its grains inside
    int grains;
} gap_search;

typedef struct gap {
    int wall[2]; // the smaller first; the same: an opening in it
    double width;
    v3 middle;
} gap;

// The narrowest gap of each pair of walls and in each wall, the narrowest first. Writes at most `room`; *count tells how
// many. Of the third dimension only: in two there are none.
scree_status gaps_find(const gap_search *search, gap *out, int room, int *count,
                       scree_error *error);

#endif
