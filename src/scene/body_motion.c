// body_motion.c - see body_motion.h.
#include "scene/body_motion.h"

#include "base/mathlib.h"

#include <math.h>

// ---- where it is

// From P to the reference point.
v3 body_reference(const rigid *body, q4 orientation)
{
    return q4_rotate(orientation, v3_scale(-1, body->pivot));
}

q4 body_frame(const rigid *body, q4 orientation)
{
    return q4_mul(orientation, body->axes);
}

// About the axis in the body as it was when the motion began: it is the same all along.
double body_moment(const drive_in *in, const body_freedoms *freedoms)
{
    const q4 back = q4_conjugate(in->start.orientation);
    return rigid_moment(&in->wall->body, q4_rotate(back, freedoms->axis));
}

v3 body_spin(const drive_in *in, const body_freedoms *freedoms, const double state[DRIVE_STATE])
{
    const v3 momentum = v3_at(state + BODY_MOMENTUM);
    const rigid *body = &in->wall->body;
    if (freedoms->about) {
        const double along = v3_dot(momentum, freedoms->axis);
        return v3_scale(along / body_moment(in, freedoms), freedoms->axis);
    }
    if (!freedoms->turns)
        return v3_make(0, 0, 0);
    return rotation_spin(body_frame(body, in->before.orientation), momentum, &body->inertia);
}

static void put(double *to, v3 from)
{
    to[0] = from.x;
    to[1] = from.y;
    to[2] = from.z;
}

// The velocities of P and of the body become those of the reference point.
void body_velocities(const drive_in *in, const body_freedoms *freedoms,
                     const double state[DRIVE_STATE], wall_pose *out)
{
    const v3 arm = body_reference(&in->wall->body, in->before.orientation);
    out->spin = body_spin(in, freedoms, state);
    out->velocity = v3_add(v3_at(state + BODY_VELOCITY), v3_cross(out->spin, arm));
}

// With that velocity of the centre of mass, and spin.
void body_set(const drive_in *in, const body_freedoms *freedoms, v3 velocity, v3 spin,
              double state[DRIVE_STATE])
{
    const rigid *body = &in->wall->body;
    v3 momentum = v3_make(0, 0, 0);
    if (freedoms->about) {
        const double rate = v3_dot(spin, freedoms->axis);
        momentum = v3_scale(rate * body_moment(in, freedoms), freedoms->axis);
    } else if (freedoms->turns) {
        const q4 frame = body_frame(body, in->before.orientation);
        momentum = rotation_momentum(frame, spin, &body->inertia);
    }
    put(state + BODY_VELOCITY, v3_times(freedoms->along, velocity));
    put(state + BODY_MOMENTUM, momentum);
    state[BODY_TURNED] = 0;
    state[BODY_HELD] = 1;
}

// ---- the step

// All forces, and moments about P, but those that damp.
typedef struct wrench {
    v3 force, torque;
} wrench;

static wrench wrench_of(const body_push *push, const drive_in *in)
{
    const rigid *body = &in->wall->body;
    const v3 arm = body_reference(body, in->before.orientation);
    const v3 to_centre = q4_rotate(in->before.orientation, body->arm);
    v3 torque = v3_add(in->torque, v3_cross(arm, in->force));
    torque = v3_add(torque, v3_cross(to_centre, push->force));
    return (wrench){
        .force = v3_add(in->force, push->force),
        .torque = v3_add(torque, push->torque),
    };
}

// Momentum after damping: each principal component L/(1 + kick c/I).
static v3 damped(const rigid *body, q4 orientation, v3 momentum, double damping)
{
    const q4 frame = body_frame(body, orientation);
    v3 inside = q4_unrotate(frame, momentum);
    const v3 moment = body->inertia.moment;
    inside.x /= 1 + damping / moment.x;
    inside.y /= 1 + damping / moment.y;
    inside.z /= 1 + damping / moment.z;
    return q4_rotate(frame, inside);
}

