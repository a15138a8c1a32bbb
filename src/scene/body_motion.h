// body_motion.h - how a wall that is a rigid body moves on: kick and drift, as the grains move.
//
// The point P about which it turns is its centre of mass, or a pivot:
//   v += kick F/m, P += dt v                              along the free axes of space
//   L += kick M, q turns freely for dt with the momentum L   (state/rotation.h)
// Where it turns about one axis alone its momentum about that is a number, and its orientation that of the angle that it
// has turned since the start. Damping is taken implicitly: v' = (v + kick F/m)/(1 + kick c/m), and the same for each
// principal axis. At a limit it stops; it leaves it when the force turns round.
#ifndef SCREE_SCENE_BODY_MOTION_H
#define SCREE_SCENE_BODY_MOTION_H

#include "scene/drive.h"

// The state: m/s of P and kg m^2/s about it, half a step back; the angle about the one axis; 1: it is that of a body.
enum { BODY_VELOCITY = 0, BODY_MOMENTUM = 3, BODY_TURNED = 6, BODY_HELD = 7 };

typedef struct body_freedoms {
    v3 along;   // 1 or 0 along each axis of space
    bool about; // it turns about one axis alone
    bool turns; // about all
    v3 axis;
} body_freedoms;

typedef struct body_push {
    v3 force, torque;             // on the centre of mass, but those of the grains
    double damping, turn_damping; // N s/m, N m s
} body_push;

typedef struct body_limits {
    bool any;                     // of the displacements
    v3 low, high;                 // m
    double low_angle, high_angle; // rad; NaN: none
} body_limits;

// From P to the reference point.
v3 body_reference(const rigid *body, q4 orientation);
q4 body_frame(const rigid *body, q4 orientation); // of its principal axes
// About its one axis, kg m^2.
double body_moment(const drive_in *in, const body_freedoms *freedoms);
v3 body_spin(const drive_in *in, const body_freedoms *freedoms, const double state[DRIVE_STATE]);
// Velocity of the reference point and spin, of the velocities that are kept.
void body_velocities(const drive_in *in, const body_freedoms *freedoms,
                     const double state[DRIVE_STATE], wall_pose *out);
// Keeps that velocity of P, and spin, as far as the freedoms go.
void body_set(const drive_in *in, const body_freedoms *freedoms, v3 velocity, v3 spin,
              double state[DRIVE_STATE]);
void body_kick(const drive_in *in, const body_freedoms *freedoms, const body_push *push,
               double state[DRIVE_STATE]);
// The pose a step later, and the mean motion on the way there.
void body_drift(const drive_in *in, const body_freedoms *freedoms, const body_limits *limits,
                double state[DRIVE_STATE], wall_pose *out);

#endif
