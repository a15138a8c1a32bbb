// clumps.h - bodies that move as a whole: clumps of balls, and with Gear's integrator all bodies.
//
// The balls of a clump stand in slots side by side and meet others as any ball does; the blocks leave the pull on each
// of them in stepping.pull. Then each clump adds up its balls in order, force F and moment M = sum(R_k t_k + p_k x
// f_k), moves, and writes the records of its balls: velocity (x_{n+1} - x_n)/dt, which is how far a spring at the
// contact is stretched, and R_k times the spin of the step. State, in the slot of the first ball: centre and mass,
// velocity and angular momentum half a step before, orientation of the principal axes. (Seed 004 (2.5), (2.6).)
//
// Rotation: L_{n+1/2} = L_{n-1/2} + dt M_n in space, then a free rotation with that L by a splitting of rotation.h; L
// is exact. The leapfrog of Zhang 1998 keeps the angular velocity in body axes and its rate instead.
//
// Gear's scheme (gear.h) keeps four derivatives of centre and orientation and has both, and their velocities, predicted
// for the time of the positions; contacts see the same (x_{n+1} - x_n)/dt, because springs stretch by what bodies have
// moved.
#ifndef SCREE_MOTION_CLUMPS_H
#define SCREE_MOTION_CLUMPS_H

#include "motion/followers.h"

// One step of `width` clumps of one set whose first balls are in the slots `head`; for ROTATION_SPLIT in space.
typedef void clump_mover(const stepping *stepping, const int32_t *head, report *report);

// One step of the bodies [low, high) of stepping.follow, `width` of a kind at once by `batch` where that can be.
void clumps_move(const stepping *stepping, clump_mover *batch, int width, int32_t low, int32_t high,
                 report *report);

// A body of Gear's scheme that begins with this motion, in steps of dt.
void clump_start_gear(const bodies *bodies, int32_t head, v3 velocity, v3 spin, double dt);
// Adds to the motion of one, which begins anew with that; dt is the length of the last step.
void clump_push_gear(const bodies *bodies, int32_t head, v3 velocity, v3 spin, double dt);

// The same motion in steps `ratio` times as long.
void clump_rescale_gear(const bodies *bodies, int32_t head, double ratio);

// Motion at the time of the positions, half a step of length `half` after what is kept, under the pulls on its balls;
// with Gear's scheme as it is kept.
typedef struct clump_motion {
    v3 velocity, spin, momentum; // of the centre; rad/s; kg m^2/s
    double kinetic;              // J
    double taken;                // by local damping, W
} clump_motion;
clump_motion clump_motion_at(const stepping *stepping, int32_t head, double half);

// Kinetic energy half a step before the positions (Gear: at their time), J: for a glance.
double clump_energy_before(const stepping *stepping, int32_t head);

// What the nonsmooth solver needs of a body: mass and motion as they are kept, the inverse inertia in space axes (xx,
// yy, zz, xy, xz, yz; in a flat world zz alone), 1/(kg m^2).
typedef struct clump_mass {
    double mass;
    v3 centre, velocity, spin;
    double inverse_inertia[6];
} clump_mass;
clump_mass clump_mass_of(const stepping *stepping, int32_t head);
// How a body moves in a step, and by how much less than with that it goes, m, and turns, rad, since it has not had it
// from the beginning.
typedef struct clump_course {
    v3 velocity, spin;
    v3 late_way, late_turn;
} clump_course;
// Moves on by a step; angular momentum follows from the change of the spin.
void clump_carry(const stepping *stepping, int32_t head, const clump_course *course,
                 report *report);
// Changes what is kept of its motion, and of that of its balls in the buffer to come.
void clump_push(const stepping *stepping, int32_t head, v3 velocity, v3 spin);

// ---- motions that are written (clump_written.c)

// Of ball k of a body with that motion: velocity, and spin times radius.
typedef struct clump_ball {
    v3 velocity, rim; // m/s
} clump_ball;
clump_ball clump_ball_of(const stepping *stepping, int32_t head, int k, v3 velocity, v3 spin);
double clump_kinetic(const stepping *stepping, int32_t head, v3 velocity, v3 spin); // J
// The motion takes the place of what is kept of the body and its balls; not with Gear's scheme.
void clump_give(const stepping *stepping, int32_t head, v3 velocity, v3 spin);

// Place of a ball: from the centre to ball k, in space.
v3 clump_arm(const stepping *stepping, int32_t head, int k);

#endif
