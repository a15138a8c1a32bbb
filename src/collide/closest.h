// closest.h - nearest points of points, segments and triangles.
//
// Pure functions of coordinates, in any unit: only ratios decide, so scaling all lengths by a power of two scales the
// results to the bit. Segments may have no length, triangles no area.
#ifndef SCREE_COLLIDE_CLOSEST_H
#define SCREE_COLLIDE_CLOSEST_H

#include "base/vec.h"

#include <stdbool.h>

// The share of the way from a to b, in [0, 1], at which the segment comes nearest to `point`; *nearest is the place.
static inline double closest_on_segment(v3 point, v3 a, v3 b, v3 *nearest)
{
    v3 along = v3_sub(b, a);
    double square = v3_dot(along, along);
    double share = v3_dot(v3_sub(point, a), along);
    if (!(share > 0)) {
        *nearest = a;
        return 0;
    }
    if (share >= square) {
        *nearest = b;
        return 1;
    }
    share /= square;
    *nearest = v3_fma(a, share, along);
    return share;
}

// Regions of a triangle: 0 its inside, 1 + k the inside of the edge from corner k to k + 1, 4 + k the corner k.
enum { REGION_FACE = 0, REGION_EDGE = 1, REGION_CORNER = 4 };

typedef struct triangle_point {
    v3 place;
    // Barycentric: place = sum of share[k] corner[k]; >= 0, of sum 1 within rounding.
    double share[3];
    int region;
} triangle_point;

triangle_point closest_on_triangle(v3 point, const v3 corner[3]);

// Two segments a0 a1 and b0 b1. The difference `apart` of the nearest points is unique and continuous whatever the
// segments do; where they are parallel the points themselves are not. There the points `on_a` and `on_b`, at which a
// force acts, are in the middle of the stretch that runs side by side, and for squared sines of the angle from 1e-10 to
// 1e-6 they go over to the nearest points linearly: force and moment are continuous through parallel.
typedef struct segment_pair {
    v3 on_a, on_b;
    v3 apart; // from a to b, exactly the shortest; `on_b - on_a` but where edges are nearly parallel
    double share_a, share_b; // of the way along each, for on_a and on_b
} segment_pair;

#define PARALLEL_BELOW 1e-10 // squared sine up to which segments count as parallel
#define CROSSING_ABOVE 1e-6  // squared sine from which on they have two nearest points and no more

segment_pair closest_of_segments(v3 a0, v3 a1, v3 b0, v3 b1);

// Segment p q and a triangle. Where they cut each other, both points are the same place and `cuts` is true.
typedef struct segment_triangle {
    v3 on_segment, on_triangle;
    double share; // of the way from p to q
    bool cuts;
} segment_triangle;

segment_triangle closest_segment_triangle(v3 from, v3 to, const v3 corner[3]);

#endif
