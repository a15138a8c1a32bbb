// field.h - forces that no contact makes (scene/force.h), as a step feels them: of a ball, and of a body that moves as a
// whole, by its centre.
//
// With an acceleration a - b v the kick from v to v' in a time k takes b (v + v')/2: v' = v + k (a - b v)/(1 + b k/2).
#ifndef SCREE_MOTION_FIELD_H
#define SCREE_MOTION_FIELD_H

#include "motion/stepping.h"
#include "scene/force.h"

// What a grain feels, of the ball in a slot or of the body whose first ball it is.
force_pull field_pull(const stepping *stepping, int32_t slot);
// All that a mobile grain is pushed with in a kick of that length, m/s^2, where `push` is what does not depend on its
// velocity `before` that.
v3 field_push(const stepping *stepping, int32_t slot, v3 push, v3 before, double kick);
// What those do that have a potential, m/s^2.
v3 field_downhill(const stepping *stepping, int32_t slot);
// The moment that a program gives it, N m.
v3 field_moment(const stepping *stepping, int32_t slot);
// Power of the forces that have no potential and of that moment, W, at a velocity and a spin.
double field_power(const stepping *stepping, int32_t slot, v3 velocity, v3 spin);
#endif
