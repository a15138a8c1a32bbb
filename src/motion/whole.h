// whole.h - one body that moves as a whole, as the files of clumps see it: mass, moments, balls, and where a step takes it.
#ifndef SCREE_MOTION_WHOLE_H
#define SCREE_MOTION_WHOLE_H

#include "motion/clumps.h"
#include "motion/gear.h"
#include "state/bodies.h"

static inline rec4 rec4_of(v3 v, double last)
{
    return (rec4){{v.x, v.y, v.z, last}};
}

// A body that moves as a whole. Moments are per unit of density, those of a single ball per unit of mass; `share` is
// what a torque is multiplied by to match.
typedef struct whole {
    const model_clump *clump; // NULL: a ball
    inertia inertia;
    double mass, share;
    bool lone; // it is one ball without an arm
} whole;

whole whole_of(const stepping *stepping, int32_t head); // whole.c

// What is kept of a body that moves as a whole.
static inline v3 whole_centre(const bodies *bodies, int32_t head)
{
    return v3_of(&bodies->centre[head]);
}
static inline v3 whole_velocity(const bodies *bodies, int32_t head)
{
    return v3_of(&bodies->drift[head]);
}
static inline v3 whole_turning(const bodies *bodies, int32_t head)
{
    return v3_of(&bodies->turning[head]);
}
static inline void whole_keep_motion(const bodies *bodies, int32_t head, v3 velocity, v3 turning)
{
    bodies->drift[head] = rec4_of(velocity, 0);
    bodies->turning[head] = rec4_of(turning, 0);
}

static inline int whole_balls(const whole *whole)
{
    return whole->clump ? whole->clump->balls : 1;
}

// Place of ball k: from the centre, in space.
static inline v3 whole_arm(const whole *whole, q4 orientation, int k)
{
    return whole->clump ? q4_rotate(orientation, whole->clump->at[k]) : v3_make(0, 0, 0);
}

// ---- clump_drive.c: what drives it

// Acceleration of the centre, with gravity, and the moment; those that a flat world does not have are gone.
typedef struct drive_on {
    v3 push, turn;
} drive_on;
// In a kick of that length: forces without contact may depend on the velocity (field.h).
drive_on whole_pushed(const stepping *stepping, const whole *whole, int32_t head, double kick);
// The same after local damping of a body whose motion is kept as it was `half` before the time of the positions; what
// that takes from it now, W, is written to `taken`.
drive_on whole_drive(const stepping *stepping, const whole *whole, int32_t head, double half,
                     double kick, double *taken);
// Its motion once that has driven it for so long.
clump_motion whole_carried(const stepping *stepping, const whole *whole, int32_t head, double half,
                           const drive_on *drive);
// Are angular velocities kept, as the leapfrog has them? Then what it keeps of the body.
bool whole_leaps(const stepping *stepping);
rotor whole_rotor(const stepping *stepping, int32_t head);
v3 whole_momentum(const whole *whole, q4 orientation, v3 spin);

// Spin of a body with this angular momentum over density.
v3 whole_spin(const stepping *stepping, const inertia *inertia, q4 orientation, v3 momentum);

// ---- clump_written.c

// By how much the motion of the body changes that somebody wrote for it; false: nobody did.
bool whole_jump(const stepping *stepping, int32_t head, v3 *velocity, v3 *spin);
// What is kept changes by that.
void whole_take_jump(const stepping *stepping, const whole *whole, int32_t head);

// ---- whole.c

// Free rotation over dt with that momentum; disks turn about z alone.
q4 whole_drift(const stepping *stepping, const inertia *inertia, q4 orientation, v3 momentum,
               double dt);

// ---- clump_gear.c: of Gear's scheme the derivatives that are kept, at the place that they move on from

gear_body whole_gear(const bodies *bodies, int32_t head);
void whole_keep_gear(const bodies *bodies, int32_t head, const gear_body *gear, bool begun);
// Have its derivatives seen forces? Else velocities alone are known.
bool whole_gear_begun(const bodies *bodies, int32_t head);

// Where a body is next, and how its centre has moved there.
typedef struct arrival {
    v3 centre, velocity;
    q4 orientation;
} arrival;
// Writes the records of the body and of its balls, large clumps those that something may meet (clump_put.c).
void whole_put(const stepping *stepping, const whole *whole, int32_t head, const arrival *to,
               report *report);

#endif
