// whole.c - see whole.h: what a body is that moves as a whole, and its free rotation.
#include "motion/whole.h"

#include <string.h>

// One ball, whose place is the centre to the bit: its arm stays that however the body turns.
static inline bool is_lone(const model_clump *clump)
{
    const v3 none = {0, 0, 0};
    return clump->balls == 1 && memcmp(&clump->at[0], &none, sizeof none) == 0;
}

whole whole_of(const stepping *stepping, int32_t head)
{
    const bodies *bodies = stepping->context.body;
    int32_t set = bodies->set[head];
    const model_clump *clump = stepping->clump[set];
    whole whole = {
        .clump = clump,
        .inertia = stepping->inertia[set],
        .mass = bodies->centre[head].v[3],
        .lone = !clump || is_lone(clump),
    };
    double moment = whole.inertia.moment.z;
    if (!clump) {
        double radius = bodies_radius(bodies, head);
        moment = radius * radius / stepping->spin_factor;
    }
    const bool locked = clump && inertia_is_locked(&whole.inertia);
    if (!clump || (stepping->flat && !locked)) { // in a flat world z alone counts
        whole.inertia = inertia_equal(moment);
    }
    double volume = clump ? clump->volume : 1;
    whole.share = volume / whole.mass;
    return whole;
}

v3 clump_arm(const stepping *stepping, int32_t head, int k)
{
    const bodies *bodies = stepping->context.body;
    whole whole = whole_of(stepping, head);
    q4 orientation = bodies_orientation(bodies, head);
    return whole_arm(&whole, orientation, k);
}

// Free rotation over dt; disks turn about z alone.
q4 whole_drift(const stepping *stepping, const inertia *inertia, q4 orientation, v3 momentum,
               double dt)
{
    if (stepping->flat) {
        v3 spin = v3_make(0, 0, momentum.z * inertia->inverse.z);
        q4 turn = rotation_midpoint(spin, 0.25 * dt);
        return q4_unit(q4_mul(turn, orientation));
    }
    if (stepping->rotation == ROTATION_AXES)
        return rotation_drift_axes(orientation, momentum, inertia, dt);
    return rotation_drift_split(orientation, momentum, inertia, dt);
}
