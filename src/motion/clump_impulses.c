// clump_impulses.c - clumps for the solver by impulses: mass and motion of a body, and what impulses change of it.
#include "motion/whole.h"

// A component of a tensor with these principal values, between two directions seen along its axes.
static double component(v3 value, v3 one, v3 other)
{
    return (value.x * one.x * other.x + value.y * one.y * other.y) + value.z * one.z * other.z;
}

clump_mass clump_mass_of(const stepping *stepping, int32_t head)
{
    const bodies *bodies = stepping->context.body;
    const whole whole = whole_of(stepping, head);
    q4 orientation = q4_of(&bodies->orientation[head]);
    v3 momentum = v3_of(&bodies->turning[head]);
    v3 inverse = v3_scale(whole.share, whole.inertia.inverse);
    clump_mass mass = {.mass = whole.mass,
                       .centre = v3_of(&bodies->centre[head]),
                       .velocity = v3_of(&bodies->drift[head])};
    mass.spin = whole_spin(stepping, &whole.inertia, orientation, v3_scale(whole.share, momentum));
    if (stepping->flat) {
        mass.inverse_inertia[2] = inverse.z;
        return mass;
    }
    // Along each axis of space, the coordinates that the axes of the body have.
    const v3 axis_1 = q4_rotate(orientation, v3_make(1, 0, 0));
    const v3 axis_2 = q4_rotate(orientation, v3_make(0, 1, 0));
    const v3 axis_3 = q4_rotate(orientation, v3_make(0, 0, 1));
    const v3 along_x = v3_make(axis_1.x, axis_2.x, axis_3.x);
    const v3 along_y = v3_make(axis_1.y, axis_2.y, axis_3.y);
    const v3 along_z = v3_make(axis_1.z, axis_2.z, axis_3.z);
    mass.inverse_inertia[0] = component(inverse, along_x, along_x);
    mass.inverse_inertia[1] = component(inverse, along_y, along_y);
    mass.inverse_inertia[2] = component(inverse, along_z, along_z);
    mass.inverse_inertia[3] = component(inverse, along_x, along_y);
    mass.inverse_inertia[4] = component(inverse, along_x, along_z);
    mass.inverse_inertia[5] = component(inverse, along_y, along_z);
    return mass;
}

// The momentum that goes with a change of spin.
static v3 momentum_of(const stepping *stepping, const whole *whole, q4 orientation, v3 spin)
{
    v3 momentum = stepping->flat ? v3_make(0, 0, whole->inertia.moment.z * spin.z)
                                 : rotation_momentum(orientation, spin, &whole->inertia);
    return v3_scale(1 / whole->share, momentum);
}

void clump_carry(const stepping *stepping, int32_t head, v3 velocity, v3 spin, report *report)
{
    const bodies *bodies = stepping->context.body;
    const whole whole = whole_of(stepping, head);
    q4 orientation = q4_of(&bodies->orientation[head]);
    v3 momentum = v3_of(&bodies->turning[head]);
    v3 before = whole_spin(stepping, &whole.inertia, orientation, v3_scale(whole.share, momentum));
    momentum = v3_add(momentum, momentum_of(stepping, &whole, orientation, v3_sub(spin, before)));
    arrival to = {.velocity = velocity,
                  .centre = v3_fma(v3_of(&bodies->centre[head]), stepping->dt, velocity)};
    to.orientation = whole_drift(stepping, &whole.inertia, orientation,
                                 v3_scale(whole.share, momentum), stepping->dt);
    bodies->drift[head] = rec4_of(velocity, 0);
    bodies->turning[head] = rec4_of(momentum, 0);
    whole_put(stepping, &whole, head, &to, report);
}

void clump_push(const stepping *stepping, int32_t head, v3 velocity, v3 spin)
{
    const bodies *bodies = stepping->context.body;
    const whole whole = whole_of(stepping, head);
    q4 orientation = q4_of(&bodies->orientation[head]);
    v3 drift = v3_add(v3_of(&bodies->drift[head]), velocity);
    v3 momentum = momentum_of(stepping, &whole, orientation, spin);
    v3 turning = v3_add(v3_of(&bodies->turning[head]), momentum);
    bodies->drift[head] = rec4_of(drift, 0);
    bodies->turning[head] = rec4_of(turning, 0);
    for (int k = 0; k < whole_balls(&whole); k++) {
        rec4 *velocity_record = &bodies->velocity[1 - bodies->now][head + k];
        rec4 *spin_record = &bodies->spin[1 - bodies->now][head + k];
        const double radius = bodies->position[bodies->now][head + k].v[3];
        v3 arm = whole_arm(&whole, orientation, k);
        v3 of_ball = v3_add(velocity, v3_cross(spin, arm));
        v3 moving = v3_add(v3_of(velocity_record), of_ball);
        v3 spinning = v3_fma(v3_of(spin_record), radius, spin);
        *velocity_record = rec4_of(moving, velocity_record->v[3]);
        *spin_record = rec4_of(spinning, spin_record->v[3]);
    }
}
