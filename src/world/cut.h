// cut.h - where space is cut in two again and again, so that each part of a world gets its share of the bodies (cut.c).
#ifndef SCREE_WORLD_CUT_H
#define SCREE_WORLD_CUT_H

#include "world/internal.h"

// A ball, or the first ball of a clump.
typedef struct dealt {
    double at[3];
    double radius;
    int32_t from, slot, balls; // which part
    int32_t weight;            // what a step of it costs, in units of 1/64 ns; 0: not known
    int32_t guess;             // the same by its contacts, in units of its own
    int32_t to;                // the part that gets it
    bool told;                 // this rank is the one that counts it
} dealt;

// Says of each of the list who gets it. All ranks call it with what stands there; what stands on several of them, as newcomers do,
// goes the same way on each and is told by one. False without memory.
bool cut_space(world *world, dealt *list, int64_t count);

#endif
