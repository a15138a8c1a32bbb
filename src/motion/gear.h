// gear.h - Gear's predictor-corrector of fourth order for translation and rotation (Alonso-Marroquin and Wang 2009,
// section 2.5).
//
// A body carries the scaled derivatives r_k = dt^k/k! d^k r/dt^k, k = 0..4, of its position and of its quaternion.
// Forces are those at the predicted place of time n; a step corrects n by c_k (dt^2/2 r'' - r_2) and predicts n+1 by
// Pascal's triangle, so there is one force call per step as in the leapfrog. Coefficients for five values and an
// equation of second order: Allen and Tildesley, Computer Simulation of Liquids, appendix E. The quaternion follows
// 2 q'' = q (-w w/2, w') with w = 2 q* q' and Euler's equations for w', and is brought back to the unit sphere in each
// prediction. Velocities stand at the time of the positions, not half a step before. Not symplectic: energy creeps.
#ifndef SCREE_MOTION_GEAR_H
#define SCREE_MOTION_GEAR_H

#include "state/rotation.h"

enum { GEAR_VALUES = 5 };

typedef struct gear_body {
    v3 position[GEAR_VALUES]; // scaled derivatives, predicted for the time of the next force
    q4 orientation[GEAR_VALUES];
} gear_body;

static const double gear_coefficient[GEAR_VALUES] = {19.0 / 120, 3.0 / 4, 1, 1.0 / 2, 1.0 / 12};

static inline q4 q4_scale(double s, q4 q)
{
    return (q4){
        s * q.w,
        s * q.x,
        s * q.y,
        s * q.z,
    };
}
static inline q4 q4_fma(q4 a, double s, q4 b)
{
    return (q4){
        a.w + s * b.w,
        a.x + s * b.x,
        a.y + s * b.y,
        a.z + s * b.z,
    };
}
// The quaternion without a real part.
static inline q4 q4_pure(v3 v)
{
    return (q4){0, v.x, v.y, v.z};
}
static inline double q4_dot(q4 a, q4 b)
{
    return (a.w * b.w + a.x * b.x) + (a.y * b.y + a.z * b.z);
}

// Position and velocity at the start; the derivatives above come with the first forces.
gear_body gear_start(v3 position, v3 velocity, q4 orientation, v3 spin, double dt);

static inline v3 gear_velocity(const gear_body *gear, double dt)
{
    return v3_scale(1 / dt, gear->position[1]);
}

// Angular velocity in space axes: 2 q' q*.
static inline v3 gear_spin(const gear_body *gear, double dt)
{
    q4 back = q4_conjugate(gear->orientation[0]);
    q4 w = q4_mul(gear->orientation[1], back);
    v3 vector = v3_make(w.x, w.y, w.z);
    return v3_scale(2 / dt, vector);
}

// dt^2/2 q'' for this torque (space axes).
static inline q4 gear_turn(const gear_body *gear, const inertia *inertia, v3 torque, double dt)
{
    q4 q = gear->orientation[0];
    q4 back = q4_conjugate(q);
    q4 t = q4_mul(back, gear->orientation[1]);
    v3 w = v3_scale(2 / dt, v3_make(t.x, t.y, t.z));
    v3 body_torque = q4_unrotate(q, torque);
    v3 a = rotation_acceleration(w, body_torque, inertia);
    q4 second = {-0.5 * v3_dot(w, w), a.x, a.y, a.z};
    double scale = 0.25 * dt * dt;
    return q4_scale(scale, q4_mul(q, second));
}

// The equation is linear in q, so a common factor changes nothing.
static inline void gear_unit(gear_body *gear)
{
    q4 *scaled = gear->orientation;
    double square = q4_dot(scaled[0], scaled[0]);
    double unit = 1 / sqrt(square);
    for (int k = 0; k < GEAR_VALUES; k++)
        scaled[k] = q4_scale(unit, scaled[k]);
}

// From the derivatives of one time to those of the next, by Taylor's series.
static inline void gear_predict(gear_body *gear)
{
    v3 *position = gear->position;
    q4 *orientation = gear->orientation;
    for (int k = 0; k < GEAR_VALUES - 1; k++) {
        for (int j = GEAR_VALUES - 2; j >= k; j--) {
            position[j] = v3_add(position[j], position[j + 1]);
            orientation[j] = q4_fma(orientation[j], 1, orientation[j + 1]);
        }
    }
    gear_unit(gear);
}

static inline void gear_correct(gear_body *gear, const inertia *inertia, v3 acceleration, v3 torque,
                                double dt)
{
    v3 *position = gear->position;
    q4 *orientation = gear->orientation;
    v3 second = v3_scale(0.5 * dt * dt, acceleration);
    q4 turn_second = gear_turn(gear, inertia, torque, dt);
    v3 miss = v3_sub(second, position[2]);
    q4 turn_miss = q4_fma(turn_second, -1, orientation[2]);
    for (int k = 0; k < GEAR_VALUES; k++) {
        double coefficient = gear_coefficient[k];
        position[k] = v3_fma(position[k], coefficient, miss);
        orientation[k] = q4_fma(orientation[k], coefficient, turn_miss);
    }
    // q' stays perpendicular to q; the prediction brings the length back
    double overlap = q4_dot(orientation[0], orientation[1]);
    double square = q4_dot(orientation[0], orientation[0]);
    double along = overlap / square;
    orientation[1] = q4_fma(orientation[1], -along, orientation[0]);
}

// At the first step there is nothing to correct: second derivatives are those of the forces, and higher ones those of
// constant force and torque in space axes.
void gear_begin(gear_body *gear, const inertia *inertia, v3 acceleration, v3 torque, double dt);

// From n to n+1, with the forces of n; torque in space axes.
static inline void gear_step(gear_body *gear, const inertia *inertia, v3 acceleration, v3 torque,
                             double dt, bool first)
{
    if (first)
        gear_begin(gear, inertia, acceleration, torque, dt);
    else
        gear_correct(gear, inertia, acceleration, torque, dt);
    gear_predict(gear);
}

// Adds to velocity and spin at this time (space axes). Accelerations stay: forces find out what becomes of them.
void gear_push(gear_body *gear, v3 velocity, v3 spin, double dt);

// The same motion for another step.
void gear_rescale(gear_body *gear, double ratio);

#endif
