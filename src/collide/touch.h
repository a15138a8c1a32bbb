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
    TOUCH_POINT,     // the nearest points of two convex bodies
    TOUCH_EDGE_FACE, // an edge of a under a face of b
    TOUCH_FACE_EDGE
} touch_kind;

typedef struct touch {
    v3 point;           // in the middle of the overlap (or of the gap)
    v3 normal;          // unit, from a to b
    double gap;         // negative in overlap
    int64_t feature;    // touch_feature(): the same while the contact lasts
    double weight;      // share of the pair's stiffness
    double extra;       // by how much the overlap that laws see is more than that of the contact, m
    double depth, fade; // for touch_share_alike: how deep it is, m, and the part of it that counts
    int joins; // for those of the depths of edges: which of the list takes this one in; itself where it stays
} touch;

// Contacts go to item[0 .. room); count may exceed room and then says how much is needed. `lost` counts pairs of
// features that lie on each other so that no normal exists: the grains have gone through each other, the step was too
// long.
//
// `beyond`: the gap up to which the two attract each other now, m. Weights are in the ratio of what lies below it.
// `pushes`: nothing attracts them, so that contacts may have weights by touch_share_norm.
typedef struct touch_list {
    touch *item;
    int room, count, lost;
    double beyond;
    bool pushes;
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

// Weights and overlaps by which the push of any law is the gradient of a potential. Of contacts with the overlaps d_i
// the pair has the overlap D = (Sum d_i^p)^(1/p), p = 8, and for a law with the energy E(d) the energy E(D): laws see D,
// and the contact has the weight dD/dd_i = (d_i/D)^(p - 1). The energy falls to it by weight d_i/D, of sum 1.
void touch_share_norm(touch *item, int count);

// The same one by one: the deepest of all comes first, then what each adds to the sum, then what it gets.
typedef struct touch_norm {
    double deepest, sum, root;
} touch_norm;

static inline void touch_norm_add(touch_norm *norm, double gap, double counts)
{
    const double part = -gap / norm->deepest;
    const double square = part * part;
    const double fourth = square * square;
    if (gap < 0)
        norm->sum += counts * (fourth * fourth);
}

static inline double touch_norm_weight(const touch_norm *norm, double gap)
{
    const double part = -gap / (norm->deepest * norm->root);
    const double square = part * part;
    return gap < 0 ? square * square * square * part : 0;
}

static inline double touch_norm_extra(const touch_norm *norm, double gap)
{
    return gap < 0 ? norm->deepest * norm->root + gap : 0;
}

// Shares among contacts whose normals are alike, in the ratio of what counts of their depths: within 30 degrees they
// share, from 60 degrees on each has a stiffness of its own, as two walls have, and in between they share in part.
void touch_share_alike(touch *item, int count);

// The same by the norm of overlaps, among contacts of alike normals: a potential as long as each two normals are within
// 30 degrees or beyond 60 of each other and nothing fades.
void touch_share_norm_alike(touch *item, int count);

#endif
