// convex_overlay.h - the supporting faces of two convex bodies, laid over each other along the normal.
#ifndef SCREE_COLLIDE_CONVEX_OVERLAY_H
#define SCREE_COLLIDE_CONVEX_OVERLAY_H

#include "collide/convex.h"

enum { CORNERS_MOST = 2 * CONVEX_FACE_MOST + 4 };

// A corner of the contact polygon.
typedef struct corner {
    double x, y, z; // z: of the polygon that is clipped, along n
    double gap;
    int64_t feature;
    // The line to the next corner: of a slot k of the clipped face k, of slot k of the clipping
    // face -1 - k.
    int32_t line;
} corner;

typedef struct polygon {
    corner corner[CORNERS_MOST];
    int count;
} polygon;

// The two bodies as seen along n, with axes x and y across it.
typedef struct pair {
    const convex *a, *b;
    v3 offset, x, y, normal;
    double reach, radii;
} pair;

// A supporting face: its vertices and the edges to the next. Where there is no face, -1, the vertices themselves.
typedef struct outline {
    const pair *of_pair;
    const convex *of;
    v3 offset;
    const int32_t *vertex, *edge;
    int32_t face, count;
    double sign; // +1 for a, -1 for b
} outline;

// The face of a (sign +1) or of b (-1) that looks most along the normal at the nearest or deepest place.
outline convex_supporting_face(const pair *pair, double sign, v3 place);
// The part of the outline `of` that lies over the face `on`; gaps with `radii` taken off.
void convex_overlay(const outline *of, const outline *on, polygon *part);
// The part of the polygon in overlap, or below that gap: the polygon, or what is cut out of it in `spare`.
const polygon *convex_overlapping_part(const polygon *part, double beyond, polygon *spare);
// For each corner the share of the area.
void convex_share_area(const polygon *part, double *share);

#endif
