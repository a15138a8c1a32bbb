// motion_now.c - how bodies move at the time of their positions, which is half a step after that of the velocities that are
// kept: under the forces of now, without contact too, after local damping.
#include "world/internal.h"

#include "smooth/written.h"

#include "motion/clumps.h"
#include "motion/damping.h"
#include "motion/field.h"
#include "state/bodies.h"

// Of a ball, with what damping takes from it now, W.
static body_motion carried(const world *world, const part *part, int32_t slot, ball_drive drive,
                           double *taken)
{
    const bodies *body = &part->body;
    const stepping *stepping = &part->stepping;
    const double inverse_mass = bodies_inverse_mass(body, slot);
    const double half = shared_lag(world->shared);
    const double alpha = damping_of(stepping, slot);
    const ball_motion before = {
        .velocity = v3_of(velocity_now(body, slot)),
        .rim = v3_of(spin_now(body, slot)),
    };
    const v3 at = v3_of(position_now(body, slot));
    const bool damps = alpha > 0 && inverse_mass > 0 && half > 0;
    ball_drive left = drive;
    if (damps)
        left = damped_ball(stepping, alpha, half, at, before, drive);
    const ball_motion now = {
        .velocity = v3_fma(before.velocity, half, left.push),
        .rim = v3_fma(before.rim, half, left.turn),
    };
    *taken = damps ? damping_power(stepping, at, now, drive, left) / inverse_mass : 0;
    return (body_motion){now.velocity, now.rim};
}

body_motion world_motion(const world *world, const part *part, const pull_sum *pull, int32_t slot,
                         double *taken)
{
    const bodies *body = &part->body;
    const written_motion *written = written_of(world->shared, body->id[slot]);
    const double inverse_mass = bodies_inverse_mass(body, slot);
    const v3 gravity = inverse_mass > 0 ? v3_at(part->stepping.gravity) : v3_make(0, 0, 0);
    v3 turn = v3_scale(part->stepping.spin_factor * inverse_mass, pull->turn);
    v3 push = v3_add(v3_scale(inverse_mass, pull->force), gravity);
    if (part->stepping.flat) {
        push.z = 0;
        turn.x = 0;
        turn.y = 0;
    }
    if (part->stepping.field && inverse_mass > 0) {
        const v3 before = v3_of(velocity_now(body, slot));
        push = field_push(&part->stepping, slot, push, before, 2 * shared_lag(world->shared));
        const double ease = part->stepping.spin_factor * inverse_mass;
        const v3 moment = field_moment(&part->stepping, slot);
        turn = v3_fma(turn, ease * bodies_inverse_radius(body, slot), moment);
    }
    body_motion motion = carried(world, part, slot, (ball_drive){push, turn}, taken);
    if (written) {
        motion.velocity = written->velocity;
        motion.rim = v3_scale(bodies_radius(body, slot), written->spin);
    }
    return motion;
}

double world_kinetic(const world *world, double mass, body_motion now)
{
    return 0.5 * mass *
           (v3_dot(now.velocity, now.velocity) +
            v3_dot(now.rim, now.rim) / world->part->stepping.spin_factor);
}

clump_motion world_clump_motion(const world *world, const stepping *stepping, int32_t head)
{
    const bodies *bodies = stepping->context.body;
    clump_motion motion = clump_motion_at(stepping, head, shared_lag(world->shared));
    const written_motion *written = written_of(world->shared, bodies->id[head]);
    if (!written)
        return motion;
    const double radius = bodies_radius(bodies, head);
    motion.velocity = written->velocity;
    motion.spin = written->spin;
    if (world->shared->clump[bodies->set[head]]) {
        motion.kinetic = clump_kinetic(stepping, head, motion.velocity, motion.spin);
        return motion;
    }
    motion.kinetic = world_kinetic(world, bodies->centre[head].v[3],
                                   (body_motion){motion.velocity, v3_scale(radius, motion.spin)});
    return motion;
}
