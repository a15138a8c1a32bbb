// surface.h - a surface that moves along itself while its wall stands: a conveyor belt, a moving floor, a turning plate.
//
// What a grain feels of it is the part of the velocity along the face that it touches. The wall goes nowhere for it.
#ifndef SCREE_SCENE_SURFACE_H
#define SCREE_SCENE_SURFACE_H

#include "base/fail.h"
#include "base/row.h"
#include "base/vec.h"

// How the surface of a wall moves; `what` is NULL where it does not.
typedef struct surface_motion {
    const choice *belt; // its velocity, and the factor over time
    const choice *turn; // about an axis
    double clock;       // s, from when the t of the factor counts
} surface_motion;

// {velocity, factor} of a belt, and what stands behind its key `rotation`.
extern const plugin surface_belt, surface_rotation;

bool surface_moves(const surface_motion *is);
scree_status surface_check(const surface_motion *is, const char *wall, int dimensions,
                           scree_error *error);
// Velocity at the reference point of the wall, which was there at the start, and spin, in the axes of the wall, with a
// factor of 1.
void surface_velocities(const surface_motion *is, v3 reference, v3 *velocity, v3 *spin);
// By which it is multiplied at a time of the run, s.
double surface_factor(const surface_motion *is, double time);

#endif
