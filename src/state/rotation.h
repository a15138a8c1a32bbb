// rotation.h - one step of the rotation of a body with unequal principal moments, in the leapfrog of the engine.
//
// Known at step n: the orientation q_n, the torque M_n, and the motion half a step before. As with translation, a kick
// by the torque of time n brings the motion to n+1/2 and a drift the orientation to n+1; the very first kick is half a
// step. Three schemes, all without libm:
//
// split     (default) keeps the angular momentum L in space axes: L += kick M. The drift is a free rotation with that
// L,
//           made of rotations that are each exact in L: H = |L|^2/(2 I_y) + a L_x^2/2 + c L_z^2/2 with a = 1/I_x -
//           1/I_y, c = 1/I_z - 1/I_y, y being the middle moment. The first term turns the body about L and commutes
//           with the others, which turn it about its own axes: x for half a step, z for a whole one, x for half. So a
//           step is symplectic and reversible, L is kept to the last bit, and what error there is goes with a c: none
//           for bodies with two equal moments.
// axes      the same kick; the drift is rotations about x, y, z, y, x (Dullweber, Leimkuhler and McLachlan 1997).
// leapfrog  Zhang 1998, (2.14)-(2.20): keeps the angular velocity in body axes and the rate of the step before, which
//           predict the gyroscopic term at n; orientation by (2.25)-(2.28).
//
// Moments may be in any unit: those functions only see moment times angular velocity. With moments divided by that of a
// ball, L is an angular velocity and that of a ball is its spin. Formulas, errors and costs: docs/rotation.md.
#ifndef SCREE_STATE_ROTATION_H
#define SCREE_STATE_ROTATION_H

#include "state/model.h"

// Principal moments; the same for all bodies of a shape and mass.
typedef struct inertia {
    v3 moment, inverse;
    int shift;  // cyclic shift of the axes that puts the middle moment on y
    bool round; // three equal moments: the path of a ball
} inertia;

// What a step keeps of a body.
typedef struct rotor {
    q4 orientation; // at n; body axes are the principal axes
    v3 motion; // at n-1/2: angular momentum in space axes; leapfrog: angular velocity in body axes
    v3 rate;   // leapfrog only: angular acceleration in body axes at n-1
} rotor;

// (x, y, z) moved on by `by` places, 0 to 2; 1 gives (y, z, x).
static inline v3 v3_shift(v3 v, int by)
{
    if (by == 0)
        return v;
    return by == 1 ? v3_make(v.y, v.z, v.x) : v3_make(v.z, v.x, v.y);
}
static inline v3 v3_times(v3 a, v3 b)
{
    return v3_make(a.x * b.x, a.y * b.y, a.z * b.z);
}

// q4_rotate by a turn about z, to the bit: what is left out are zeros.
static inline v3 rotation_flat(q4 q, v3 v)
{
    double x = 2 * (0 - q.z * v.y);
    double y = 2 * (q.z * v.x);
    double turned_x = (v.x + q.w * x) + (0 - q.z * y);
    double turned_y = (v.y + q.w * y) + q.z * x;
    return v3_make(turned_x, turned_y, v.z);
}

// Is it between the two others?
static inline bool rotation_middle(double moment, double one, double other)
{
    return (one <= moment && moment <= other) || (other <= moment && moment <= one);
}

// The shift of the axes that puts the middle moment on y.
static inline int rotation_shift(double x, double y, double z)
{
    if (rotation_middle(y, x, z))
        return 0;
    return rotation_middle(x, y, z) ? 2 : 1;
}

// Moments above zero.
static inline inertia inertia_make(v3 moment)
{
    double x = moment.x;
    double y = moment.y;
    double z = moment.z;
    return (inertia){
        .moment = moment,
        .inverse = v3_make(1 / x, 1 / y, 1 / z),
        .shift = rotation_shift(x, y, z),
        .round = x == y && y == z,
    };
}

// inertia_make of three equal moments, to the bit.
static inline inertia inertia_equal(double moment)
{
    double inverse = 1 / moment;
    return (inertia){
        .moment = v3_make(moment, moment, moment),
        .inverse = v3_make(inverse, inverse, inverse),
        .shift = 0,
        .round = true,
    };
}

// Of what does not turn: whatever its momentum, it has no spin.
static inline inertia inertia_locked(void)
{
    return (inertia){.round = true};
}
static inline bool inertia_is_locked(const inertia *inertia)
{
    return !(inertia->moment.z > 0);
}

// Space to body axes.
static inline v3 q4_unrotate(q4 q, v3 v)
{
    return q4_rotate(q4_conjugate(q), v);
}

// Angular velocity in space axes of a body with this momentum.
static inline v3 rotation_spin(q4 orientation, v3 momentum, const inertia *inertia)
{
    if (inertia->round)
        return v3_scale(inertia->inverse.y, momentum);
    v3 body_momentum = q4_unrotate(orientation, momentum);
    v3 body_spin = v3_times(inertia->inverse, body_momentum);
    return q4_rotate(orientation, body_spin);
}

