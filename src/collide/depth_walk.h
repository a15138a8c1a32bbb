// depth_walk.h - the depth in a solid along an edge of another, as stretches of straight courses (depths.h).
#ifndef SCREE_COLLIDE_DEPTH_WALK_H
#define SCREE_COLLIDE_DEPTH_WALK_H

#include "collide/depths.h"

enum { PIECES_MOST = 128 };

// A stretch of an edge, from `from` to where the next one begins, with the row of the plane that the depth is from.
typedef struct stretch {
    double from;
    int32_t row;
} stretch;

// Depth along an edge, from 0 to 1.
typedef struct course {
    stretch piece[PIECES_MOST];
    int count;
    bool full; // there was no room
} course;

// An edge of one solid in the frame of the other, and the depths of its ends under the planes that are looked at, a row
// each: those of the hull, then all others.
typedef struct edge_walk {
    const depth_field *field;
    v3 from, to;
    const double *row_from, *row_to;
    const int32_t *listed; // of the hull, the planes of the rows; NULL: all
    int32_t of_hull;       // how many
} edge_walk;

// The depth under the plane of a row, at a part of the way along the edge.
static inline double edge_depth(const edge_walk *walk, int32_t row, double at)
{
    const double from = walk->row_from[row];
    return from + at * (walk->row_to[row] - from);
}

// The plane of a row.
static inline int32_t edge_plane(const edge_walk *walk, int32_t row)
{
    if (row >= walk->of_hull)
        return row - walk->of_hull + walk->field->group[0].faces;
    return walk->listed ? walk->listed[row] : row;
}

// The course of the depth along the edge; of the walk the field, the rows and what is listed are given. False where a
// plane of the hull has the whole edge before it, or a pocket holds it.
bool edge_course(const edge_walk *walk, course *out);

// Integrals over a stretch: of d^4, of d^3, and of d^3 times the share of the way.
typedef struct edge_sums {
    double fourth, third, moment;
} edge_sums;

// Those of stretch i of a course, per length of the edge: of depths times `scale`, the fourth powers divided by that once.
// False where the stretch is nowhere in the solid.
bool edge_sums_of(const edge_walk *walk, const course *course, int i, double scale, edge_sums *out);

#endif
