// sorted.h - the other way to the pairs: the bounds of all balls along each axis in sorted lists (the linked linear
// list of Muth et al. 2005, section 3; the bounding boxes of Zhang 1998, section 2.3).
//
// Along an axis every ball begins and ends, half a skin outside its surface. Two balls can be near only where they
// overlap along all three axes. The lists of beginnings and endings are kept from build to build and put in order again
// by insertion, which costs as much as places have changed; where a beginning passes an ending, two balls begin to
// overlap along that axis, and only there can a pair be new. Slots must stand for the same balls as before, else
// the lists are made anew: sorted outright and scanned once (Algorithm 2.1 of Zhang 1998).
//
// A periodic axis is a circle: bounds are wrapped, and those that cross the border go to the other end of the list.
// Where all balls overlap along an axis, or the largest are too wide for the circle, the axis is left out; so two
// dimensions need no thought.
//
// Costs N^(2/3) per ball in a dense bed: how many others overlap with it along one axis (docs/performance/).
#ifndef SCREE_SEARCH_SORTED_H
#define SCREE_SEARCH_SORTED_H

#include "search/grid.h"
#include "search/near.h"

// Where a ball begins and ends along each axis, m. On a circle from > to means that it lies across the border.
typedef struct ball_bounds {
    double from[4], to[4]; // the fourth are unused: a cache line
} ball_bounds;

typedef struct bound {
    double at;
    int32_t ball;
    // 0: the ball begins here; 1: it ends. Where both are at one place beginnings come first.
    int32_t end;
} bound;

typedef struct ball_pair {
    int32_t a, b;
} ball_pair;

typedef struct sorted_axis {
    bool swept, circle;
    double low, high; // of the circle
    bound *list;      // 2 * balls, in order
    bound *crossed;   // scratch: what has crossed the border
    ball_pair *fresh; // pairs that began to overlap here
    int64_t crossed_room, fresh_count, fresh_room;
    int64_t passed; // places that bounds have moved in this build
} sorted_axis;

typedef struct sorted_list {
    int32_t balls; // that the lists stand for; 0: none, the next build makes them anew
    int32_t room;
    double largest;            // radius
    ball_bounds *now, *before; // of this build and the one before, by slot
    sorted_axis axis[3];
    ball_pair *pair; // that overlap along all axes, each once
    int64_t pairs, pair_room;
    int64_t *first; // partners of slot i are partner[first[i]] to partner[first[i + 1] - 1]
    int32_t *partner;
    int64_t partner_room;
    // Places that bounds of an axis may move before making the lists anew is cheaper.
    int64_t patience;
    int64_t made, kept; // builds that made the lists anew, and that put them in order
} sorted_list;

// Brings the lists up to date: all pairs up to `skin` apart and some more. The box counts on periodic axes. False
// without memory; the lists are forgotten then.
bool sorted_fill(sorted_list *sorted, const rec4 *position, int32_t count, const grid_box *box,
                 double skin, int threads);
// Slots stand for other balls now.
void sorted_forget(sorted_list *sorted);
void sorted_free(sorted_list *sorted);
int64_t sorted_memory(const sorted_list *sorted); // bytes

// The pairs of a block (near.h) from task->sorted.
near_search sorted_near;

// Parts of the build. sorted_scan sets the lists, the pairs and the patience anew from `now`; sorted_update puts them
// in order, from `before` to `now`, and gives up where patience is lost: then the lists must be made anew.
typedef enum sorted_result { SORTED_DONE, SORTED_LONG, SORTED_NO_MEMORY } sorted_result;
bool sorted_scan(sorted_list *sorted);
sorted_result sorted_update(sorted_list *sorted, int threads);

// Whether two balls overlap along an axis: on a line where each begins before the other ends; on a circle also where
// one lies across the border and either holds, or both do.
static inline bool bounds_overlap(const ball_bounds *a, const ball_bounds *b, int axis)
{
    double from_a = a->from[axis];
    double from_b = b->from[axis];
    double to_a = a->to[axis];
    double to_b = b->to[axis];
    int begins_before_end = (from_a <= to_b) + (from_b <= to_a);
    int across_border = (from_a > to_a) + (from_b > to_b);
    return begins_before_end + across_border >= 2;
}

#endif