static inline v3 rotation_momentum(q4 orientation, v3 spin, const inertia *inertia)
{
    if (inertia->round)
        return v3_scale(inertia->moment.y, spin);
    v3 body_spin = q4_unrotate(orientation, spin);
    v3 body_momentum = v3_times(inertia->moment, body_spin);
    return q4_rotate(orientation, body_momentum);
}

// The constant spin, in space axes, that moves each point of the body from where it was to where it is, with the lever
// arm in the middle of the two places: dx = dt spin x (x_before + x_after)/2, without error. Its size is
// 2 tan(angle/2)/dt.
static inline v3 rotation_mean_spin(q4 before, q4 after, double dt)
{
    q4 back = q4_conjugate(before);
    q4 d = q4_mul(after, back);
    v3 axis = v3_make(d.x, d.y, d.z);
    return v3_scale(2 / (dt * d.w), axis);
}

// The quaternion of the implicit mid-point rule for a constant angular velocity w, not of unit length: Zhang 1998
// (2.25)-(2.28) in closed form, s = w dt/4, (1 - s s, 2 s).
static inline q4 rotation_midpoint(v3 w, double quarter)
{
    v3 s = v3_scale(quarter, w);
    double s2 = v3_dot(s, s);
    return (q4){
        1 - s2,
        2 * s.x,
        2 * s.y,
        2 * s.z,
    };
}

// The rotation by the vector 4 s, not of unit length: tan|s| by |s|/(1 - s s/3), with a relative error of |s|^4/45.
static inline q4 rotation_about(v3 s)
{
    double s2 = v3_dot(s, s);
    double d = 1 - s2 * (1.0 / 3);
    double twice = 2 * d;
    return (q4){
        d * d - s2,
        twice * s.x,
        twice * s.y,
        twice * s.z,
    };
}

// Half of a rotation about a body axis: tan(angle/2) = sine/cosine, by the same fraction. An odd function of the angle,
// so whatever its error the rotation stays the exact flow of some energy of that component alone.
typedef struct half_turn {
    double cosine, sine;
} half_turn;
static inline half_turn half_turn_make(double half_angle)
{
    double square = half_angle * half_angle;
    return (half_turn){
        .cosine = 1 - square * (1.0 / 3),
        .sine = half_angle,
    };
}
// Components (u, v) of a vector fixed in space, seen from a body that turned from u to v.
static inline void half_turn_apply(half_turn half, double *u, double *v)
{
    double cosine2 = half.cosine * half.cosine;
    double sine2 = half.sine * half.sine;
    double c = cosine2 - sine2;
    double s = 2 * half.sine * half.cosine;
    double n = 1 / (cosine2 + sine2);
    double u0 = *u;
    double v0 = *v;
    *u = n * (c * u0 + s * v0);
    *v = n * (c * v0 - s * u0);
}
// Three of them one after the other: about x, z and x of axes that are shifted by `shift`.
static inline q4 half_turns_together(half_turn first, half_turn middle, half_turn last, int shift)
{
    double cc = first.cosine * last.cosine - first.sine * last.sine;
    double sc = first.sine * last.cosine + first.cosine * last.sine;
    double ds = first.cosine * last.sine - first.sine * last.cosine;
    double dc = first.cosine * last.cosine + first.sine * last.sine;
    v3 shifted = v3_make(middle.cosine * sc, middle.sine * ds, middle.sine * dc);
    v3 vector = v3_shift(shifted, (3 - shift) % 3);
    return (q4){middle.cosine * cc, vector.x, vector.y, vector.z};
}

// Free rotation over dt with the momentum L (space axes).
static inline q4 rotation_drift_split(q4 q, v3 L, const inertia *inertia, double dt)
{
    double quarter = 0.25 * dt;
    if (inertia->round) {
        q4 turn = rotation_midpoint(L, quarter * inertia->inverse.y);
        return q4_unit(q4_mul(turn, q));
    }
    v3 body_momentum = q4_unrotate(q, L);
    v3 l = v3_shift(body_momentum, inertia->shift);
    v3 inverse = v3_shift(inertia->inverse, inertia->shift);
    double a = quarter * (inverse.x - inverse.y);
    double c = 2 * quarter * (inverse.z - inverse.y);
    half_turn first = half_turn_make(a * l.x);
    half_turn_apply(first, &l.y, &l.z);
    half_turn middle = half_turn_make(c * l.z);
    half_turn_apply(middle, &l.x, &l.y);
    half_turn last = half_turn_make(a * l.x);
    q4 about_axes = half_turns_together(first, middle, last, inertia->shift);
    v3 vector = v3_scale(quarter * inverse.y, L);
    q4 about_momentum = rotation_about(vector);
    q4 turned = q4_mul(about_momentum, q);
    return q4_unit(q4_mul(turned, about_axes));
}

