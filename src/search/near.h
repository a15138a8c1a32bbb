// near.h - the pairs of one block of bodies that are closer than a skin: cell by cell, in single precision (near.c), or
// from sorted lists (sorted.h).
#ifndef SCREE_SEARCH_NEAR_H
#define SCREE_SEARCH_NEAR_H

#include "search/grid.h"

// Pairs found: slots, and the gap in units of the skin over `levels`, rounded down (0: may touch already).
typedef struct near_pairs {
    int64_t count, room;
    int32_t *i, *j;
    uint8_t *level;
} near_pairs;

// Bodies around one place, relative to the middle of a cell; grows as needed.
typedef struct near_around {
    int32_t count, room;
    float *x, *y, *z, *r;
    int32_t *slot;
    int32_t cell; // the one that it is about; -1: none
} near_around;

// What one thread needs; freed by near_scratch_free.
typedef struct near_scratch {
    near_around around[GRID_LEVELS_MOST]; // cells of each level around the one of the body before
    near_around ball;                     // smaller bodies around a large one
    int32_t *hit, hit_room;
    int32_t *partner, partner_room; // of one body, ascending
} near_scratch;

typedef struct near_task {
    const cell_grid *grid; // of near_choose
    const rec4 *position;
    int32_t low, high; // slots of the block
    double skin;
    int levels;
    // Slots that already have a contact with `slot`: not wanted again. Writes at most `room`; returns how many there
    // are.
    int (*partners)(const void *context, int32_t slot, int32_t *out, int room);
    bool (*wanted)(const void *context, int32_t i, int32_t j); // not two fixed bodies
    const void *context;
    const struct sorted_list *sorted; // of sorted_near
} near_task;

// Every pair of a body of the block with another body, once if both are in the block, appended to `out`. `border` is
// set where a pair may reach across a periodic border before lists are built again. False without memory.
typedef bool near_search(const near_task *task, near_scratch *scratch, near_pairs *out,
                         bool *border);

near_search *near_choose(int width); // compiled for the processor as the kernel of that width

// Common to the ways of searching. Partners of body i go to scratch->partner, ascending where there are more than a
// few; their number, or -1 without memory. near_among tells whether j is one of these. near_pairs_add is false without
// memory.
int near_partners(const near_task *task, int32_t i, near_scratch *scratch);
bool near_among(const int32_t *partner, int n, int32_t j);
bool near_pairs_add(near_pairs *pairs, int32_t i, int32_t j, int level);

void near_pairs_free(near_pairs *pairs);
void near_scratch_free(near_scratch *scratch);

#endif
