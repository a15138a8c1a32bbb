// clump_written.c - bodies that move as a whole whose motion is written: what that is of each ball, and of what is kept.
//
// A body with the velocity V of its centre and the spin W has balls of V + W x p, p the arm of each, that spin by W. Of the
// leapfrog momenta are kept, I W in space, or with the scheme of axes the spin in those of the body (seed 004 (2.5), (2.6)).
#include "motion/whole.h"

static v3 kept_turning(const stepping *stepping, const whole *whole, q4 orientation, v3 spin)
{
    if (whole_leaps(stepping))
        return q4_unrotate(orientation, spin);
    const v3 momentum = whole_momentum(whole, orientation, spin);
    return stepping->flat ? v3_make(0, 0, momentum.z) : momentum;
}

clump_ball clump_ball_of(const stepping *stepping, int32_t head, int k, v3 velocity, v3 spin)
{
    const double radius = bodies_radius(stepping->context.body, head + k);
    const v3 arm = clump_arm(stepping, head, k);
    return (clump_ball){
        .velocity = v3_add(velocity, v3_cross(spin, arm)),
        .rim = v3_scale(radius, spin),
    };
}

double clump_kinetic(const stepping *stepping, int32_t head, v3 velocity, v3 spin)
{
    const whole whole = whole_of(stepping, head);
    const q4 orientation = bodies_orientation(stepping->context.body, head);
    const v3 momentum = whole_momentum(&whole, orientation, spin);
    return 0.5 * (whole.mass * v3_dot(velocity, velocity) + v3_dot(spin, momentum));
}

void clump_give(const stepping *stepping, int32_t head, v3 velocity, v3 spin)
{
    const bodies *bodies = stepping->context.body;
    const whole whole = whole_of(stepping, head);
    const q4 orientation = bodies_orientation(bodies, head);
    if (bodies->drift)
        whole_keep_motion(bodies, head, velocity,
                          kept_turning(stepping, &whole, orientation, spin));
    for (int k = 0; k < whole_balls(&whole); k++) {
        const clump_ball ball = clump_ball_of(stepping, head, k, velocity, spin);
        rec4 *moving = &bodies->velocity[bodies->now][head + k];
        rec4 *turning = &bodies->spin[bodies->now][head + k];
        *moving = rec4_of(ball.velocity, moving->v[3]);
        *turning = rec4_of(ball.rim, turning->v[3]);
    }
}

bool whole_jump(const stepping *stepping, int32_t head, v3 *velocity, v3 *spin)
{
    if (!stepping->written || stepping->written[head] < 0)
        return false;
    const rec4 *jump = stepping->jump + 2 * (size_t)stepping->written[head];
    const v3 arm = clump_arm(stepping, head, 0);
    *spin = v3_scale(bodies_inverse_radius(stepping->context.body, head), v3_of(&jump[1]));
    *velocity = v3_sub(v3_of(&jump[0]), v3_cross(*spin, arm));
    return true;
}

void whole_take_jump(const stepping *stepping, const whole *whole, int32_t head)
{
    const bodies *bodies = stepping->context.body;
    v3 velocity;
    v3 spin;
    if (!whole_jump(stepping, head, &velocity, &spin))
        return;
    const q4 orientation = bodies_orientation(bodies, head);
    const v3 turning = kept_turning(stepping, whole, orientation, spin);
    whole_keep_motion(bodies, head, v3_add(whole_velocity(bodies, head), velocity),
                      v3_add(whole_turning(bodies, head), turning));
}