void body_kick(const drive_in *in, const body_freedoms *freedoms, const body_push *push,
               double state[DRIVE_STATE])
{
    const rigid *body = &in->wall->body;
    const wrench wrench = wrench_of(push, in);
    const double step = in->kick;
    const double slows = 1 + step * push->damping / body->mass;
    const v3 velocity = v3_fma(v3_at(state + BODY_VELOCITY), step / body->mass, wrench.force);
    put(state + BODY_VELOCITY, v3_times(freedoms->along, v3_scale(1 / slows, velocity)));
    const double damping = step * push->turn_damping;
    v3 momentum = v3_fma(v3_at(state + BODY_MOMENTUM), step, wrench.torque);
    if (freedoms->about) {
        const double along = v3_dot(momentum, freedoms->axis);
        const double share = 1 + damping / body_moment(in, freedoms);
        momentum = v3_scale(along / share, freedoms->axis);
    } else if (!freedoms->turns) {
        momentum = v3_make(0, 0, 0);
    } else if (damping > 0) {
        momentum = damped(body, in->before.orientation, momentum, damping);
    }
    put(state + BODY_MOMENTUM, momentum);
}

static q4 turned_by(v3 axis, double angle, q4 from)
{
    double sine;
    double cosine;
    real_sin_cos(0.5 * angle, &sine, &cosine);
    const q4 turn = {cosine, sine * axis.x, sine * axis.y, sine * axis.z};
    return q4_unit(q4_mul(turn, from));
}

// The orientation after a free turn for dt; at a limit it stops.
static q4 drift_turn(const drive_in *in, const body_freedoms *freedoms, const body_limits *limits,
                     double state[DRIVE_STATE])
{
    const rigid *body = &in->wall->body;
    if (freedoms->turns) {
        const q4 frame = body_frame(body, in->before.orientation);
        const q4 next =
            rotation_drift_split(frame, v3_at(state + BODY_MOMENTUM), &body->inertia, in->dt);
        return q4_unit(q4_mul(next, q4_conjugate(body->axes)));
    }
    if (!freedoms->about)
        return in->before.orientation;
    const double low = limits->low_angle;
    const double high = limits->high_angle;
    const v3 spin = body_spin(in, freedoms, state);
    const double angle = state[BODY_TURNED] + in->dt * v3_dot(spin, freedoms->axis);
    const bool stops = angle < low || angle > high;
    state[BODY_TURNED] = angle < low ? low : angle > high ? high : angle;
    if (stops)
        put(state + BODY_MOMENTUM, v3_make(0, 0, 0));
    return turned_by(freedoms->axis, state[BODY_TURNED], in->start.orientation);
}

static double limit_one(double place, double low, double high, double *speed)
{
    if (place < low || place > high)
        *speed = 0;
    return place < low ? low : place > high ? high : place;
}

// The place of the reference point, as far as limits let it.
static v3 limited(const body_limits *limits, const drive_in *in, v3 place,
                  double state[DRIVE_STATE])
{
    const v3 from = in->start.position;
    const v3 low = limits->low;
    const v3 high = limits->high;
    const v3 way = v3_sub(place, from);
    if (!limits->any)
        return place;
    const v3 kept = {
        limit_one(way.x, low.x, high.x, &state[BODY_VELOCITY]),
        limit_one(way.y, low.y, high.y, &state[BODY_VELOCITY + 1]),
        limit_one(way.z, low.z, high.z, &state[BODY_VELOCITY + 2]),
    };
    return v3_add(from, kept);
}

void body_drift(const drive_in *in, const body_freedoms *freedoms, const body_limits *limits,
                double state[DRIVE_STATE], wall_pose *out)
{
    const rigid *body = &in->wall->body;
    const v3 arm_before = body_reference(body, in->before.orientation);
    const v3 point = v3_sub(in->before.position, arm_before);
    const v3 moved = v3_fma(point, in->dt, v3_at(state + BODY_VELOCITY));
    out->orientation = drift_turn(in, freedoms, limits, state);
    const v3 place = v3_add(moved, body_reference(body, out->orientation));
    out->position = limited(limits, in, place, state);
    const v3 way = v3_sub(out->position, in->before.position);
    out->velocity = v3_scale(1 / in->dt, way);
    out->spin = rotation_mean_spin(in->before.orientation, out->orientation, in->dt);
}
