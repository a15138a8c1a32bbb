// depth_balls.h - what a forecast of depths goes by (world/depth.c): how large and heavy the balls of each material are, and the
// box around all that move.
#ifndef SCREE_WORLD_DEPTH_BALLS_H
#define SCREE_WORLD_DEPTH_BALLS_H

#include "world/ranks.h"

// A ball that may be one of two: R and the mass that moves with it.
typedef struct size {
    double radius, mass;
} size;

typedef struct sizes {
    size least, most; // most.radius 0: none
    int64_t count;
} sizes;

typedef struct cloud {
    v3 low, high;          // of all balls that move
    double volume, radius; // sum, m^3 (m^2 in the plane); largest, m
    double weight;         // sum of masses, kg
    double deepest;        // how far any reaches along gravity, m; -INFINITY: none
    rec4 lowest;           // the ball that does
} cloud;

// One more ball of its material.
void depth_take(sizes *sizes, double radius, double mass);
// Of all balls, those of each material into `of`; between steps on rank 0, and what the others do then.
cloud depth_look_at_balls(const world *world, sizes *of);
void depth_answer(const world *world);

#endif
