// grain_energy.c - the energy of one grain: of its motion, at the time of the positions, and of its height.
#include "world/internal.h"

#include "scene/force.h"
#include "state/bodies.h"

static double along(const double gravity[3], const double x[3])
{
    return gravity[0] * x[0] + gravity[1] * x[1] + gravity[2] * x[2];
}

// Of height, and of forces that have a potential.
static double energy_at(const stepping *stepping, const double x[3], double mass)
{
    const double height = -along(stepping->gravity, x) * mass;
    if (!stepping->field)
        return height;
    return height + mass * force_field_potential(stepping->field, v3_at(x));
}

// Of a grain as it moved through space: one that has crossed a periodic border did not jump back in height.
double world_height_energy(const world *world, const part *part, int32_t slot)
{
    const shared *shared = world->shared;
    const stepping *stepping = &part->stepping;
    const bodies *bodies = &part->body;
    const double *velocity = velocity_now(bodies, slot)->v;
    const double *position = position_now(bodies, slot)->v;
    const double inverse_mass = velocity[3];
    // to the time of the velocities
    const double back = shared->solver->lags ? 0 : -0.5 * shared->dt_before;
    double x[3];
    if (!(inverse_mass > 0))
        return 0;
    if (bodies_clumped(bodies, slot)) { // the centre is not brought back into the domain
        const double *centre = bodies->centre[slot].v;
        const double mass = centre[3]; // 0 for all but the first ball
        for (int axis = 0; axis < 3; axis++) {
            const double way = back < 0 ? back * bodies->drift[slot].v[axis] : 0;
            x[axis] = centre[axis] + way;
        }
        return energy_at(stepping, x, mass);
    }
    for (int axis = 0; axis < 3; axis++) {
        double around = 0;
        if (bodies->image) {
            const int32_t crossed = bodies->image[3 * (int64_t)slot + axis];
            around = crossed * stepping->context.length[axis];
        }
        x[axis] = position[axis] + back * velocity[axis] + around;
    }
    if (stepping->field)
        return energy_at(stepping, x, 1 / inverse_mass);
    return -along(stepping->gravity, x) / inverse_mass;
}

// Kinetic and gravitational energy of a ball at the time of the positions, half a step after the velocities that are
// kept.
double world_grain_energy(const world *world, const part *part, int32_t slot, const pull_sum *pull)
{
    const double inverse_mass = bodies_inverse_mass(&part->body, slot);
    double taken;
    if (!(inverse_mass > 0))
        return 0;
    const body_motion motion = world_motion(world, part, pull, slot, &taken);
    const double moving = v3_dot(motion.velocity, motion.velocity);
    const double spinning = v3_dot(motion.rim, motion.rim) / part->stepping.spin_factor;
    const double kinetic = 0.5 / inverse_mass * (moving + spinning);
    const double flow = world_flow_energy(world, part, slot, 1 / inverse_mass, motion.velocity);
    return kinetic + flow + world_height_energy(world, part, slot);
}
