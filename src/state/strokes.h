// strokes.h - what contacts with a wall do in a step, one by one, for whoever keeps account of all of them.
//
// A stroke is a force that lasts, and the motion of the grain against the wall as it begins and as it ends. Between the two
// velocities go straight, so force times their mean times the time is the work of the contact.
#ifndef SCREE_STATE_STROKES_H
#define SCREE_STATE_STROKES_H

#include "base/vec.h"

#include <stdint.h>

typedef struct stroke {
    int64_t ball, feature; // id; what tells apart the contacts of one ball
    // In the frame of the wall, as it stands at the time of the positions:
    v3 place;         // m
    v3 normal;        // from the wall to the ball
    v3 force;         // on the ball, N
    v3 before, after; // velocity of the ball there against the surface of the wall, m/s
} stroke;

// Those of one wall in one step, in the order of balls and features. The nonsmooth solver may have several of a contact:
// of impacts, of constraints, of relaxation.
typedef struct strokes {
    const char *wall; // its name
    double time;      // of the positions, s
    double lasts;     // s
    const stroke *stroke;
    int64_t count;
} strokes;

#endif
