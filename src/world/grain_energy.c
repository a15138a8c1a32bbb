// grain_energy.c - the energy of one grain: of its motion, at the time of the positions, and of its height.
#include "world/internal.h"

#include "smooth/written.h"

#include "motion/clumps.h"
#include "state/bodies.h"

// Of a grain as it moved through space: one that has crossed a periodic border did not jump back in height.
double world_height_energy(const world *world, const part *part, int32_t slot)
{
    const bodies *bodies = &part->body;
    const double *velocity = bodies->velocity[bodies->now][slot].v;
    const double *gravity = part->s.gravity;
    const double im = velocity[3];
    const double back = world->shared->solver->lags
                            ? 0
                            : -0.5 * world->shared->dt_before; // to the time of the velocities
    double x[3];
    if (!(im > 0))
        return 0;
    if (bodies_clumped(bodies, slot)) { // the centre is not brought back into the domain
        const double *c = bodies->centre[slot].v;
        for (int axis = 0; axis < 3; axis++)
            x[axis] = c[axis] + (back < 0 ? back * bodies->drift[slot].v[axis] : 0);
        return -(gravity[0] * x[0] + gravity[1] * x[1] + gravity[2] * x[2]) *
               c[3]; // 0 for all but the first ball
    }
    for (int axis = 0; axis < 3; axis++) {
        x[axis] = bodies->position[bodies->now][slot].v[axis] + back * velocity[axis] +
                  (bodies->image ? bodies->image[3 * (size_t)slot + (size_t)axis] *
                                       part->s.context.length[axis]
                                 : 0);
    }
    return -(gravity[0] * x[0] + gravity[1] * x[1] + gravity[2] * x[2]) / im;
}

// Kinetic and gravitational energy of a grain at the time of the positions, half a step after the velocities that are
// kept; the push is force over mass without gravity, the turn R times angular acceleration.
double world_grain_energy(const world *world, const part *part, int32_t slot, v3 push, v3 turn)
{
    const bodies *bodies = &part->body;
    const double *velocity = bodies->velocity[bodies->now][slot].v;
    const double *spin_record = bodies->spin[bodies->now][slot].v;
    const double *gravity = part->s.gravity;
    if (!(velocity[3] > 0))
        return 0;
    double half = shared_lag(world->shared);
    v3 speed = v3_make(velocity[0] + half * (push.x + gravity[0]),
                       velocity[1] + half * (push.y + gravity[1]),
                       velocity[2] + half * (push.z + gravity[2]));
    v3 spin = v3_make(spin_record[0] + half * turn.x, spin_record[1] + half * turn.y,
                      spin_record[2] + half * turn.z);
    if (part->s.flat)
        speed.z = spin.x = spin.y = 0;
    const written_motion *written = written_of(world->shared, bodies->id[slot]);
    if (written) {
        speed = written->velocity;
        spin = v3_scale(bodies_radius(bodies, slot), written->spin);
    }
    return 0.5 / velocity[3] * (v3_dot(speed, speed) + v3_dot(spin, spin) / part->s.spin_factor) +
           world_height_energy(world, part, slot);
}
