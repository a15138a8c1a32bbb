// network.h - the grains of a frame and what its contacts do to each of them: clumps are one grain, and a contact has a side
// for each of its two grains.
//
// A side is the way from the contact to the centre of its grain, and the force on it: what a grain's stress is made of.
// Against a wall a contact has one side.
#ifndef SCREE_MEASURE_NETWORK_H
#define SCREE_MEASURE_NETWORK_H

#include "measure/whole.h"

#include "base/fail.h"

typedef struct network {
    whole_grain *grain; // in the order of ids
    int64_t grains, room;
    int64_t *of_ball; // which grain each ball of the frame is of
    int64_t balls;    // room
} network;

typedef struct network_side {
    int64_t grain; // -1: there is none
    v3 point;      // of the contact
    v3 centre;     // of the grain, in the image next to that
    v3 force;      // on the grain
} network_side;

// In a cell that deforms grains of several balls have no place that frames tell: refuses them there.
scree_status network_check(const model *model, const char *law, scree_error *error);
bool network_fill(network *is, const model *model, const frame_balls *balls); // false: no memory
void network_clear(network *is);

// The grain of side 0 or 1 of a contact; -1: there is none.
int64_t network_grain(const network *is, const frame *frame, int64_t contact, int side);
// All of that side.
network_side network_look(const network *is, const model *model, const frame *frame,
                          int64_t contact, int side);

#endif
