// query.h - questions about space: which grains are in a box or a ball, what a ray meets first, which grain is nearest, what
// touches a grain or a wall. The conventions are those of scree.h.
//
//     scree_query *q;
//     scree_query_create(w, &q, &e);
//     scree_hit hit;
//     scree_query_ray(q, eye, direction, 10, &hit, &e);
//     if (hit.kind == SCREE_HIT_GRAIN) ...
//     scree_world_step(w, 100, &e);
//     scree_query_renew(q, &e);
//
// Surfaces count as they are, to rounding: balls, bodies of several balls, grains with corners and their radius, walls. On periodic
// axes all images count. A grain is told by its id, of several balls that of the first (column "body" of SCREE_BALLS). In a 2D
// world all happens in the plane, and third numbers do not count.
#ifndef SCREE_QUERY_H
#define SCREE_QUERY_H

#include "scree/scree.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

typedef struct scree_query scree_query;

// Looks at the world as it is now, which costs a frame, and some more to put the grains in order. It belongs to the world: destroy it before
// that. Questions change nothing, so that several threads may ask at once, while nothing else is done with the world.
scree_status scree_query_create(scree_world *handle, scree_query **out, scree_error *error);
// Looks again. Without that questions are refused once the world has taken a step, or a program has added, removed or changed grains.
// On failure it knows what it knew.
scree_status scree_query_renew(scree_query *query, scree_error *error);
void scree_query_destroy(scree_query *query);

// A list of the caller's, which has room for so many; `id` may be NULL where `room` is 0.
typedef struct scree_ids {
    int64_t *id;
    int64_t room;
    int64_t count; // gets how many there are, which may be more than there is room for
} scree_ids;

// The grains with any point in a box, of which sides may be of no length or INFINITY, or within `radius` of a point, m, which may be 0:
// their ids, ascending. Refused: what is no number, corners that are not in order, more than 100000 periods of the domain.
scree_status scree_query_box(const scree_query *query, const double low[3], const double high[3],
                             scree_ids *ids, scree_error *error);
scree_status scree_query_ball(const scree_query *query, const double centre[3], double radius,
                              scree_ids *ids, scree_error *error);

typedef enum scree_hit_kind { SCREE_HIT_NOTHING, SCREE_HIT_GRAIN, SCREE_HIT_WALL } scree_hit_kind;
typedef struct scree_hit {
    scree_hit_kind kind;
    int wall;        // index of it, for scree_world_name; -1: it is none
    int64_t id;      // of the grain or the wall; -1: there is nothing
    double distance; // m; INFINITY: there is nothing
    // On the surface, m, at the image that was met; and where that looks, a unit vector. In a grain: the point that was asked about, and
    // 0, of a ray against it.
    double place[3], normal[3];
} scree_hit;

// What a ray from a point along a direction (of any length but 0) meets first within `length`, m: a grain, or a wall from either
// side. Distance 0: it begins in a grain. INFINITY is a length where nothing is periodic; else up to 100000 periods.
scree_status scree_query_ray(const scree_query *query, const double from[3],
                             const double direction[3], double length, scree_hit *out,
                             scree_error *error);
// The grain whose surface is nearest to a point, no farther than `most`, m, which may be INFINITY. Distance 0: the point is in it. Of
// grains that are as near the one with the lowest id.
scree_status scree_query_nearest(const scree_query *query, const double point[3], double most,
                                 scree_hit *out, scree_error *error);

// A contact as one of the two has it.
typedef struct scree_touch {
    int64_t partner;  // id of the grain or the wall
    int wall;         // index of it; -1: it is a grain
    double place[3];  // m, where the one is that was asked about
    double normal[3]; // unit, to the partner
    double overlap;   // m; below 0 where the nonsmooth solver looks at one that may begin
    double force[3];  // N, on the one that was asked about
} scree_touch;

typedef struct scree_touches {
    scree_touch *touch;
    int64_t room, count; // as of scree_ids
} scree_touches;

// The contacts of a grain or a wall by its id, in the order of frames. Grains with corners may have several with one partner.
// Refused: ids that are not there.
scree_status scree_query_contacts(const scree_query *query, int64_t id, scree_touches *touches,
                                  scree_error *error);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
