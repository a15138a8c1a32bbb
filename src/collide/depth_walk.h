// depth_walk.h - the depth in a solid along an edge of another, as stretches of straight courses (depths.h).
#ifndef SCREE_COLLIDE_DEPTH_WALK_H
#define SCREE_COLLIDE_DEPTH_WALK_H

#include "collide/depths.h"

enum { PIECES_MOST = 128 };

// A stretch of an edge, from `from` to where the next one begins, with the plane that the depth is from.
typedef struct stretch {
    double from;
    int32_t plane;
} stretch;

// Depth along an edge, from 0 to 1.
typedef struct course {
    stretch piece[PIECES_MOST];
    int count;
} course;

// An edge of one solid in the frame of the other, and the depths of its ends under each of the planes that count.
typedef struct edge_walk {
    const depth_field *field;
    v3 from, to;
    const double *row_from, *row_to; // depths of the ends under all planes that are looked at
    const int32_t *listed;           // of the hull, those; NULL: all
    int32_t of_hull;                 // how many
    double first[PIECES_MOST], last[PIECES_MOST];
    int32_t plane[PIECES_MOST]; // of the field
    int planes;
    bool full; // there was no room
} edge_walk;

// The depth under one of the planes that count, at a part of the way along the edge.
static inline double edge_depth(const edge_walk *walk, int32_t plane, double at)
{
    return walk->first[plane] + at * (walk->last[plane] - walk->first[plane]);
}

// The course of the depth along the edge; of the walk the field, the rows and what is listed are given. False where a
// plane of the hull has the whole edge before it.
bool edge_course(edge_walk *walk, course *out);

#endif
