// clump_impulses.c - clumps for the solver by impulses: mass and motion of a body, and what impulses change of it.
#include "motion/whole.h"

// A component of a tensor with these principal values, between two directions seen along its axes.
static double component(v3 value, v3 one, v3 other)
{
    double by_x = value.x * one.x * other.x;
    double by_y = value.y * one.y * other.y;
    double by_z = value.z * one.z * other.z;
    return (by_x + by_y) + by_z;
}

// The spin of a body whose momentum is kept.
static v3 kept_spin(const stepping *stepping, const whole *whole, q4 orientation, v3 momentum)
{
    v3 shared_momentum = v3_scale(whole->share, momentum);
    return whole_spin(stepping, &whole->inertia, orientation, shared_momentum);
}

// A tensor with these principal values along the axes of a body, in space: xx, yy, zz, xy, xz, yz.
static void tensor_in_space(v3 principal, q4 orientation, double tensor[6])
{
    v3 axis_1 = q4_rotate(orientation, v3_make(1, 0, 0));
    v3 axis_2 = q4_rotate(orientation, v3_make(0, 1, 0));
    v3 axis_3 = q4_rotate(orientation, v3_make(0, 0, 1));
    // Along each axis of space, the coordinates that the axes of the body have.
    v3 along_x = v3_make(axis_1.x, axis_2.x, axis_3.x);
    v3 along_y = v3_make(axis_1.y, axis_2.y, axis_3.y);
    v3 along_z = v3_make(axis_1.z, axis_2.z, axis_3.z);
    tensor[0] = component(principal, along_x, along_x);
    tensor[1] = component(principal, along_y, along_y);
    tensor[2] = component(principal, along_z, along_z);
    tensor[3] = component(principal, along_x, along_y);
    tensor[4] = component(principal, along_x, along_z);
    tensor[5] = component(principal, along_y, along_z);
}

clump_mass clump_mass_of(const stepping *stepping, int32_t head)
{
    const bodies *bodies = stepping->context.body;
    whole whole = whole_of(stepping, head);
    q4 orientation = bodies_orientation(bodies, head);
    v3 momentum = whole_turning(bodies, head);
    v3 inverse = v3_scale(whole.share, whole.inertia.inverse);
    clump_mass mass = {
        .mass = whole.mass,
        .centre = whole_centre(bodies, head),
        .velocity = whole_velocity(bodies, head),
        .spin = kept_spin(stepping, &whole, orientation, momentum),
    };
    if (stepping->flat)
        mass.inverse_inertia[2] = inverse.z;
    else
        tensor_in_space(inverse, orientation, mass.inverse_inertia);
    return mass;
}

// The momentum that goes with a change of spin.
static v3 momentum_of(const stepping *stepping, const whole *whole, q4 orientation, v3 spin)
{
    v3 momentum;
    if (stepping->flat)
        momentum = v3_make(0, 0, whole->inertia.moment.z * spin.z);
    else
        momentum = rotation_momentum(orientation, spin, &whole->inertia);
    return v3_scale(1 / whole->share, momentum);
}

// Back by a rotation vector.
static q4 turned_back(q4 orientation, v3 turn)
{
    if (!(v3_dot(turn, turn) > 0))
        return orientation;
    return q4_unit(q4_mul(rotation_midpoint(turn, -0.25), orientation));
}

// What a body with unequal moments may be turned back by: about its angular momentum, which leaves its energy as it is.
static v3 turn_that_keeps(const inertia *inertia, v3 turn, v3 momentum)
{
    const double square = v3_dot(momentum, momentum);
    if (inertia->round || !(square > 0))
        return turn;
    return v3_scale(v3_dot(turn, momentum) / square, momentum);
}

void clump_carry(const stepping *stepping, int32_t head, const clump_course *course, report *report)
{
    const bodies *bodies = stepping->context.body;
    whole whole = whole_of(stepping, head);
    q4 orientation = bodies_orientation(bodies, head);
    v3 centre = whole_centre(bodies, head);
    v3 kept = whole_turning(bodies, head);
    v3 before = kept_spin(stepping, &whole, orientation, kept);
    v3 change = momentum_of(stepping, &whole, orientation, v3_sub(course->spin, before));
    v3 momentum = v3_add(kept, change);
    v3 shared_momentum = v3_scale(whole.share, momentum);
    arrival to;
    to.velocity = course->velocity;
    to.centre = v3_sub(v3_fma(centre, stepping->dt, course->velocity), course->late_way);
    to.orientation = turned_back(
        whole_drift(stepping, &whole.inertia, orientation, shared_momentum, stepping->dt),
        turn_that_keeps(&whole.inertia, course->late_turn, momentum));
    whole_keep_motion(bodies, head, course->velocity, momentum);
    whole_put(stepping, &whole, head, &to, report);
}

static void push_ball(const bodies *bodies, int32_t slot, v3 velocity, v3 spin, v3 arm)
{
    int next = 1 - bodies->now;
    rec4 *velocity_record = &bodies->velocity[next][slot];
    rec4 *spin_record = &bodies->spin[next][slot];
    double radius = bodies_radius(bodies, slot);
    v3 by_spin = v3_cross(spin, arm);
    v3 of_ball = v3_add(velocity, by_spin);
    v3 moving = v3_add(v3_of(velocity_record), of_ball);
    v3 spinning = v3_fma(v3_of(spin_record), radius, spin);
    *velocity_record = rec4_of(moving, velocity_record->v[3]);
    *spin_record = rec4_of(spinning, spin_record->v[3]);
}

void clump_push(const stepping *stepping, int32_t head, v3 velocity, v3 spin)
{
    const bodies *bodies = stepping->context.body;
    whole whole = whole_of(stepping, head);
    q4 orientation = bodies_orientation(bodies, head);
    v3 change = momentum_of(stepping, &whole, orientation, spin);
    v3 drift = v3_add(whole_velocity(bodies, head), velocity);
    v3 turning = v3_add(whole_turning(bodies, head), change);
    whole_keep_motion(bodies, head, drift, turning);
    for (int k = 0; k < whole_balls(&whole); k++) {
        v3 arm = whole_arm(&whole, orientation, k);
        push_ball(bodies, head + k, velocity, spin, arm);
    }
}