static inline q4 rotation_drift_axes(q4 q, v3 L, const inertia *inertia, double dt)
{
    double quarter = 0.25 * dt;
    v3 l = q4_unrotate(q, L);
    v3 k = v3_scale(quarter, inertia->inverse);
    // about x
    half_turn half = half_turn_make(k.x * l.x);
    half_turn_apply(half, &l.y, &l.z);
    q4 about_x = {half.cosine, half.sine, 0, 0};
    q = q4_mul(q, about_x);
    // about y
    half = half_turn_make(k.y * l.y);
    half_turn_apply(half, &l.z, &l.x);
    q4 about_y = {half.cosine, 0, half.sine, 0};
    q = q4_mul(q, about_y);
    // about z, twice as far
    half = half_turn_make(2 * k.z * l.z);
    half_turn_apply(half, &l.x, &l.y);
    q4 about_z = {half.cosine, 0, 0, half.sine};
    q = q4_mul(q, about_z);
    // about y again
    half = half_turn_make(k.y * l.y);
    half_turn_apply(half, &l.z, &l.x);
    about_y = (q4){half.cosine, 0, half.sine, 0};
    q = q4_mul(q, about_y);
    // about x again
    half = half_turn_make(k.x * l.x);
    about_x = (q4){half.cosine, half.sine, 0, 0};
    return q4_unit(q4_mul(q, about_x));
}

// Euler's equations in body axes (Zhang 1998, 2.11).
static inline v3 rotation_acceleration(v3 w, v3 torque, const inertia *inertia)
{
    v3 momentum = v3_times(inertia->moment, w);
    v3 gyroscopic = v3_cross(w, momentum);
    v3 rest = v3_sub(torque, gyroscopic);
    return v3_times(inertia->inverse, rest);
}

// Angular velocity in body axes at n by predictor and corrector, (2.14)-(2.17); `lag` is the time since `motion`.
static inline v3 rotation_corrected(const rotor *rotor, const inertia *inertia, v3 body_torque,
                                    double lag)
{
    v3 predicted = v3_fma(rotor->motion, lag, rotor->rate);
    v3 rate = rotation_acceleration(predicted, body_torque, inertia);
    return v3_fma(rotor->motion, lag, rate);
}

// A body that turns with this angular velocity (space axes) at the time of its orientation.
static inline rotor rotor_start(rotation_scheme scheme, q4 orientation, v3 spin,
                                const inertia *inertia)
{
    v3 zero = v3_make(0, 0, 0);
    rotor rotor = {
        .orientation = orientation,
        .motion = zero,
        .rate = zero,
    };
    if (scheme == ROTATION_LEAPFROG)
        rotor.motion = q4_unrotate(orientation, spin);
    else
        rotor.motion = rotation_momentum(orientation, spin, inertia);
    return rotor;
}

// From n to n+1: torque about the centre in space axes at n; kick and dt as for translation (dt, or dt/2 for the first
// kick).
static inline void rotor_step(rotor *rotor, rotation_scheme scheme, const inertia *inertia,
                              v3 torque, double kick, double dt)
{
    q4 q = rotor->orientation;
    if (scheme == ROTATION_LEAPFROG) {
        double lag = kick - 0.5 * dt;
        v3 body_torque = q4_unrotate(q, torque);
        v3 spin = rotation_corrected(rotor, inertia, body_torque, lag);
        rotor->rate = rotation_acceleration(spin, body_torque, inertia);
        rotor->motion = v3_fma(rotor->motion, kick, rotor->rate);
        q4 turn = rotation_midpoint(rotor->motion, 0.25 * dt);
        rotor->orientation = q4_unit(q4_mul(q, turn));
        return;
    }
    rotor->motion = v3_fma(rotor->motion, kick, torque);
    if (scheme == ROTATION_AXES)
        rotor->orientation = rotation_drift_axes(q, rotor->motion, inertia, dt);
    else
        rotor->orientation = rotation_drift_split(q, rotor->motion, inertia, dt);
}

// Angular velocity in space axes at n, with the torque of n; `lag` is the time since the last kick took effect: dt/2,
// or 0 before the first step.
static inline v3 rotor_spin(const rotor *rotor, rotation_scheme scheme, const inertia *inertia,
                            v3 torque, double lag)
{
    q4 q = rotor->orientation;
    if (scheme == ROTATION_LEAPFROG) {
        v3 body_torque = q4_unrotate(q, torque);
        v3 body_spin = rotation_corrected(rotor, inertia, body_torque, lag);
        return q4_rotate(q, body_spin);
    }
    v3 momentum = v3_fma(rotor->motion, lag, torque);
    return rotation_spin(q, momentum, inertia);
}

// Kinetic energy of the rotation with this angular velocity (space axes).
static inline double rotation_energy(q4 orientation, v3 spin, const inertia *inertia)
{
    v3 w = q4_unrotate(orientation, spin);
    v3 momentum = v3_times(inertia->moment, w);
    return 0.5 * v3_dot(w, momentum);
}

#endif
