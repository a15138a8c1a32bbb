// clump_impulses.c - clumps for the solver by impulses: mass and motion of a body, and what impulses change of it.
#include "motion/whole.h"

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
    v3 x = q4_rotate(orientation, v3_make(1, 0, 0));
    v3 y = q4_rotate(orientation, v3_make(0, 1, 0));
    v3 z = q4_rotate(orientation, v3_make(0, 0, 1));
    mass.inverse_inertia[0] =
        (inverse.x * x.x * x.x + inverse.y * y.x * y.x) + inverse.z * z.x * z.x;
    mass.inverse_inertia[1] =
        (inverse.x * x.y * x.y + inverse.y * y.y * y.y) + inverse.z * z.y * z.y;
    mass.inverse_inertia[2] =
        (inverse.x * x.z * x.z + inverse.y * y.z * y.z) + inverse.z * z.z * z.z;
    mass.inverse_inertia[3] =
        (inverse.x * x.x * x.y + inverse.y * y.x * y.y) + inverse.z * z.x * z.y;
    mass.inverse_inertia[4] =
        (inverse.x * x.x * x.z + inverse.y * y.x * y.z) + inverse.z * z.x * z.z;
    mass.inverse_inertia[5] =
        (inverse.x * x.y * x.z + inverse.y * y.y * y.z) + inverse.z * z.y * z.z;
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
    bodies->drift[head] = rec4_of(v3_add(v3_of(&bodies->drift[head]), velocity), 0);
    bodies->turning[head] = rec4_of(
        v3_add(v3_of(&bodies->turning[head]), momentum_of(stepping, &whole, orientation, spin)), 0);
    for (int k = 0; k < whole_balls(&whole); k++) {
        rec4 *velocity_record = &bodies->velocity[1 - bodies->now][head + k];
        rec4 *spin_record = &bodies->spin[1 - bodies->now][head + k];
        v3 arm = whole_arm(&whole, orientation, k);
        *velocity_record =
            rec4_of(v3_add(v3_of(velocity_record), v3_add(velocity, v3_cross(spin, arm))),
                    velocity_record->v[3]);
        *spin_record =
            rec4_of(v3_fma(v3_of(spin_record), bodies->position[bodies->now][head + k].v[3], spin),
                    spin_record->v[3]);
    }
}
