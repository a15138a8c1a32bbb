// followers.h - large clumps, of which a step moves only the balls that something may meet.
//
// A clump of hundreds of balls touches others with a few. Those that stand in a contact, in a near pair that is awake,
// or near a wall are moved in each step; the others follow when near pairs wake, when lists are built and when somebody
// looks at the bodies. Where a ball is depends on the centre and the turn of its clump alone, and its velocity on those
// of this step and the one before, so nobody can tell when it was moved. Small clumps move as a whole.
#ifndef SCREE_MOTION_FOLLOWERS_H
#define SCREE_MOTION_FOLLOWERS_H

#include "motion/stepping.h"

// What is kept of one body that moves as a whole.
typedef struct trail {
    int32_t head, balls; // its first slot, how many
    bool follows;        // it is large
    int32_t first, met;  // its balls that are moved in each step, in followers.ball
    v3 centre;           // when lists were built, and its orientation then
    q4 turn;
    double reach,
        room;      // of its balls from the centre; from them to a border where balls get lost, then
    double inside; // from them to any border, where all are in one image, then; 0: they are not
    v3 image;      // lengths of periodic axes from that image to where the centre is
    v3 velocity, spin; // of its last step, and what it was before
    q4 before;
    double rate; // 1/dt of that step
} trail;

typedef struct followers {
    trail *trail;
    int32_t trails, trail_room;
    int32_t *number,
        *ball;        // per slot: of a head its trail; slots that are moved in each step, ascending
    rec4 *pull;       // per entry of ball: force, and moment over R
    uint8_t *met;     // per slot: it is moved in each step
    int32_t room;     // of these
    int level;        // levels of near pairs whose balls are met
    bool any, behind; // there are large clumps; some of their balls have been left behind
} followers;

void followers_free(followers *followers);

// After lists were built and all balls stand where they belong. False without memory.
bool followers_begin(followers *followers, const stepping *stepping, block *block, int blocks);
// A large clump arrives at the end of a step: puts the balls that something may meet.
void followers_put(const stepping *stepping, int32_t head, v3 centre, v3 velocity, q4 turn,
                   report *report);

// Before a step: balls of near pairs that wake are brought up and moved from now on.
void followers_wake(followers *followers, const stepping *stepping, block *block, int blocks);
// Brings up all balls.
void followers_place(followers *followers, const stepping *stepping, int threads);

static inline const trail *followers_of(const stepping *stepping, int32_t head)
{
    const followers *followers = stepping->follow;
    if (!followers || !followers->any)
        return NULL;
    const trail *trail = &followers->trail[followers->number[head]];
    return trail->follows ? trail : NULL;
}

#endif
