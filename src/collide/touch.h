// touch.h - what geometry of shaped grains hands on: the contacts of one pair.
//
// All places are seen from the reference point of body a, in space axes; the only thing known of b's place is `offset`,
// from the reference point of a to that of b. So a shift of both, or a period of the domain, changes no bit.
#ifndef SCREE_COLLIDE_TOUCH_H
#define SCREE_COLLIDE_TOUCH_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum touch_kind {
    TOUCH_VERTEX_EDGE, // a vertex of a, an edge of b
    TOUCH_EDGE_VERTEX,
    TOUCH_VERTEX_FACE,
    TOUCH_FACE_VERTEX,
    TOUCH_EDGE_EDGE,
    TOUCH_POINT // the nearest points of two convex bodies
} touch_kind;

typedef struct touch {
    v3 point;           // in the middle of the overlap (or of the gap)
    v3 normal;          // unit, from a to b
    double gap;         // negative in overlap
    int64_t feature;    // touch_feature(): the same while the contact lasts
    double weight;      // share of the pair's stiffness
    double depth, fade; // for touch_share_alike: how deep it is, m, and the part of it that counts
} touch;

// Contacts go to item[0 .. room); count may exceed room and then says how much is needed. `lost` counts pairs of
// features that lie on each other so that no normal exists: the grains have gone through each other, the step was too
// long.
//
// `beyond`: the gap up to which the two attract each other now, m. Weights are in the ratio of what lies below it.
typedef struct touch_list {
    touch *item;
    int room, count, lost;
    double beyond;
} touch_list;

static inline int64_t touch_feature(touch_kind kind, int32_t of_a, int32_t of_b)
{
    return (int64_t)kind << 60 | (int64_t)of_a << 30 | of_b; // features are below 2^30
}

static inline void touch_add(touch_list *list, touch touch)
{
    if (list->count < list->room)
        list->item[list->count] = touch;
    list->count++;
}

// The nearest places of two cores with radii; `apart` is the difference of the cores near them.
typedef struct touch_ends {
    v3 on_a, on_b, apart;
    double radius_a, radius_b;
} touch_ends;

// The contact of two cores at their nearest places. Nothing is added where the gap is not below `reach`.
void touch_between(const touch_ends *ends, double reach, int64_t feature, touch_list *list);

// Weights that share the stiffness of the pair, and its attraction: in the ratio of the depths below `beyond`, of
// sum 1. Where nothing is as near the nearest contact has weight 1. A contact that begins has weight 0, so that the
// share of the others does not jump.
void touch_share_beyond(touch *item, int count, double beyond);

// Shares among contacts whose normals are alike, in the ratio of what counts of their depths: within 30 degrees they
// share, from 60 degrees on each has a stiffness of its own, as two walls have, and in between they share in part.
void touch_share_alike(touch *item, int count);

#endif
