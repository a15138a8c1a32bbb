// grains.h - what the contacts of grains with a core have in common (core_motion.c, grain_contacts.c), and those of
// outlines in the plane (outlines.c).
#ifndef SCREE_SMOOTH_GRAINS_H
#define SCREE_SMOOTH_GRAINS_H

#include "base/mathlib.h"
#include "smooth/smooth.h"

v3 grains_offset(const stepping *s, const near_grain *p);       // from a to b, of a pair
const grain_form *grains_form(const stepping *s, int32_t slot); // NULL: a ball
int grains_set(const stepping *s, const near_grain *p);         // of laws, of a pair or at a wall

// The gap up to which attraction holds the contacts of a pair of grains, or at a wall with that curvature, m; 0: it
// ends with touch.
double grains_beyond(const stepping *s, const near_grain *p, double curvature);
// Has a contact been through a step?
static inline bool grains_holds(const stepping *s, const bucket *k, int32_t contact)
{
    return k->history[s->context.layout[k->set].share][contact] > 0;
}

bool grains_reserve_touches(block *b, int32_t need);
// The list of near features of a pair whose corners are turned. False without memory.
bool grains_list(const stepping *s, block *b, near_grain *p, const grain_pose *x,
                 const grain_pose *y, v3 offset, double beyond);

// The bucket of the contacts of a pair; -1 without memory.
int grains_bucket(const stepping *s, block *b, const near_grain *p);
// Contacts of a pair in its bucket, from block->touch; old[olds] are those of the step before. block->old then has the
// contact of each touch. False without memory.
bool grains_settle(const stepping *s, block *b, const near_grain *p, int index, int32_t *old,
                   int32_t olds, int count, v3 offset, report *r);

// ---- corners at walls

// Begins the watches of near walls after the lists were built.
bool corners_begin(block *b);
// The features of the grain that may come within `beyond` of the wall, its corners turned: the length of the list; -1
// without memory.
int32_t corners_near(const stepping *s, block *b, const near_grain *p, const placed_wall *wall,
                     grain_pose *g, v3 centre, double beyond, const int32_t **near);

// ---- outlines

// By how much two features may have come nearer since the pair was looked through, or more. A turn by the angle t moves
// a point at R by 2 R sin(t/2) <= 2 R |q - q'|.
static inline double outline_moved(const outline_watch *w, const double offset[2], double radius_a,
                                   const rec4 *turn_a, double radius_b, const rec4 *turn_b)
{
    const double *before_a = w->turn[0];
    const double *before_b = w->turn[1];
    const double turned_a = fabs(turn_a->v[0] - before_a[0]) + fabs(turn_a->v[3] - before_a[1]);
    const double turned_b = fabs(turn_b->v[0] - before_b[0]) + fabs(turn_b->v[3] - before_b[1]);
    const double way = fabs(offset[0] - w->offset[0]) + fabs(offset[1] - w->offset[1]);
    const double rims = radius_a * turned_a + radius_b * turned_b;
    return (1 + 1e-9) * (way + 2 * rims);
}

// Is it enough to look at the lanes of the pair, and is its slack no longer than it needs to be?
enum { OUTLINE_SELDOM = 512 };
static inline bool outline_holds(const outline_watch *w, double moved)
{
    return moved < w->slack && (w->age != OUTLINE_SELDOM || moved >= 0.125 * w->slack);
}

// Begins the watches of near outlines after the lists were built, when block->touching has the contacts of all pairs.
bool outlines_begin(const stepping *s, block *b);
// One step of a near pair of outlines, number `watch` of the block. False without memory.
bool outlines_step(const stepping *s, block *b, int32_t watch, report *r);

#endif
