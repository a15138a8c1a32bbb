// grains.h - what the contacts of grains with a core have in common (core_motion.c, grain_contacts.c), and those of
// outlines in the plane (outline_watches.c, outlines.c).
#ifndef SCREE_SMOOTH_GRAINS_H
#define SCREE_SMOOTH_GRAINS_H

#include "base/mathlib.h"
#include "smooth/smooth.h"

static inline const grain_form *grains_form(const stepping *stepping, int32_t slot) // NULL: a ball
{
    return stepping->form[stepping->context.body->set[slot]];
}

v3 grains_offset(const stepping *stepping, const near_grain *near); // from a to b, of a pair
int grains_set(const stepping *stepping, const near_grain *near); // of laws, of a pair or at a wall

// The gap up to which attraction holds the contacts of a pair of grains, or at a wall with that curvature, m; 0: it
// ends with touch.
double grains_beyond(const stepping *stepping, const near_grain *near, double curvature);
// In the place of its share, of a contact that began as part of a pair that holds on and has not been through a step.
#define GRAINS_HELD_BY_PAIR (-1.0)
// Has a contact been through a step, or does it hold on by one that has?
static inline bool grains_holds(const stepping *stepping, const bucket *bucket, int32_t contact)
{
    return bucket->history[stepping->context.layout[bucket->set].share][contact] != 0;
}

bool grains_reserve_touches(block *block, int32_t need);
// The list of near features of a pair whose corners are turned. False without memory.
bool grains_list(const stepping *stepping, block *block, near_grain *near, const grain_pair *pair,
                 double beyond);

// The bucket of the contacts of a pair; -1 without memory.
int grains_bucket(const stepping *stepping, block *block, const near_grain *near);
// The geometry of a contact that is no longer there, so that the pass ends it.
void grains_set_apart(const stepping *stepping, bucket *bucket, int32_t i);
// What a step has found of a pair: `count` touches in block->touch; old[olds] are its contacts of the step before, in
// bucket number `bucket`.
typedef struct pair_touches {
    const near_grain *pair;
    v3 offset;
    int bucket, count;
    int32_t *old;
    int32_t olds;
} pair_touches;
// They become contacts in the bucket. block->old then has the contact of each touch. False without memory.
bool grains_settle(const stepping *stepping, block *block, const pair_touches *found,
                   report *report);

// ---- corners at walls

// Begins the watches of near walls after the lists were built.
bool corners_begin(block *block);
// A grain beside a wall, whose features within `beyond` of it are asked for.
typedef struct corners_at_wall {
    const placed_wall *wall;
    grain_pose *pose;
    v3 centre;
    double beyond;
} corners_at_wall;
// The features of the grain that may come so near, its corners turned: the length of the list; -1 without memory.
int32_t corners_near(const stepping *stepping, block *block, const near_grain *pair,
                     const corners_at_wall *at, const int32_t **near);

// ---- outlines

// By how much the turn about z, a quaternion, has changed, or more.
static inline double outline_turned(const rec4 *turn, const double before[2])
{
    const double scalar = fabs(turn->v[0] - before[0]);
    const double about_z = fabs(turn->v[3] - before[1]);
    return scalar + about_z;
}

// By how much two features may have come nearer since the pair was looked through, or more. A turn by the angle t moves
// a point at R by 2 R sin(t/2) <= 2 R |q - q'|.
static inline double outline_moved(const outline_watch *watch, const double offset[2],
                                   double radius_a, const rec4 *turn_a, double radius_b,
                                   const rec4 *turn_b)
{
    const double turned_a = outline_turned(turn_a, watch->turn[0]);
    const double turned_b = outline_turned(turn_b, watch->turn[1]);
    const double way_x = fabs(offset[0] - watch->offset[0]);
    const double way_y = fabs(offset[1] - watch->offset[1]);
    const double way = way_x + way_y;
    const double rims = radius_a * turned_a + radius_b * turned_b;
    return (1 + 1e-9) * (way + 2 * rims);
}

// Is it enough to look at the lanes of the pair, and is its slack no longer than it needs to be?
enum { OUTLINE_SELDOM = 512 };
static inline bool outline_holds(const outline_watch *watch, double moved)
{
    return moved < watch->slack && (watch->age != OUTLINE_SELDOM || moved >= 0.125 * watch->slack);
}

// Begins the watches of near outlines after the lists were built, when block->touching has the contacts of all pairs.
bool outlines_begin(const stepping *stepping, block *block);
// One step of a near pair of outlines, number `watch` of the block. False without memory.
bool outlines_step(const stepping *stepping, block *block, int32_t watch, report *report);

#endif
